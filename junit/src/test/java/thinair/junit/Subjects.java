package thinair.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.CoreMatchers.is;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests whose results {@link ThinairTestTest} knows; they are not run on their own. */
class Subjects {
    static void both(Runnable work) throws InterruptedException {
        Thread a = new Thread(work, "a");
        Thread b = new Thread(work, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }

    static class Methods {
        int plain;
        final AtomicInteger atomic = new AtomicInteger();
        int seen;
        boolean ready;

        @ThinairTest
        void holds() throws Exception {
            both(atomic::incrementAndGet);
            assertEquals(2, atomic.get());
        }

        @ThinairTest
        void violated() throws Exception {
            both(() -> plain++);
            assertEquals(2, plain);
        }

        @ThinairTest(expect = Verdict.VIOLATED)
        void expectedViolation() throws Exception {
            both(() -> plain++);
            assertEquals(2, plain);
        }

        @ThinairTest(expect = Verdict.VIOLATED)
        void missedViolation() throws Exception {
            both(atomic::incrementAndGet);
            assertEquals(2, atomic.get());
        }

        /** No schedule shows it, but the memory model allows it. */
        void publish() throws Exception {
            Thread writer = new Thread(() -> {
                seen = 1;
                ready = true;
            });
            writer.start();
            if (ready) {
                assertEquals(1, seen);
            }
            writer.join();
        }

        @ThinairTest(models = "sc")
        void publicationUnderSc() throws Exception {
            publish();
        }

        @ThinairTest(models = {"sc", "jmm"})
        void publicationUnderJmm() throws Exception {
            publish();
        }

        @ThinairTest(options = {"--states", "1", "--no-first-look"})
        void unknown() throws Exception {
            both(() -> plain++);
        }

        @ThinairTest(options = {"--states", "1", "--no-first-look"}, allowUnknown = "state limit 1 reached")
        void allowedUnknown() throws Exception {
            both(() -> plain++);
        }

        @ThinairTest(options = {"--states", "1", "--no-first-look"}, allowUnknown = {"", "time limit"})
        void unknownForAnotherReason() throws Exception {
            both(() -> plain++);
        }

        @ThinairTest(properties = "race")
        void race() throws Exception {
            both(() -> plain++);
        }

        @ThinairTest
        void deadlock() throws Exception {
            Object one = new Object();
            Object other = new Object();
            Thread a = new Thread(() -> {
                synchronized (one) {
                    synchronized (other) {
                        plain++;
                    }
                }
            });
            a.start();
            synchronized (other) {
                synchronized (one) {
                    plain++;
                }
            }
            a.join();
        }

        @ThinairTest
        void assertj() throws Exception {
            both(() -> plain++);
            assertThat(plain).isEqualTo(2);
        }

        @ThinairTest
        void hamcrest() throws Exception {
            both(() -> plain++);
            assertThat(plain, is(2));
        }

        @ThinairTest(models = "no-such-model")
        void wrongModel() {}

        @Disabled("to see that it is skipped")
        @ThinairTest
        void disabled() {}
    }

    @ThinairTest
    static class WholeClass {
        static final StringBuilder LOG = new StringBuilder();
        static boolean ranHere;
        AtomicInteger count;

        @BeforeAll
        static void beforeAll() {
            LOG.append("A");
            ranHere = true;
        }

        @BeforeEach
        void setUp() {
            count = new AtomicInteger();
            LOG.append("b");
        }

        @AfterEach
        void tearDown() {
            assertEquals("Ab", LOG.toString());
            LOG.append("a");
        }

        @AfterAll
        static void afterAll() {
            assertEquals("Aba", LOG.toString());
        }

        @Test
        void lifeCycle() throws Exception {
            both(count::incrementAndGet);
            assertEquals(2, count.get());
        }

        @RepeatedTest(2)
        void repeated() throws Exception {
            both(count::incrementAndGet);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void even(int by) throws Exception {
            both(() -> count.addAndGet(by));
            assertEquals(4, count.get());
        }

        @Nested
        class Inner {
            int more;

            @BeforeEach
            void setUpMore() {
                more = count.get() + 1;
            }

            @Test
            void hasBoth() {
                assertEquals(1, more);
            }

            @Test
            void fails() throws Exception {
                both(() -> more++);
                assertEquals(3, more);
            }
        }
    }

    static class Parameters {
        enum Colour {
            RED,
            BLUE
        }

        @Checked
        @ParameterizedTest
        @CsvSource({"1, one", "2, two"})
        void texts(int number, String word) {
            assertEquals(number == 1 ? "one" : "two", word);
        }

        @Checked
        @ParameterizedTest
        @EnumSource
        void enums(Colour colour) {
            assertEquals(Colour.RED, colour);
        }

        static java.util.List<Object> objects() {
            return java.util.List.of(new Object());
        }

        @Checked
        @ParameterizedTest
        @MethodSource("objects")
        void objects(Object object) {}
    }

    @ThinairTest
    static class Nothing {
        void noTest() {}
    }
}
