//! Class files made on the fly: what the bootstrap methods of the class library would have made for an `invokedynamic`.
