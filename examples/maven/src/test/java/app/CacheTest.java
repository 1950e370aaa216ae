package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import thinair.junit.ThinairTest;

class CacheTest {
    Cache cache;

    @BeforeEach
    void setUp() {
        cache = new Cache();
    }

    @ThinairTest
    void incrementsAreNotLost() throws Exception {
        Thread a = new Thread(() -> cache.increment("k"), "a");
        Thread b = new Thread(() -> cache.increment("k"), "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assertEquals(2, cache.get("k"));
    }

    @ThinairTest
    void keysDoNotDisturbEachOther() throws Exception {
        Thread a = new Thread(() -> cache.put("a", 1), "a");
        a.start();
        cache.put("b", 2);
        a.join();
        assertEquals(1, cache.get("a"));
        assertEquals(2, cache.get("b"));
    }
}
