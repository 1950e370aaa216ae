// Class files that a loader defines: wrong versions, truncated, misnamed; modules of the boot layer.
import java.util.*; import java.io.*;
public class ClassDefinitions extends ClassLoader { Class<?> d(String n, byte[] b) { return defineClass(n, b, 0, b.length); }
 public static void main(String[] a) throws Exception {
  byte[] good; try (var in = ClassDefinitions.class.getResourceAsStream("ClassDefinitions.class")) { good = in.readAllBytes(); }
  byte[] b = good.clone(); b[7] = 99; t("ClassDefinitions", b);
  b = good.clone(); b[6] = 0; b[7] = 30; t("ClassDefinitions", b);
  b = good.clone(); b[5] = 1; t("ClassDefinitions", b);
  t("ClassDefinitions", Arrays.copyOf(good, 50)); t("ClassDefinitions", Arrays.copyOf(good, good.length - 1)); t("ClassDefinitions", Arrays.copyOf(good, good.length + 1)); t("ClassDefinitions", new byte[0]); t("x.Y", good); b = good.clone(); b[0] = 1; t("ClassDefinitions", b); t(null, b); t("java.lang.Foo", good);
  System.out.println(ModuleLayer.boot().findModule("java.base").get() + " " + ModuleLayer.boot().findModule("nope").isPresent() + " " + ModuleLayer.boot().modules().contains(String.class.getModule()));
 }
 static void t(String n, byte[] b) { try { System.out.println(new ClassDefinitions().d(n, b)); } catch (Throwable e) { System.out.println(e); } }
}
