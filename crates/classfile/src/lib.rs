//! Class files and where they come from: the parser, jars, the JDK's `lib/modules`, class paths.
