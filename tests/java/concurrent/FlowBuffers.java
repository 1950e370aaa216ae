import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/** Back pressure in Flow: no demand fills the buffer, offers are dropped or retried; consume; a mapping processor. */
public class FlowBuffers {
    static class Manual implements Flow.Subscriber<Integer> {
        final List<Object> got = new ArrayList<>();
        Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
        }

        @Override
        public void onNext(Integer item) {
            got.add(item);
        }

        @Override
        public void onError(Throwable t) {
            got.add(t.getClass().getSimpleName());
        }

        @Override
        public void onComplete() {
            got.add("complete");
        }
    }

    static class Doubler extends SubmissionPublisher<Integer> implements Flow.Processor<Integer, Integer> {
        Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(1);
        }

        @Override
        public void onNext(Integer item) {
            submit(item * 2);
            subscription.request(1);
        }

        @Override
        public void onError(Throwable t) {
            closeExceptionally(t);
        }

        @Override
        public void onComplete() {
            close();
        }
    }

    public static void main(String[] args) throws Exception {
        // The executor runs everything in the calling thread, so each step can be observed.
        SubmissionPublisher<Integer> small = new SubmissionPublisher<>(Runnable::run, 2);
        Manual m = new Manual();
        small.subscribe(m);
        for (int i = 1; i <= 4; i++) {
            System.out.println("offer " + i + ": lag or drops " + small.offer(i, (s, item) -> false));
        }
        System.out.println("capacity " + small.getMaxBufferCapacity() + " lag " + small.estimateMaximumLag()
                + " demand " + small.estimateMinimumDemand() + " got " + m.got);
        m.subscription.request(1);
        System.out.println("one requested " + m.got);
        System.out.println("timed offer " + small.offer(5, 1, TimeUnit.MILLISECONDS, null) + ", full again "
                + small.offer(6, 1, TimeUnit.MILLISECONDS, null));
        System.out.println("retried " + small.offer(7, (s, item) -> {
            m.subscription.request(1);
            return true;
        }));
        m.subscription.request(10);
        small.close();
        System.out.println("at the end " + m.got);
        Manual bad = new Manual();
        SubmissionPublisher<Integer> other = new SubmissionPublisher<>(Runnable::run, 4);
        other.subscribe(bad);
        bad.subscription.request(0);
        System.out.println("request of nothing " + bad.got + ", subscribers " + other.getNumberOfSubscribers());

        SubmissionPublisher<Integer> source = new SubmissionPublisher<>();
        Doubler doubler = new Doubler();
        int[] sum = new int[1];
        var done = doubler.consume(n -> sum[0] += n);
        source.subscribe(doubler);
        for (int i = 1; i <= 50; i++) {
            source.submit(i);
        }
        source.close();
        done.get(1, TimeUnit.DAYS);
        System.out.println("consumed " + sum[0]);
    }
}
