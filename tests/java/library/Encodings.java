// UUIDs by name, Base64, hexadecimal, CRC32, message digests in plain Java.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.*;
import java.util.zip.*;

public class Encodings {
    static byte[] b(String s) { return s.getBytes(StandardCharsets.UTF_8); }
    static String hex(byte[] bs) { StringBuilder sb = new StringBuilder(); for (byte x : bs) sb.append(String.format("%02x", x)); return sb.toString(); }

    public static void main(String[] args) throws Exception {
        UUID u = UUID.nameUUIDFromBytes(b("thinair"));
        System.out.println(u + " " + u.version() + " " + u.variant() + " " + u.hashCode() + " " + u.getMostSignificantBits() + " " + UUID.fromString(u.toString()).equals(u) + " " + new UUID(1, 2) + " " + new UUID(-1, -1).compareTo(u));
        try { UUID.fromString("not-a-uuid"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Base64.Encoder enc = Base64.getEncoder();
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar", "ÿþý", "a longer text that needs more than one line in MIME, so it is rather long: 0123456789 0123456789"}) System.out.println(enc.encodeToString(b(s)) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(b(s)) + " " + new String(Base64.getDecoder().decode(enc.encode(b(s))), StandardCharsets.UTF_8).equals(s));
        System.out.println(Base64.getMimeEncoder().encodeToString(b("x".repeat(80))).replace("\r\n", "<CRLF>") + " " + new String(Base64.getMimeDecoder().decode("Zm 9v\nYmFy")));
        for (String bad : new String[] {"Zm9", "Z", "Zm9v!", "Zm9v=", "===="}) try { System.out.println(new String(Base64.getDecoder().decode(bad))); } catch (IllegalArgumentException e) { System.out.println(bad + ": " + e.getMessage()); }
        HexFormat hf = HexFormat.of();
        System.out.println(hf.formatHex(new byte[] {0, 15, -1, 127}) + " " + Arrays.toString(hf.parseHex("00ff10")) + " " + HexFormat.ofDelimiter(":").withUpperCase().formatHex(b("Hi!")) + " " + HexFormat.fromHexDigits("7fff") + " " + hf.toHexDigits((byte) 10) + " " + HexFormat.isHexDigit('g'));
        CRC32 crc = new CRC32();
        crc.update(b("123456789"));
        System.out.println(Long.toHexString(crc.getValue()));
        crc.reset();
        crc.update('a');
        crc.update(b("xyz"), 1, 2);
        Adler32 ad = new Adler32();
        ad.update(b("Wikipedia"));
        CRC32C c = new CRC32C();
        c.update(b("123456789"));
        System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(ad.getValue()) + " " + Long.toHexString(c.getValue()));
        for (String alg : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
            MessageDigest md = MessageDigest.getInstance(alg);
            System.out.println(alg + " " + md.getDigestLength() + " " + hex(md.digest(new byte[0])));
            md.update(b("abc"));
            md.update((byte) 'd');
            System.out.println("  " + hex(md.digest()) + " " + hex(md.digest(b("The quick brown fox jumps over the lazy dog".repeat(5)))));
        }
        System.out.println(MessageDigest.isEqual(b("a"), b("a")) + " " + MessageDigest.isEqual(b("a"), b("b")));
        try { MessageDigest.getInstance("NOPE"); } catch (java.security.NoSuchAlgorithmException e) { System.out.println(e.getMessage()); }
    }
}
