import thinair.Thinair;

/** CoRR: two reads of one variable that another thread writes twice. The argument says how the variables are declared and accessed. */
public class ReadReadCoherence {
    static Cell x;
    static Cell y;

    public static void main(String[] args) throws InterruptedException {
        x = Cell.of(args[0]);
        y = Cell.of(args[0]);
        Thinair.assume(true); // initialises the class before threads do
        Cell.run(
                () -> {
                    x.set(1);
                    x.set(2);
                },
                () -> {
                    Thinair.observe("r1", x.get());
                    Thinair.observe("r2", x.get());
                });
    }
}
