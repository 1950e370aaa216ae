import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One thread completes a future while another hangs a stage on it. Whoever comes second runs the stage, which reads a plain field.
 *
 * <p>What a thread does before it completes a future happens-before what the stages do, in whichever thread they run.
 *
 * <p>Property: the stage runs once and sees the field.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class CompletableFutureChain {
    static final CompletableFuture<Integer> source = new CompletableFuture<>();
    static final Function<Integer, Integer> stage = CompletableFutureChain::stage;
    static CompletableFuture<Integer> result;
    static int data;
    static int runs;

    static int stage(int value) {
        runs++;
        return value + data;
    }

    static void complete() {
        data = 40;
        source.complete(2);
    }

    static void chain() {
        result = source.thenApply(stage);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread completer = new Thread(CompletableFutureChain::complete, "completer");
        Thread chainer = new Thread(CompletableFutureChain::chain, "chainer");
        completer.start();
        chainer.start();
        completer.join();
        chainer.join();
        assert result.join() == 42;
        assert runs == 1 : runs;
    }
}
