// try-with-resources: order, suppression, null resources, existing variables, exceptions in constructors.
public class TryResources {
    static StringBuilder log = new StringBuilder();

    static class R implements AutoCloseable {
        final String n;
        final boolean failClose;
        R(String n) { this(n, false); }
        R(String n, boolean failClose) {
            if (n.startsWith("!")) throw new IllegalArgumentException("ctor " + n);
            this.n = n;
            this.failClose = failClose;
            log.append("open ").append(n).append("; ");
        }
        int use(int v) { log.append("use ").append(n).append("; "); return v; }
        @Override public void close() {
            log.append("close ").append(n).append("; ");
            if (failClose) throw new IllegalStateException("close " + n);
        }
    }

    interface Body { Object run() throws Exception; }

    static void t(String name, Body b) {
        log.setLength(0);
        String result;
        try {
            result = "" + b.run();
        } catch (Throwable e) {
            StringBuilder sb = new StringBuilder(e.toString());
            for (Throwable s : e.getSuppressed()) sb.append(" + ").append(s);
            result = sb.toString();
        }
        System.out.println(name + ": " + log + "=> " + result);
    }

    public static void main(String[] args) {
        t("normal", () -> { try (R a = new R("a"); R b = new R("b")) { return a.use(1) + b.use(2); } });
        t("body throws", () -> { try (R a = new R("a"); R b = new R("b")) { throw new Exception("body"); } });
        t("close throws", () -> { try (R a = new R("a", true)) { return 1; } });
        t("both throw", () -> { try (R a = new R("a", true); R b = new R("b", true)) { throw new Exception("body"); } });
        t("two closes throw", () -> { try (R a = new R("a", true); R b = new R("b", true)) { return 2; } });
        t("second ctor throws", () -> { try (R a = new R("a"); R b = new R("!b")) { return 3; } });
        t("first ctor throws", () -> { try (R a = new R("!a"); R b = new R("b")) { return 3; } });
        t("ctor and close", () -> { try (R a = new R("a", true); R b = new R("!b")) { return 3; } });
        t("null", () -> { try (R a = null; R b = new R("b")) { return "null is fine"; } });
        t("catch finally", () -> {
            try (R a = new R("a", true)) {
                throw new RuntimeException("x");
            } catch (RuntimeException e) {
                log.append("catch ").append(e.getMessage()).append(e.getSuppressed().length).append("; ");
                return "caught";
            } finally {
                log.append("finally; ");
            }
        });
        t("catches close", () -> { try (R a = new R("a", true)) { a.use(1); } catch (IllegalStateException e) { return "caught " + e.getMessage(); } return "no"; });
        t("variable", () -> { final R r = new R("var"); R s = new R("eff"); try (r; s) { return r.use(5); } });
        t("nested", () -> { try (R a = new R("a")) { try (R b = new R("b", true)) { b.use(0); } finally { a.use(0); } return 1; } });
        t("loop", () -> { int n = 0; for (int i = 0; i < 4; i++) { try (R a = new R("r" + i)) { if (i == 1) continue; if (i == 3) break; n += a.use(i); } } return n; });
        t("return value", () -> { int[] x = {1}; try (AutoCloseable c = () -> x[0] = 100) { return x[0]; } });
        t("lambda close", () -> { try (AutoCloseable c = () -> log.append("lambda; ")) { return "done"; } });
        t("override", () -> { class Q extends R { Q() { super("q"); } @Override public void close() { super.close(); log.append("q closed; "); } } try (var q = new Q()) { return q.use(9); } });
        t("error in body", () -> { try (R a = new R("a", true)) { throw new StackOverflowError("fake"); } });
        t("many", () -> { try (R a = new R("1"); R b = new R("2"); R c = new R("3"); R d = new R("4", true)) { return a.use(1) + d.use(4); } });
        t("suppressed off", () -> {
            class Quiet extends Exception { Quiet() { super("quiet", null, false, true); } }
            try (R a = new R("a", true)) { throw new Quiet(); }
        });
    }
}
