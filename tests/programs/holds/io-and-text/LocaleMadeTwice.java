import java.util.Locale;

/**
 * Two threads compute the hash code of one locale, and both write it to a volatile field.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LocaleMadeTwice {
    public static void main(String[] args) throws InterruptedException {
        Thread parses = new Thread(() -> Locale.forLanguageTag("nl-BE"));
        Thread builds = new Thread(() -> new Locale.Builder().setLanguage("nl").setRegion("BE").build());
        parses.start();
        builds.start();
        parses.join();
        builds.join();
    }
}
