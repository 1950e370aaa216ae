// StackWalker: frames, callers, hidden and reflective frames, long stacks in batches, elements.
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.*;
import java.util.stream.*;

public class StackWalks {
    static List<String> names(StackWalker walker) {
        return walker.walk(s -> s.map(StackFrame::getMethodName).collect(Collectors.toList()));
    }
    static int deep(int n) {
        return n == 0 ? StackWalker.getInstance().walk(s -> (int) s.count()) : deep(n - 1);
    }
    static Class<?> caller() { return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }
    static class Other { static Class<?> ask() { return caller(); } static Class<?> lambda() throws Exception { java.util.concurrent.Callable<Class<?>> c = () -> caller(); return c.call(); } }
    public static void reflected() { System.out.println(names(StackWalker.getInstance())); System.out.println(names(StackWalker.getInstance(Option.SHOW_REFLECT_FRAMES)).size() > 2); }
    StackWalks() { System.out.println(names(StackWalker.getInstance())); }
    public static void main(String[] args) throws Exception {
        System.out.println(names(StackWalker.getInstance()));
        for (int n : new int[] {0, 1, 5, 8, 9, 31, 100}) System.out.println(n + " " + deep(n));
        System.out.println(caller() + " " + Other.ask() + " " + Other.lambda());
        StackWalks.class.getMethod("reflected").invoke(null);
        new StackWalks();
        Runnable r = () -> System.out.println(names(StackWalker.getInstance()).size());
        r.run();
        StackFrame top = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).walk(s -> s.findFirst().get());
        System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getDeclaringClass() + " " + top.getLineNumber() + " " + top.getFileName() + " " + top.isNativeMethod() + " " + top.getDescriptor() + " " + top.getMethodType() + " " + (top.getByteCodeIndex() > 0));
        System.out.println(top.toStackTraceElement() + " " + top);
        try { StackWalker.getInstance().walk(s -> s.findFirst().get()).getDeclaringClass(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        try { StackWalker.getInstance().getCallerClass(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        Stream<StackFrame> kept = StackWalker.getInstance().walk(s -> s);
        try { kept.count(); } catch (IllegalStateException e) { System.out.println("closed"); }
        StackWalker.getInstance().forEach(f -> System.out.println("frame " + f.getMethodName()));
        List<String> first = StackWalker.getInstance().walk(s -> s.skip(0).limit(1).map(Object::toString).toList());
        System.out.println(first);
        Thread t = new Thread(() -> System.out.println(names(StackWalker.getInstance())));
        t.start();
        t.join();
        System.out.println(Thread.currentThread().getStackTrace()[1] + " " + Thread.getAllStackTraces().get(Thread.currentThread())[2].getMethodName());
    }
}
