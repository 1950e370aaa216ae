// Hidden classes: many from the same bytes, class data read by the initialiser, members of their own, rights of the nest.
// Hid was written with the class-file API of JDK 25: a Supplier that counts its calls and tells its class data.
import java.lang.invoke.*;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.*;
import java.util.function.Supplier;
import static java.lang.invoke.MethodType.methodType;

public class HiddenClasses {
    private static String secret() { return "a secret of the host"; }
    interface Body { Object run() throws Throwable; }
    static String clean(Object o) { return String.valueOf(o).replaceAll("@[0-9a-f]+", "@").replaceAll("0x[0-9a-f]+", "0x"); }
    static void t(String n, Body b) {
        try { System.out.println(n + ": " + clean(b.run())); }
        catch (Throwable e) { System.out.println(n + ": " + clean(e) + (e.getCause() != null ? " <- " + clean(e.getCause()) : "")); }
    }
    static Supplier<?> make(Lookup l) throws Throwable { return (Supplier<?>) l.findConstructor(l.lookupClass(), methodType(void.class)).invoke(); }

    public static void main(String[] args) throws Throwable {
        byte[] bytes = Base64.getDecoder().decode(BYTES);
        Lookup l = MethodHandles.lookup();
        Lookup a = l.defineHiddenClass(bytes, false);
        System.out.println("defined");
        Supplier<?> x = make(a), y = make(a);
        System.out.println(x.get() + " " + y.get() + " " + x.get());
        Lookup b = l.defineHiddenClassWithClassData(bytes, "data", true);
        System.out.println("initialised");
        Supplier<?> z = make(b);
        System.out.println(z.get() + " " + x.get() + " " + z.get());
        t("different", () -> (a.lookupClass() != b.lookupClass()) + " " + (x.getClass() == y.getClass()) + " " + b.lookupClass().isInstance(x));
        t("name", () -> a.lookupClass().getName() + " " + a.lookupClass().getSimpleName() + " " + a.lookupClass().isHidden() + " " + a.lookupClass().getTypeName() + " " + a.lookupClass().getPackageName() + " " + a.lookupClass().getNestHost() + " " + a.lookupClass().descriptorString());
        t("array", () -> java.lang.reflect.Array.newInstance(a.lookupClass(), 2).getClass() + " " + a.lookupClass().arrayType().isHidden());
        t("not found", () -> Class.forName(a.lookupClass().getName()));
        t("not found by its name", () -> Class.forName("Hid"));
        t("self", () -> a.findStatic(a.lookupClass(), "self", methodType(Object.class)).invoke().getClass() == a.lookupClass());
        t("nest", () -> a.findStatic(a.lookupClass(), "nest", methodType(String.class)).invoke());
        Lookup nestmate = l.defineHiddenClass(bytes, true, Lookup.ClassOption.NESTMATE);
        t("nestmate", () -> nestmate.findStatic(nestmate.lookupClass(), "nest", methodType(String.class)).invoke());
        t("nestmate host", () -> nestmate.lookupClass().getNestHost() + " " + HiddenClasses.class.isNestmateOf(nestmate.lookupClass()));
        t("failing initialiser", () -> l.defineHiddenClassWithClassData(bytes, "fail", true));
        t("strong", () -> make(l.defineHiddenClass(bytes, true, Lookup.ClassOption.STRONG)).get());
        t("without rights", () -> l.dropLookupMode(Lookup.PRIVATE).defineHiddenClass(bytes, true));
        t("other package", () -> MethodHandles.publicLookup().defineHiddenClass(bytes, true));
        t("garbage", () -> l.defineHiddenClass(new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, true));
        t("stack", () -> {
            try { a.findStatic(a.lookupClass(), "boom", methodType(void.class)).invoke(); return "none"; }
            catch (RuntimeException e) { return e.getMessage() + " " + Arrays.stream(e.getStackTrace()).anyMatch(f -> f.getClassName().startsWith("Hid/")); }
        });
        Class<?> named = l.defineClass(bytes);
        t("named", () -> named + " " + named.isHidden() + " " + (Class.forName("Hid") == named) + " " + ((Supplier<?>) named.getConstructor().newInstance()).get());
        t("named twice", () -> l.defineClass(bytes));
        t("hidden after named", () -> make(l.defineHiddenClass(bytes, true)).get());
    }

    static final String BYTES = ""
        + "yv66vgAAAD0AXAEAA0hpZAcAAQEABWNvdW50AQABSQEABGRhdGEBABJMamF2YS9sYW5nL09iamVjdDsBAAg8Y2xpbml0PgEAAygpVgEAEGphdmEvbGFu"
        + "Zy9TeXN0ZW0HAAkBAANvdXQBABVMamF2YS9pby9QcmludFN0cmVhbTsMAAsADAkACgANAQASaGlkZGVuIGluaXRpYWxpc2VyCAAPAQATamF2YS9pby9Q"
        + "cmludFN0cmVhbQcAEQEAB3ByaW50bG4BABUoTGphdmEvbGFuZy9TdHJpbmc7KVYMABMAFAoAEgAVAQAeamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5k"
        + "bGVzBwAXAQAGbG9va3VwAQApKClMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDsMABkAGgoAGAAbAQABXwgAHQEAEGphdmEvbGFu"
        + "Zy9PYmplY3QHAB8BAAljbGFzc0RhdGEBAF4oTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGph"
        + "dmEvbGFuZy9DbGFzczspTGphdmEvbGFuZy9PYmplY3Q7DAAhACIKABgAIwwABQAGCQACACUBAARmYWlsCAAnAQARamF2YS91dGlsL09iamVjdHMHACkB"
        + "AAZlcXVhbHMBACcoTGphdmEvbGFuZy9PYmplY3Q7TGphdmEvbGFuZy9PYmplY3Q7KVoMACsALAoAKgAtAQAfamF2YS9sYW5nL0lsbGVnYWxTdGF0ZUV4"
        + "Y2VwdGlvbgcALwEABjxpbml0PgwAMQAICgAwADIKACAAMgEAA2dldAEAFCgpTGphdmEvbGFuZy9PYmplY3Q7DAADAAQJAAIANwEAEWphdmEvbGFuZy9J"
        + "bnRlZ2VyBwA5AQAIdG9TdHJpbmcBABUoSSlMamF2YS9sYW5nL1N0cmluZzsMADsAPAoAOgA9AQAQamF2YS9sYW5nL1N0cmluZwcAPwEAB3ZhbHVlT2YB"
        + "ACYoTGphdmEvbGFuZy9PYmplY3Q7KUxqYXZhL2xhbmcvU3RyaW5nOwwAQQBCCgBAAEMBAAZjb25jYXQBACYoTGphdmEvbGFuZy9TdHJpbmc7KUxqYXZh"
        + "L2xhbmcvU3RyaW5nOwwARQBGCgBAAEcBAARuZXN0AQAUKClMamF2YS9sYW5nL1N0cmluZzsBAA1IaWRkZW5DbGFzc2VzBwBLAQAGc2VjcmV0DABNAEoK"
        + "AEwATgEABHNlbGYKAAIAMgEABGJvb20BABpqYXZhL2xhbmcvUnVudGltZUV4Y2VwdGlvbgcAUwgAUgwAMQAUCgBUAFYBABtqYXZhL3V0aWwvZnVuY3Rp"
        + "b24vU3VwcGxpZXIHAFgBAARDb2RlAQANU3RhY2tNYXBUYWJsZQAhAAIAIAABAFkAAgAIAAMABAAAAAgABQAGAAAABgAIAAcACAABAFoAAAA+AAMAAAAA"
        + "ACmyAA4SELYAFrgAHBIeEiC4ACSzACayACYSKLgALpkAC7sAMFm3ADO/sQAAAAEAWwAAAAMAASgAAQAxAAgAAQBaAAAAEQABAAEAAAAFKrcANLEAAAAA"
        + "AAEANQA2AAEAWgAAACIAAgABAAAAFrIAOARgWbMAOLgAPrIAJrgARLYASLAAAAAAAAkASQBKAAEAWgAAABAAAQAAAAAABLgAT7AAAAAAAAkAUAA2AAEA"
        + "WgAAABQAAgAAAAAACLsAAlm3AFGwAAAAAAAJAFIACAABAFoAAAAWAAMAAAAAAAq7AFRZElW3AFe/AAAAAAAA";
}
