//! Spun classes on real Java virtual machines, compared with what the class library links. Needs a JDK 17 and
//! a JDK 21 or newer.

mod direct;
mod programs;
mod support;
