// StrictMath: every function at many points, bit for bit; Math agrees to within an ulp or two.
import java.util.function.DoubleUnaryOperator;

public class StrictFunctions {
    static final double[] XS = {0.0, -0.0, 1e-10, 0.1, 0.5, -0.7, 1.0, -1.0, 1.5, 2.0, 3.141592653589793, -10.0, 42.5, 709.0, 710.0, -745.5, 1e6, 1e22,
        Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    static void table(String name, DoubleUnaryOperator strict, DoubleUnaryOperator plain) {
        StringBuilder line = new StringBuilder(name);
        boolean close = true;
        for (double x : XS) {
            double s = strict.applyAsDouble(x), p = plain.applyAsDouble(x);
            line.append(' ').append(Long.toHexString(Double.doubleToLongBits(s)));
            close &= Double.isNaN(s) ? Double.isNaN(p) : s == p || Math.abs(s - p) <= 2 * Math.ulp(s);
        }
        System.out.println(line + (close ? "" : " Math is far off"));
    }

    public static void main(String[] args) {
        table("sin", StrictMath::sin, Math::sin);
        table("cos", StrictMath::cos, Math::cos);
        table("tan", StrictMath::tan, Math::tan);
        table("asin", StrictMath::asin, Math::asin);
        table("acos", StrictMath::acos, Math::acos);
        table("atan", StrictMath::atan, Math::atan);
        table("exp", StrictMath::exp, Math::exp);
        table("log", StrictMath::log, Math::log);
        table("log10", StrictMath::log10, Math::log10);
        table("log1p", StrictMath::log1p, Math::log1p);
        table("expm1", StrictMath::expm1, Math::expm1);
        table("sinh", StrictMath::sinh, Math::sinh);
        table("cosh", StrictMath::cosh, Math::cosh);
        table("tanh", StrictMath::tanh, Math::tanh);
        table("cbrt", StrictMath::cbrt, Math::cbrt);
        table("sqrt", StrictMath::sqrt, Math::sqrt);
        table("rint", StrictMath::rint, Math::rint);
        table("floor", StrictMath::floor, Math::floor);
        table("ceil", StrictMath::ceil, Math::ceil);
        table("toRadians", StrictMath::toRadians, Math::toRadians);
        for (double y : new double[] {0, -0.0, 1, -2.5, 0.5, 3, -3, 1e10, Double.NaN, Double.POSITIVE_INFINITY}) {
            double fixed = y;
            table("pow " + y, x -> StrictMath.pow(x, fixed), x -> Math.pow(x, fixed));
            table("atan2 " + y, x -> StrictMath.atan2(x, fixed), x -> Math.atan2(x, fixed));
            table("hypot " + y, x -> StrictMath.hypot(x, fixed), x -> Math.hypot(x, fixed));
            table("rem " + y, x -> StrictMath.IEEEremainder(x, fixed), x -> Math.IEEEremainder(x, fixed));
        }
        double sum = 0;
        for (int i = 0; i < 200; i++) sum += StrictMath.sin(i * 0.37) * StrictMath.exp(-i * 0.01) + StrictMath.log(i + 1) / StrictMath.pow(i + 2, 0.3);
        System.out.println(Double.toHexString(sum));
    }
}
