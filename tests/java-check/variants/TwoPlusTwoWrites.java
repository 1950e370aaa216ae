import thinair.Thinair;

/** 2+2W: two threads write both variables in opposite orders. The argument says how the variables are declared and accessed. */
public class TwoPlusTwoWrites {
    static Cell x;
    static Cell y;

    public static void main(String[] args) throws InterruptedException {
        x = Cell.of(args[0]);
        y = Cell.of(args[0]);
        Thinair.assume(true); // initialises the class before threads do
        Cell.run(
                () -> {
                    x.set(1);
                    y.set(2);
                },
                () -> {
                    y.set(1);
                    x.set(2);
                });
        Thinair.observe("x", x.get());
        Thinair.observe("y", y.get());
    }
}
