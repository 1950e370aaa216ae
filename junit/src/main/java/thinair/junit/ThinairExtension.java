package thinair.junit;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.AssertionFailedError;

/**
 * Has thinair check a test method instead of running it here.
 *
 * <p>Neither the method nor its life cycle methods run in this virtual machine: they are parts of the program that
 * is checked. Only the constructor of the test class does, since JUnit calls it for every test.
 */
public final class ThinairExtension implements InvocationInterceptor {
    /** How much longer than its own limit thinair may take to start and to end. */
    private static final long GRACE_SECONDS = 120;

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
        check(called, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
        check(called, context);
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        throw new ThinairError("@TestFactory cannot be checked: write each test as a method");
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext called, ExtensionContext context) {
        throw new ThinairError("dynamic tests cannot be checked: write each test as a method");
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
            throws Throwable {
        // Where only some methods of a class are checked, the others need it here.
        if (isWholeClass(context)) {
            invocation.skip();
        } else {
            invocation.proceed();
        }
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
            throws Throwable {
        interceptBeforeAllMethod(invocation, called, context);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
    }

    private static boolean isWholeClass(ExtensionContext context) {
        for (Class<?> at = context.getRequiredTestClass(); at != null; at = at.getEnclosingClass()) {
            if (at.isAnnotationPresent(ThinairTest.class)) {
                return true;
            }
        }
        return false;
    }

    private static void check(ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        Method method = called.getExecutable();
        Class<?> testClass = context.getRequiredTestClass();
        Settings settings = Settings.of(method, testClass);
        if (settings.models().isEmpty()) {
            throw new ThinairError("no memory model: nothing would be checked");
        }
        List<Answer> answers = new ArrayList<>();
        for (String model : settings.models()) {
            answers.add(run(command(method, testClass, settings, model, called.getArguments()), model));
        }
        answers.forEach(answer -> context.publishReportEntry("thinair " + answer.model(), answer.line()));
        for (Answer answer : answers) {
            judge(answer, settings);
        }
    }

    private static List<String> command(
            Method method, Class<?> testClass, Settings settings, String model, List<Object> arguments) {
        List<String> words = new ArrayList<>(List.of(Binary.find().toString(), "test", "--color=never"));
        words.addAll(List.of("--model", model, "--time-limit", settings.timeLimit()));
        words.addAll(List.of("--class-path", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        if (!settings.properties().isEmpty()) {
            words.addAll(List.of("--property", String.join(",", settings.properties())));
        }
        words.addAll(settings.options());
        words.add(testClass.getName() + "#" + method.getName());
        if (!arguments.isEmpty()) {
            words.add("--");
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; i < types.length; i++) {
                words.add(text(arguments.get(i), types[i]));
            }
        }
        return words;
    }

    /** An argument as thinair reads it. */
    private static String text(Object argument, Class<?> type) {
        if (argument instanceof Enum<?> constant) {
            return constant.name();
        }
        boolean isPlain = argument instanceof Number || argument instanceof Boolean || argument instanceof Character
                || argument instanceof String;
        if (isPlain && (type.isPrimitive() || type == String.class)) {
            return argument.toString();
        }
        throw new ThinairError("an argument of type " + type.getTypeName()
                + " cannot be given to thinair: numbers, texts and enums can; make the rest in the test");
    }

    /** What thinair says, with its exit code. */
    private record Answer(String model, int code, String text) {
        /** The line with the verdict. */
        String line() {
            return text.lines().filter(line -> line.contains(" under " + model)).findFirst().orElse("no verdict");
        }
    }

    private static Answer run(List<String> command, String model) {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putIfAbsent("COLUMNS", "110");
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new ThinairError("cannot start " + command.get(0), e);
        }
        AtomicReference<String> said = new AtomicReference<>("");
        Thread reader = new Thread(() -> said.set(all(process.getInputStream())), "thinair output");
        reader.setDaemon(true);
        reader.start();
        try {
            // thinair ends by itself; this is for the case that it does not.
            if (!process.waitFor(seconds(command) + GRACE_SECONDS, TimeUnit.SECONDS)) {
                throw new ThinairError("thinair has not ended by its time limit");
            }
            reader.join();
            // What was said on the way is in the report as well.
            String report = said.get().lines().filter(line -> !line.startsWith("thinair: found ")).collect(Collectors.joining("\n"));
            return new Answer(model, process.exitValue(), report);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ThinairError("interrupted while thinair checked", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static long seconds(List<String> command) {
        String limit = command.get(command.indexOf("--time-limit") + 1).trim();
        int end = 0;
        while (end < limit.length() && (Character.isDigit(limit.charAt(end)) || limit.charAt(end) == '.')) {
            end++;
        }
        try {
            double number = Double.parseDouble(limit.substring(0, end));
            return switch (limit.substring(end).trim()) {
                case "ms" -> 1;
                case "m", "min" -> (long) (number * 60);
                case "h" -> (long) (number * 3600);
                default -> (long) Math.ceil(number);
            };
        } catch (NumberFormatException e) {
            throw new ThinairError("`" + limit + "` is no time limit: 500ms, 10s, 2m");
        }
    }

    private static String all(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "thinair's output cannot be read: " + e;
        }
    }

    private static void judge(Answer answer, Settings settings) {
        Verdict verdict = switch (answer.code()) {
            case 0 -> Verdict.HOLDS;
            case 1 -> Verdict.VIOLATED;
            case 3 -> Verdict.UNKNOWN;
            default -> throw new ThinairError("thinair could not check the test (exit code " + answer.code() + "):\n"
                    + answer.text());
        };
        // The exit code and the report must agree; anything else is not an answer.
        String word = verdict.name().toLowerCase(java.util.Locale.ROOT);
        if (!answer.line().contains(" under " + answer.model() + ": " + word)) {
            throw new ThinairError("thinair's report has no verdict `" + word + "`:\n" + answer.text());
        }
        if (verdict == settings.expect()) {
            return;
        }
        if (verdict == Verdict.UNKNOWN && settings.allowUnknown().stream().anyMatch(reason(answer)::contains)) {
            return;
        }
        String expected = settings.expect().name().toLowerCase(java.util.Locale.ROOT);
        throw new AssertionFailedError(
                "expected `" + expected + "`, but thinair answers:\n" + answer.text().stripTrailing(), expected, word);
    }

    /** Why the answer is unknown: the line below the verdict. */
    private static String reason(Answer answer) {
        return answer.text().lines().map(String::strip).filter(line -> line.startsWith("because ")).findFirst().orElse("");
    }
}
