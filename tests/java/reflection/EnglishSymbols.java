// The symbols of numbers for the locales that programs meet without asking, and a few that they ask for.
import java.text.*;
import java.util.*;

public class EnglishSymbols {
    static String all(DecimalFormatSymbols s) {
        return "" + s.getZeroDigit() + s.getGroupingSeparator() + s.getDecimalSeparator() + s.getPerMill() + s.getPercent() + s.getDigit() + s.getPatternSeparator() + s.getInfinity() + s.getNaN() + s.getMinusSign() + s.getMonetaryDecimalSeparator() + s.getMonetaryGroupingSeparator() + s.getExponentSeparator() + " " + s.getCurrencySymbol() + " " + s.getInternationalCurrencySymbol() + " " + s.getCurrency();
    }
    public static void main(String[] args) {
        System.out.println(Locale.getDefault());
        for (Locale l : new Locale[] {Locale.ROOT, Locale.ENGLISH, Locale.US, Locale.UK, Locale.CANADA, new Locale("en", "IN"), Locale.GERMANY, new Locale("en", "US", "POSIX"), Locale.forLanguageTag("en-US-u-nu-arab")})
            System.out.println(l + " " + all(DecimalFormatSymbols.getInstance(l)));
        System.out.println(all(DecimalFormatSymbols.getInstance()) + " " + all(new DecimalFormatSymbols()) + " " + all(new DecimalFormatSymbols(Locale.US)));
        DecimalFormatSymbols a = DecimalFormatSymbols.getInstance(Locale.US), b = new DecimalFormatSymbols(Locale.US);
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.equals(DecimalFormatSymbols.getInstance(Locale.UK)) + " " + a.clone().equals(a) + " " + (DecimalFormatSymbols.getInstance(Locale.US) == a));
        a.setDecimalSeparator('!');
        System.out.println(new DecimalFormat("0.0", a).format(1.5) + " " + new DecimalFormat("0.0", b).format(1.5) + " " + new DecimalFormat("0.0").format(-0.25));
        System.out.println(String.format("%d %,d %.3f %e %x %s %08.2f %+d", 1, 1234567, 2.5, 12345.678, 255, "s", 3.14159, 5) + String.format(Locale.US, " %,.2f", 9876543.21) + String.format(Locale.ROOT, " %,d", 12345) + String.format(Locale.GERMANY, " %,.2f", 9876543.21) + String.format((Locale) null, " %d", 5));
        try { DecimalFormatSymbols.getInstance(null); } catch (NullPointerException e) { System.out.println("null"); }
    }
}
