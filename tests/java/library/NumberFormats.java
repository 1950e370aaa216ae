// DecimalFormat, NumberFormat, MessageFormat, ChoiceFormat with fixed locales; Locale itself.
import java.text.*;
import java.util.*;

public class NumberFormats {
    public static void main(String[] args) throws Exception {
        DecimalFormatSymbols us = DecimalFormatSymbols.getInstance(Locale.US);
        for (String p : new String[] {"0", "0.00", "#,##0.##", "000.000", "0.0E0", "##0.##E0", "#%", "0.0\u2030", "'#'0", "$#,##0.00;($#,##0.00)", "#", "#.#", "00.00#"}) {
            DecimalFormat f = new DecimalFormat(p, us);
            System.out.println(p + " -> " + f.format(0) + " | " + f.format(1234567.891) + " | " + f.format(-0.125) + " | " + f.format(0.5) + " | " + f.format(1e-7) + " | " + f.format(Double.NaN) + " | " + f.format(Double.NEGATIVE_INFINITY) + " | " + f.format(1234L) + " | " + f.toPattern());
        }
        DecimalFormat f = new DecimalFormat("#,##0.###", us);
        System.out.println(f.parse("1,234.5") + " " + f.parse("-7xyz") + " " + f.parse("12,34").getClass().getSimpleName() + " " + f.format(new java.math.BigDecimal("12345678901234567890.12345")) + " " + f.format(Long.MIN_VALUE));
        try { f.parse("abc"); } catch (ParseException e) { System.out.println(e.getMessage() + " " + e.getErrorOffset()); }
        f.setRoundingMode(java.math.RoundingMode.DOWN);
        f.setMaximumFractionDigits(1);
        f.setGroupingUsed(false);
        System.out.println(f.format(1999.99) + " " + f.getMaximumIntegerDigits() + " " + f.equals(f.clone()));
        NumberFormat in = NumberFormat.getIntegerInstance(Locale.US), pc = NumberFormat.getPercentInstance(Locale.US), de = NumberFormat.getInstance(Locale.GERMANY), cu = NumberFormat.getCurrencyInstance(Locale.US);
        System.out.println(in.format(2.5) + " " + in.format(3.5) + " " + pc.format(0.256) + " " + de.format(1234567.89) + " " + cu.format(1234.5) + " " + cu.format(-1));
        System.out.println(MessageFormat.format("{0} has {1} items, {0}! '{0}' it''s {2,number,#.##}", "Bob", 1234, 3.14159) + " " + new MessageFormat("{0,choice,0#none|1#one|1<many {0}}", Locale.US).format(new Object[] {5}) + " " + MessageFormat.format("{1} {0} {5}", "a", "b"));
        System.out.println(Arrays.toString(new MessageFormat("{0}-{1}", Locale.US).parse("x-y")) + " " + new ChoiceFormat("0#zero|1#one|2#two or more").format(7));
        try { MessageFormat.format("{bad}", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Locale l = Locale.forLanguageTag("de-CH");
        System.out.println(l + " " + l.getLanguage() + " " + l.getCountry() + " " + l.toLanguageTag() + " " + l.getDisplayLanguage(Locale.ENGLISH) + " " + l.getDisplayCountry(Locale.ENGLISH) + " " + Locale.ROOT + "|" + Locale.US.equals(new Locale("en", "US")) + " " + Locale.GERMANY.getISO3Country());
        System.out.println(Currency.getInstance("EUR").getDefaultFractionDigits() + " " + Currency.getInstance(Locale.JAPAN) + " " + us.getDecimalSeparator() + us.getGroupingSeparator() + us.getInfinity());
        SimpleDateFormat sd = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS EEE MMM", Locale.US);
        sd.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(sd.format(new Date(1_700_000_000_123L)) + " " + sd.parse("2024-02-29T01:02:03.004 Thu Feb").getTime());
        GregorianCalendar cal = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        cal.setTimeInMillis(0);
        cal.add(Calendar.MONTH, 13);
        cal.set(Calendar.DAY_OF_MONTH, 31);
        System.out.println(cal.get(Calendar.YEAR) + " " + cal.get(Calendar.MONTH) + " " + cal.get(Calendar.DAY_OF_MONTH) + " " + cal.get(Calendar.DAY_OF_WEEK) + " " + cal.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + cal.isLeapYear(1900) + " " + cal.getTimeInMillis());
        Collator col = Collator.getInstance(Locale.US);
        String[] words = {"zebra", "Apple", "éclair", "apple", "Zebra", "eclair"};
        Arrays.sort(words, col);
        System.out.println(Arrays.toString(words) + " " + col.compare("a", "B"));
        BreakIterator bi = BreakIterator.getWordInstance(Locale.US);
        bi.setText("Hello, big world. Bye!");
        StringBuilder sb = new StringBuilder();
        for (int s = bi.first(), e = bi.next(); e != BreakIterator.DONE; s = e, e = bi.next()) sb.append("[").append("Hello, big world. Bye!", s, e).append("]");
        System.out.println(sb);
        StringCharacterIterator it = new StringCharacterIterator("abc");
        sb.setLength(0);
        for (char c = it.last(); c != CharacterIterator.DONE; c = it.previous()) sb.append(c);
        System.out.println(sb);
    }
}
