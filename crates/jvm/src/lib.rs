//! The second machine: a Java virtual machine whose whole state is a value.
