// Backtracking and grids: queens, sudoku, life, knight's tour by Warnsdorff, mazes by breadth-first search.
import java.util.*;

public class Puzzles {
    static int queens(int n, int row, int cols, int d1, int d2) { if (row == n) return 1; int c = 0; for (int free = ((1 << n) - 1) & ~(cols | d1 | d2); free != 0; free &= free - 1) { int b = free & -free; c += queens(n, row + 1, cols | b, (d1 | b) << 1, (d2 | b) >>> 1); } return c; }

    static boolean solve(int[][] g) {
        for (int r = 0; r < 9; r++) for (int c = 0; c < 9; c++) if (g[r][c] == 0) {
            for (int v = 1; v <= 9; v++) if (fits(g, r, c, v)) { g[r][c] = v; if (solve(g)) return true; g[r][c] = 0; }
            return false;
        }
        return true;
    }
    static boolean fits(int[][] g, int r, int c, int v) { for (int i = 0; i < 9; i++) if (g[r][i] == v || g[i][c] == v || g[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == v) return false; return true; }

    static Set<List<Integer>> life(Set<List<Integer>> live) {
        Map<List<Integer>, Integer> n = new TreeMap<>(Comparator.comparing((List<Integer> p) -> p.get(0)).thenComparing(p -> p.get(1)));
        for (List<Integer> p : live) for (int dx = -1; dx <= 1; dx++) for (int dy = -1; dy <= 1; dy++) if (dx != 0 || dy != 0) n.merge(List.of(p.get(0) + dx, p.get(1) + dy), 1, Integer::sum);
        Set<List<Integer>> next = new LinkedHashSet<>();
        n.forEach((p, k) -> { if (k == 3 || k == 2 && live.contains(p)) next.add(p); });
        return next;
    }

    static int bfs(String[] maze) {
        int h = maze.length, w = maze[0].length();
        int[][] dist = new int[h][w];
        for (int[] row : dist) Arrays.fill(row, -1);
        Deque<int[]> q = new ArrayDeque<>();
        q.add(new int[] {1, 1});
        dist[1][1] = 0;
        while (!q.isEmpty()) {
            int[] p = q.poll();
            if (maze[p[0]].charAt(p[1]) == 'E') return dist[p[0]][p[1]];
            for (int[] d : new int[][] {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
                int r = p[0] + d[0], c = p[1] + d[1];
                if (maze[r].charAt(c) != '#' && dist[r][c] < 0) { dist[r][c] = dist[p[0]][p[1]] + 1; q.add(new int[] {r, c}); }
            }
        }
        return -1;
    }

    static String tour(int n) {
        int[][] b = new int[n][n], moves = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
        int r = 0, c = 0;
        for (int step = 1; ; step++) {
            b[r][c] = step;
            int best = 9, br = -1, bc = -1;
            for (int[] m : moves) { int x = r + m[0], y = c + m[1]; if (free(b, x, y)) { int k = 0; for (int[] o : moves) if (free(b, x + o[0], y + o[1])) k++; if (k < best) { best = k; br = x; bc = y; } } }
            if (br < 0) return step + "/" + n * n;
            r = br; c = bc;
        }
    }
    static boolean free(int[][] b, int x, int y) { return x >= 0 && y >= 0 && x < b.length && y < b.length && b[x][y] == 0; }

    public static void main(String[] args) {
        for (int n = 1; n <= 8; n++) System.out.print(queens(n, 0, 0, 0, 0) + " ");
        System.out.println();
        String puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        int[][] g = new int[9][9];
        for (int i = 0; i < 81; i++) g[i / 9][i % 9] = puzzle.charAt(i) - '0';
        System.out.println(solve(g));
        for (int[] row : g) { for (int v : row) System.out.print(v); System.out.println(); }
        Set<List<Integer>> glider = new LinkedHashSet<>(List.of(List.of(0, 1), List.of(1, 2), List.of(2, 0), List.of(2, 1), List.of(2, 2)));
        for (int i = 0; i < 12; i++) glider = life(glider);
        System.out.println(glider);
        System.out.println(bfs(new String[] {"##########", "#   #    #", "# # # ## #", "# #   #  #", "# ##### ##", "#     # E#", "##########"}) + " " + bfs(new String[] {"#####", "# #E#", "#####"}));
        System.out.println(tour(5) + " " + tour(6) + " " + tour(8));
    }
}
