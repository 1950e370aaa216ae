// What reflection says about wrong reads and writes of fields, for each kind of field.
import java.lang.reflect.*;
public class FieldErrors {
  int i; String s; final int fi = (int) 3L; static final int sfi = Integer.parseInt("3"); static int si; long l; boolean z; byte b; volatile int v; final String fs = "x".trim(); static String ss; double d;
  record R(int x) {}
  interface Act { Object run() throws Throwable; }
  static void t(String n, Act a) { try { Object o = a.run(); System.out.println(n + " = " + o); } catch (Throwable e) { System.out.println(n + " ! " + e + " / " + e.getCause()); } }
  static Field f(String n) throws Exception { Field f = FieldErrors.class.getDeclaredField(n); f.setAccessible(true); return f; }
  public static void main(String[] a) throws Exception {
    FieldErrors o = new FieldErrors();
    for (String n : "i s fi sfi si l z b v fs ss d".split(" ")) {
      t(n + " get", () -> f(n).get(o));
      t(n + " get null", () -> f(n).get(null));
      t(n + " get wrong", () -> f(n).get("x"));
      t(n + " set null", () -> { f(n).set(null, 1); return 0; });
      t(n + " set wrong", () -> { f(n).set("x", 1); return 0; });
      t(n + " set int", () -> { f(n).set(o, 7); return f(n).get(o); });
      t(n + " set byte", () -> { f(n).set(o, (byte) 7); return f(n).get(o); });
      t(n + " set str", () -> { f(n).set(o, "q"); return f(n).get(o); });
      t(n + " set nullv", () -> { f(n).set(o, null); return f(n).get(o); });
      t(n + " setInt", () -> { f(n).setInt(o, 9); return f(n).get(o); });
      t(n + " setInt wrong", () -> { f(n).setInt("", 9); return f(n).get(o); });
      t(n + " setInt null", () -> { f(n).setInt(null, 9); return f(n).get(o); });
      t(n + " getInt", () -> f(n).getInt(o));
      t(n + " getLong", () -> f(n).getLong(o));
      t(n + " getDouble", () -> f(n).getDouble(o));
      t(n + " getBoolean", () -> f(n).getBoolean(o));
      t(n + " setBoolean", () -> { f(n).setBoolean(o, true); return f(n).get(o); });
      t(n + " setLong", () -> { f(n).setLong(o, 1L << 40); return f(n).get(o); });
      t(n + " noacc", () -> { FieldErrors.class.getDeclaredField(n).set(o, 7); return f(n).get(o); });
      t(n + " noacc null", () -> { FieldErrors.class.getDeclaredField(n).set(null, 7); return f(n).get(o); });
      t(n + " noacc get null", () -> FieldErrors.class.getDeclaredField(n).get(null));
    }
    t("rec", () -> { Field f = R.class.getDeclaredField("x"); f.setAccessible(true); f.set(new R(1), 2); return 0; });
    t("str2", () -> { Field f = String.class.getDeclaredField("hash"); return f.get("x"); });
    t("try", () -> { Field f = String.class.getDeclaredField("hash"); return f.trySetAccessible(); });
    t("pub", () -> Integer.class.getField("MAX_VALUE").get(null));
  }
}
