//! Spins a class for each call site of compiled programs, as a virtual machine would.

use std::fmt::Write as _;
use std::path::Path;

use super::classfile::{ClassFile, Constant, Site};
use class_writer::{ConcatConstant, Handle, Label, Lambda, RecordMethod, Spun};

/// What was replaced: for each call site the bootstrap method's name, and for lambdas the implementation's
/// kind (`kind 5`) and the further requests (`markers`, `bridges`, `serializable`).
#[derive(Debug, Default)]
pub struct Swapped {
    tags: Vec<String>,
}

impl Swapped {
    /// The number of call sites with a tag.
    pub fn count(&self, tag: &str) -> usize {
        self.tags.iter().filter(|other| *other == tag).count()
    }

    fn note(&mut self, site: &Site, lambda: Option<&Lambda>) {
        self.tags.push(site.bootstrap.method.name.clone());
        if let Some(lambda) = lambda {
            self.tags.push(format!("kind {}", lambda.implementation.kind));
            let asked = [
                (!lambda.markers.is_empty(), "markers"),
                (!lambda.bridges.is_empty(), "bridges"),
                (lambda.serializable, "serializable"),
            ];
            self.tags.extend(asked.iter().filter(|(asked, _)| *asked).map(|(_, tag)| (*tag).to_owned()));
        }
    }
}

/// Spun classes, and the file that tells the Java side which one belongs to which call site.
#[derive(Default)]
pub struct Manifest {
    text: String,
    files: usize,
}

impl Manifest {
    /// Adds a spun class under a key, which the Java side passes together with the descriptor.
    pub fn add(&mut self, folder: &Path, key: &str, spun: &Spun) {
        let file = format!("spun-{}.bin", self.files);
        self.files += 1;
        std::fs::write(folder.join(&file), &spun.bytes).expect("the folder is writable");
        writeln!(self.text, "{key}#{}\t{file}\t{}", spun.descriptor, spun.method)
            .expect("a String takes any text");
    }

    /// Adds a spun class, or the reason why there is none.
    pub fn record(&mut self, folder: &Path, key: &str, result: &Result<Spun, class_writer::SpinError>) {
        match result {
            Ok(spun) => self.add(folder, key, spun),
            Err(error) => writeln!(self.text, "{key}\t-\t{error}").expect("a String takes any text"),
        }
    }

    pub fn write(&self, folder: &Path) {
        std::fs::write(folder.join("manifest"), &self.text).expect("the folder is writable");
    }
}

/// Copies the classes in `from` to `to`, with each call site of the four families linked to a spun class.
pub fn swap(from: &Path, to: &Path) -> Swapped {
    let mut swapped = Swapped::default();
    let mut manifest = Manifest::default();
    let mut paths: Vec<_> =
        std::fs::read_dir(from).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "class")) {
        let bytes = std::fs::read(path).expect("a class file is readable");
        let class = ClassFile::parse(&bytes);
        let mut indices = Vec::new();
        for (number, site) in class.sites().iter().enumerate() {
            let is_lambda = site.bootstrap.method.owner == "java/lang/invoke/LambdaMetafactory";
            let class_name = format!("{}$$Spun{number}", class.name());
            let lambda = is_lambda.then(|| lambda(&class.name(), class_name.clone(), site));
            let spun = match &lambda {
                Some(lambda) => {
                    class_writer::lambda(lambda).unwrap_or_else(|error| panic!("{error}: {site:?}"))
                }
                None => spin_site(&class_name, site),
            };
            assert_eq!(spun.descriptor, site.descriptor);
            manifest.add(to, &format!("{}#{}#{}", class.name(), site.index, site.name), &spun);
            indices.push(site.index);
            swapped.note(site, lambda.as_ref());
        }
        let name = path.file_name().expect("a file has a name");
        std::fs::write(to.join(name), class.relinked(&indices)).expect("the folder is writable");
    }
    manifest.write(to);
    swapped
}

fn spin_site(class_name: &str, site: &Site) -> Spun {
    let arguments = &site.bootstrap.arguments;
    let result = match site.bootstrap.method.name.as_str() {
        "makeConcatWithConstants" => {
            let [Constant::Text(recipe), constants @ ..] = &arguments[..] else {
                panic!("no recipe: {site:?}")
            };
            let constants: Vec<_> =
                constants.iter().map(|constant| ConcatConstant::Text(text(constant))).collect();
            class_writer::concat(class_name, &site.descriptor, recipe, &constants)
        }
        "bootstrap" => record(class_name, site),
        "typeSwitch" => {
            let labels: Vec<Label> = arguments.iter().map(label).collect();
            class_writer::type_switch(class_name, &site.descriptor, &labels)
        }
        "enumSwitch" => {
            let labels: Vec<Label> = arguments.iter().map(enum_label).collect();
            let class = site.descriptor.trim_start_matches("(L").split(';').next().expect("a target type");
            class_writer::enum_switch(class_name, &site.descriptor, class, &labels)
        }
        other => panic!("unknown bootstrap method {other}"),
    };
    result.unwrap_or_else(|error| panic!("{error}: {site:?}"))
}

fn lambda(caller: &str, class_name: String, site: &Site) -> Lambda {
    let [
        Constant::MethodType(sam_type),
        Constant::Handle(implementation),
        Constant::MethodType(instantiated_type),
        rest @ ..,
    ] = &site.bootstrap.arguments[..]
    else {
        panic!("not the arguments of a lambda: {site:?}");
    };
    let mut rest = rest.iter();
    let mut lambda = Lambda {
        class_name,
        caller: caller.to_owned(),
        sam_name: site.name.clone(),
        factory_type: site.descriptor.clone(),
        sam_type: sam_type.clone(),
        implementation: implementation.clone(),
        instantiated_type: instantiated_type.clone(),
        serializable: false,
        markers: Vec::new(),
        bridges: Vec::new(),
    };
    if let Some(Constant::Int(flags)) = rest.next() {
        lambda.serializable = flags & 1 != 0;
        for flag in [2, 4] {
            if flags & flag == 0 {
                continue;
            }
            let Some(Constant::Int(count)) = rest.next() else { panic!("no count") };
            for _ in 0..*count {
                match rest.next() {
                    Some(Constant::Class(name)) => lambda.markers.push(name.clone()),
                    Some(Constant::MethodType(bridge)) => lambda.bridges.push(bridge.clone()),
                    other => panic!("{other:?} is no marker or bridge"),
                }
            }
        }
    }
    lambda
}

fn record(class_name: &str, site: &Site) -> Result<Spun, class_writer::SpinError> {
    let [Constant::Class(record), Constant::Text(names), getters @ ..] = &site.bootstrap.arguments[..] else {
        panic!("not the arguments of a record: {site:?}");
    };
    let which = match site.name.as_str() {
        "equals" => RecordMethod::Equals,
        "hashCode" => RecordMethod::HashCode,
        _ => RecordMethod::ToString,
    };
    let names = words(names);
    let components: Vec<(String, Handle)> = names
        .split(';')
        .zip(getters)
        .map(|(name, getter)| match getter {
            Constant::Handle(handle) => (name.to_owned(), handle.clone()),
            other => panic!("{other:?} is not a getter"),
        })
        .collect();
    let simple_name =
        record.rsplit(['/', '$']).next().expect("a name").trim_start_matches(|c: char| c.is_ascii_digit());
    class_writer::record_method(class_name, which, record, simple_name, &components)
}

fn label(constant: &Constant) -> Label {
    match constant {
        Constant::Class(name) => Label::Class(name.clone()),
        Constant::Text(text) => Label::Text(text.clone()),
        Constant::Int(value) => Label::Int(*value),
        Constant::Long(value) => Label::Long(*value),
        Constant::Float(bits) => Label::Float(*bits),
        Constant::Double(bits) => Label::Double(*bits),
        Constant::Dynamic { name, bootstrap } => match bootstrap.method.name.as_str() {
            "primitiveClass" => Label::PrimitiveClass(
                class_writer::Primitive::from_letter(name.as_bytes()[0]).expect("a primitive type"),
            ),
            "getStaticFinal" => Label::Boolean(name == "TRUE"),
            "invoke" => enum_desc(&bootstrap.arguments),
            other => panic!("a label made by {other}"),
        },
        other => panic!("{other:?} is not a label"),
    }
}

/// `EnumDesc.of(ClassDesc.of("Name"), "CONSTANT")`, as dynamic constants.
fn enum_desc(arguments: &[Constant]) -> Label {
    let [Constant::Handle(of), Constant::Dynamic { bootstrap, .. }, constant] = arguments else {
        panic!("{arguments:?} is not an enum constant");
    };
    assert_eq!((of.owner.as_str(), of.name.as_str()), ("java/lang/Enum$EnumDesc", "of"));
    let class = words(&text(&bootstrap.arguments[1])).replace('.', "/");
    Label::Enum { class, constant: words(&text(constant)) }
}

fn enum_label(constant: &Constant) -> Label {
    match constant {
        Constant::Text(name) => Label::EnumName(words(name)),
        other => label(other),
    }
}

fn text(constant: &Constant) -> Vec<u16> {
    match constant {
        Constant::Text(text) => text.clone(),
        Constant::Class(name) => format!("class {}", name.replace('/', ".")).encode_utf16().collect(),
        Constant::Int(value) => value.to_string().encode_utf16().collect(),
        other => panic!("{other:?} as text"),
    }
}

fn words(text: &[u16]) -> String {
    String::from_utf16(text).expect("a Java name is well-formed text")
}
