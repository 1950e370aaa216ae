import thinair.Thinair;

/** IRIW: two writers, and two readers who may not agree on their order. The argument says how the variables are declared and accessed. */
public class IndependentReads {
    static Cell x;
    static Cell y;

    public static void main(String[] args) throws InterruptedException {
        x = Cell.of(args[0]);
        y = Cell.of(args[0]);
        Thinair.assume(true); // initialises the class before threads do
        Cell.run(
                () -> x.set(1),
                () -> y.set(1),
                () -> {
                    Thinair.observe("r1", x.get());
                    Thinair.observe("r2", y.get());
                },
                () -> {
                    Thinair.observe("r3", y.get());
                    Thinair.observe("r4", x.get());
                });
    }
}
