// Stack traces through calls by reflection and through failing initialisers.
import java.lang.reflect.*;
public class CallTraces {
  static class R { R() { throw new IllegalStateException("c"); } }
  public static void m() { throw new IllegalStateException("x"); }
  public static void n() { Object o = "a"; Integer i = (Integer) o; }
  static class Bad { static int x = 1 / Integer.parseInt("0"); static void f() {} }
  public static void main(String[] a) throws Exception {
    try { CallTraces.class.getMethod("m").invoke(null); } catch (Exception e) { e.printStackTrace(System.out); }
    try { CallTraces.class.getMethod("n").invoke(null); } catch (Exception e) { e.printStackTrace(System.out); }
    try { R.class.getDeclaredConstructor().newInstance(); } catch (Exception e) { e.printStackTrace(System.out); }
    try { CallTraces.class.getMethod("m").invoke(null, 1); } catch (Exception e) { e.printStackTrace(System.out); }
    try { Bad.class.getDeclaredMethod("f").invoke(null); } catch (Throwable e) { e.printStackTrace(System.out); }
    try { Bad.class.getDeclaredMethod("f").invoke(null); } catch (Throwable e) { e.printStackTrace(System.out); }
    try { R.class.newInstance(); } catch (Throwable e) { e.printStackTrace(System.out); }
    try { Class.forName("nope.Nope"); } catch (Throwable e) { e.printStackTrace(System.out); }
    try { Class.forName("CallTraces$Bad"); } catch (Throwable e) { e.printStackTrace(System.out); }
    try { Class.forName("java.util.Nope"); } catch (Throwable e) { e.printStackTrace(System.out); }
  }
}
