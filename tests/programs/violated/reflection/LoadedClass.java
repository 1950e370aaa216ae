/**
 * Whether a loader has defined a class depends on who comes first.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class LoadedClass {
    public static class Loaded { }

    static class Own extends ClassLoader {
        final byte[] bytes;

        Own(byte[] bytes) {
            this.bytes = bytes;
        }

        void define() {
            defineClass("LoadedClass$Loaded", bytes, 0, bytes.length);
        }

        boolean has() {
            return findLoadedClass("LoadedClass$Loaded") != null;
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = LoadedClass.class.getResourceAsStream("LoadedClass$Loaded.class").readAllBytes();
        Own loader = new Own(bytes);
        Thread thread = new Thread(loader::define);
        thread.start();
        assert loader.has();
        thread.join();
    }
}
