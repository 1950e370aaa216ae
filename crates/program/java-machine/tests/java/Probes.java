import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.function.Consumer;

// Programs of the unit tests (src/machine/testing.rs): they look at objects in locals and static fields, where a thread stops before an action.
// Locals are numbered from 1, since main has an argument.

class Box {
    int value;
    Object other;
}

/** Guarded, says the table of the tests. */
class Kept {
    static Object common = new Object();
    Box part;
    Box spare;
    Object anything;

    static class Cell {
        Object held;
    }

    void fill() {
        part = new Box();
        Box next = new Box();
        part.other = next;
        next.other = new Cell();
        spare = new Box();
    }

    Box give() {
        return part;
    }

    void show(Consumer<Object> program) {
        program.accept(spare);
    }

    void take(Object object) {
        anything = object;
    }

    void call(int n) {}

    void call(long n) {}
}

/** Not in the table itself. */
class BelowKept extends Kept {
    static Object own = new Object();
    Object field;
}

/** Checked, says the table. */
class CheckedKept extends Kept {}

/** Nobody says anything of it. */
class Unlisted {
    static Object common;
    Object field;
}

/** Also as a hidden class: its field is not final. */
class Mutable {
    int field;
}

class Task implements Runnable {
    static volatile int step;
    final Box box;

    Task(Box box) {
        this.box = box;
    }

    public void run() {
        step = 1;
        step = 1;
        step = 1;
    }
}

class Escapes {
    static Box published;
    static Box alsoPublished;
    static Object[] array = new Object[1];

    public static void main(String[] args) {
        Box own = new Box();
        Box kept = new Box();
        published = kept;
        Box inner = new Box();
        Box outer = new Box();
        outer.other = inner;
        Box deep = new Box();
        Box top = new Box();
        top.other = deep;
        alsoPublished = top;
        Box copied = new Box();
        Object[] from = {copied};
        System.arraycopy(from, 0, array, 0, 1);
        Box handed = new Box();
        Thread thread = new Thread(new Task(handed));
        thread.start();
        Box later = new Box();
        kept.other = later;
        outer.other = null;
        published = null;
    }
}

class Gives {
    static Kept kept = new Kept();
    static BelowKept below = new BelowKept();
    static CheckedKept checked = new CheckedKept();
    static Object given;
    static Object own = new Box();
    static ArrayList<Object> list = new ArrayList<>();
    static Runnable lambda;
    static Object hidden;

    public static void main(String[] args) throws Throwable {
        new Unlisted();
        kept.fill();
        below.fill();
        kept.take(own);
        list.add(own);
        Object captured = own;
        lambda = () -> given = captured;
        switch (args[0]) {
            case "result" -> given = kept.give();
            case "argument" -> kept.show(object -> given = object);
            case "hidden" -> {
                try (InputStream in = Gives.class.getResourceAsStream("Mutable.class")) {
                    hidden = MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
                }
            }
            default -> {}
        }
    }
}

class Encodes {
    static Box root = new Box();
    static Object lock = new Object();
    /** Set by the test. */
    static int size;

    static void garbage(int n) {
        Object before = null;
        for (int i = 0; i < n; i++) {
            before = new Object[] {before};
        }
    }

    /** The same objects, made in one order or the other, among more garbage or less. */
    static void make(int n) {
        garbage(n);
        Box a = n == 0 ? new Box() : null;
        garbage(2 * n);
        Box b = new Box();
        a = n == 0 ? a : new Box();
        a.value = 1;
        b.value = 2;
        a.other = b;
        root.other = new Box[] {b, a};
    }

    public static void main(String[] args) {
        Object dead = new Object();
        Thread thread = new Thread(new Task(null));
        thread.start();
        make(size);
        Task.step = 3;
    }
}

class Twins {
    public static void main(String[] args) {
        Task task = new Task(null);
        new Thread(task).start();
        new Thread(task).start();
        Task.step = 3;
    }
}
