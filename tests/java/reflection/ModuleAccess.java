// Modules of the JDK: what they export and open, whose class is where, packages, descriptors, services.
import java.lang.reflect.*;
import java.util.*;

public class ModuleAccess {
    interface Act { Object run() throws Throwable; }
    static void t(String name, Act act) {
        try { System.out.println(name + ": " + act.run()); }
        catch (Throwable e) { System.out.println(name + ": " + e.getClass().getName() + ": " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@x")); }
    }
    static boolean set(AccessibleObject o) { o.setAccessible(true); return o.trySetAccessible(); }
    public static void main(String[] args) throws Exception {
        Module base = Object.class.getModule(), own = ModuleAccess.class.getModule();
        t("names", () -> base + " " + own.isNamed() + " " + own.getName() + " " + int.class.getModule() + " " + String[].class.getModule() + " " + (ModuleAccess[].class.getModule() == own) + " " + java.util.logging.Level.class.getModule() + " " + (own == ClassLoader.getSystemClassLoader().getUnnamedModule()));
        t("exports", () -> base.isExported("java.util") + " " + base.isExported("jdk.internal.misc") + " " + base.isExported("sun.security.util", own) + " " + base.isExported("nope") + " " + base.isOpen("java.lang", own) + " " + base.isOpen("java.lang", base) + " " + own.isExported("x") + " " + own.isOpen("x"));
        t("qualified", () -> base.isExported("jdk.internal.misc", java.util.logging.Level.class.getModule()) + " " + base.isExported("jdk.internal.misc", ModuleLayer.boot().findModule("java.desktop").get()));
        t("reads", () -> own.canRead(base) + " " + base.canRead(base) + " " + java.util.logging.Level.class.getModule().canRead(base));
        t("descriptor", () -> base.getDescriptor().name() + " " + base.getDescriptor().isOpen() + " " + base.getDescriptor().exports().stream().anyMatch(e -> e.source().equals("java.util")) + " " + own.getDescriptor());
        t("packages", () -> base.getPackages().contains("java.lang") + " " + base.getPackages().contains("nope"));
        t("layer", () -> ModuleLayer.boot().findModule("java.logging").get() + " " + ModuleLayer.boot().findModule("nope").isPresent() + " " + ModuleLayer.boot().modules().contains(base) + " " + (own.getLayer() == null));
        t("package", () -> String.class.getPackage() + " " + ModuleAccess.class.getPackage().getName().isEmpty() + " " + int.class.getPackage() + " " + ModuleAccess.class.getPackageName().isEmpty() + " " + Map.Entry.class.getPackageName() + " " + int[].class.getPackageName());
        t("private field", () -> set(String.class.getDeclaredField("hash")));
        t("private method", () -> set(ArrayList.class.getDeclaredMethod("grow")));
        t("private constructor", () -> set(Optional.class.getDeclaredConstructors()[0]));
        t("try", () -> String.class.getDeclaredField("hash").trySetAccessible());
        t("public of internal", () -> set(Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe")));
        t("call internal", () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
        t("public", () -> set(String.class.getMethod("length")));
        t("protected static", () -> set(ClassLoader.class.getDeclaredMethod("registerAsParallelCapable")));
        t("protected", () -> set(ClassLoader.class.getDeclaredMethod("findClass", String.class)));
        t("member of a private class", () -> List.of(1).getClass().getMethod("size").invoke(List.of(1)));
        t("by its interface", () -> List.class.getMethod("size").invoke(List.of(1)));
        t("other module", () -> java.util.logging.Level.class.getMethod("getName").invoke(java.util.logging.Level.INFO));
        t("private of other module", () -> set(java.util.logging.Level.class.getDeclaredField("name")));
        t("open package", () -> { Field f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); f.setAccessible(true); return f.get(null) != null; });
        t("own", () -> set(ModuleAccess.class.getDeclaredMethod("set", AccessibleObject.class)));
        t("services", () -> ServiceLoader.load(Runnable.class).findFirst().isPresent() + " " + java.nio.charset.Charset.forName("Big5") + " " + java.util.random.RandomGenerator.of("L64X128MixRandom").getClass().getModule());
        t("resources", () -> Object.class.getResource("Object.class") + " " + Integer.toHexString(String.class.getResourceAsStream("String.class").read()) + " " + Object.class.getResourceAsStream("nope") + " " + ModuleAccess.class.getResource("/nope") + " " + base.getResourceAsStream("java/lang/Object.class").read() + " " + ClassLoader.getSystemResource("java/util/List.class") + " " + ModuleAccess.class.getResource("ModuleAccess.class").getProtocol());
        t("loaders", () -> String.class.getClassLoader() + " " + ModuleAccess.class.getClassLoader().getName() + " " + ModuleAccess.class.getClassLoader().getParent().getName() + " " + ModuleAccess.class.getClassLoader().getParent().getParent());
    }
}
