// Assertions are enabled; an uncaught AssertionError at the end.
//@ exit: 1
public class Assertions {
    static int evaluated;
    static boolean check(boolean b) { evaluated++; return b; }
    static String message() { evaluated += 10; return "message"; }

    static class Static { static { assert check(true) : message(); } static int x = 1; }

    public static void main(String[] args) {
        boolean on = false;
        assert on = true;
        System.out.println("enabled " + on + " " + Assertions.class.desiredAssertionStatus() + " " + String.class.desiredAssertionStatus());
        assert check(true) : message();
        System.out.println(evaluated + " " + Static.x);
        try {
            assert check(false) : message();
        } catch (AssertionError e) {
            System.out.println(e + " " + evaluated + " " + e.getCause());
        }
        try { assert false : 42; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { assert false : 'c'; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { assert false : 1.5; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { assert false : 5L; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { assert false : true; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { assert false : null; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { assert false : new Error("as cause"); } catch (AssertionError e) { System.out.println(e.getMessage() + " / " + e.getCause()); }
        try { assert false; } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try { throw new AssertionError("text", new Exception("x")); } catch (AssertionError e) { System.out.println(e.getMessage() + e.getCause()); }
        int total = 5;
        assert total > 10 : "total is " + total;
        System.out.println("never printed");
    }
}
