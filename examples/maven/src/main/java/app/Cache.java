package app;

import java.util.HashMap;
import java.util.Map;

/** Counts by key. */
public class Cache {
    private final Map<String, Integer> map = new HashMap<>();

    public synchronized int get(String key) {
        return map.getOrDefault(key, 0);
    }

    public synchronized void put(String key, int value) {
        map.put(key, value);
    }

    /** Not synchronized: another thread may count between the two calls. */
    public void increment(String key) {
        put(key, get(key) + 1);
    }
}
