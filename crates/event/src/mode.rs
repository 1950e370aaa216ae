//! Access modes of `VarHandle` (Java 9). Reads and writes have separate mode types, so that invalid
//! combinations like `setAcquire` cannot be expressed.

/// How a read is performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReadMode {
    /// An ordinary field or array read; `VarHandle.get`.
    Plain,
    /// `getOpaque`: coherent per variable, no ordering with other variables.
    Opaque,
    /// `getAcquire`.
    Acquire,
    /// A read of a volatile field; `getVolatile`.
    Volatile,
}

/// How a write is performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WriteMode {
    /// An ordinary field or array write; `VarHandle.set`.
    Plain,
    /// `setOpaque`.
    Opaque,
    /// `setRelease`, `lazySet`.
    Release,
    /// A write of a volatile field; `setVolatile`.
    Volatile,
}

/// How an atomic read-modify-write is performed: the modes of its read and its write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RmwMode {
    /// `weakCompareAndSetPlain`.
    Plain,
    /// `…Acquire`: acquire read, plain write.
    Acquire,
    /// `…Release`: plain read, release write.
    Release,
    /// Volatile read and write.
    Volatile,
}

impl RmwMode {
    /// The mode of the read half.
    pub fn read(self) -> ReadMode {
        match self {
            RmwMode::Plain | RmwMode::Release => ReadMode::Plain,
            RmwMode::Acquire => ReadMode::Acquire,
            RmwMode::Volatile => ReadMode::Volatile,
        }
    }

    /// The mode of the write half.
    pub fn write(self) -> WriteMode {
        match self {
            RmwMode::Plain | RmwMode::Acquire => WriteMode::Plain,
            RmwMode::Release => WriteMode::Release,
            RmwMode::Volatile => WriteMode::Volatile,
        }
    }
}

/// The static fences of `VarHandle`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fence {
    /// `fullFence`.
    Full,
    /// `acquireFence`: earlier loads before later loads and stores.
    Acquire,
    /// `releaseFence`: earlier loads and stores before later stores.
    Release,
    /// `loadLoadFence`.
    LoadLoad,
    /// `storeStoreFence`.
    StoreStore,
}
