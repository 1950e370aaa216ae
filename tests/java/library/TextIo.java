// Readers, writers and streams in memory: Scanner, BufferedReader, PrintWriter, data streams, pushback, tokenizer.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class TextIo {
    public static void main(String[] args) throws Exception {
        Scanner sc = new Scanner("42 3.5 word true 99999999999 0x1F\nsecond line here\n\nlast").useLocale(Locale.ROOT);
        System.out.println(sc.nextInt() + " " + sc.nextDouble() + " " + sc.next() + " " + sc.nextBoolean() + " " + sc.hasNextInt() + sc.hasNextLong() + " " + sc.nextLong() + " " + sc.hasNext("0x.*") + sc.next() + "[" + sc.nextLine() + "][" + sc.nextLine() + "][" + sc.nextLine() + "] " + sc.hasNextLine() + sc.next() + sc.hasNext());
        try { sc.next(); } catch (NoSuchElementException e) { System.out.println("no more"); }
        try { new Scanner("abc").nextInt(); } catch (InputMismatchException e) { System.out.println(e.getMessage()); }
        Scanner csv = new Scanner("a,b,,c").useDelimiter(",");
        while (csv.hasNext()) System.out.print("<" + csv.next() + ">");
        System.out.println(new Scanner("x=1;y=22").findInLine("(\\w)=(\\d+);(\\w)=(\\d+)") + " " + new Scanner("1 2 3").tokens().mapToInt(Integer::parseInt).sum() + " " + new Scanner("ff").nextInt(16));
        BufferedReader br = new BufferedReader(new StringReader("l1\nl2\r\nl3\rl4"));
        String line;
        while ((line = br.readLine()) != null) System.out.print(line + "|");
        System.out.println(new BufferedReader(new StringReader("x\ny")).lines().count());
        StringReader sr = new StringReader("hello");
        sr.read();
        sr.mark(10);
        char[] buf = new char[3];
        System.out.println(sr.read(buf) + new String(buf) + (char) sr.read() + sr.read());
        sr.reset();
        System.out.println(sr.skip(2) + " " + (char) sr.read() + " " + sr.ready() + sr.markSupported());
        StringWriter sw = new StringWriter();
        try (PrintWriter pw = new PrintWriter(sw)) { pw.printf("%d-%s", 5, "x").println(); pw.print(true); pw.append("abc", 1, 2).write("text", 0, 2); System.out.println(pw.checkError()); }
        System.out.println(sw.toString().replace("\n", "<NL>") + " " + sw.getBuffer().length());
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bo);
        out.writeInt(1); out.writeLong(-2); out.writeDouble(3.5); out.writeFloat(4.5f); out.writeShort(-5); out.writeByte(6); out.writeChar('c'); out.writeBoolean(true); out.writeUTF("üñí\0中"); out.writeBytes("by"); out.writeChars("ch");
        byte[] bytes = bo.toByteArray();
        System.out.println(bytes.length + " " + out.size() + " " + Arrays.hashCode(bytes));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        System.out.println(in.readInt() + " " + in.readLong() + " " + in.readDouble() + " " + in.readFloat() + " " + in.readShort() + " " + in.readByte() + " " + in.readChar() + " " + in.readBoolean() + " " + in.readUTF().length() + " " + (char) in.readUnsignedByte() + in.available() + in.skipBytes(1) + in.readUnsignedShort());
        try { in.readLong(); } catch (EOFException e) { System.out.println("EOF"); }
        PushbackReader pr = new PushbackReader(new StringReader("ab"), 2);
        int c = pr.read();
        pr.unread(c);
        pr.unread('z');
        System.out.println((char) pr.read() + "" + (char) pr.read() + (char) pr.read() + pr.read());
        InputStreamReader isr = new InputStreamReader(new ByteArrayInputStream("é中😀".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        StringBuilder sb = new StringBuilder();
        for (int ch; (ch = isr.read()) >= 0; ) sb.append(Integer.toHexString(ch)).append(' ');
        System.out.println(sb + isr.getEncoding());
        ByteArrayOutputStream enc = new ByteArrayOutputStream();
        try (Writer w = new BufferedWriter(new OutputStreamWriter(enc, StandardCharsets.UTF_16LE))) { w.write("aé"); w.append('中'); }
        System.out.println(Arrays.toString(enc.toByteArray()));
        PrintStream ps = new PrintStream(enc, true, StandardCharsets.ISO_8859_1);
        enc.reset();
        ps.print("é中");
        ps.println(1.5);
        System.out.println(Arrays.toString(enc.toByteArray()));
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // comment\n y1"));
        st.slashSlashComments(true);
        StringBuilder toks = new StringBuilder();
        while (st.nextToken() != StreamTokenizer.TT_EOF) toks.append(st.ttype == StreamTokenizer.TT_NUMBER ? "N" + st.nval : st.ttype == StreamTokenizer.TT_WORD ? "W" + st.sval : st.ttype == '\'' ? "S" + st.sval : "C" + (char) st.ttype).append(' ');
        System.out.println(toks + "" + st.lineno());
        SequenceInputStream seq = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1, 2}), new ByteArrayInputStream(new byte[] {3}));
        System.out.println(Arrays.toString(seq.readAllBytes()) + " " + new String(new ByteArrayInputStream("abcdef".getBytes()).readNBytes(3)) + " " + new ByteArrayInputStream(new byte[10]).transferTo(OutputStream.nullOutputStream()));
        LineNumberReader lr = new LineNumberReader(new StringReader("a\nb\nc"));
        lr.readLine(); lr.readLine();
        CharArrayWriter cw = new CharArrayWriter();
        cw.write("chars");
        System.out.println(lr.getLineNumber() + " " + cw.size() + new CharArrayReader(cw.toCharArray(), 1, 2).read());
        Properties p = new Properties();
        p.load(new StringReader("# comment\na=1\nb : two words\nc\\ d = e\\u0041\nlong = x\\\n   y\n! no\nempty"));
        System.out.println(new TreeMap<>(p));
        System.out.println(System.in.available() + " " + System.in.read());
        PrintStream old = System.out;
        ByteArrayOutputStream cap = new ByteArrayOutputStream();
        System.setOut(new PrintStream(cap, true));
        System.out.println("captured");
        System.setOut(old);
        System.out.println("got " + cap.toString().trim());
        try (BufferedReader closed = new BufferedReader(new StringReader("x"))) { closed.close(); closed.readLine(); } catch (IOException e) { System.out.println(e.getMessage()); }
    }
}
