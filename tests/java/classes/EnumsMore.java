// Enums beyond the basics: more than 64 constants, abstract methods, interfaces, switch from other classes, nesting, static state.
import java.util.*;
import java.util.function.*;

public class EnumsMore {
    enum Big { C00, C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22, C23, C24, C25, C26, C27, C28, C29, C30, C31, C32, C33, C34, C35, C36, C37, C38, C39, C40, C41, C42, C43, C44, C45, C46, C47, C48, C49, C50, C51, C52, C53, C54, C55, C56, C57, C58, C59, C60, C61, C62, C63, C64, C65, C66, C67, C68, C69 }
    enum Op implements IntBinaryOperator {
        ADD("+", Integer::sum), SUB("-", (a, b) -> a - b), POW("^", (a, b) -> { int r = 1; while (b-- > 0) r *= a; return r; });
        final String sym;
        private final IntBinaryOperator f;
        private static final Map<String, Op> BY = new TreeMap<>();
        static { for (Op o : values()) BY.put(o.sym, o); }
        Op(String sym, IntBinaryOperator f) { this.sym = sym; this.f = f; }
        public int applyAsInt(int a, int b) { return f.applyAsInt(a, b); }
        static Optional<Op> of(String s) { return Optional.ofNullable(BY.get(s)); }
    }
    enum Unit { KM(1000), M(1), CM(0.01) { @Override String show(double v) { return "~" + super.show(v); } }; final double f; Unit(double f) { this.f = f; } double to(Unit u, double v) { return v * f / u.f; } String show(double v) { return v + name().toLowerCase(); } }
    enum Level { A, B, C; static final Level DEFAULT = B; Level up() { return this == C ? C : values()[ordinal() + 1]; } boolean atLeast(Level l) { return compareTo(l) >= 0; } }
    enum Outer { X; enum Inner { Y, Z; Outer out() { return Outer.X; } } final Inner in = Inner.Z; }
    enum Single implements Supplier<Integer> { INSTANCE; private int n; public Integer get() { return ++n; } }
    interface HasCode { int code(); static <E extends Enum<E> & HasCode> E find(Class<E> c, int code) { for (E e : c.getEnumConstants()) if (e.code() == code) return e; throw new NoSuchElementException(c.getSimpleName() + " " + code); } }
    enum Http implements HasCode { OK(200), NOT_FOUND(404); private final int code; Http(int c) { code = c; } public int code() { return code; } }

    static class Other { static int rank(Level l) { switch (l) { case C: return 3; case A: return 1; default: return 2; } } static String kind(Thread.State s) { return switch (s) { case NEW, TERMINATED -> "edge"; case RUNNABLE -> "run"; default -> "wait"; }; } }

    public static void main(String[] args) {
        System.out.println(Big.values().length + " " + Big.valueOf("C65").ordinal() + " " + EnumSet.range(Big.C60, Big.C69) + " " + EnumSet.complementOf(EnumSet.range(Big.C01, Big.C69)) + " " + EnumSet.allOf(Big.class).size());
        EnumSet<Big> s = EnumSet.of(Big.C00, Big.C63, Big.C64, Big.C69), t = EnumSet.range(Big.C60, Big.C65);
        s.retainAll(t);
        t.removeAll(s);
        System.out.println(s + " " + t + " " + s.contains(Big.C64) + t.containsAll(s) + s.add(Big.C10) + s + " " + s.equals(new HashSet<>(s)));
        EnumMap<Big, Integer> em = new EnumMap<>(Big.class);
        for (int i = 69; i >= 0; i -= 23) em.put(Big.values()[i], i);
        System.out.println(em + " " + em.keySet().contains(Big.C46) + em.values());
        for (Op o : Op.values()) System.out.print(o + o.sym + o.applyAsInt(2, 5) + " ");
        System.out.println(Op.of("^").map(o -> o.applyAsInt(3, 4)) + " " + Op.of("?") + " " + Op.ADD.getClass() + " " + Op.valueOf("SUB").compareTo(Op.POW));
        System.out.println(Unit.KM.to(Unit.CM, 2) + " " + Unit.CM.show(5) + " " + Unit.M.show(1.5) + " " + Unit.CM.getDeclaringClass().getSimpleName() + " " + (Unit.CM.getClass() == Unit.class) + Unit.CM.getClass().getName());
        for (Level l : Level.values()) System.out.print(l.up() + "" + l.atLeast(Level.DEFAULT) + Other.rank(l) + " ");
        for (Thread.State st : Thread.State.values()) System.out.print(Other.kind(st) + " ");
        System.out.println();
        System.out.println(Outer.X.in + " " + Outer.Inner.Y.out() + " " + Single.INSTANCE.get() + Single.INSTANCE.get() + Single.valueOf("INSTANCE").get());
        System.out.println(HasCode.find(Http.class, 404) + " " + Enum.valueOf(Http.class, "OK").code());
        try { HasCode.find(Http.class, 500); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { Enum.valueOf(Http.class, "ok"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Map<Level, List<String>> m = new EnumMap<>(Level.class);
        for (String w : List.of("c", "a", "b", "aa")) m.computeIfAbsent(Level.valueOf(w.substring(0, 1).toUpperCase()), k -> new ArrayList<>()).add(w);
        System.out.println(m + " " + m.keySet().iterator().next().describeConstable().isPresent());
        Object o = Level.A;
        System.out.println((o instanceof Enum<?> e ? e.name() + e.ordinal() : "no") + " " + (o instanceof Comparable) + (o instanceof java.io.Serializable) + " " + Level.A.equals(Level.A) + Level.A.toString().equals("A") + " " + Level.class.getEnumConstants()[2] + " " + Arrays.asList(Level.values()).indexOf(Level.C) + " " + Level.valueOf("B").hashCode() / Level.valueOf("B").hashCode());
        Level[] sorted = {Level.C, Level.A, Level.B};
        Arrays.sort(sorted, Collections.reverseOrder());
        System.out.println(Arrays.toString(sorted) + Collections.max(List.of(Level.A, Level.C)) + EnumSet.copyOf(Arrays.asList(sorted)) + new TreeSet<>(Arrays.asList(sorted)));
    }
}
