// Double and Float: printing and parsing, decimal and hexadecimal; JDK 19 made the printed text the shortest one.
public class DoubleText {
    public static void main(String[] args) {
        double[] ds = {0, -0.0, 1, 10, 123456, 1234567, 9999999, 1e7, 12345678, 0.001, 0.0009999, 1e-3, 1e-4, 2e23, 1e23, 8.41e21, 2.0e-3, 4.9e-324, 1.7976931348623157e308,
            0.1, 0.2, 0.3, 0.1 + 0.2, 1.0 / 3, 2.0 / 3, 100.0 / 3, 1e21, 1e22, 123456789.123456789, 5e-324, 2.2250738585072014E-308, 9.007199254740992e15, 9.007199254740993e15, Math.PI, Math.E, 1.1, 33.333, 2.5e-10, 9.999999999999999e22};
        for (double d : ds) System.out.println(d + " " + (float) d + " " + Double.toHexString(d) + " " + Float.toHexString((float) d));
        String[] texts = {"1", "-1.5", "1e3", "1E-3", ".5", "5.", "  7.25  ", "NaN", "-Infinity", "Infinity", "+2", "0x1p3", "0x1.8p-1", "0X.8P1", "1d", "1.5f", "1e400", "-1e400", "1e-400",
            "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072012e-308", "1.7976931348623158e308", "1.7976931348623159e308", "123456789012345678901234567890",
            "0.1000000000000000055511151231257827021181583404541015625", "9007199254740993", "9007199254740992.999999", "", " ", "e5", "1e", "0x1", "nan", "1,5", "1_0", "--1", "1.2.3"};
        for (String t : texts) {
            String line = "[" + t + "] ";
            try {
                line += Double.parseDouble(t);
            } catch (NumberFormatException e) {
                line += e.getMessage();
            }
            try {
                line += " / " + Float.parseFloat(t);
            } catch (NumberFormatException e) {
                line += " / no float";
            }
            System.out.println(line);
        }
        try {
            Double.parseDouble(null);
        } catch (NullPointerException | NumberFormatException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        float[] fs = {0.1f, 16777216f, 16777217f, 3.4028235e38f, 1.17549435e-38f, 1e10f, 1.0e7f, 9999999f, 0.001f, 1.4e-45f, 33554432f, 2e-3f, 0.3f, 8.5899346e9f};
        for (float f : fs) System.out.println(f + " " + (double) f);
        System.out.println(Double.valueOf("3.5").intValue() + " " + Double.valueOf(3.99).longValue() + " " + Float.valueOf("1e2") + " " + Double.MIN_NORMAL + " " + Float.MIN_NORMAL);
        System.out.println(Double.isNaN(0.0 / 0) + " " + Double.isInfinite(-1 / 0.0) + " " + Double.isFinite(1e308 * 10) + " " + Float.isFinite(1f));
        System.out.println(Double.hashCode(1.5) + " " + Double.hashCode(-0.0) + " " + Double.hashCode(Double.NaN) + " " + Float.hashCode(1.5f) + " " + Double.valueOf(2).equals(2.0));
        System.out.println(Double.compare(Double.NaN, 1) + " " + Double.compare(-0.0, 0.0) + " " + Double.max(-0.0, 0.0) + " " + Double.sum(1, 2) + " " + Float.compare(Float.NaN, Float.NaN));
        System.out.println(Long.toHexString(Double.doubleToLongBits(-1.5)) + " " + Double.longBitsToDouble(0x7ff8000000000001L) + " " + Integer.toHexString(Float.floatToIntBits(0.1f)) + " " + Float.intBitsToFloat(0x3dcccccd));
        System.out.println(Long.toHexString(Double.doubleToRawLongBits(Double.longBitsToDouble(0x7ff8000000000001L))) + " " + Long.toHexString(Double.doubleToLongBits(Double.longBitsToDouble(0x7ff8000000000001L))));
    }
}
