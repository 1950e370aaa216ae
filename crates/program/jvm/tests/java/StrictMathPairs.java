import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Prints what StrictMath answers, a line for each call: the function, its arguments and the result, as hexadecimal bits.
 * With a number it makes up so many arguments for each function; without, it answers the lines it reads again (results in
 * them are ignored): {@code java StrictMathPairs 200000 > pairs} and {@code java StrictMathPairs < pairs}.
 */
public class StrictMathPairs {
    static final Map<String, DoubleUnaryOperator> UNARY = new LinkedHashMap<>();
    static final Map<String, DoubleBinaryOperator> BINARY = new LinkedHashMap<>();

    static {
        UNARY.put("sin", StrictMath::sin);
        UNARY.put("cos", StrictMath::cos);
        UNARY.put("tan", StrictMath::tan);
        UNARY.put("asin", StrictMath::asin);
        UNARY.put("acos", StrictMath::acos);
        UNARY.put("atan", StrictMath::atan);
        UNARY.put("log", StrictMath::log);
        UNARY.put("log10", StrictMath::log10);
        UNARY.put("log1p", StrictMath::log1p);
        UNARY.put("expm1", StrictMath::expm1);
        UNARY.put("sinh", StrictMath::sinh);
        UNARY.put("cosh", StrictMath::cosh);
        UNARY.put("tanh", StrictMath::tanh);
        UNARY.put("sqrt", StrictMath::sqrt);
        BINARY.put("atan2", StrictMath::atan2);
        BINARY.put("IEEEremainder", StrictMath::IEEEremainder);
    }

    /** Bounds of the algorithms, and numbers that are special anyway. */
    static final double[] SPECIAL = {
        0.0, 1, 2, 0.5, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN,
        709.782712893384, 710.4758600739439, 22, 38.816242111356935, 0.6744, 0.3, 0.78125, Math.PI / 4, Math.PI / 2, Math.PI,
        3 * Math.PI / 4, 3 * Math.PI / 2, 2 * Math.PI, 0x1p19 * Math.PI, 1e300, 1e22, 10, 0.1, 0.4375, 0.6875, 1.1875, 2.4375,
        0.975, Math.sqrt(2), Math.sqrt(0.5), Math.sqrt(2) - 1, 1 - Math.sqrt(0.5), 0.34657359027997264, 1.0397207708399179,
        0x1p53, 0x1p54, 0x1p60, 0x1p66, 0x1p-26, 0x1p-27, 0x1p-28, 0x1p-29, 0x1p-54, 0x1p-55, 0x1p-1000,
    };

    static long seed;
    static PrintWriter out;

    public static void main(String[] args) throws IOException {
        out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out), 1 << 16));
        if (args.length == 0) {
            answerAgain();
        } else {
            int count = Integer.parseInt(args[0]);
            for (String name : UNARY.keySet()) {
                seed = name.hashCode();
                for (int i = 0; i < count; i++) {
                    answer(name, argument(i));
                }
            }
            for (String name : BINARY.keySet()) {
                seed = name.hashCode();
                for (int i = 0; i < count; i++) {
                    double x = argument(i);
                    answer(name, x, i % 3 == 0 ? argument(i) : i % 3 == 1 ? x * 4 * unit() * sign() : Math.scalb(x * unit(), below(129) - 64));
                }
            }
        }
        out.flush();
    }

    static void answerAgain() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            double x = Double.longBitsToDouble(Long.parseUnsignedLong(words[1], 16));
            if (UNARY.containsKey(words[0])) {
                answer(words[0], x);
            } else {
                answer(words[0], x, Double.longBitsToDouble(Long.parseUnsignedLong(words[2], 16)));
            }
        }
    }

    static void answer(String name, double x) {
        out.println(name + ' ' + hex(x) + ' ' + hex(UNARY.get(name).applyAsDouble(x)));
    }

    static void answer(String name, double x, double y) {
        out.println(name + ' ' + hex(x) + ' ' + hex(y) + ' ' + hex(BINARY.get(name).applyAsDouble(x, y)));
    }

    static String hex(double x) {
        return Long.toHexString(Double.doubleToLongBits(x));
    }

    static double argument(int i) {
        double x = SPECIAL[below(SPECIAL.length)];
        switch (i % 16) {
            case 0: return sign() * x;
            case 1: return Double.longBitsToDouble(next());
            case 2: return below(1 << 14) - (1 << 13);
            case 3: return (int) next() * 0.25;
            case 4: return near(below(1 << 18) * (Math.PI / 4), 3);
            case 5: return near(below(1 << 7) * (Math.PI / 4), 1 + below(36));
            case 6: return sign() * (1 + sign() * Math.scalb(unit(), -below(64)));
            case 7: return sign() * Double.longBitsToDouble(next() >>> 12 >>> below(52));
            case 8: return sign() * Math.scalb(1 + unit(), below(1000));
            case 9: return sign() * unit();
            case 10: return sign() * unit() * 30;
            case 11: return sign() * unit() * 1000;
            case 12: return sign() * Math.scalb(1 + unit(), below(64) - 32);
            case 13: return near(x, 1 + below(52));
            case 14: return near(x, 3);
            default: return sign() * unit() * (1 << below(24));
        }
    }

    /** A number that differs from the given one in its lowest bits. */
    static double near(double x, int bits) {
        return sign() * Double.longBitsToDouble(Double.doubleToRawLongBits(x) + (next() >> (64 - bits)));
    }

    static double sign() {
        return next() < 0 ? -1.0 : 1.0;
    }

    static double unit() {
        return (next() >>> 11) * 0x1p-53;
    }

    static int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** Random numbers (splitmix64). */
    static long next() {
        long z = seed += 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
