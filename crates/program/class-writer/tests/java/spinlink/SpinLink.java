package spinlink;

import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Stands in for the bootstrap methods of the class library: links call sites to spun classes found in a folder. */
public final class SpinLink {
    private static final Map<String, String[]> SITES = new HashMap<>();
    private static final Path FOLDER = Path.of(System.getProperty("spun.folder", "."));

    static {
        try {
            for (String line : Files.readAllLines(FOLDER.resolve("manifest"), StandardCharsets.UTF_8)) {
                String[] parts = line.split("\t");
                SITES.put(parts[0], new String[] {parts[1], parts[2]});
            }
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private SpinLink() {}

    /** Why nothing was spun under a name; null if something was. */
    public static String refusal(String key) {
        String[] site = SITES.get(key);
        return site == null ? null : site[1];
    }

    /** The bootstrap method that takes the place of every other one. */
    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type, int bootstrap)
            throws Throwable {
        String caller = lookup.lookupClass().getName();
        return new ConstantCallSite(spun(lookup, caller + "#" + bootstrap + "#" + name, type));
    }

    /** The static method of the class that was spun under a name. */
    public static MethodHandle spun(MethodHandles.Lookup lookup, String key, MethodType type) throws Throwable {
        String[] site = SITES.get(key + "#" + type.toMethodDescriptorString());
        if (site == null) {
            throw new AssertionError("nothing was spun for " + key + "#" + type.toMethodDescriptorString());
        }
        byte[] bytes = Files.readAllBytes(FOLDER.resolve(site[0]));
        MethodHandles.Lookup hidden = lookup.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE);
        return hidden.findStatic(hidden.lookupClass(), site[1], type);
    }
}
