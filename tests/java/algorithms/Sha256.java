// SHA-256, MD5 and CRC by hand, compared with known digests; bit rotations and byte order.
import java.nio.charset.StandardCharsets;

public class Sha256 {
    static final int[] K = new int[64], H0 = new int[8];
    static {
        int n = 0;
        for (int p = 2; n < 64; p++) {
            boolean prime = true;
            for (int d = 2; d * d <= p; d++) prime &= p % d != 0;
            if (!prime) continue;
            K[n] = frac(StrictMath.cbrt(p));
            if (n < 8) H0[n] = frac(Math.sqrt(p));
            n++;
        }
    }
    static int frac(double d) { return (int) (long) ((d - Math.floor(d)) * 4294967296.0); }

    static byte[] pad(byte[] m, boolean big) {
        int len = (m.length + 8) / 64 * 64 + 64;
        byte[] p = java.util.Arrays.copyOf(m, len);
        p[m.length] = (byte) 0x80;
        long bits = m.length * 8L;
        for (int i = 0; i < 8; i++) p[big ? len - 1 - i : len - 8 + i] = (byte) (bits >>> 8 * i);
        return p;
    }

    static String sha256(byte[] msg) {
        byte[] p = pad(msg, true);
        int[] h = H0.clone(), w = new int[64];
        for (int off = 0; off < p.length; off += 64) {
            for (int i = 0; i < 16; i++) w[i] = p[off + 4 * i] << 24 | (p[off + 4 * i + 1] & 255) << 16 | (p[off + 4 * i + 2] & 255) << 8 | p[off + 4 * i + 3] & 255;
            for (int i = 16; i < 64; i++) {
                int a = w[i - 15], b = w[i - 2];
                w[i] = w[i - 16] + (Integer.rotateRight(a, 7) ^ Integer.rotateRight(a, 18) ^ a >>> 3) + w[i - 7] + (Integer.rotateRight(b, 17) ^ Integer.rotateRight(b, 19) ^ b >>> 10);
            }
            int a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], x = h[7];
            for (int i = 0; i < 64; i++) {
                int t1 = x + (Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i];
                int t2 = (Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22)) + (a & b ^ a & c ^ b & c);
                x = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
            }
            h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += x;
        }
        StringBuilder sb = new StringBuilder();
        for (int v : h) for (int i = 28; i >= 0; i -= 4) sb.append(Character.forDigit(v >>> i & 15, 16));
        return sb.toString();
    }

    static String md5(byte[] msg) {
        int[] s = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21}, h = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
        byte[] p = pad(msg, false);
        for (int off = 0; off < p.length; off += 64) {
            int a = h[0], b = h[1], c = h[2], d = h[3];
            for (int i = 0; i < 64; i++) {
                int f, g;
                switch (i / 16) {
                    case 0: f = b & c | ~b & d; g = i; break;
                    case 1: f = d & b | ~d & c; g = (5 * i + 1) % 16; break;
                    case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
                    default: f = c ^ (b | ~d); g = 7 * i % 16;
                }
                int m = p[off + 4 * g] & 255 | (p[off + 4 * g + 1] & 255) << 8 | (p[off + 4 * g + 2] & 255) << 16 | p[off + 4 * g + 3] << 24;
                int k = (int) (long) Math.floor(Math.abs(StrictMath.sin(i + 1)) * 4294967296.0);
                int t = d; d = c; c = b; b += Integer.rotateLeft(a + f + k + m, s[i / 16 * 4 + i % 4]); a = t;
            }
            h[0] += a; h[1] += b; h[2] += c; h[3] += d;
        }
        StringBuilder sb = new StringBuilder();
        for (int v : h) for (int i = 0; i < 4; i++) sb.append(String.format("%02x", v >>> 8 * i & 255));
        return sb.toString();
    }

    public static void main(String[] args) {
        for (String t : new String[] {"", "abc", "The quick brown fox jumps over the lazy dog", "a".repeat(200), "ünïcödé 中文"}) {
            byte[] b = t.getBytes(StandardCharsets.UTF_8);
            System.out.println(sha256(b) + " " + md5(b));
        }
        System.out.println(sha256("abc".getBytes()).equals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") + " " + md5(new byte[0]).equals("d41d8cd98f00b204e9800998ecf8427e"));
        System.out.println(Integer.toHexString(K[0]) + " " + Integer.toHexString(K[63]) + " " + Integer.toHexString(H0[0]) + " " + Integer.toHexString(H0[7]));
    }
}
