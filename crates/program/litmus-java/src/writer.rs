//! Lines of Java with indentation.

/// Collects lines. A line that opens a block is followed by deeper ones until [`Writer::close`].
#[derive(Debug, Default)]
pub(crate) struct Writer {
    lines: Vec<String>,
    depth: usize,
}

impl Writer {
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{:1$}{2}", "", self.depth * 4, text.as_ref()));
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        self.lines.push(String::new());
    }

    /// `head {`.
    pub(crate) fn open(&mut self, head: impl AsRef<str>) {
        self.line(format!("{} {{", head.as_ref()).trim_start());
        self.depth += 1;
    }

    /// `} middle {`.
    pub(crate) fn between(&mut self, middle: &str) {
        self.depth -= 1;
        self.open(format!("}} {middle}"));
    }

    /// `}` and what follows it.
    pub(crate) fn close(&mut self, rest: &str) {
        self.depth -= 1;
        self.line(format!("}}{rest}"));
    }

    /// The lines of another writer, at the depth of this one.
    pub(crate) fn insert(&mut self, other: &Writer) {
        for line in &other.lines {
            if line.is_empty() { self.gap() } else { self.line(line) }
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = self.lines.join("\n");
        text.push('\n');
        text
    }
}
