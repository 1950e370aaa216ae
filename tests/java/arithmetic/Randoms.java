// java.util.Random and SplittableRandom from fixed seeds: the algorithms are specified.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

public class Randoms {
    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, 42, -1, Long.MAX_VALUE}) {
            Random r = new Random(seed);
            System.out.println(r.nextInt() + " " + r.nextInt(10) + " " + r.nextInt(16) + " " + r.nextInt(1_000_000_007) + " " + r.nextLong() + " " + r.nextBoolean());
            System.out.println(Double.doubleToLongBits(r.nextDouble()) + " " + Float.floatToIntBits(r.nextFloat()));
            byte[] bytes = new byte[7];
            r.nextBytes(bytes);
            System.out.println(Arrays.toString(bytes));
        }
        Random r = new Random(7);
        double g = 0;
        for (int i = 0; i < 20; i++) g += r.nextGaussian();
        System.out.println((float) g);
        System.out.println(Arrays.toString(new Random(5).ints(5).toArray()));
        System.out.println(Arrays.toString(new Random(5).ints(8, 0, 100).toArray()));
        System.out.println(Arrays.toString(new Random(5).longs(3).toArray()));
        System.out.println(new Random(5).ints(100, -3, 4).filter(i -> i == 0).count());
        System.out.println((float) new Random(9).doubles(10).sum());
        r.setSeed(123);
        System.out.println(r.nextInt() + " " + new Random(123).nextInt());
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 12; i++) list.add(i);
        Collections.shuffle(list, new Random(99));
        System.out.println(list);
        SplittableRandom s = new SplittableRandom(11);
        SplittableRandom t = s.split();
        System.out.println(s.nextInt() + " " + s.nextLong() + " " + t.nextInt(100) + " " + t.nextInt(-5, 5) + " " + s.nextBoolean() + " " + s.nextLong(1L << 40));
        int[] histogram = new int[6];
        Random dice = new Random(2024);
        for (int i = 0; i < 600; i++) histogram[dice.nextInt(6)]++;
        System.out.println(Arrays.toString(histogram));
        try {
            dice.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(dice.nextInt(5, 8) + " " + dice.nextLong(100) + " " + dice.nextLong(-10, 10) + " " + (float) dice.nextDouble(2.0, 3.0));
    }
}
