//! Why no class could be spun, and the Java exception that the bootstrap method would have thrown instead.

/// Why no class could be spun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpinError {
    /// A descriptor or class name is malformed.
    #[error("malformed descriptor {text:?} at byte {at}")]
    Descriptor {
        /// The text that was given.
        text: String,
        /// Byte offset of the first invalid character.
        at: usize,
    },
    /// The parts of a lambda do not fit together (`LambdaConversionException`).
    #[error("{0}")]
    Lambda(String),
    /// The recipe, constants and type of a concatenation do not fit together (`StringConcatException`).
    #[error("{0}")]
    Concat(String),
    /// An argument of a record method or switch is not allowed (`IllegalArgumentException`).
    #[error("{0}")]
    Argument(String),
    /// The class would exceed a limit of the class file format.
    #[error("the spun class exceeds a limit of the class file format: {0}")]
    TooLarge(&'static str),
}

impl SpinError {
    /// Internal name of the exception that the bootstrap method throws in this case; the virtual machine
    /// throws it as the cause of a `BootstrapMethodError`, with the text of this error as its message.
    #[must_use]
    pub fn java_exception(&self) -> &'static str {
        match self {
            SpinError::Lambda(_) => "java/lang/invoke/LambdaConversionException",
            SpinError::Concat(_) => "java/lang/invoke/StringConcatException",
            SpinError::Descriptor { .. } | SpinError::Argument(_) => "java/lang/IllegalArgumentException",
            SpinError::TooLarge(_) => "java/lang/InternalError",
        }
    }
}
