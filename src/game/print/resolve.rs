//! From the keys of `[print]`, of a component and of the command line to its print settings.

use super::duplex::Duplex;
use super::keys::{PrintKeys, SAFE, SMALL_SAFE};
use super::settings::Print;
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::game::kind::Kind;
use crate::game::overrides::Overrides;
use crate::game::toml::Layered;
use crate::units::{Length, Size};

/// What must be known of a component.
pub(in crate::game) struct Subject<'a> {
    /// Its id, at its place in the header.
    pub(in crate::game) id: &'a Spanned<String>,
    /// Its kind.
    pub(in crate::game) kind: Kind,
    /// The name of its back.
    pub(in crate::game) back: Option<&'a Span>,
    /// The size of the smallest thing in it that is cut or folded.
    pub(in crate::game) smallest: Option<Size>,
}

impl PrintKeys {
    /// How a component with these keys goes on paper, over those of `[print]` and under the command
    /// line.
    pub(in crate::game) fn resolve(
        &self,
        shared: &Self,
        subject: &Subject<'_>,
        overrides: &Overrides,
        sink: &mut Sink,
    ) -> Print {
        let merged = self.clone().over(shared);
        let safe = merged.safe_distance(subject, sink);
        let duplex = overrides.flip(self.mode(&merged, subject, overrides.duplex, sink));
        let mut print = merged.print(safe, duplex);
        if let Some(paper) = &overrides.paper {
            print.paper = paper.clone();
        }
        print
    }

    fn safe_distance(&self, subject: &Subject<'_>, sink: &mut Sink) -> Length {
        let usual = match subject.kind {
            Kind::Token => SMALL_SAFE,
            // The sides of a box for a few cards are narrower than any token.
            Kind::Fold => subject
                .smallest
                .map_or(SMALL_SAFE, |size| SMALL_SAFE.min(size.width.min(size.height) / 4)),
            Kind::Deck | Kind::Sheet | Kind::Board => SAFE,
        };
        let safe = self.safe().map_or(usual, |safe| safe.value);
        if let Some(size) = subject.smallest
            && safe * 2 >= size.width.min(size.height)
        {
            let id = subject.id.value.as_str();
            let message =
                format!("a safe distance of {safe} leaves no room on a component of {size}");
            sink.push(
                Diagnostic::error(Code::M003, message)
                    .at(self.safe().map_or(&subject.id.span, |safe| &safe.span))
                    .component(id),
            );
        }
        safe
    }

    /// What happens to backs. Both sides can only be printed of what has a back, so that the mode
    /// in `[print]` and on the command line is meant for those components alone; a component's own
    /// wish without a back is a mistake.
    fn mode(
        &self,
        merged: &Self,
        subject: &Subject<'_>,
        asked: Option<Duplex>,
        sink: &mut Sink,
    ) -> Duplex {
        let id = subject.id.value.as_str();
        let Some(back) = subject.back else {
            if let Some(own) = self.duplex().filter(|own| own.value.has_backs()) {
                let message = format!("`{id}` is to be printed with backs but has no back");
                sink.push(
                    Diagnostic::error(Code::M015, message)
                        .at(&own.span)
                        .component(id)
                        .hint("give it a `back`, or write duplex = \"fronts-only\""),
                );
            }
            return Duplex::FrontsOnly;
        };
        let Some(stated) = merged.duplex() else { return asked.unwrap_or_default() };
        if !stated.value.has_backs() && asked.is_none() {
            sink.push(
                Diagnostic::warning(Code::M015, format!("the back of `{id}` is never printed"))
                    .at(back)
                    .also(&stated.span, "fronts only, as written here")
                    .component(id),
            );
        }
        asked.unwrap_or(stated.value)
    }
}
