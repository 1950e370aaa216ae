// Resource bundles in classes, ServiceLoader without services, Objects, Iterator helpers, Observer by hand, timers of work.
import java.util.*;

public class Bundles {
    public static class Texts extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"hello", "Hello"}, {"bye", "Bye"}, {"n", 5}, {"list", new String[] {"a", "b"}}}; } }
    public static class Texts_de extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"hello", "Hallo"}}; } }

    public static void main(String[] args) {
        ResourceBundle en = ResourceBundle.getBundle("Bundles$Texts", Locale.ENGLISH), de = ResourceBundle.getBundle("Bundles$Texts", Locale.GERMANY);
        System.out.println(en.getString("hello") + " " + de.getString("hello") + " " + de.getString("bye") + " " + en.getObject("n") + " " + en.getStringArray("list")[1] + " " + de.getLocale() + " " + new TreeSet<>(de.keySet()) + " " + en.containsKey("zzz"));
        try { en.getString("zzz"); } catch (MissingResourceException e) { System.out.println(e.getMessage() + " " + e.getKey()); }
        try { en.getString("n"); } catch (ClassCastException e) { System.out.println("not a string"); }
        try { ResourceBundle.getBundle("No$Such", Locale.ENGLISH); } catch (MissingResourceException e) { System.out.println(e.getMessage()); }
        System.out.println(ServiceLoader.load(Runnable.class).findFirst().isPresent());
        OptionalInt o = OptionalInt.of(3);
        System.out.println(o.stream().boxed().toList() + " " + Objects.requireNonNullElse(null, 4));
        EventObject ev = new EventObject("source");
        System.out.println(ev.getSource() + " " + ev);
        StringJoiner sj = new StringJoiner("/");
        for (String s : new TreeSet<>(List.of("c", "a", "b"))) sj.add(s);
        System.out.println(sj);
        IntSummaryStatistics st = new IntSummaryStatistics();
        st.accept(5);
        st.combine(new IntSummaryStatistics());
        System.out.println(st);
        System.out.println(new SimpleEntry2("k", 1) + " " + Map.Entry.<String, Integer>comparingByKey().compare(new SimpleEntry2("a", 1), new SimpleEntry2("b", 1)));
        Base64.Decoder d = Base64.getDecoder();
        System.out.println(new String(d.decode("b2s=")));
        Formatter f = new Formatter(Locale.ROOT);
        f.format("%5.1f|%-4s|%03d", 2.25, "ab", 7);
        System.out.println(f + " " + f.locale());
        Random r = new Random(1);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 20; i++) sb.append((char) ('a' + r.nextInt(26)));
        System.out.println(sb);
        Deque<Integer> dq = new ArrayDeque<>();
        for (int i = 0; i < 5; i++) if (i % 2 == 0) dq.push(i); else dq.addLast(i);
        System.out.println(dq);
        System.out.println(Arrays.toString(Locale.getISOCountries()).length() > 500);
        System.out.println(new Scanner("1,2;3").useDelimiter("[,;]").tokens().toList());
        System.out.println(Collections.unmodifiableCollection(List.of(1)).toString() + Collections.emptyNavigableMap() + Collections.checkedSet(new TreeSet<>(Set.of(2, 1)), Integer.class));
    }
    static class SimpleEntry2 extends AbstractMap.SimpleEntry<String, Integer> { SimpleEntry2(String k, int v) { super(k, v); } @Override public String toString() { return "<" + super.toString() + ">"; } }
}
