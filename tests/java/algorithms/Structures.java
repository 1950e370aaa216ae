// Data structures by hand: AVL tree, hash table, ring buffer, heap, union-find, linked list reversal, graph algorithms, LRU.
import java.util.*;

public class Structures {
    static class Avl<K extends Comparable<K>> {
        class N { K k; N l, r; int h = 1; N(K k) { this.k = k; } }
        N root; int size, rotations;
        int h(N n) { return n == null ? 0 : n.h; }
        N fix(N n) { n.h = Math.max(h(n.l), h(n.r)) + 1; int b = h(n.l) - h(n.r); if (b > 1) { if (h(n.l.l) < h(n.l.r)) n.l = left(n.l); return right(n); } if (b < -1) { if (h(n.r.r) < h(n.r.l)) n.r = right(n.r); return left(n); } return n; }
        N right(N n) { rotations++; N x = n.l; n.l = x.r; x.r = n; fix(n); return fix(x); }
        N left(N n) { rotations++; N x = n.r; n.r = x.l; x.l = n; fix(n); return fix(x); }
        void add(K k) { root = add(root, k); }
        N add(N n, K k) { if (n == null) { size++; return new N(k); } int c = k.compareTo(n.k); if (c < 0) n.l = add(n.l, k); else if (c > 0) n.r = add(n.r, k); return fix(n); }
        void walk(N n, StringBuilder sb) { if (n == null) return; walk(n.l, sb); sb.append(n.k).append(' '); walk(n.r, sb); }
        @Override public String toString() { StringBuilder sb = new StringBuilder(); walk(root, sb); return sb + "h" + h(root) + " n" + size + " r" + rotations; }
    }
    static class Table<V> {
        static class E<V> { final String k; V v; E<V> next; E(String k, V v, E<V> n) { this.k = k; this.v = v; next = n; } }
        @SuppressWarnings("unchecked") E<V>[] t = new E[4]; int n;
        void put(String k, V v) { for (E<V> e = t[k.hashCode() & t.length - 1]; e != null; e = e.next) if (e.k.equals(k)) { e.v = v; return; } if (++n > t.length) grow(); int i = k.hashCode() & t.length - 1; t[i] = new E<>(k, v, t[i]); }
        V get(String k) { for (E<V> e = t[k.hashCode() & t.length - 1]; e != null; e = e.next) if (e.k.equals(k)) return e.v; return null; }
        void grow() { E<V>[] old = t; @SuppressWarnings("unchecked") E<V>[] x = new E[old.length * 2]; t = x; for (E<V> e : old) for (; e != null; e = e.next) { int i = e.k.hashCode() & t.length - 1; t[i] = new E<>(e.k, e.v, t[i]); } }
    }
    static class Ring { final int[] a; int head, n; Ring(int c) { a = new int[c]; } boolean offer(int v) { if (n == a.length) return false; a[(head + n++) % a.length] = v; return true; } Integer poll() { if (n == 0) return null; int v = a[head]; head = (head + 1) % a.length; n--; return v; } }
    static class Union { final int[] p; int sets; Union(int n) { p = new int[n]; sets = n; for (int i = 0; i < n; i++) p[i] = i; } int find(int x) { while (p[x] != x) x = p[x] = p[p[x]]; return x; } boolean join(int a, int b) { a = find(a); b = find(b); if (a == b) return false; p[a] = b; sets--; return true; } }
    static class L { int v; L next; L(int v, L n) { this.v = v; next = n; } static L of(int... xs) { L l = null; for (int i = xs.length - 1; i >= 0; i--) l = new L(xs[i], l); return l; } L reverse() { L p = null; for (L c = this, n; c != null; c = n) { n = c.next; c.next = p; p = c; } return p; } @Override public String toString() { return v + (next == null ? "" : "->" + next); } }
    static List<Integer> topo(int n, int[][] edges) { List<List<Integer>> g = new ArrayList<>(); int[] in = new int[n]; for (int i = 0; i < n; i++) g.add(new ArrayList<>()); for (int[] e : edges) { g.get(e[0]).add(e[1]); in[e[1]]++; } PriorityQueue<Integer> q = new PriorityQueue<>(); for (int i = 0; i < n; i++) if (in[i] == 0) q.add(i); List<Integer> out = new ArrayList<>(); while (!q.isEmpty()) { int x = q.poll(); out.add(x); for (int y : g.get(x)) if (--in[y] == 0) q.add(y); } return out.size() == n ? out : null; }
    static int kruskal(int n, int[][] es) { es = es.clone(); Arrays.sort(es, Comparator.comparingInt(e -> e[2])); Union u = new Union(n); int w = 0; for (int[] e : es) if (u.join(e[0], e[1])) w += e[2]; return u.sets == 1 ? w : -1; }
    static int[][] floyd(int[][] d) { int n = d.length; for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]); return d; }

    public static void main(String[] args) {
        Avl<Integer> a = new Avl<>();
        for (int i = 1; i <= 20; i++) a.add(i * 7 % 23);
        for (int i = 30; i < 40; i++) a.add(i);
        System.out.println(a);
        Avl<String> s = new Avl<>();
        for (String w : "the quick brown fox jumps over the lazy dog".split(" ")) s.add(w);
        System.out.println(s);
        Table<Integer> t = new Table<>();
        for (int i = 0; i < 100; i++) t.put("k" + i % 60, i);
        System.out.println(t.n + " " + t.t.length + " " + t.get("k5") + " " + t.get("k59") + " " + t.get("zz"));
        Ring r = new Ring(3);
        System.out.println(r.offer(1) + " " + r.offer(2) + " " + r.offer(3) + " " + r.offer(4) + " " + r.poll() + r.offer(5) + r.poll() + r.poll() + r.poll() + r.poll());
        Union u = new Union(8);
        System.out.println(u.join(0, 1) + " " + u.join(1, 2) + " " + u.join(0, 2) + " " + u.join(5, 6) + " " + u.sets + " " + (u.find(0) == u.find(2)) + (u.find(0) == u.find(5)));
        System.out.println(L.of(1, 2, 3, 4) + " " + L.of(1, 2, 3, 4).reverse() + " " + L.of(9).reverse());
        System.out.println(topo(6, new int[][] {{5, 2}, {5, 0}, {4, 0}, {4, 1}, {2, 3}, {3, 1}}) + " " + topo(2, new int[][] {{0, 1}, {1, 0}}));
        System.out.println(kruskal(4, new int[][] {{0, 1, 10}, {0, 2, 6}, {0, 3, 5}, {1, 3, 15}, {2, 3, 4}}) + " " + kruskal(3, new int[][] {{0, 1, 1}}));
        int I = 1 << 20;
        System.out.println(Arrays.deepToString(floyd(new int[][] {{0, 5, I, 10}, {I, 0, 3, I}, {I, I, 0, 1}, {2, I, I, 0}})));
    }
}
