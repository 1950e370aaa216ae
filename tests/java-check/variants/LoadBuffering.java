import thinair.Thinair;

/** LB: two reads, each followed by a write of the other variable. The argument says how the variables are declared and accessed. */
public class LoadBuffering {
    static Cell x;
    static Cell y;

    public static void main(String[] args) throws InterruptedException {
        x = Cell.of(args[0]);
        y = Cell.of(args[0]);
        Thinair.assume(true); // initialises the class before threads do
        Cell.run(
                () -> {
                    Thinair.observe("r1", x.get());
                    y.set(1);
                },
                () -> {
                    Thinair.observe("r2", y.get());
                    x.set(1);
                });
    }
}
