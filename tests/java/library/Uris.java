// URIs, URL encoding, and paths as text, without touching the network or the disk.
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

public class Uris {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"http://user:pw@example.com:8080/a/b/../c;p=1?q=x%20y&z=1#frag", "mailto:joe@site.org", "../rel/./path", "file:///etc/x", "urn:isbn:12", "//host/p", "http://[::1]:80/", "?only=query", ""}) {
            URI u = new URI(s);
            System.out.println(u + " | " + u.getScheme() + " | " + u.getUserInfo() + " | " + u.getHost() + " | " + u.getPort() + " | " + u.getPath() + " | " + u.getQuery() + " | " + u.getRawQuery() + " | " + u.getFragment() + " | " + u.isAbsolute() + u.isOpaque() + " | " + u.normalize());
        }
        URI base = URI.create("http://h/a/b/c?q");
        for (String r : new String[] {"d", "../d", "/d", "?x", "#f", "http://o/", "./", "../../../e", "g/../h"}) System.out.print(base.resolve(r) + " ");
        System.out.println(URI.create("http://h/a/").relativize(URI.create("http://h/a/b/c")) + " " + URI.create("HTTP://H/x").equals(URI.create("http://h/x")) + " " + URI.create("b").compareTo(URI.create("a")) + " " + new URI("http", "h", "/sp ace/ü", "f f").toASCIIString());
        for (String bad : new String[] {"http://h/a b", ":x", "http://[::1", "%zz"}) try { new URI(bad); System.out.println("fine " + bad); } catch (URISyntaxException e) { System.out.println(e.getMessage()); }
        String text = "a b&c=d/é+~*中";
        String enc = URLEncoder.encode(text, StandardCharsets.UTF_8);
        System.out.println(enc + " " + URLDecoder.decode(enc, StandardCharsets.UTF_8).equals(text) + " " + URLDecoder.decode("x+y%21", StandardCharsets.UTF_8));
        try { URLDecoder.decode("%4", StandardCharsets.UTF_8); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Path p = Path.of("/a/b/./c/../d.txt");
        System.out.println(p + " " + p.normalize() + " " + p.getFileName() + " " + p.getParent() + " " + p.getRoot() + " " + p.getNameCount() + " " + p.getName(1) + " " + p.subpath(0, 2) + " " + p.isAbsolute() + " " + p.startsWith("/a") + p.endsWith("d.txt"));
        System.out.println(Path.of("a", "b", "c").resolve("d") + " " + Path.of("/x").resolve("/y") + " " + Path.of("/a/b").relativize(Path.of("/a/c/d")) + " " + Path.of("a/b").resolveSibling("z") + " " + Path.of("a").compareTo(Path.of("b")) + " " + Path.of("").getNameCount() + " " + Path.of("/").getParent() + " " + Path.of("a//b///c") + " " + Path.of("x").equals(Path.of("./x").normalize()));
        List<String> names = new ArrayList<>();
        for (Path n : Path.of("one/two/three")) names.add(n.toString());
        System.out.println(names + " " + new java.io.File("/a/../b.c").getName() + " " + new java.io.File("dir", "f").getPath() + " " + new java.io.File("/x/y").getParent() + " " + new java.io.File("rel").isAbsolute());
        PathMatcher m = FileSystems.getDefault().getPathMatcher("glob:**.{java,class}");
        System.out.println(m.matches(Path.of("a/B.java")) + " " + m.matches(Path.of("a/B.txt")) + " " + FileSystems.getDefault().getSeparator());
        try { Path.of("bad\0name"); } catch (InvalidPathException e) { System.out.println(e.getReason()); }
    }
}
