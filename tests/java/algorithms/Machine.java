// A stack machine and a Brainfuck interpreter: tight loops over arrays, switches, strings.
import java.util.*;

public class Machine {
    enum Op { PUSH, ADD, SUB, MUL, DIV, DUP, SWAP, POP, JMP, JZ, LOAD, STORE, CALL, RET, PRINT, HALT, LT }
    record Ins(Op op, int arg) {}

    static List<Ins> assemble(String src) {
        Map<String, Integer> labels = new TreeMap<>();
        List<String[]> lines = new ArrayList<>();
        for (String raw : src.split("[;\n]")) {
            String line = raw.replaceAll("#.*", "").strip();
            if (line.isEmpty()) continue;
            if (line.endsWith(":")) labels.put(line.substring(0, line.length() - 1), lines.size());
            else lines.add(line.split("\\s+"));
        }
        List<Ins> out = new ArrayList<>();
        for (String[] l : lines) out.add(new Ins(Op.valueOf(l[0].toUpperCase()), l.length < 2 ? 0 : labels.containsKey(l[1]) ? labels.get(l[1]) : Integer.parseInt(l[1])));
        return out;
    }

    static String run(List<Ins> code, int limit) {
        int[] stack = new int[64], mem = new int[16];
        Deque<Integer> calls = new ArrayDeque<>();
        StringBuilder out = new StringBuilder();
        int sp = 0, pc = 0, steps = 0;
        try {
            while (steps++ < limit) {
                Ins i = code.get(pc++);
                switch (i.op()) {
                    case PUSH -> stack[sp++] = i.arg();
                    case ADD -> { sp--; stack[sp - 1] += stack[sp]; }
                    case SUB -> { sp--; stack[sp - 1] -= stack[sp]; }
                    case MUL -> { sp--; stack[sp - 1] *= stack[sp]; }
                    case DIV -> { sp--; stack[sp - 1] /= stack[sp]; }
                    case LT -> { sp--; stack[sp - 1] = stack[sp - 1] < stack[sp] ? 1 : 0; }
                    case DUP -> { stack[sp] = stack[sp - 1]; sp++; }
                    case SWAP -> { int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; }
                    case POP -> sp--;
                    case JMP -> pc = i.arg();
                    case JZ -> { if (stack[--sp] == 0) pc = i.arg(); }
                    case LOAD -> stack[sp++] = mem[i.arg()];
                    case STORE -> mem[i.arg()] = stack[--sp];
                    case CALL -> { calls.push(pc); pc = i.arg(); }
                    case RET -> pc = calls.pop();
                    case PRINT -> out.append(stack[--sp]).append(' ');
                    case HALT -> { return out + "(" + steps + " steps)"; }
                }
            }
            return out + "(limit)";
        } catch (RuntimeException e) {
            return out + "(" + e.getClass().getSimpleName() + " at " + (pc - 1) + ")";
        }
    }

    static String brain(String p, String in) {
        int[] jump = new int[p.length()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < p.length(); i++) if (p.charAt(i) == '[') open.push(i); else if (p.charAt(i) == ']') { jump[i] = open.pop(); jump[jump[i]] = i; }
        byte[] tape = new byte[300];
        StringBuilder out = new StringBuilder();
        for (int i = 0, at = 0, next = 0; i < p.length(); i++) {
            switch (p.charAt(i)) {
                case '>': at++; break;
                case '<': at--; break;
                case '+': tape[at]++; break;
                case '-': tape[at]--; break;
                case '.': out.append((char) tape[at]); break;
                case ',': tape[at] = next < in.length() ? (byte) in.charAt(next++) : 0; break;
                case '[': if (tape[at] == 0) i = jump[i]; break;
                case ']': if (tape[at] != 0) i = jump[i]; break;
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println(run(assemble("push 6; push 7; mul; print; halt"), 100));
        System.out.println(run(assemble("push 10; store 0; push 1; store 1\nloop: \n load 0; jz end; load 1; load 0; mul; store 1; load 0; push 1; sub; store 0; jmp loop\nend:\n load 1; print; halt"), 1000));
        System.out.println(run(assemble("push 0; store 0; push 1; store 1; push 0; store 2\nloop:\nload 2; push 20; lt; jz end; load 0; dup; print; load 1; dup; store 0; add; store 1; load 2; push 1; add; store 2; jmp loop\nend:\nhalt"), 2000));
        System.out.println(run(assemble("push 5; call sq; print; push 9; call sq; print; halt\nsq:\ndup; mul; ret"), 100));
        System.out.println(run(assemble("push 1; push 0; div; print; halt"), 100) + " " + run(assemble("pop; pop; halt; halt"), 10) + " " + run(assemble("l:\npush 1; jmp l"), 1000) + " " + run(assemble("l:\njmp l"), 50) + " " + run(assemble("ret"), 5) + " " + run(assemble("push 1"), 5));
        try { assemble("bogus 1"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.print(brain("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""));
        System.out.println(brain(",[.,]", "echo") + brain(">,[>,]<[.<]", "reversed"));
        try { brain("]", ""); } catch (NoSuchElementException e) { System.out.println("unbalanced"); }
    }
}
