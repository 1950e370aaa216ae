// BigDecimal: scale, rounding modes, division, text forms, comparison.
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimals {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("123.4500"), b = new BigDecimal("-0.0678"), c = new BigDecimal("1E+5");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.scale() + " " + a.precision() + " " + a.unscaledValue());
        System.out.println(c + " " + c.toPlainString() + " " + c.toEngineeringString() + " " + new BigDecimal("1.23E-10") + " " + new BigDecimal("1.23E-10").toPlainString() + " " + c.scale());
        System.out.println(a.stripTrailingZeros() + " " + new BigDecimal("1000").stripTrailingZeros() + " " + a.setScale(1, RoundingMode.HALF_UP) + " " + a.negate() + " " + b.abs() + " " + b.signum());
        System.out.println(a.equals(new BigDecimal("123.45")) + " " + a.compareTo(new BigDecimal("123.45")) + " " + a.hashCode() + " " + new BigDecimal("123.45").hashCode());
        String[] values = {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"};
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder line = new StringBuilder(mode + ":");
            for (String v : values) {
                try {
                    line.append(' ').append(new BigDecimal(v).setScale(0, mode));
                } catch (ArithmeticException e) {
                    line.append(" (").append(e.getMessage()).append(")");
                }
            }
            System.out.println(line);
        }
        BigDecimal one = BigDecimal.ONE, three = new BigDecimal(3);
        System.out.println(one.divide(three, 20, RoundingMode.HALF_EVEN) + " " + one.divide(three, MathContext.DECIMAL32) + " " + one.divide(three, MathContext.DECIMAL128) + " " + one.divide(new BigDecimal(8)));
        try {
            one.divide(three);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            one.divide(BigDecimal.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(a.divideToIntegralValue(three) + " " + a.remainder(three) + " " + a.divideAndRemainder(b)[0]);
        System.out.println(new BigDecimal(0.1));
        System.out.println(BigDecimal.valueOf(0.1) + " " + BigDecimal.valueOf(100, 3) + " " + BigDecimal.valueOf(5L) + " " + new BigDecimal(1e-10));
        System.out.println(new BigDecimal("1.1").pow(30) + " " + new BigDecimal("1.1").pow(30, new MathContext(10)));
        System.out.println(a.round(new MathContext(3)) + " " + a.movePointLeft(5) + " " + a.movePointRight(7) + " " + a.scaleByPowerOfTen(3) + " " + a.ulp());
        System.out.println(a.intValue() + " " + a.doubleValue() + " " + a.toBigInteger() + " " + new BigDecimal("1e30").longValue() + " " + b.floatValue());
        System.out.println(new BigDecimal("2").sqrt(new MathContext(40)) + " " + new BigDecimal("1e-20").sqrt(MathContext.DECIMAL64));
        System.out.println(a.max(b) + " " + a.min(b) + " " + new BigDecimal("12345678901234567890.12345678901234567890").multiply(new BigDecimal("98765432109876543210.5")));
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < 10; i++) sum = sum.add(new BigDecimal("0.1"));
        System.out.println(sum + " " + sum.equals(one) + " " + (sum.compareTo(one) == 0));
        BigDecimal e = one, term = one;
        for (int i = 1; i < 30; i++) {
            term = term.divide(BigDecimal.valueOf(i), 40, RoundingMode.HALF_UP);
            e = e.add(term);
        }
        System.out.println(e);
        for (String s : new String[] {"", "abc", "1.2.3", "1e", "0x1", ".5", "5.", "+1", "1e99999999999"}) {
            try {
                System.out.println(new BigDecimal(s));
            } catch (NumberFormatException x) {
                System.out.println("refused " + s);
            }
        }
        try {
            a.intValueExact();
        } catch (ArithmeticException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(MathContext.DECIMAL64 + " " + new BigDecimal("0E+3") + " " + new BigDecimal("0.000") + " " + new BigDecimal("-0.00") + " " + new BigDecimal("0.0000001"));
    }
}
