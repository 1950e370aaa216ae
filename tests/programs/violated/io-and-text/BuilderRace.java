/**
 * A StringBuilder is not made for several threads.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class BuilderRace {
    static final StringBuilder text = new StringBuilder();

    static void a() {
        text.append('a');
    }

    static void b() {
        text.append('b');
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(BuilderRace::a, "a");
        Thread b = new Thread(BuilderRace::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert text.length() == 2;
    }
}
