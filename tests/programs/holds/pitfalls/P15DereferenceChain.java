/**
 * What a final field leads to is seen as it was when the field was frozen.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P15DereferenceChain {
    static class F {
        final int[] a = {7};
    }

    static F p;

    static void first() {
        p = new F();
    }

    static void second() {
        F q = p;
        if (q != null) {
            assert q.a[0] == 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P15DereferenceChain::first, "first");
        Thread second = new Thread(P15DereferenceChain::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
