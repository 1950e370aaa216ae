//! Names and descriptors as small numbers, so that members are looked up by one comparison.

use hashbrown::HashMap;
use std::sync::{Arc, RwLock};

/// A name or a descriptor. Equal symbols of one table stand for equal text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// All symbols of a library.
#[derive(Default)]
pub(crate) struct Symbols {
    numbers: RwLock<HashMap<Arc<str>, Symbol>>,
    texts: boxcar::Vec<Arc<str>>,
}

impl Symbol {
    /// Its number.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl Symbols {
    /// The symbol of a text.
    pub(crate) fn intern(&self, text: &str) -> Symbol {
        if let Some(symbol) = self.find(text) {
            return symbol;
        }
        let mut numbers = self.numbers.write().expect("no panic while symbols are added");
        if let Some(&symbol) = numbers.get(text) {
            return symbol;
        }
        let text: Arc<str> = text.into();
        let symbol = Symbol(self.texts.push(text.clone()) as u32);
        numbers.insert(text, symbol);
        symbol
    }

    /// The symbol of a text, if it has one: a text that was never interned has none.
    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.read().expect("no panic while symbols are added").get(text).copied()
    }

    /// The text of a symbol.
    #[inline]
    pub(crate) fn text(&self, symbol: Symbol) -> &Arc<str> {
        &self.texts[symbol.0 as usize]
    }
}
