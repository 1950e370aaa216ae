import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** SubmissionPublisher and Flow: subscription, demand, order per subscriber, cancel, errors. */
public class FlowPublishers {
    static class Collector implements Flow.Subscriber<Integer> {
        final List<String> got = new ArrayList<>();
        final CountDownLatch end = new CountDownLatch(1);
        final int limit;
        Flow.Subscription subscription;

        Collector(int limit) {
            this.limit = limit;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            got.add("subscribed");
            s.request(1);
        }

        @Override
        public void onNext(Integer item) {
            got.add(item.toString());
            if (got.size() > limit) {
                subscription.cancel();
                got.add("cancelled");
                end.countDown();
            } else {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable t) {
            got.add("error " + t.getMessage());
            end.countDown();
        }

        @Override
        public void onComplete() {
            got.add("complete");
            end.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        SubmissionPublisher<Integer> p = new SubmissionPublisher<>();
        System.out.println("subscribers " + p.hasSubscribers() + " " + p.getNumberOfSubscribers());
        Collector all = new Collector(100);
        Collector few = new Collector(3);
        p.subscribe(all);
        p.subscribe(few);
        System.out.println("subscribers " + p.getNumberOfSubscribers() + " " + p.isSubscribed(all));
        for (int i = 1; i <= 6; i++) {
            p.submit(i);
        }
        few.end.await();
        p.close();
        all.end.await();
        System.out.println("all " + all.got);
        System.out.println("few " + few.got);
        System.out.println("closed " + p.isClosed());
        try {
            p.submit(7);
        } catch (IllegalStateException e) {
            System.out.println("submit after close: " + e.getMessage());
        }
        Collector late = new Collector(9);
        p.subscribe(late);
        late.end.await();
        System.out.println("late " + late.got);

        SubmissionPublisher<Integer> failing = new SubmissionPublisher<>();
        Collector told = new Collector(9);
        failing.subscribe(told);
        failing.closeExceptionally(new IllegalStateException("publisher failed"));
        told.end.await();
        System.out.println("told " + told.got + " " + failing.getClosedException().getMessage());
    }
}
