// Integer, Long, Short, Byte: parsing and printing in every radix, and what they refuse.
public class IntegerText {
    interface Parse { Object run(String s); }

    static void parse(String name, Parse p, String... inputs) {
        for (String s : inputs) {
            try {
                System.out.println(name + " " + s + " -> " + p.run(s));
            } catch (NumberFormatException e) {
                System.out.println(name + " " + s + " -> " + e.getMessage());
            }
        }
    }

    public static void main(String[] args) {
        parse("int", Integer::parseInt, "0", "-0", "+7", "2147483647", "-2147483648", "2147483648", "-2147483649", "", " 1", "1 ", "1_000", "0x10", "+", "-", "--1", "1.0", "٣", null);
        parse("hex", s -> Integer.parseInt(s, 16), "ff", "-FF", "7fffffff", "80000000", "g");
        parse("bin", s -> Integer.parseInt(s, 2), "101", "2", "-10000000000000000000000000000000");
        parse("r36", s -> Integer.parseInt(s, 36), "zz", "Zz", "java");
        parse("radix99", s -> Integer.parseInt(s, 99), "1");
        parse("long", Long::parseLong, "9223372036854775807", "-9223372036854775808", "9223372036854775808", "12L", "00012");
        parse("decode", Integer::decode, "0x1F", "#ff", "-0X10", "017", "09", "0", "-2147483648", "");
        parse("decodeL", Long::decode, "0xFFFFFFFFFF", "-0777");
        parse("short", Short::parseShort, "32767", "32768");
        parse("byte", Byte::parseByte, "-128", "-129", "127");
        parse("valueOf", Integer::valueOf, "12", "x");
        parse("unsigned", Integer::parseUnsignedInt, "4294967295", "4294967296", "-1");
        parse("unsignedL", Long::parseUnsignedLong, "18446744073709551615", "18446744073709551616", "9223372036854775808");
        parse("region", s -> Integer.parseInt(s, 2, 4, 10), "ab42cd", "abxxcd");
        for (int v : new int[] {0, 1, -1, 255, 4096, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            System.out.println(Integer.toString(v) + " " + Integer.toHexString(v) + " " + Integer.toOctalString(v) + " " + Integer.toBinaryString(v) + " "
                + Integer.toString(v, 7) + " " + Integer.toString(v, 36) + " " + Integer.toString(v, 1) + " " + Integer.toUnsignedString(v) + " " + Integer.toUnsignedLong(v));
        }
        for (long v : new long[] {0, -1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
            System.out.println(Long.toString(v) + " " + Long.toHexString(v) + " " + Long.toOctalString(v) + " " + Long.toBinaryString(v) + " " + Long.toString(v, 36) + " " + Long.toString(v, 3)
                + " " + Long.toUnsignedString(v) + " " + Long.toUnsignedString(v, 16));
        }
        System.out.println(Integer.divideUnsigned(-1, 3) + " " + Integer.remainderUnsigned(-1, 10) + " " + Integer.compareUnsigned(-1, 1) + " " + Long.divideUnsigned(-1, 10) + " " + Long.remainderUnsigned(-1, 7) + " " + Long.compareUnsigned(1, -1));
        System.out.println(Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedInt((short) -1) + " " + Byte.compare((byte) 1, (byte) 2) + " " + Short.compare((short) 5, (short) 2));
        System.out.println(Integer.getInteger("no.such.property") + " " + Integer.getInteger("no.such.property", 5) + " " + Long.getLong("no.such", 6L) + " " + Boolean.getBoolean("nope"));
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.logicalXor(true, false) + " " + Boolean.hashCode(true) + " " + Boolean.hashCode(false));
        int p = 1;
        for (int i = 0; i < 11; i++, p *= 10) System.out.print(p + " " + -p + " " + (long) p * 10000000000L + "; ");
        System.out.println();
    }
}
