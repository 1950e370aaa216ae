/**
 * A subclass of a subclass of ThreadGroup has its fields as any group.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class GroupBelow {
    static class Named extends ThreadGroup {
        Named() {
            super("named");
        }
    }

    static class Below extends Named {}

    public static void main(String[] args) {
        ThreadGroup group = new Below();
        new Thread(() -> group.setMaxPriority(3)).start();
        assert group.getMaxPriority() != 3;
    }
}
