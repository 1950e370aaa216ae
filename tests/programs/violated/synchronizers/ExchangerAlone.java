import java.util.concurrent.Exchanger;

/**
 * There is nobody to exchange with.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: main
 */
public class ExchangerAlone {
    public static void main(String[] args) throws Exception {
        new Exchanger<String>().exchange("mine");
    }
}
