// Enums: fields, bodies, values, valueOf, switch, EnumMap, EnumSet, interfaces, comparison.
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class Enums {
    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6), JUPITER(1.9e+27, 7.1492e7);
        private final double mass, radius;
        static final double G = 6.67300E-11;
        Planet(double mass, double radius) { this.mass = mass; this.radius = radius; }
        double gravity() { return G * mass / (radius * radius); }
    }

    interface Greeter { String greet(String who); }

    enum Lang implements Greeter {
        EN { public String greet(String w) { return "Hello " + w; } },
        DE { public String greet(String w) { return "Hallo " + w; } @Override boolean formal() { return true; } },
        FR { public String greet(String w) { return "Salut " + w; } };
        boolean formal() { return false; }
        private static final Map<String, Lang> BY_NAME = new java.util.TreeMap<>();
        static { for (Lang l : values()) BY_NAME.put(l.name().toLowerCase(), l); }
        static Lang of(String s) { return BY_NAME.get(s); }
    }

    enum Empty {}
    enum Single { INSTANCE; int n; int next() { return ++n; } }

    enum Level { LOW(1), MID(5), HIGH(10);
        final int v;
        static int built;
        Level(int v) { this.v = v; }
        @Override public String toString() { return name().charAt(0) + name().substring(1).toLowerCase() + v; }
        Level next() { return values()[(ordinal() + 1) % values().length]; }
    }

    static String sw(Level l) {
        return switch (l) { case LOW -> "l"; case MID -> "m"; case HIGH -> "h"; };
    }

    public static void main(String[] args) {
        for (Planet p : Planet.values()) System.out.println(p + " " + p.ordinal() + " " + (float) p.gravity());
        for (Lang l : Lang.values()) System.out.println(l.greet("x") + " " + l.formal() + " " + l.getClass().getSuperclass().getSimpleName());
        System.out.println(Lang.of("de") + " " + Lang.of("xx") + " " + Lang.valueOf("FR").greet("y"));
        try {
            Lang.valueOf("XX");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Lang.valueOf(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Empty.values().length + " " + Single.INSTANCE.next() + Single.INSTANCE.next() + " " + Single.valueOf("INSTANCE").n);
        for (Level l : Level.values()) System.out.println(l + " " + l.name() + " " + l.next() + " " + sw(l) + " " + l.compareTo(Level.MID) + " " + l.equals(Level.LOW));
        EnumMap<Level, String> m = new EnumMap<>(Level.class);
        m.put(Level.HIGH, "high");
        m.put(Level.LOW, "low");
        System.out.println(m + " " + m.containsKey(Level.MID) + " " + m.size() + " " + m.get(Level.HIGH) + " " + m.remove(Level.LOW) + m);
        EnumSet<Level> set = EnumSet.of(Level.HIGH, Level.LOW);
        System.out.println(set + " " + EnumSet.complementOf(set) + " " + EnumSet.allOf(Level.class) + " " + EnumSet.noneOf(Level.class) + " " + EnumSet.range(Level.LOW, Level.MID));
        set.add(Level.MID);
        set.remove(Level.LOW);
        System.out.println(set + " " + set.contains(Level.LOW) + " " + set.containsAll(EnumSet.of(Level.MID)));
        Level[] sorted = {Level.HIGH, Level.LOW, Level.MID, Level.LOW};
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted));
        Level[] copy = Level.values();
        copy[0] = Level.HIGH;
        System.out.println(Level.values()[0] + " " + (Level.values() == Level.values()));
        System.out.println(Enum.valueOf(Level.class, "MID") + " " + Level.class.isEnum() + " " + Lang.EN.getClass().isEnum() + " " + Level.class.getEnumConstants().length);
        Object o = Level.LOW;
        System.out.println((o instanceof Comparable) + " " + (o == Level.LOW) + " " + Level.LOW.getDeclaringClass().getSimpleName());
    }
}
