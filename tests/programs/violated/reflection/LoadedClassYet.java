/**
 * A loader may have defined a class already by another thread.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class LoadedClassYet {
    public static class Loaded { }

    static class Own extends ClassLoader {
        final byte[] bytes;

        Own(byte[] bytes) {
            this.bytes = bytes;
        }

        void define() {
            defineClass("LoadedClassYet$Loaded", bytes, 0, bytes.length);
        }

        boolean has() {
            return findLoadedClass("LoadedClassYet$Loaded") != null;
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = LoadedClassYet.class.getResourceAsStream("LoadedClassYet$Loaded.class").readAllBytes();
        Own loader = new Own(bytes);
        Thread thread = new Thread(loader::define);
        thread.start();
        assert !loader.has();
        thread.join();
    }
}
