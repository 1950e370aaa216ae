package thinair.junit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the program: by the property {@code thinair.binary}, the variable {@code THINAIR}, or on the path. */
final class Binary {
    private Binary() {}

    static Path find() {
        String named = System.getProperty("thinair.binary");
        String origin = "the property thinair.binary";
        if (named == null || named.isBlank()) {
            named = System.getenv("THINAIR");
            origin = "the variable THINAIR";
        }
        if (named != null && !named.isBlank()) {
            Path file = Path.of(named);
            if (!Files.isExecutable(file)) {
                throw new ThinairError(origin + " names " + named + ", which is no program");
            }
            return file.toAbsolutePath();
        }
        String path = System.getenv("PATH");
        String name = File.separatorChar == '\\' ? "thinair.exe" : "thinair";
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file.toAbsolutePath();
            }
        }
        throw new ThinairError(
                "thinair was not found, so nothing was checked: install it, or say where it is with the property "
                        + "thinair.binary or the variable THINAIR");
    }
}
