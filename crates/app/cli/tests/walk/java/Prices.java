import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Two futures put what they have got into one plain list.
 *
 * <p>Expected: violated.
 */
public class Prices {
    public static void main(String[] args) {
        List<Integer> prices = new ArrayList<>();
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> prices.add(10));
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> prices.add(20));
        CompletableFuture.allOf(first, second).join();
        assert prices.size() == 2 : prices;
    }
}
