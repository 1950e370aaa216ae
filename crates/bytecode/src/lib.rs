//! What can be told from a method's bytecode alone: kinds of slots, liveness, helpful messages for null pointers.
