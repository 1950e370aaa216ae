package thinair.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** {@link Subjects} through the real JUnit Platform: what is green, what is red, and what red says. */
class ThinairTestTest {
    private static EngineExecutionResults run(Class<?> subject) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(subject)).execute();
    }

    /** What red tests say, by name; green ones are empty. */
    private static Map<String, String> results(EngineExecutionResults results) {
        Map<String, String> found = new TreeMap<>();
        results.testEvents().finished().stream().forEach(event -> found.put(name(event), said(event)));
        return found;
    }

    private static String name(Event event) {
        var source = event.getTestDescriptor();
        String method = source.getSource().map(Object::toString).orElse("");
        String name = method.replaceAll(".*methodName = '([^']*)'.*", "$1");
        String display = source.getDisplayName();
        return display.startsWith("[") ? name + display.substring(0, display.indexOf(']') + 1) : name;
    }

    private static String said(Event event) {
        var result = event.getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class);
        if (result.getStatus() == Status.SUCCESSFUL) {
            return "";
        }
        return result.getThrowable().map(t -> t.getClass().getSimpleName() + ": " + t.getMessage()).orElse("?");
    }

    private static void assertSays(String said, String... texts) {
        for (String text : texts) {
            assertTrue(said.contains(text), () -> "`" + text + "` is not in: " + said);
        }
    }

    @Test
    void methodsAreGreenIfTheAnswerIsTheExpectedOne() {
        EngineExecutionResults ran = run(Subjects.Methods.class);
        Map<String, String> results = results(ran);
        for (String green :
                new String[] {"holds", "expectedViolation", "publicationUnderSc", "allowedUnknown"}) {
            assertEquals("", results.get(green), green);
        }
        assertSays(
                results.get("violated"),
                "AssertionFailedError: expected `holds`",
                "read Methods#1.plain → 0",
                "expected: <2> but was: <1>",
                "Subjects.java:",
                "replay: thinair replay 'tj1:");
        assertSays(results.get("missedViolation"), "expected `violated`", ": holds");
        assertSays(results.get("publicationUnderJmm"), "under jmm: violated", "no happens-before edge");
        assertSays(results.get("unknown"), "AssertionFailedError: expected `holds`", "state limit 1 reached");
        assertSays(results.get("unknownForAnotherReason"), "state limit 1 reached");
        assertSays(results.get("race"), "data race on", "first", "then");
        assertSays(results.get("deadlock"), "deadlock:", "held by");
        assertSays(results.get("assertj"), "assertion:");
        assertSays(results.get("hamcrest"), "assertion:", "assertThat(plain, is(2));");
        assertSays(results.get("wrongModel"), "ThinairError: thinair could not check the test", "no-such-model");
        assertEquals(14, results.size(), results::toString);
        assertEquals(1, ran.testEvents().skipped().count());
    }

    @Test
    void aClassHasItsTestsCheckedWithTheirLifeCycle() {
        Map<String, String> results = results(run(Subjects.WholeClass.class));
        assertEquals("", results.get("lifeCycle"));
        assertEquals("", results.get("hasBoth"));
        assertEquals("", results.get("even[2]"));
        assertSays(results.get("even[1]"), "expected: <4> but was: <2>");
        assertSays(results.get("fails"), "read Inner#1.more → 1");
        assertEquals(6, results.size(), results::toString);
        assertFalse(Subjects.WholeClass.ranHere, "nothing runs in this virtual machine");
    }

    @Test
    void argumentsArePassedOrRefused() {
        Map<String, String> results = results(run(Subjects.Parameters.class));
        assertEquals("", results.get("texts[1]"));
        assertEquals("", results.get("texts[2]"));
        assertEquals("", results.get("enums[1]"));
        assertSays(results.get("enums[2]"), "expected: <RED> but was: <BLUE>");
        assertSays(results.get("objects[1]"), "ThinairError: an argument of type java.lang.Object");
    }

    @Test
    void aMissingProgramIsRed() {
        String before = System.getProperty("thinair.binary");
        System.setProperty("thinair.binary", "no/such/thinair");
        try {
            assertSays(results(run(Subjects.Methods.class)).get("holds"), "ThinairError", "no/such/thinair");
        } finally {
            if (before == null) {
                System.clearProperty("thinair.binary");
            } else {
                System.setProperty("thinair.binary", before);
            }
        }
    }

    @Test
    void aClassWithoutTestsHasNone() {
        assertEquals(0, run(Subjects.Nothing.class).testEvents().started().count());
    }
}
