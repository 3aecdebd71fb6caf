//! What can be wrong, as data: a code, a place and a hint. Renderers turn it into words for people
//! or for machines.

mod code;
mod group;
mod place;
mod policy;
mod promise;
mod render;
mod shown;
mod sink;
mod unknown;

pub(crate) use code::{CODES, codes};
pub use code::{Code, CodePage, Snippet};
pub use group::grouped;
pub use place::{Source, Span, Spanned};
pub use policy::{Exception, Excuse, Excused, Level, Policy};
pub use promise::{Promise, Rule};
pub use render::{Form, Style, render};
pub use sink::{Failed, Scope, Sink};
pub use unknown::{UnknownName, did_you_mean, escaped};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The kit can be printed, but someone should look.
    Warning,
    /// Nothing is printed.
    Error,
}

impl Severity {
    /// The word in all output forms.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One fault. The message makes sense alone, in the designer's own words and numbers.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Which fault, as `pnp explain` knows it.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// Where it was written.
    pub span: Option<Span>,
    /// A word under the carets.
    pub label: Option<String>,
    /// Other places that belong to it.
    pub also: Vec<(Span, String)>,
    /// What to do about it.
    pub hints: Vec<String>,
    /// The component concerned.
    pub component: Option<String>,
    /// The card concerned.
    pub card: Option<String>,
    /// The language concerned, where another language may not have the fault.
    pub language: Option<String>,
    /// By how much a text is too long, if that is the fault.
    pub overflow: Option<Overflow>,
}

/// By how much a text is too long for its box.
#[derive(Clone, Debug, PartialEq)]
pub struct Overflow {
    /// The column of the table that holds it; none if it stands in a template.
    pub column: Option<String>,
    /// Lines below the box; none if a word is wider than the box.
    pub lines: Option<usize>,
    /// Millimetres below or beside the box.
    pub mm: f64,
}

impl Diagnostic {
    /// A fault that stops the build.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }

    /// A fault that does not.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message)
    }

    /// A fault of that severity.
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span: None,
            label: None,
            also: Vec::new(),
            hints: Vec::new(),
            component: None,
            card: None,
            language: None,
            overflow: None,
        }
    }

    /// Whether a game may list it among the faults that are known and not reported again.
    pub fn can_be_known(&self) -> bool {
        self.severity == Severity::Warning || self.code.is_judgement()
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, span: &Span) -> Self {
        self.span = Some(span.clone());
        self
    }

    /// Says where, if that is known.
    #[must_use]
    pub fn maybe_at(mut self, span: Option<Span>) -> Self {
        self.span = span.or(self.span);
        self
    }

    /// Puts a word under the carets.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn also(mut self, span: &Span, label: impl Into<String>) -> Self {
        self.also.push((span.clone(), label.into()));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Says what to do, where there is something to say.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<impl Into<String>>) -> Self {
        self.hints.extend(hint.map(Into::into));
        self
    }

    /// Names the component.
    #[must_use]
    pub fn component(mut self, id: impl Into<String>) -> Self {
        self.component = Some(id.into());
        self
    }

    /// Names the card.
    #[must_use]
    pub fn card(mut self, id: impl Into<String>) -> Self {
        self.card = Some(id.into());
        self
    }

    /// Names the language.
    #[must_use]
    pub fn language(mut self, lang: impl Into<String>) -> Self {
        self.language = Some(lang.into());
        self
    }

    /// Says by how much a text is too long.
    #[must_use]
    pub fn overflow(mut self, overflow: Option<Overflow>) -> Self {
        self.overflow = overflow;
        self
    }
}
