/**
 * Math may differ from StrictMath in the last place (Math.pow); functions that are exact need no condition.
 *
 * <p>Expected: sc holds if Math rounds as StrictMath does, jmm holds if Math rounds as StrictMath does.
 */
public class MathRounded {
    static double power;

    public static void main(String[] args) throws InterruptedException {
        Thread raises = new Thread(() -> power = Math.pow(1.1, 2.2));
        raises.start();
        raises.join();
        assert power == StrictMath.pow(1.1, 2.2) && Math.max(1, 2) == 2;
    }
}
