package thinair.junit;

/** What thinair answers about a test under a memory model. */
public enum Verdict {
    /** Every behaviour was explored, and none does what it must not. */
    HOLDS,
    /** Some behaviour that the memory model allows does what it must not. */
    VIOLATED,
    /** Neither: something was not explored, or is not decided. */
    UNKNOWN
}
