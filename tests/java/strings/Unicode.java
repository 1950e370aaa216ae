// Unicode: code points, surrogates, case mapping, encodings, normal forms.
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;

public class Unicode {
    public static void main(String[] args) {
        String s = "aé中😀z";
        System.out.println(s + " " + s.length() + " " + s.codePointCount(0, s.length()) + " " + s.codePointAt(3) + " " + s.codePointBefore(5) + " " + s.offsetByCodePoints(0, 4));
        s.codePoints().forEach(c -> System.out.print(Integer.toHexString(c) + " " + Character.charCount(c) + "; "));
        System.out.println();
        for (char c : s.toCharArray()) System.out.print((int) c + (Character.isSurrogate(c) ? "s" : "") + " ");
        System.out.println();
        System.out.println(Arrays.toString(s.getBytes(StandardCharsets.UTF_8)));
        System.out.println(Arrays.toString(s.getBytes(StandardCharsets.UTF_16BE)));
        System.out.println(Arrays.toString(s.getBytes(StandardCharsets.UTF_16)));
        System.out.println(Arrays.toString(s.getBytes(StandardCharsets.ISO_8859_1)));
        System.out.println(Arrays.toString(s.getBytes(StandardCharsets.US_ASCII)));
        System.out.println(new String(new byte[] {(byte) 0xc3, (byte) 0xa9, 'x', (byte) 0xff, (byte) 0xe4, (byte) 0xb8, (byte) 0xad}, StandardCharsets.UTF_8));
        System.out.println(new String(new byte[] {(byte) 0xe9, 65}, StandardCharsets.ISO_8859_1) + " " + new String(new byte[] {0, 65, 0, 66}, StandardCharsets.UTF_16BE));
        String bad = "x\ud83dy";
        System.out.println(bad.length() + " " + Arrays.toString(bad.getBytes(StandardCharsets.UTF_8)) + " " + bad.codePointAt(1));
        System.out.println("straße".toUpperCase(Locale.ROOT) + " " + "İ".toLowerCase(Locale.ROOT).length() + " " + "ΑΣ".toLowerCase(Locale.ROOT) + " " + "ﬁ".toUpperCase(Locale.ROOT) + " " + "I".toLowerCase(new Locale("tr")));
        System.out.println("ÀÉÎ".toLowerCase() + " " + "àéî".toUpperCase() + " " + "Éa".equalsIgnoreCase("éA") + " " + "\u0130".equalsIgnoreCase("i") + " " + "ǅ".toUpperCase() + "ǅ".toLowerCase());
        int[] cps = {'a', 'Z', '5', ' ', '_', '$', 0xe9, 0xdf, 0x4e2d, 0x1F600, 0x660, 0x2160, 0x200b, 0xa0, 0x3a3, 0x10400, '\t', 0x7f, 0xfffd, 0x1c5};
        for (int c : cps) {
            System.out.println(Integer.toHexString(c) + ": " + (Character.isLetter(c) ? "L" : "-") + (Character.isDigit(c) ? "D" : "-") + (Character.isLetterOrDigit(c) ? "A" : "-") + (Character.isUpperCase(c) ? "U" : "-")
                + (Character.isLowerCase(c) ? "l" : "-") + (Character.isTitleCase(c) ? "T" : "-") + (Character.isWhitespace(c) ? "W" : "-") + (Character.isSpaceChar(c) ? "S" : "-") + (Character.isJavaIdentifierStart(c) ? "J" : "-")
                + (Character.isJavaIdentifierPart(c) ? "P" : "-") + (Character.isISOControl(c) ? "C" : "-") + (Character.isIdeographic(c) ? "I" : "-") + (Character.isMirrored(c) ? "M" : "-") + " "
                + Character.getType(c) + " " + Character.getNumericValue(c) + " " + Character.digit(c, 16) + " " + Integer.toHexString(Character.toUpperCase(c)) + " " + Integer.toHexString(Character.toLowerCase(c)) + " " + Character.getDirectionality(c));
        }
        System.out.println(Character.toChars(0x1F600).length + " " + (int) Character.highSurrogate(0x1F600) + " " + (int) Character.lowSurrogate(0x1F600) + " " + Character.toCodePoint('\ud83d', '\ude00') + " " + Character.isValidCodePoint(0x110000));
        System.out.println(Character.forDigit(11, 16) + " " + Character.toString(0x4e2d) + " " + Character.valueOf('x').compareTo('z') + " " + Character.isBmpCodePoint(0x1F600) + " " + Character.isSupplementaryCodePoint(0x1F600));
        System.out.println(Normalizer.normalize("é", Normalizer.Form.NFD).length() + " " + Normalizer.normalize("e\u0301", Normalizer.Form.NFC).length());
        System.out.println(Charset.forName("latin1") + " " + Charset.isSupported("UTF-8") + " " + StandardCharsets.UTF_8.aliases().contains("UTF8"));
        System.out.println(new StringBuilder("a😀b").reverse() + " " + "😀".repeat(2) + " " + "a😀".indexOf(0x1F600) + " " + "x😀".charAt(1));
        try {
            Character.toChars(0x110000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Character.UnicodeBlock.of('é') + " " + Character.UnicodeScript.of(0x4e2d) + " " + Character.getName('a'));
        System.out.println("\u00e9".compareTo("z") + " " + "中".hashCode() + " " + "😀".hashCode() + " " + s.hashCode() + " " + "é".hashCode());
        System.out.println(s.substring(0, 2) + s.substring(2, 3).length() + s.replace('中', 'x') + s.replace("😀", ":)") + s.contains("中") + s.indexOf("z") + s.endsWith("z") + s.toUpperCase());
    }
}
