//! The module and loader of a class, as in HotSpot's messages.

use crate::class::{ClassRef, Loader};
use crate::heap::{Heap, Ref};
use crate::library::Library;
use crate::strings::utf16_of;

impl Library {
    /// A loader as text: `'app'`, or its class and hash code, with its own name if it has one.
    pub(crate) fn loader_name(&self, heap: &Heap, loader: Loader) -> String {
        match loader {
            Loader::BOOT => "'bootstrap'".to_owned(),
            Loader::APP => "'app'".to_owned(),
            _ => self.object_name(heap, self.loader_object(loader)),
        }
    }

    /// The name that a loader was created with.
    fn object_name(&self, heap: &Heap, loader: Ref) -> String {
        let text = self.loader_field(heap, loader, "nameAndId");
        if text.is_null() {
            return "'bootstrap'".to_owned();
        }
        String::from_utf16_lossy(&utf16_of(self, heap, text))
    }

    /// A field of java.lang.ClassLoader; null for the boot loader.
    fn loader_field(&self, heap: &Heap, loader: Ref, name: &str) -> Ref {
        let class = self.find_loaded(Loader::BOOT, self.symbol("java/lang/ClassLoader"));
        let field = class.and_then(|c| c.fields().iter().find(|f| **self.text(f.name) == *name));
        field.filter(|_| !loader.is_null()).map_or(Ref::NULL, |f| Ref(heap.word(loader, f.word)))
    }

    fn place(&self, heap: &Heap, class: ClassRef) -> String {
        let class = element(class);
        let loader = self.loader_name(heap, class.loader);
        match class.loader {
            Loader::BOOT => format!("module {} of loader {loader}", self.module_in_words(class)),
            _ => format!("unnamed module of loader {loader}"),
        }
    }

    /// The name of a class's module.
    pub(crate) fn module_in_words(&self, class: ClassRef) -> String {
        if class.loader != Loader::BOOT {
            return "unnamed module".to_owned();
        }
        let module = self.jdk.module_of_package(class.package()).ok().flatten();
        module.unwrap_or_else(|| "java.base".to_owned())
    }

    /// The place of a class as text.
    pub(crate) fn is_in(&self, heap: &Heap, class: ClassRef) -> String {
        format!("{} is in {}", class.external_name(), self.place(heap, class))
    }

    /// The place of a class as text, and the parent of its loader if the program created the loader.
    pub(crate) fn is_in_below(&self, heap: &Heap, class: ClassRef) -> String {
        let text = self.is_in(heap, class);
        if matches!(class.loader, Loader::BOOT | Loader::APP) {
            return text;
        }
        let parent = self.loader_field(heap, self.loader_object(class.loader), "parent");
        format!("{text}, parent loader {}", self.object_name(heap, parent))
    }

    /// The places of two classes as text.
    pub(crate) fn are_in(&self, heap: &Heap, a: ClassRef, b: ClassRef) -> String {
        let place = self.place(heap, a);
        if place == self.place(heap, b) {
            format!("{} and {} are in {place}", a.external_name(), b.external_name())
        } else {
            format!("{}; {}", self.is_in(heap, a), self.is_in(heap, b))
        }
    }

    /// The message of a failed cast.
    pub(crate) fn cast_message(&self, heap: &Heap, from: ClassRef, to: ClassRef) -> String {
        let places = self.are_in(heap, from, to);
        format!("class {} cannot be cast to class {} ({places})", from.external_name(), to.external_name())
    }
}

/// The element type of an array, the class itself otherwise.
pub(crate) fn element(class: ClassRef) -> ClassRef {
    class.component().map_or(class, |(component, _)| element(component))
}
