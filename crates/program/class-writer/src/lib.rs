//! Class files generated at run time: what the bootstrap methods of the class library would have created for
//! an `invokedynamic`.
//!
//! Four families are supported, each by a function that returns the bytes of a class with one static method
//! that does the work of the call site: [`lambda()`] (`LambdaMetafactory`), [`concat()`]
//! (`StringConcatFactory`), [`record_method`] (`ObjectMethods`), [`type_switch`] and [`enum_switch`]
//! (`SwitchBootstraps`). The virtual machine defines the class as a hidden nestmate of the caller and turns
//! the `invokedynamic` into an `invokestatic` of [`Spun::method`].
//!
//! Promises: a program sees the same values, exceptions, order of calls and object identities as from the
//! bootstrap methods of JDK 17, 21 and 25, except where a function says otherwise. The same input gives the
//! same bytes. The classes have `StackMapTable`s and pass the verifier. Invalid input gives a [`SpinError`],
//! never a panic.
//!
//! Does not look at any other class. Whether one class is a subtype of another, or a member exists and is
//! accessible, is checked when the virtual machine defines and runs the class; the bootstrap methods check
//! some of it while linking.

mod concat;
mod convert;
mod descriptor;
mod error;
mod lambda;
mod record;
mod switch;
pub mod writer;

pub use concat::{ConcatConstant, concat};
pub use descriptor::{MethodType, Primitive, Type};
pub use error::SpinError;
pub use lambda::{Lambda, lambda};
pub use record::{RecordMethod, record_method};
pub use switch::{Label, enum_switch, type_switch};

/// A method handle constant: the contents of `CONSTANT_MethodHandle_info`, names in internal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// Reference kind, JVMS §5.4.3.5: 1 (`getField`) to 9 (`invokeInterface`).
    pub kind: u8,
    /// The class that the reference names: `java/lang/String`, or an array descriptor such as `[I`.
    pub owner: String,
    /// Name of the field or method; `<init>` for a constructor.
    pub name: String,
    /// Descriptor of the field or method.
    pub descriptor: String,
    /// Whether the reference is an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// A spun class: define `bytes` as a hidden nestmate of the caller, then call
/// `invokestatic class_name.method:descriptor` wherever the call site is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spun {
    /// Internal name of the class in the bytes: the name that the virtual machine asked for.
    pub class_name: String,
    /// The class file.
    pub bytes: Vec<u8>,
    /// Name of the static method that does the work of the call site.
    pub method: String,
    /// Its descriptor, equal to the type of the call site.
    pub descriptor: String,
}
