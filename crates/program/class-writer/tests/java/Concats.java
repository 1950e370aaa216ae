import java.util.ArrayList;
import java.util.List;

/** Concatenations of every shape. */
public class Concats {
    static final List<String> LOG = new ArrayList<>();

    static void show(Object text) {
        StringBuilder out = new StringBuilder();
        for (char c : String.valueOf(text).toCharArray()) {
            if (c >= ' ' && c < 127) {
                out.append(c);
            } else {
                out.append('<').append((int) c).append('>');
            }
        }
        System.out.println(out);
    }

    /** Tells when it is asked for its text, and gives what it was told, even null. */
    static class Noisy {
        final String text;
        Noisy(String text) { this.text = text; }
        @Override public String toString() {
            LOG.add("[" .concat(String.valueOf(text)).concat("]"));
            return text;
        }
    }

    static class Failing {
        @Override public String toString() { throw new IllegalStateException("failing"); }
    }

    static class CharsThatLie implements CharSequence {
        @Override public int length() { throw new AssertionError(); }
        @Override public char charAt(int at) { throw new AssertionError(); }
        @Override public CharSequence subSequence(int from, int to) { throw new AssertionError(); }
        @Override public String toString() { return "truth"; }
    }

    static void single(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, Object o) {
        show("" + z); show("" + b); show("" + s); show("" + c); show("" + i); show("" + l); show("" + f); show("" + d);
        show("" + t); show("" + o);
        show("<" + z + ">"); show("<" + b + ">"); show("<" + s + ">"); show("<" + c + ">"); show("<" + i + ">");
        show("<" + l + ">"); show("<" + f + ">"); show("<" + d + ">"); show("<" + t + ">"); show("<" + o + ">");
        show(z + "|" + b + s + c + i + l + f + d + t + o);
        show(t + "x"); show("x" + t); show(o + "x"); show("x" + o); show(t + o); show(t + i); show(i + t); show(t + t + t);
        String joined = t;
        joined += i;
        joined += o;
        joined += 'c';
        show(joined);
    }

    static void identity(String t, String empty, Object o, boolean z, char c, int i) {
        show("" + t == t);
        show("" + empty == empty);
        show(empty + empty == empty);
        show(empty + empty == "");
        show(empty + empty + empty == "");
        show(t + empty == t);
        show(empty + t == t);
        show(empty + t + empty == t);
        show("" + z == "true");
        show("" + z == "" + z);
        show(z + empty == "true");
        show("" + i == "" + i);
        show("" + c == "" + c);
        show("" + o == o);
        show((Object) ("" + o) == o);
        show(("" + empty).intern() == "");
    }

    static void order() {
        String text = "" + new Noisy("a") + 1 + new Noisy(null) + 2L + new Noisy("c") + 'x' + 1.5 + new Noisy("d");
        show(text);
        show(LOG);
        LOG.clear();
        show(new Noisy("p") + "," + new Noisy("q"));
        show(new Noisy("p") + "" + new Noisy(null));
        show(LOG);
        LOG.clear();
        show("" + new Noisy(null));
        show("x" + new Noisy(null));
        show(LOG);
        LOG.clear();
        try {
            show("" + new Noisy("before") + new Failing() + new Noisy("after"));
        } catch (IllegalStateException e) {
            show(e.getMessage());
        }
        show(LOG);
        LOG.clear();
        StringBuilder builder = new StringBuilder("sb");
        show("" + builder + builder.append("+") + builder);
        show("" + new CharsThatLie() + new CharsThatLie());
        char[] chars = {'n', 'o'};
        show(("" + chars).startsWith("[C@"));
        show((chars + "x").startsWith("[C@"));
        String[] array = {"a"};
        int at = 0;
        array[at++] += "b" + at;
        show(array[0] + at);
    }

    static void specials(String t, int i) {
        show("\1" + t + "\2" + i + "\1\2");
        show("\2\2" + t);
        show(t + "\1");
        show("\0" + t + "\0" + i);
        show("\u00e9\u0100\ud83d\ude00" + t + "\ud83d" + i + "\ude00");
        show((char) (i + 0x0100) + "" + (char) i + t);
        show("caf\u00e9" + (char) 0x20ac);
        show(t + Integer.MIN_VALUE + Long.MIN_VALUE + Float.NaN + Double.NEGATIVE_INFINITY + -0.0f + -0.0);
        float f = 1e10f;
        double d = 1e-5;
        byte b = Byte.MIN_VALUE;
        short s = Short.MIN_VALUE;
        char c = Character.MAX_VALUE;
        show(t + f + d + b + s + c + Long.MIN_VALUE + (i + Integer.MAX_VALUE));
        final String constant = "k" + 1 + 'c' + 2.5;
        show(constant + t + null + constant);
        StringBuilder big = new StringBuilder();
        for (int n = 0; n < 1000; n++) {
            big.append((char) ('a' + n % 26));
        }
        String large = big + "" + big + i;
        show(large.length() + ":" + large.hashCode());
    }

    static String slots200(int a0, Object a1, char a2, String a3, boolean a4, float a5, byte a6, short a7, int a8, Object a9, char a10, String a11, boolean a12, float a13, byte a14, short a15, int a16, Object a17, char a18, String a19, boolean a20, float a21, byte a22, short a23, int a24, Object a25, char a26, String a27, boolean a28, float a29, byte a30, short a31, int a32, Object a33, char a34, String a35, boolean a36, float a37, byte a38, short a39, int a40, Object a41, char a42, String a43, boolean a44, float a45, byte a46, short a47, int a48, Object a49, char a50, String a51, boolean a52, float a53, byte a54, short a55, int a56, Object a57, char a58, String a59, boolean a60, float a61, byte a62, short a63, int a64, Object a65, char a66, String a67, boolean a68, float a69, byte a70, short a71, int a72, Object a73, char a74, String a75, boolean a76, float a77, byte a78, short a79, int a80, Object a81, char a82, String a83, boolean a84, float a85, byte a86, short a87, int a88, Object a89, char a90, String a91, boolean a92, float a93, byte a94, short a95, int a96, Object a97, char a98, String a99, boolean a100, float a101, byte a102, short a103, int a104, Object a105, char a106, String a107, boolean a108, float a109, byte a110, short a111, int a112, Object a113, char a114, String a115, boolean a116, float a117, byte a118, short a119, int a120, Object a121, char a122, String a123, boolean a124, float a125, byte a126, short a127, int a128, Object a129, char a130, String a131, boolean a132, float a133, byte a134, short a135, int a136, Object a137, char a138, String a139, boolean a140, float a141, byte a142, short a143, int a144, Object a145, char a146, String a147, boolean a148, float a149, byte a150, short a151, int a152, Object a153, char a154, String a155, boolean a156, float a157, byte a158, short a159, int a160, Object a161, char a162, String a163, boolean a164, float a165, byte a166, short a167, int a168, Object a169, char a170, String a171, boolean a172, float a173, byte a174, short a175, int a176, Object a177, char a178, String a179, boolean a180, float a181, byte a182, short a183, int a184, Object a185, char a186, String a187, boolean a188, float a189, byte a190, short a191, int a192, Object a193, char a194, String a195, boolean a196, float a197, byte a198, short a199) {
        return "0:" + a0 + a1 + a2 + "3:" + a3 + a4 + a5 + "6:" + a6 + a7 + a8 + "9:" + a9 + a10 + a11 + "12:" + a12 + a13 + a14 + "15:" + a15 + a16 + a17 + "18:" + a18 + a19 + a20 + "21:" + a21 + a22 + a23 + "24:" + a24 + a25 + a26 + "27:" + a27 + a28 + a29 + "30:" + a30 + a31 + a32 + "33:" + a33 + a34 + a35 + "36:" + a36 + a37 + a38 + "39:" + a39 + a40 + a41 + "42:" + a42 + a43 + a44 + "45:" + a45 + a46 + a47 + "48:" + a48 + a49 + a50 + "51:" + a51 + a52 + a53 + "54:" + a54 + a55 + a56 + "57:" + a57 + a58 + a59 + "60:" + a60 + a61 + a62 + "63:" + a63 + a64 + a65 + "66:" + a66 + a67 + a68 + "69:" + a69 + a70 + a71 + "72:" + a72 + a73 + a74 + "75:" + a75 + a76 + a77 + "78:" + a78 + a79 + a80 + "81:" + a81 + a82 + a83 + "84:" + a84 + a85 + a86 + "87:" + a87 + a88 + a89 + "90:" + a90 + a91 + a92 + "93:" + a93 + a94 + a95 + "96:" + a96 + a97 + a98 + "99:" + a99 + a100 + a101 + "102:" + a102 + a103 + a104 + "105:" + a105 + a106 + a107 + "108:" + a108 + a109 + a110 + "111:" + a111 + a112 + a113 + "114:" + a114 + a115 + a116 + "117:" + a117 + a118 + a119 + "120:" + a120 + a121 + a122 + "123:" + a123 + a124 + a125 + "126:" + a126 + a127 + a128 + "129:" + a129 + a130 + a131 + "132:" + a132 + a133 + a134 + "135:" + a135 + a136 + a137 + "138:" + a138 + a139 + a140 + "141:" + a141 + a142 + a143 + "144:" + a144 + a145 + a146 + "147:" + a147 + a148 + a149 + "150:" + a150 + a151 + a152 + "153:" + a153 + a154 + a155 + "156:" + a156 + a157 + a158 + "159:" + a159 + a160 + a161 + "162:" + a162 + a163 + a164 + "165:" + a165 + a166 + a167 + "168:" + a168 + a169 + a170 + "171:" + a171 + a172 + a173 + "174:" + a174 + a175 + a176 + "177:" + a177 + a178 + a179 + "180:" + a180 + a181 + a182 + "183:" + a183 + a184 + a185 + "186:" + a186 + a187 + a188 + "189:" + a189 + a190 + a191 + "192:" + a192 + a193 + a194 + "195:" + a195 + a196 + a197 + "198:" + a198 + a199;
    }

    static String wideSlots200(long a0, double a1, long a2, double a3, long a4, double a5, long a6, double a7, long a8, double a9, long a10, double a11, long a12, double a13, long a14, double a15, long a16, double a17, long a18, double a19, long a20, double a21, long a22, double a23, long a24, double a25, long a26, double a27, long a28, double a29, long a30, double a31, long a32, double a33, long a34, double a35, long a36, double a37, long a38, double a39, long a40, double a41, long a42, double a43, long a44, double a45, long a46, double a47, long a48, double a49, long a50, double a51, long a52, double a53, long a54, double a55, long a56, double a57, long a58, double a59, long a60, double a61, long a62, double a63, long a64, double a65, long a66, double a67, long a68, double a69, long a70, double a71, long a72, double a73, long a74, double a75, long a76, double a77, long a78, double a79, long a80, double a81, long a82, double a83, long a84, double a85, long a86, double a87, long a88, double a89, long a90, double a91, long a92, double a93, long a94, double a95, long a96, double a97, long a98, double a99) {
        return "0:" + a0 + a1 + a2 + "3:" + a3 + a4 + a5 + "6:" + a6 + a7 + a8 + "9:" + a9 + a10 + a11 + "12:" + a12 + a13 + a14 + "15:" + a15 + a16 + a17 + "18:" + a18 + a19 + a20 + "21:" + a21 + a22 + a23 + "24:" + a24 + a25 + a26 + "27:" + a27 + a28 + a29 + "30:" + a30 + a31 + a32 + "33:" + a33 + a34 + a35 + "36:" + a36 + a37 + a38 + "39:" + a39 + a40 + a41 + "42:" + a42 + a43 + a44 + "45:" + a45 + a46 + a47 + "48:" + a48 + a49 + a50 + "51:" + a51 + a52 + a53 + "54:" + a54 + a55 + a56 + "57:" + a57 + a58 + a59 + "60:" + a60 + a61 + a62 + "63:" + a63 + a64 + a65 + "66:" + a66 + a67 + a68 + "69:" + a69 + a70 + a71 + "72:" + a72 + a73 + a74 + "75:" + a75 + a76 + a77 + "78:" + a78 + a79 + a80 + "81:" + a81 + a82 + a83 + "84:" + a84 + a85 + a86 + "87:" + a87 + a88 + a89 + "90:" + a90 + a91 + a92 + "93:" + a93 + a94 + a95 + "96:" + a96 + a97 + a98 + "99:" + a99;
    }

    static String more300(String a0, String a1, String a2, String a3, String a4, String a5, String a6, String a7, String a8, String a9, String a10, String a11, String a12, String a13, String a14, String a15, String a16, String a17, String a18, String a19, String a20, String a21, String a22, String a23, String a24, String a25, String a26, String a27, String a28, String a29, String a30, String a31, String a32, String a33, String a34, String a35, String a36, String a37, String a38, String a39, String a40, String a41, String a42, String a43, String a44, String a45, String a46, String a47, String a48, String a49, String a50, String a51, String a52, String a53, String a54, String a55, String a56, String a57, String a58, String a59, String a60, String a61, String a62, String a63, String a64, String a65, String a66, String a67, String a68, String a69, String a70, String a71, String a72, String a73, String a74, String a75, String a76, String a77, String a78, String a79, String a80, String a81, String a82, String a83, String a84, String a85, String a86, String a87, String a88, String a89, String a90, String a91, String a92, String a93, String a94, String a95, String a96, String a97, String a98, String a99, String a100, String a101, String a102, String a103, String a104, String a105, String a106, String a107, String a108, String a109, String a110, String a111, String a112, String a113, String a114, String a115, String a116, String a117, String a118, String a119, String a120, String a121, String a122, String a123, String a124, String a125, String a126, String a127, String a128, String a129, String a130, String a131, String a132, String a133, String a134, String a135, String a136, String a137, String a138, String a139, String a140, String a141, String a142, String a143, String a144, String a145, String a146, String a147, String a148, String a149, String a150, String a151, String a152, String a153, String a154, String a155, String a156, String a157, String a158, String a159, String a160, String a161, String a162, String a163, String a164, String a165, String a166, String a167, String a168, String a169, String a170, String a171, String a172, String a173, String a174, String a175, String a176, String a177, String a178, String a179, String a180, String a181, String a182, String a183, String a184, String a185, String a186, String a187, String a188, String a189, String a190, String a191, String a192, String a193, String a194, String a195, String a196, String a197, String a198, String a199, String a200, String a201, String a202, String a203, String a204, String a205, String a206, String a207, String a208, String a209, String a210, String a211, String a212, String a213, String a214, String a215, String a216, String a217, String a218, String a219, String a220, String a221, String a222, String a223, String a224, String a225, String a226, String a227, String a228, String a229, String a230, String a231, String a232, String a233, String a234, String a235, String a236, String a237, String a238, String a239, String a240, String a241, String a242, String a243, String a244, String a245, String a246, String a247, String a248, String a249) {
        return "0:" + a0 + a1 + a2 + "3:" + a3 + a4 + a5 + "6:" + a6 + a7 + a8 + "9:" + a9 + a10 + a11 + "12:" + a12 + a13 + a14 + "15:" + a15 + a16 + a17 + "18:" + a18 + a19 + a20 + "21:" + a21 + a22 + a23 + "24:" + a24 + a25 + a26 + "27:" + a27 + a28 + a29 + "30:" + a30 + a31 + a32 + "33:" + a33 + a34 + a35 + "36:" + a36 + a37 + a38 + "39:" + a39 + a40 + a41 + "42:" + a42 + a43 + a44 + "45:" + a45 + a46 + a47 + "48:" + a48 + a49 + a50 + "51:" + a51 + a52 + a53 + "54:" + a54 + a55 + a56 + "57:" + a57 + a58 + a59 + "60:" + a60 + a61 + a62 + "63:" + a63 + a64 + a65 + "66:" + a66 + a67 + a68 + "69:" + a69 + a70 + a71 + "72:" + a72 + a73 + a74 + "75:" + a75 + a76 + a77 + "78:" + a78 + a79 + a80 + "81:" + a81 + a82 + a83 + "84:" + a84 + a85 + a86 + "87:" + a87 + a88 + a89 + "90:" + a90 + a91 + a92 + "93:" + a93 + a94 + a95 + "96:" + a96 + a97 + a98 + "99:" + a99 + a100 + a101 + "102:" + a102 + a103 + a104 + "105:" + a105 + a106 + a107 + "108:" + a108 + a109 + a110 + "111:" + a111 + a112 + a113 + "114:" + a114 + a115 + a116 + "117:" + a117 + a118 + a119 + "120:" + a120 + a121 + a122 + "123:" + a123 + a124 + a125 + "126:" + a126 + a127 + a128 + "129:" + a129 + a130 + a131 + "132:" + a132 + a133 + a134 + "135:" + a135 + a136 + a137 + "138:" + a138 + a139 + a140 + "141:" + a141 + a142 + a143 + "144:" + a144 + a145 + a146 + "147:" + a147 + a148 + a149 + "150:" + a150 + a151 + a152 + "153:" + a153 + a154 + a155 + "156:" + a156 + a157 + a158 + "159:" + a159 + a160 + a161 + "162:" + a162 + a163 + a164 + "165:" + a165 + a166 + a167 + "168:" + a168 + a169 + a170 + "171:" + a171 + a172 + a173 + "174:" + a174 + a175 + a176 + "177:" + a177 + a178 + a179 + "180:" + a180 + a181 + a182 + "183:" + a183 + a184 + a185 + "186:" + a186 + a187 + a188 + "189:" + a189 + a190 + a191 + "192:" + a192 + a193 + a194 + "195:" + a195 + a196 + a197 + "198:" + a198 + a199 + a200 + "201:" + a201 + a202 + a203 + "204:" + a204 + a205 + a206 + "207:" + a207 + a208 + a209 + "210:" + a210 + a211 + a212 + "213:" + a213 + a214 + a215 + "216:" + a216 + a217 + a218 + "219:" + a219 + a220 + a221 + "222:" + a222 + a223 + a224 + "225:" + a225 + a226 + a227 + "228:" + a228 + a229 + a230 + "231:" + a231 + a232 + a233 + "234:" + a234 + a235 + a236 + "237:" + a237 + a238 + a239 + "240:" + a240 + a241 + a242 + "243:" + a243 + a244 + a245 + "246:" + a246 + a247 + a248 + "249:" + a249;
    }

    public static void main(String[] args) {
        single(true, (byte) -1, (short) -2, 'c', 4, 5L, 6.5f, 7.25, "text", new Noisy("noisy"));
        single(false, (byte) 1, (short) 2, '\u20ac', -4, -5L, Float.MIN_VALUE, Double.MAX_VALUE, null, null);
        identity(new String("text"), new String(""), "object", true, 'c', 12345);
        order();
        specials("text", 1);
        show(slots200(0, null, 'c', "s3", true, 5f, (byte) 6, (short) -7, 8, null, 'c', "s11", true, 13f, (byte) 14, (short) -15, 16, null, 'c', "s19", true, 21f, (byte) 22, (short) -23, 24, null, 'c', "s27", true, 29f, (byte) 30, (short) -31, 32, null, 'c', "s35", true, 37f, (byte) 38, (short) -39, 40, null, 'c', "s43", true, 45f, (byte) 46, (short) -47, 48, null, 'c', "s51", true, 53f, (byte) 54, (short) -55, 56, null, 'c', "s59", true, 61f, (byte) 62, (short) -63, 64, null, 'c', "s67", true, 69f, (byte) 70, (short) -71, 72, null, 'c', "s75", true, 77f, (byte) 78, (short) -79, 80, null, 'c', "s83", true, 85f, (byte) 86, (short) -87, 88, null, 'c', "s91", true, 93f, (byte) 94, (short) -95, 96, null, 'c', "s99", true, 101f, (byte) 102, (short) -103, 104, null, 'c', "s107", true, 109f, (byte) 110, (short) -111, 112, null, 'c', "s115", true, 117f, (byte) 118, (short) -119, 120, null, 'c', "s123", true, 125f, (byte) 126, (short) -127, 128, null, 'c', "s131", true, 133f, (byte) 134, (short) -135, 136, null, 'c', "s139", true, 141f, (byte) 142, (short) -143, 144, null, 'c', "s147", true, 149f, (byte) 150, (short) -151, 152, null, 'c', "s155", true, 157f, (byte) 158, (short) -159, 160, null, 'c', "s163", true, 165f, (byte) 166, (short) -167, 168, null, 'c', "s171", true, 173f, (byte) 174, (short) -175, 176, null, 'c', "s179", true, 181f, (byte) 182, (short) -183, 184, null, 'c', "s187", true, 189f, (byte) 190, (short) -191, 192, null, 'c', "s195", true, 197f, (byte) 198, (short) -199));
        show(wideSlots200(0L << 33, 1 / 7.0, 2L << 33, 3 / 7.0, 4L << 33, 5 / 7.0, 6L << 33, 7 / 7.0, 8L << 33, 9 / 7.0, 10L << 33, 11 / 7.0, 12L << 33, 13 / 7.0, 14L << 33, 15 / 7.0, 16L << 33, 17 / 7.0, 18L << 33, 19 / 7.0, 20L << 33, 21 / 7.0, 22L << 33, 23 / 7.0, 24L << 33, 25 / 7.0, 26L << 33, 27 / 7.0, 28L << 33, 29 / 7.0, 30L << 33, 31 / 7.0, 32L << 33, 33 / 7.0, 34L << 33, 35 / 7.0, 36L << 33, 37 / 7.0, 38L << 33, 39 / 7.0, 40L << 33, 41 / 7.0, 42L << 33, 43 / 7.0, 44L << 33, 45 / 7.0, 46L << 33, 47 / 7.0, 48L << 33, 49 / 7.0, 50L << 33, 51 / 7.0, 52L << 33, 53 / 7.0, 54L << 33, 55 / 7.0, 56L << 33, 57 / 7.0, 58L << 33, 59 / 7.0, 60L << 33, 61 / 7.0, 62L << 33, 63 / 7.0, 64L << 33, 65 / 7.0, 66L << 33, 67 / 7.0, 68L << 33, 69 / 7.0, 70L << 33, 71 / 7.0, 72L << 33, 73 / 7.0, 74L << 33, 75 / 7.0, 76L << 33, 77 / 7.0, 78L << 33, 79 / 7.0, 80L << 33, 81 / 7.0, 82L << 33, 83 / 7.0, 84L << 33, 85 / 7.0, 86L << 33, 87 / 7.0, 88L << 33, 89 / 7.0, 90L << 33, 91 / 7.0, 92L << 33, 93 / 7.0, 94L << 33, 95 / 7.0, 96L << 33, 97 / 7.0, 98L << 33, 99 / 7.0));
        show(more300("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "s28", "s29", "s30", "s31", "s32", "s33", "s34", "s35", "s36", "s37", "s38", "s39", "s40", "s41", "s42", "s43", "s44", "s45", "s46", "s47", "s48", "s49", "s50", "s51", "s52", "s53", "s54", "s55", "s56", "s57", "s58", "s59", "s60", "s61", "s62", "s63", "s64", "s65", "s66", "s67", "s68", "s69", "s70", "s71", "s72", "s73", "s74", "s75", "s76", "s77", "s78", "s79", "s80", "s81", "s82", "s83", "s84", "s85", "s86", "s87", "s88", "s89", "s90", "s91", "s92", "s93", "s94", "s95", "s96", "s97", "s98", "s99", "s100", "s101", "s102", "s103", "s104", "s105", "s106", "s107", "s108", "s109", "s110", "s111", "s112", "s113", "s114", "s115", "s116", "s117", "s118", "s119", "s120", "s121", "s122", "s123", "s124", "s125", "s126", "s127", "s128", "s129", "s130", "s131", "s132", "s133", "s134", "s135", "s136", "s137", "s138", "s139", "s140", "s141", "s142", "s143", "s144", "s145", "s146", "s147", "s148", "s149", "s150", "s151", "s152", "s153", "s154", "s155", "s156", "s157", "s158", "s159", "s160", "s161", "s162", "s163", "s164", "s165", "s166", "s167", "s168", "s169", "s170", "s171", "s172", "s173", "s174", "s175", "s176", "s177", "s178", "s179", "s180", "s181", "s182", "s183", "s184", "s185", "s186", "s187", "s188", "s189", "s190", "s191", "s192", "s193", "s194", "s195", "s196", "s197", "s198", "s199", "s200", "s201", "s202", "s203", "s204", "s205", "s206", "s207", "s208", "s209", "s210", "s211", "s212", "s213", "s214", "s215", "s216", "s217", "s218", "s219", "s220", "s221", "s222", "s223", "s224", "s225", "s226", "s227", "s228", "s229", "s230", "s231", "s232", "s233", "s234", "s235", "s236", "s237", "s238", "s239", "s240", "s241", "s242", "s243", "s244", "s245", "s246", "s247", "s248", "s249"));
    }
}
