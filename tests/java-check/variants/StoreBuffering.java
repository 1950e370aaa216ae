import thinair.Thinair;

/** SB: two writes, each followed by a read of the other variable. The argument says how the variables are declared and accessed. */
public class StoreBuffering {
    static Cell x;
    static Cell y;

    public static void main(String[] args) throws InterruptedException {
        x = Cell.of(args[0]);
        y = Cell.of(args[0]);
        Thinair.assume(true); // initialises the class before threads do
        Cell.run(
                () -> {
                    x.set(1);
                    Thinair.observe("r1", y.get());
                },
                () -> {
                    y.set(1);
                    Thinair.observe("r2", x.get());
                });
    }
}
