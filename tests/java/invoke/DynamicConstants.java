// invokedynamic and dynamic constants with bootstrap methods of the program's own, in a class that javac could not make.
// Dyn was written with the class-file API of JDK 25: each of its methods is one ldc or one invokedynamic.
import java.lang.invoke.*;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.*;

public class DynamicConstants {
    public int field;
    public static String shared = "shared";
    static int computations, counter;
    static MutableCallSite mutableSite;
    static VolatileCallSite volatileSite;
    public DynamicConstants(int field) { this.field = field; }
    private static void secret() {}

    public static String hello(String name) { return "hello " + name; }
    public static long sum(int a, long b) { return a + b; }
    public static void nothing() { System.out.println("nothing"); }

    public static CallSite constant(MethodHandles.Lookup l, String name, MethodType type) throws Throwable {
        System.out.println("link " + name + type + " for " + l.lookupClass().getName());
        return new ConstantCallSite(l.findStatic(DynamicConstants.class, name, type));
    }
    public static CallSite mutable(MethodHandles.Lookup l, String name, MethodType type) {
        return mutableSite = new MutableCallSite(MethodHandles.constant(String.class, "first"));
    }
    public static CallSite volatileSite(MethodHandles.Lookup l, String name, MethodType type) {
        return volatileSite = new VolatileCallSite(MethodHandles.constant(String.class, "vfirst"));
    }
    public static CallSite throwing(MethodHandles.Lookup l, String name, MethodType type, String how) throws Exception {
        System.out.println("linking " + name);
        switch (how) {
            case "exception": throw new java.io.IOException("from bootstrap");
            case "error": throw new AssertionError("error from bootstrap");
            case "linkage": throw new LinkageError("linkage from bootstrap");
            case "null": return null;
            default: return new ConstantCallSite(MethodHandles.constant(int.class, 1));
        }
    }
    public static CallSite arguments(MethodHandles.Lookup l, String name, MethodType type, Object... args) {
        StringBuilder b = new StringBuilder();
        for (Object o : args) b.append(o.getClass().getSimpleName().replaceAll(".*MethodHandle.*", "handle")).append(' ').append(o).append(", ");
        return new ConstantCallSite(MethodHandles.constant(String.class, b.toString()));
    }
    public static CallSite typed(MethodHandles.Lookup l, String name, MethodType type, int a, long b, String c, double d) {
        return new ConstantCallSite(MethodHandles.constant(String.class, a + " " + b + " " + c + " " + d));
    }
    public static CallSite counted(MethodHandles.Lookup l, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(String.class, "site" + ++counter));
    }
    public static Object computed(MethodHandles.Lookup l, String name, Class<?> type, int n) {
        computations++;
        return n + 1;
    }
    public static long computedLong(MethodHandles.Lookup l, String name, Class<?> type) { return 1L << 40; }
    public static double computedDouble(MethodHandles.Lookup l, String name, Class<?> type) { return 2.5; }
    public static boolean computedBoolean(MethodHandles.Lookup l, String name, Class<?> type) { return true; }
    public static char computedChar(MethodHandles.Lookup l, String name, Class<?> type) { return 'c'; }
    public static byte computedByte(MethodHandles.Lookup l, String name, Class<?> type) { return -3; }
    public static float computedFloat(MethodHandles.Lookup l, String name, Class<?> type) { return 1.25f; }
    public static String computedString(MethodHandles.Lookup l, String name, Class<?> type) { return name + " " + type.getSimpleName(); }
    public static Object failing(MethodHandles.Lookup l, String name, Class<?> type) {
        System.out.println("failing");
        throw new IllegalStateException("no constant");
    }

    static Class<?> dyn;
    static Method method(String name) {
        for (Method m : dyn.getMethods()) if (m.getName().equals(name)) return m;
        throw new IllegalArgumentException(name);
    }
    static Object call(String name, Object... args) throws Throwable {
        try { return method(name).invoke(null, args); } catch (InvocationTargetException e) { throw e.getTargetException(); }
    }
    static Throwable t(String name, Object... args) {
        try { System.out.println(name + ": " + call(name, args)); return null; }
        catch (Throwable e) {
            System.out.print(name);
            for (Throwable c = e; c != null; c = c.getCause()) System.out.print(" -> " + c);
            System.out.println();
            return e;
        }
    }

    public static void main(String[] args) throws Throwable {
        dyn = MethodHandles.lookup().defineClass(Base64.getDecoder().decode(BYTES));
        t("hello", "you"); t("hello", "again");
        t("sum", 3, 4L); t("nothing");
        t("mutable"); mutableSite.setTarget(MethodHandles.constant(String.class, "second")); t("mutable");
        t("volatileSite"); volatileSite.setTarget(MethodHandles.constant(String.class, "vsecond")); t("volatileSite");
        MutableCallSite.syncAll(new MutableCallSite[] { mutableSite });
        for (String s : new String[] { "throwsException", "throwsLinkage", "nullSite", "wrongType", "noBootstrap", "badArguments", "failing", "wrongConstant", "missingHandle", "privateHandle" }) {
            System.out.println("same: " + (t(s) == t(s)));
        }
        t("throwsError"); 
        t("arguments"); t("one"); t("none"); t("typed"); t("twice"); t("twice");
        for (String s : new String[] { "anInt", "aLong", "aDouble", "aBoolean", "aChar", "aByte", "aFloat", "aString", "aNull", "intClass", "anEnum", "aStatic", "invoked", "type" }) t(s);
        int before = computations;
        t("anInt");
        System.out.println("not computed again: " + (before == computations) + ", same string: " + (call("aString") == call("aString")));
        DynamicConstants d = new DynamicConstants(4);
        VarHandle v = (VarHandle) call("variable"), s = (VarHandle) call("staticVariable"), e = (VarHandle) call("elements");
        System.out.println((int) v.getAndAdd(d, 5) + " " + d.field + " " + (String) s.getVolatile());
        long[] longs = new long[2];
        e.setRelease(longs, 1, 9L);
        System.out.println(longs[1] + " " + v.varType() + v.coordinateTypes() + s.coordinateTypes() + e.coordinateTypes());
        System.out.println((String) ((MethodHandle) call("staticHandle")).invokeExact("handle"));
        System.out.println((int) ((MethodHandle) call("virtualHandle")).invokeExact("four"));
        System.out.println((int) ((MethodHandle) call("interfaceHandle")).invoke(List.of(1, 2)));
        System.out.println(((MethodHandle) call("interfaceStatic")).invoke("x"));
        System.out.println(((DynamicConstants) ((MethodHandle) call("constructor")).invokeExact(11)).field);
        ((MethodHandle) call("setter")).invokeExact(d, 77);
        System.out.println((int) ((MethodHandle) call("getter")).invokeExact(d));
        ((MethodHandle) call("staticSetter")).invokeExact("changed");
        System.out.println((String) ((MethodHandle) call("staticGetter")).invokeExact());
        MethodHandle format = (MethodHandle) call("varargsHandle");
        System.out.println(format.isVarargsCollector() + " " + format.invoke("%s-%s", 1, "b"));
        System.out.println(call("staticHandle") == call("staticHandle"));
    }

    static final String BYTES = ""
        + "yv66vgAAAD0BegEAA0R5bgcAAQEABWhlbGxvAQAmKExqYXZhL2xhbmcvU3RyaW5nOylMamF2YS9sYW5nL1N0cmluZzsBABBEeW5hbWljQ29uc3RhbnRz"
        + "BwAFAQAIY29uc3RhbnQBAHMoTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9p"
        + "bnZva2UvTWV0aG9kVHlwZTspTGphdmEvbGFuZy9pbnZva2UvQ2FsbFNpdGU7DAAHAAgKAAYACQ8GAAoMAAMABBIAAAAMAQADc3VtAQAFKElKKUoMAA4A"
        + "DxIAAAAQAQAHbm90aGluZwEAAygpVgwAEgATEgAAABQBAAdtdXRhYmxlAQAUKClMamF2YS9sYW5nL1N0cmluZzsMABYACAoABgAYDwYAGQwAFgAXEgAB"
        + "ABsBAAx2b2xhdGlsZVNpdGUMAB0ACAoABgAeDwYAHwwAHQAXEgACACEBAA90aHJvd3NFeGNlcHRpb24BAAh0aHJvd2luZwEAhShMamF2YS9sYW5nL2lu"
        + "dm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL2ludm9rZS9NZXRob2RUeXBlO0xqYXZhL2xhbmcvU3Ry"
        + "aW5nOylMamF2YS9sYW5nL2ludm9rZS9DYWxsU2l0ZTsMACQAJQoABgAmDwYAJwEACWV4Y2VwdGlvbggAKQwAIwATEgADACsBAAt0aHJvd3NFcnJvcgEA"
        + "BWVycm9yCAAuDAAtABMSAAQAMAEADXRocm93c0xpbmthZ2UBAAdsaW5rYWdlCAAzDAAyABMSAAUANQEACG51bGxTaXRlAQAEbnVsbAgAOAwANwATEgAG"
        + "ADoBAAl3cm9uZ1R5cGUBAAR0eXBlCAA9DAA8ABMSAAcAPwEAC25vQm9vdHN0cmFwAQAHbWlzc2luZwwAQgAlCgAGAEMPBgBEAQABeAgARgwAQQATEgAI"
        + "AEgBAAlhcmd1bWVudHMBAIYoTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9p"
        + "bnZva2UvTWV0aG9kVHlwZTtbTGphdmEvbGFuZy9PYmplY3Q7KUxqYXZhL2xhbmcvaW52b2tlL0NhbGxTaXRlOwwASgBLCgAGAEwPBgBNAwAAAAEFAAAA"
        + "AAAAAAIEQGAAAAZAEgAAAAAAAAEABGZpdmUIAFUBABBqYXZhL2xhbmcvU3RyaW5nBwBXAQAEKEopSRAAWQoABgAMDwYAWwEACGNvbXB1dGVkAQBfKExq"
        + "YXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvQ2xhc3M7SSlMamF2YS9sYW5nL09i"
        + "amVjdDsMAF0AXgoABgBfDwYAYAMAAAAHAQAFaW5uZXIBABJMamF2YS9sYW5nL09iamVjdDsMAGMAZBEACQBlDABKABcSAAoAZwEAA29uZQEABnNpbmds"
        + "ZQgAagwAaQAXEgALAGwBAARub25lDABuABcSAAwAbwEABXR5cGVkAQCIKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZh"
        + "L2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvaW52b2tlL01ldGhvZFR5cGU7SUpMamF2YS9sYW5nL1N0cmluZztEKUxqYXZhL2xhbmcvaW52b2tlL0NhbGxT"
        + "aXRlOwwAcQByCgAGAHMPBgB0AQAFdGhyZWUIAHYGQBAAAAAAAAAMAHEAFxIADQB6AQAMYmFkQXJndW1lbnRzAQADdHdvCAB9DAB8ABcSAA4AfwEABXR3"
        + "aWNlAQAHY291bnRlZAwAggAICgAGAIMPBgCEAQAFY291bnQMAIYAFxIADwCHAQAGY29uY2F0DACJAAQKAFgAigEABWFuSW50AQADKClJAwAAACkBAAFu"
        + "AQABSQwAjwCQEQAQAJEBAAVhTG9uZwEAAygpSgEADGNvbXB1dGVkTG9uZwEATShMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtM"
        + "amF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL0NsYXNzOylKDACVAJYKAAYAlw8GAJgBAAFKDACPAJoRABEAmwEAB2FEb3VibGUBAAMoKUQBAA5jb21w"
        + "dXRlZERvdWJsZQEATShMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL0NsYXNz"
        + "OylEDACfAKAKAAYAoQ8GAKIBAAFEDACPAKQRABIApQEACGFCb29sZWFuAQADKClaAQAPY29tcHV0ZWRCb29sZWFuAQBNKExqYXZhL2xhbmcvaW52b2tl"
        + "L01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvQ2xhc3M7KVoMAKkAqgoABgCrDwYArAEAAVoMAI8ArhEAEwCv"
        + "AQAFYUNoYXIBAAMoKUMBAAxjb21wdXRlZENoYXIBAE0oTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJp"
        + "bmc7TGphdmEvbGFuZy9DbGFzczspQwwAswC0CgAGALUPBgC2AQABQwwAjwC4EQAUALkBAAVhQnl0ZQEAAygpQgEADGNvbXB1dGVkQnl0ZQEATShMamF2"
        + "YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL0NsYXNzOylCDAC9AL4KAAYAvw8GAMAB"
        + "AAFCDACPAMIRABUAwwEABmFGbG9hdAEAAygpRgEADWNvbXB1dGVkRmxvYXQBAE0oTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7"
        + "TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9DbGFzczspRgwAxwDICgAGAMkPBgDKAQABRgwAjwDMEQAWAM0BAAdhU3RyaW5nAQAOY29tcHV0ZWRT"
        + "dHJpbmcBAF4oTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9DbGFzczspTGph"
        + "dmEvbGFuZy9TdHJpbmc7DADQANEKAAYA0g8GANMBAAR0ZXh0AQASTGphdmEvbGFuZy9TdHJpbmc7DADVANYRABcA1wEABWFOdWxsAQAUKClMamF2YS9s"
        + "YW5nL09iamVjdDsBACNqYXZhL2xhbmcvaW52b2tlL0NvbnN0YW50Qm9vdHN0cmFwcwcA2wEADG51bGxDb25zdGFudAEAXihMamF2YS9sYW5nL2ludm9r"
        + "ZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL0NsYXNzOylMamF2YS9sYW5nL09iamVjdDsMAN0A3goA3ADf"
        + "DwYA4AEAAV8MAOIAZBEAGADjAQAIaW50Q2xhc3MBABMoKUxqYXZhL2xhbmcvQ2xhc3M7AQAOcHJpbWl0aXZlQ2xhc3MBAF0oTGphdmEvbGFuZy9pbnZv"
        + "a2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9DbGFzczspTGphdmEvbGFuZy9DbGFzczsMAOcA6AoA3ADp"
        + "DwYA6gEAEUxqYXZhL2xhbmcvQ2xhc3M7DACQAOwRABkA7QEABmFuRW51bQEAGigpTGphdmEvbGFuZy9UaHJlYWQkU3RhdGU7AQAMZW51bUNvbnN0YW50"
        + "AQBcKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvQ2xhc3M7KUxqYXZhL2xh"
        + "bmcvRW51bTsMAPEA8goA3ADzDwYA9AEAB1dBSVRJTkcBABhMamF2YS9sYW5nL1RocmVhZCRTdGF0ZTsMAPYA9xEAGgD4AQAHYVN0YXRpYwEADmdldFN0"
        + "YXRpY0ZpbmFsAQBvKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvQ2xhc3M7"
        + "TGphdmEvbGFuZy9DbGFzczspTGphdmEvbGFuZy9PYmplY3Q7DAD7APwKANwA/Q8GAP4BABFqYXZhL2xhbmcvSW50ZWdlcgcBAAEACU1BWF9WQUxVRQwB"
        + "AgCQEQAbAQMBAAdpbnZva2VkAQAVKClMamF2YS9sYW5nL0ludGVnZXI7AQAGaW52b2tlAQCQKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMk"
        + "TG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvQ2xhc3M7TGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlO1tMamF2YS9sYW5nL09i"
        + "amVjdDspTGphdmEvbGFuZy9PYmplY3Q7DAEHAQgKANwBCQ8GAQoBAAd2YWx1ZU9mAQAnKExqYXZhL2xhbmcvU3RyaW5nOylMamF2YS9sYW5nL0ludGVn"
        + "ZXI7DAEMAQ0KAQEBDg8GAQ8BAAMxMjMIAREBABNMamF2YS9sYW5nL0ludGVnZXI7DADiARMRABwBFAEACHZhcmlhYmxlAQAeKClMamF2YS9sYW5nL2lu"
        + "dm9rZS9WYXJIYW5kbGU7AQAOZmllbGRWYXJIYW5kbGUBAIooTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9T"
        + "dHJpbmc7TGphdmEvbGFuZy9DbGFzcztMamF2YS9sYW5nL0NsYXNzO0xqYXZhL2xhbmcvQ2xhc3M7KUxqYXZhL2xhbmcvaW52b2tlL1ZhckhhbmRsZTsM"
        + "ARgBGQoA3AEaDwYBGwEABWZpZWxkAQAcTGphdmEvbGFuZy9pbnZva2UvVmFySGFuZGxlOwwBHQEeEQAdAR8BAA5zdGF0aWNWYXJpYWJsZQEAFHN0YXRp"
        + "Y0ZpZWxkVmFySGFuZGxlDAEiARkKANwBIw8GASQBAAZzaGFyZWQMASYBHhEAHgEnAQAIZWxlbWVudHMBAA5hcnJheVZhckhhbmRsZQEAeShMamF2YS9s"
        + "YW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL0NsYXNzO0xqYXZhL2xhbmcvQ2xhc3M7KUxq"
        + "YXZhL2xhbmcvaW52b2tlL1ZhckhhbmRsZTsMASoBKwoA3AEsDwYBLQEAAltKBwEvDADiAR4RAB8BMQEAB2ZhaWxpbmcMATMA3goABgE0DwYBNQwARgBk"
        + "EQAgATcBAA13cm9uZ0NvbnN0YW50AwAAAAMMAEYA1hEAIQE7AQAfKClMamF2YS9sYW5nL2ludm9rZS9NZXRob2RUeXBlOwEAKChJTGphdmEvbGFuZy9P"
        + "YmplY3Q7KVtMamF2YS9sYW5nL1N0cmluZzsQAT4BAAxzdGF0aWNIYW5kbGUBACEoKUxqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZTsBAA12aXJ0"
        + "dWFsSGFuZGxlAQAGbGVuZ3RoDAFDAI0KAFgBRA8FAUUBAA9pbnRlcmZhY2VIYW5kbGUBAA5qYXZhL3V0aWwvTGlzdAcBSAEABHNpemUMAUoAjQsBSQFL"
        + "DwkBTAEAD2ludGVyZmFjZVN0YXRpYwEAAm9mAQAkKExqYXZhL2xhbmcvT2JqZWN0OylMamF2YS91dGlsL0xpc3Q7DAFPAVALAUkBUQ8GAVIBAAtjb25z"
        + "dHJ1Y3RvcgEABjxpbml0PgEABChJKVYMAVUBVgoABgFXDwgBWAEABmdldHRlcgwBHQCQCQAGAVsPAQFcAQAGc2V0dGVyDwMBXAEADHN0YXRpY0dldHRl"
        + "cgwBJgDWCQAGAWEPAgFiAQAMc3RhdGljU2V0dGVyDwQBYgEADW1pc3NpbmdIYW5kbGUBAARub3BlDAFnAI0KAFgBaA8FAWkBAA1wcml2YXRlSGFuZGxl"
        + "AQAGc2VjcmV0DAFsABMKAAYBbQ8GAW4BAA12YXJhcmdzSGFuZGxlAQAGZm9ybWF0AQA5KExqYXZhL2xhbmcvU3RyaW5nO1tMamF2YS9sYW5nL09iamVj"
        + "dDspTGphdmEvbGFuZy9TdHJpbmc7DAFxAXIKAFgBcw8GAXQBABBqYXZhL2xhbmcvT2JqZWN0BwF2AQAEQ29kZQEAEEJvb3RzdHJhcE1ldGhvZHMAIQAC"
        + "AXcAAAAAADAACQADAAQAAQF4AAAAEwABAAEAAAAHKroADQAAsAAAAAAACQAOAA8AAQF4AAAAFAADAAMAAAAIGh+6ABEAAK0AAAAAAAkAEgATAAEBeAAA"
        + "ABIAAAAAAAAABroAFQAAsQAAAAAACQAWABcAAQF4AAAAEgABAAAAAAAGugAcAACwAAAAAAAJAB0AFwABAXgAAAASAAEAAAAAAAa6ACIAALAAAAAAAAkA"
        + "IwATAAEBeAAAABIAAAAAAAAABroALAAAsQAAAAAACQAtABMAAQF4AAAAEgAAAAAAAAAGugAxAACxAAAAAAAJADIAEwABAXgAAAASAAAAAAAAAAa6ADYA"
        + "ALEAAAAAAAkANwATAAEBeAAAABIAAAAAAAAABroAOwAAsQAAAAAACQA8ABMAAQF4AAAAEgAAAAAAAAAGugBAAACxAAAAAAAJAEEAEwABAXgAAAASAAAA"
        + "AAAAAAa6AEkAALEAAAAAAAkASgAXAAEBeAAAABIAAQAAAAAABroAaAAAsAAAAAAACQBpABcAAQF4AAAAEgABAAAAAAAGugBtAACwAAAAAAAJAG4AFwAB"
        + "AXgAAAASAAEAAAAAAAa6AHAAALAAAAAAAAkAcQAXAAEBeAAAABIAAQAAAAAABroAewAAsAAAAAAACQB8ABcAAQF4AAAAEgABAAAAAAAGugCAAACwAAAA"
        + "AAAJAIEAFwABAXgAAAAaAAIAAAAAAA66AIgAALoAiAAAtgCLsAAAAAAACQCMAI0AAQF4AAAADwABAAAAAAADEpKsAAAAAAAJAJMAlAABAXgAAAAQAAIA"
        + "AAAAAAQUAJytAAAAAAAJAJ0AngABAXgAAAAQAAIAAAAAAAQUAKavAAAAAAAJAKcAqAABAXgAAAAPAAEAAAAAAAMSsKwAAAAAAAkAsQCyAAEBeAAAAA8A"
        + "AQAAAAAAAxK6rAAAAAAACQC7ALwAAQF4AAAADwABAAAAAAADEsSsAAAAAAAJAMUAxgABAXgAAAAPAAEAAAAAAAMSzq4AAAAAAAkAzwAXAAEBeAAAAA8A"
        + "AQAAAAAAAxLYsAAAAAAACQDZANoAAQF4AAAADwABAAAAAAADEuSwAAAAAAAJAOUA5gABAXgAAAAPAAEAAAAAAAMS7rAAAAAAAAkA7wDwAAEBeAAAAA8A"
        + "AQAAAAAAAxL5sAAAAAAACQD6AI0AAQF4AAAAEAABAAAAAAAEEwEErAAAAAAACQEFAQYAAQF4AAAAEAABAAAAAAAEEwEVsAAAAAAACQEWARcAAQF4AAAA"
        + "EAABAAAAAAAEEwEgsAAAAAAACQEhARcAAQF4AAAAEAABAAAAAAAEEwEosAAAAAAACQEpARcAAQF4AAAAEAABAAAAAAAEEwEysAAAAAAACQEzANoAAQF4"
        + "AAAAEAABAAAAAAAEEwE4sAAAAAAACQE5ABcAAQF4AAAAEAABAAAAAAAEEwE8sAAAAAAACQA9AT0AAQF4AAAAEAABAAAAAAAEEwE/sAAAAAAACQFAAUEA"
        + "AQF4AAAADwABAAAAAAADElywAAAAAAAJAUIBQQABAXgAAAAQAAEAAAAAAAQTAUawAAAAAAAJAUcBQQABAXgAAAAQAAEAAAAAAAQTAU2wAAAAAAAJAU4B"
        + "QQABAXgAAAAQAAEAAAAAAAQTAVOwAAAAAAAJAVQBQQABAXgAAAAQAAEAAAAAAAQTAVmwAAAAAAAJAVoBQQABAXgAAAAQAAEAAAAAAAQTAV2wAAAAAAAJ"
        + "AV4BQQABAXgAAAAQAAEAAAAAAAQTAV+wAAAAAAAJAWABQQABAXgAAAAQAAEAAAAAAAQTAWOwAAAAAAAJAWQBQQABAXgAAAAQAAEAAAAAAAQTAWWwAAAA"
        + "AAAJAWYBQQABAXgAAAAQAAEAAAAAAAQTAWqwAAAAAAAJAWsBQQABAXgAAAAQAAEAAAAAAAQTAW+wAAAAAAAJAXABQQABAXgAAAAQAAEAAAAAAAQTAXWw"
        + "AAAAAAABAXkAAADQACIACwAAABoAAAAgAAAAKAABACoAKAABAC8AKAABADQAKAABADkAKAABAD4ARQABAEcAYQABAGIATgAJAE8AUABSAFMAVgBYAFoA"
        + "XABmAE4AAQBrAE4AAAB1AAQATwBQAHcAeAB1AAQATwB+AHcAeACFAAAAYQABAI4AmQAAAKMAAACtAAAAtwAAAMEAAADLAAAA1AAAAOEAAADrAAAA9QAA"
        + "AP8AAQEBAQsAAgEQARIBHAACAAYA7gElAAIABgBYAS4AAQEwATYAAABhAAEBOg==";
}
