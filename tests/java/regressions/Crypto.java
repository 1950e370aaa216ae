// Ciphers, authentication codes and keys: the class library reads its policy files to allow them.
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

public class Crypto {
    static void show(String what, byte[] bytes) {
        System.out.println(what + " " + HexFormat.of().formatHex(bytes));
    }

    public static void main(String[] args) throws Exception {
        byte[] text = "a text to be kept secret".getBytes();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
        show("mac", mac.doFinal(text));
        SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
        Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cbc.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        byte[] secret = cbc.doFinal(text);
        show("cbc", secret);
        cbc.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        System.out.println(new String(cbc.doFinal(secret)));
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        show("gcm", gcm.doFinal(text));
        SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        show("key", factory.generateSecret(new PBEKeySpec("password".toCharArray(), "salt".getBytes(), 10, 128)).getEncoded());
        System.out.println(Cipher.getMaxAllowedKeyLength("AES"));
        show("digest", MessageDigest.getInstance("SHA3-256").digest(text));
        try {
            Cipher.getInstance("None");
        } catch (Exception e) {
            System.out.println(e);
        }
    }
}
