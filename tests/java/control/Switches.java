// switch statements and expressions: dense, sparse, strings, enums, fall-through, yield.
public class Switches {
    enum Color { RED, GREEN, BLUE, NONE }

    static String dense(int i) {
        switch (i) {
            case 0: return "zero";
            case 1: return "one";
            case 2: case 3: return "two-three";
            case 5: return "five";
            default: return "many";
        }
    }

    static String sparse(int i) {
        switch (i) {
            case Integer.MIN_VALUE: return "min";
            case -1000: return "-1000";
            case 0: return "zero";
            case 99999: return "99999";
            case Integer.MAX_VALUE: return "max";
        }
        return "none";
    }

    static String fall(int i) {
        String r = "";
        switch (i) {
            default: r += "d";
            case 1: r += "1";
            case 2: r += "2"; break;
            case 3: r += "3";
        }
        return r;
    }

    static int onString(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2; // same hash as Aa
            case "": return 3;
            case "hello": return 4;
            default: return -1;
        }
    }

    static String arrow(Color c) {
        return switch (c) {
            case RED -> "r";
            case GREEN, BLUE -> {
                String t = c.name().toLowerCase();
                yield t.substring(0, 2);
            }
            case NONE -> throw new IllegalArgumentException("no colour");
        };
    }

    static int chars(char c) {
        return switch (c) {
            case 'a', 'e', 'i', 'o', 'u' -> 1;
            case '\u00e9' -> 2;
            default -> c > 'z' ? 3 : 0;
        };
    }

    static String old(Color c) {
        switch (c) {
            case RED: return "stop";
            case GREEN: return "go";
            default: return c + "?";
        }
    }

    static double mixed(int a, String b) {
        return switch (a) {
            case 1 -> switch (b) {
                case "x" -> 1.5;
                case "y" -> 2;
                default -> 'c';
            };
            case 2 -> 7L;
            default -> b.length();
        };
    }

    public static void main(String[] args) {
        for (int i = -1; i <= 6; i++) System.out.print(dense(i) + " " + fall(i) + " ");
        System.out.println();
        for (int i : new int[] {Integer.MIN_VALUE, -1000, -999, 0, 99999, Integer.MAX_VALUE}) System.out.print(sparse(i) + " ");
        System.out.println();
        for (String s : new String[] {"Aa", "BB", "C#", "", "hello", "Hello"}) System.out.print(onString(s) + " ");
        System.out.println();
        for (Color c : Color.values()) {
            try {
                System.out.println(old(c) + " " + arrow(c));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        for (char c : "axé~\uffff".toCharArray()) System.out.print(chars(c) + " ");
        System.out.println();
        System.out.println(mixed(1, "x") + " " + mixed(1, "y") + " " + mixed(1, "") + " " + mixed(2, "") + " " + mixed(3, "abc"));
        byte b = 3;
        switch (b) {
            case 3 -> System.out.println("byte");
            default -> System.out.println("other");
        }
        Integer boxed = 128;
        switch (boxed) {
            case 128: System.out.println("boxed");
        }
        try {
            onString(null);
        } catch (NullPointerException e) {
            System.out.println("null string");
        }
        try {
            old(null);
        } catch (NullPointerException e) {
            System.out.println("null enum");
        }
    }
}
