// Bit twiddling by hand: hashes, checksums, powers, sieve, gcd — plain loops over ints and longs.
public class BitTricks {
    static int crc32(byte[] data) {
        int crc = ~0;
        for (byte b : data) {
            crc ^= b & 0xff;
            for (int k = 0; k < 8; k++) crc = (crc & 1) != 0 ? (crc >>> 1) ^ 0xEDB88320 : crc >>> 1;
        }
        return ~crc;
    }

    static long fnv(String s) {
        long h = 0xcbf29ce484222325L;
        for (int i = 0; i < s.length(); i++) h = (h ^ s.charAt(i)) * 0x100000001b3L;
        return h;
    }

    static long gcd(long a, long b) { return b == 0 ? a : gcd(b, a % b); }

    static long power(long base, int e, long mod) {
        long r = 1;
        base %= mod;
        for (; e > 0; e >>= 1) {
            if ((e & 1) == 1) r = r * base % mod;
            base = base * base % mod;
        }
        return r;
    }

    public static void main(String[] args) {
        byte[] data = new byte[256];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 7);
        System.out.println(crc32(data));
        System.out.println(crc32(new byte[0]));
        System.out.println(fnv(""));
        System.out.println(fnv("thinair"));
        System.out.println(gcd(1071, 462) + " " + gcd(1L << 40, 6L << 30));
        System.out.println(power(3, 1000, 1_000_000_007L));
        boolean[] composite = new boolean[2000];
        int primes = 0, last = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i]) continue;
            primes++;
            last = i;
            for (int j = i * i; j < composite.length; j += i) composite[j] = true;
        }
        System.out.println(primes + " " + last);
        long seed = 42;
        for (int i = 0; i < 8; i++) {
            seed ^= seed << 13;
            seed ^= seed >>> 7;
            seed ^= seed << 17;
            System.out.println(seed);
        }
        int lcg = 1;
        for (int i = 0; i < 5; i++) {
            lcg = lcg * 1103515245 + 12345;
            System.out.println((lcg >>> 16) & 0x7fff);
        }
        int x = 0b1011_0110;
        System.out.println((x & -x) + " " + (x & (x - 1)) + " " + (x ^ (x >> 1)));
        int a = 5, b = 9;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b);
        int reversed = 0;
        for (int n = 987654321; n > 0; n /= 10) reversed = reversed * 10 + n % 10;
        System.out.println(reversed);
        int steps = 0;
        for (long n = 27; n != 1; steps++) n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
        System.out.println(steps);
        long fibA = 0, fibB = 1;
        for (int i = 0; i < 100; i++) {
            long t = fibA + fibB;
            fibA = fibB;
            fibB = t;
        }
        System.out.println(fibA);
        short sh = 0;
        for (int i = 0; i < 100; i++) sh += i * i;
        System.out.println(sh);
        byte acc = 0;
        for (byte v : data) acc ^= v;
        System.out.println(acc);
        char ch = 0;
        for (int i = 0; i < 70000; i++) ch++;
        System.out.println((int) ch);
    }
}
