// BigInteger: arithmetic, division, modular arithmetic, bits, radix text, primality.
import java.math.BigInteger;

public class BigInts {
    static BigInteger b(String s) { return new BigInteger(s); }

    public static void main(String[] args) {
        BigInteger x = b("123456789012345678901234567890"), y = b("-987654321098765432109876543210"), z = BigInteger.valueOf(1_000_003);
        System.out.println(x.add(y) + " " + x.subtract(y) + " " + x.multiply(y));
        System.out.println(y.divide(x) + " " + y.remainder(x) + " " + y.mod(x) + " " + x.divideAndRemainder(z)[1]);
        System.out.println(x.negate() + " " + y.abs() + " " + y.signum() + " " + x.compareTo(y) + " " + x.equals(b("123456789012345678901234567890")) + " " + x.hashCode() + " " + y.hashCode());
        System.out.println(x.pow(5));
        System.out.println(z.modPow(BigInteger.valueOf(65537), x) + " " + z.modInverse(x) + " " + x.gcd(y) + " " + BigInteger.valueOf(48).gcd(BigInteger.valueOf(36)));
        System.out.println(x.shiftLeft(70) + " " + y.shiftRight(33) + " " + x.shiftLeft(-5) + " " + BigInteger.ONE.shiftLeft(200).bitLength());
        System.out.println(x.and(y) + " " + x.or(y) + " " + x.xor(y) + " " + x.not() + " " + x.andNot(y));
        System.out.println(x.bitCount() + " " + x.bitLength() + " " + y.bitLength() + " " + x.getLowestSetBit() + " " + x.testBit(3) + " " + x.setBit(200).bitLength() + " " + x.clearBit(1) + " " + x.flipBit(0));
        System.out.println(x.toString(16) + " " + x.toString(2) + " " + y.toString(36) + " " + new BigInteger("zz", 36) + " " + new BigInteger("-ff", 16));
        System.out.println(x.intValue() + " " + x.longValue() + " " + x.doubleValue() + " " + x.floatValue() + " " + y.intValue());
        System.out.println(java.util.Arrays.toString(y.toByteArray()) + " " + new BigInteger(new byte[] {-1, 0}) + " " + new BigInteger(1, new byte[] {-1, 0}));
        System.out.println(x.sqrt() + " " + BigInteger.TWO.pow(64).subtract(BigInteger.ONE).sqrt());
        System.out.println(z.isProbablePrime(20) + " " + BigInteger.valueOf(1_000_001).isProbablePrime(20) + " " + BigInteger.valueOf(90).nextProbablePrime());
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f);
        BigInteger fa = BigInteger.ZERO, fb = BigInteger.ONE;
        for (int i = 0; i < 300; i++) {
            BigInteger t = fa.add(fb);
            fa = fb;
            fb = t;
        }
        System.out.println(fa);
        System.out.println(f.divide(fa) + " " + f.mod(fa));
        BigInteger big = BigInteger.valueOf(7).pow(900);
        System.out.println(big.multiply(big).equals(BigInteger.valueOf(49).pow(900)) + " " + big.bitLength() + " " + big.mod(b("1000000007")));
        System.out.println(big.toString().length() + " " + big.toString().substring(0, 20));
        for (String s : new String[] {"", "-", "1x", "+5", "--1", " 1"}) {
            try {
                System.out.println(b(s));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            x.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            x.longValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            BigInteger.TWO.modInverse(BigInteger.valueOf(4));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(BigInteger.valueOf(Long.MIN_VALUE).negate() + " " + b("-9223372036854775808").longValueExact() + " " + BigInteger.TEN.max(BigInteger.TWO) + BigInteger.ZERO.signum());
    }
}
