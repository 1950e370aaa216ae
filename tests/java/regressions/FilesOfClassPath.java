// java.nio.file and java.io on the files that a program sees: those of its class path and of the JDK.
import java.io.File;
import java.io.FileInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;

public class FilesOfClassPath {
    static void attempt(String what, Callable<Object> body) {
        try {
            System.out.println(what + ": " + body.call());
        } catch (FileSystemException e) {
            System.out.println(what + ": " + e.getClass().getName() + " " + Path.of(e.getFile()).getFileName() + " " + e.getReason());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName() + (e.getMessage() == null || e.getMessage().contains("/") ? "" : " " + e.getMessage()));
        }
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(FilesOfClassPath.class.getResource("/").toURI());
        String name = "FilesOfClassPath.class";
        Path file = root.resolve(name);
        byte[] bytes = FilesOfClassPath.class.getResourceAsStream(name).readAllBytes();

        attempt("directory", () -> Files.isDirectory(root) + " " + Files.isRegularFile(root) + " " + Files.isReadable(root));
        attempt("file", () -> Files.isDirectory(file) + " " + Files.isRegularFile(file) + " " + Files.isReadable(file));
        attempt("executable", () -> Files.isExecutable(file) + " " + Files.isExecutable(root));
        attempt("size", () -> Files.size(file) == bytes.length);
        attempt("bytes", () -> Arrays.equals(bytes, Files.readAllBytes(file)));
        attempt("exists", () -> Files.exists(file) + " " + Files.exists(root.resolve("none")) + " " + Files.notExists(root.resolve("none")));
        attempt("none", () -> Files.readString(root.resolve("none.txt")));
        attempt("none, size", () -> Files.size(root.resolve("none.txt")));
        attempt("read a directory", () -> Files.readAllBytes(root));
        attempt("list a file", () -> Files.list(file));
        attempt("list nothing", () -> Files.list(root.resolve("none")));
        attempt("list", () -> {
            try (var names = Files.list(root)) {
                return names.anyMatch(file::equals);
            }
        });
        attempt("glob", () -> {
            try (var names = Files.newDirectoryStream(root, "FilesOfClass*.class")) {
                int n = 0;
                for (Path path : names) n += path.equals(file) ? 1 : 0;
                return n;
            }
        });
        attempt("walk", () -> {
            try (var names = Files.walk(root, 1)) {
                return names.filter(p -> p.equals(root) || p.equals(file)).count();
            }
        });
        attempt("same", () -> Files.isSameFile(file, root.resolve("./" + name)) + " " + Files.isSameFile(file, root));
        attempt("real", () -> file.toRealPath().getFileName());
        attempt("channel", () -> {
            try (FileChannel channel = FileChannel.open(file)) {
                ByteBuffer first = ByteBuffer.allocate(4);
                channel.read(first, 0);
                channel.position(2);
                ByteBuffer second = ByteBuffer.allocateDirect(2);
                channel.read(second);
                return Integer.toHexString(first.getInt(0)) + " " + second.get(0) + " " + channel.position() + " "
                    + channel.read(ByteBuffer.allocate(1), channel.size());
            }
        });
        attempt("lines of the JDK", () -> Files.readAllLines(Path.of(System.getProperty("java.home"), "conf", "security", "java.security")).size() > 100);

        attempt("java.io", () -> root.toFile().isDirectory() + " " + (file.toFile().length() == bytes.length));
        attempt("java.io, list", () -> Arrays.asList(root.toFile().list()).contains(name));
        attempt("java.io, none", () -> new File(root.toFile(), "none").list());
        attempt("java.io, stream", () -> new FileInputStream(file.toFile()).readAllBytes().length == bytes.length);
        attempt("java.io, directory", () -> new FileInputStream(root.toFile()).read());
        attempt("java.io, nothing", () -> new FileInputStream(root.resolve("none").toFile()).read());
    }
}
