//! `textbox()` and `measure()`: texts laid out inside templates.
//!
//! In: what `[text]`, `[style.…]` and the call state, and the text. Out: SVG in place of the call.
//! What is wrong with a text cannot be returned through tera, so it is collected beside it, face by
//! face.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tera::{Kwargs, State, TeraResult, Value};
use usvg::fontdb::Database;

use super::calls::CALL;
use super::values::map;
use crate::files::{Files, tree};
use crate::game::Game;
use crate::game::text::{OptionFault, OptionValue, TextOptions, length};
use crate::text::{TextEngine, TextFault, TextRequest, lay_out, to_svg};
use crate::units::Length;
use crate::xml::unescape;

/// Something wrong with one text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextFinding {
    pub(super) fault: TextFault,
    /// The text as the template gave it.
    pub(super) text: String,
    /// The number of the call, in [`Templates`](super::Templates).
    pub(super) call: Option<usize>,
}

/// The sizes of the boxes of a deck that share one, by box.
pub(super) type Sizes = HashMap<u64, Length>;

/// What the texts of one face left behind.
#[derive(Clone, Debug, Default)]
pub(super) struct TextTrace {
    pub(super) found: Vec<TextFinding>,
    pub(super) sizes: Vec<(u64, Length)>,
    decided: Option<Arc<Sizes>>,
}

thread_local! {
    static TRACE: RefCell<Option<TextTrace>> = const { RefCell::new(None) };
}

/// Runs something and returns what its texts left behind. Boxes that share a size get the one
/// decided, if it is.
pub(super) fn trace<T>(decided: Option<&Arc<Sizes>>, run: impl FnOnce() -> T) -> (T, TextTrace) {
    TRACE.with_borrow_mut(|trace| {
        *trace = Some(TextTrace { decided: decided.cloned(), ..TextTrace::default() });
    });
    let value = run();
    (value, TRACE.with_borrow_mut(Option::take).unwrap_or_default())
}

/// The engine of a game. Icons that cannot be read were reported with the templates, among which
/// they lie.
pub(super) fn engine(files: &dyn Files, game: &Game, fonts: &Arc<Database>) -> TextEngine {
    let mut icons = BTreeMap::new();
    for top in ["_shared", game.id.as_str()] {
        let folder = format!("templates/{top}/{}", game.text.icons);
        for file in tree(files, &folder).files {
            let Some(name) = file.strip_suffix(".svg") else { continue };
            let bytes = files.read(&format!("{folder}/{file}")).unwrap_or_default();
            let text = String::from_utf8(bytes).unwrap_or_default();
            icons.insert(name.to_owned(), text);
        }
    }
    TextEngine::new(fonts, icons, game.text.options.clone(), game.text.styles.clone())
}

/// The two functions share how they are called.
pub(super) struct TextBox {
    engine: Arc<TextEngine>,
    lang: String,
    draws: bool,
}

impl TextBox {
    pub(super) fn drawing(engine: &Arc<TextEngine>, game: &Game) -> Self {
        Self { engine: Arc::clone(engine), lang: game.lang.clone(), draws: true }
    }

    pub(super) fn measuring(engine: &Arc<TextEngine>, game: &Game) -> Self {
        Self { engine: Arc::clone(engine), lang: game.lang.clone(), draws: false }
    }

    fn run(&self, kwargs: &Kwargs) -> Result<Value, (String, Vec<TextFault>)> {
        let mut text = String::new();
        let mut style = None;
        let mut call = TextOptions::default();
        let mut places: [Option<Length>; 4] = [None; 4];
        let mut faults = Vec::new();
        for (key, value) in kwargs.iter() {
            let name = key.as_str().unwrap_or_default();
            if name == CALL {
                continue;
            }
            if let Some(place) = ["x", "y", "width", "height"].iter().position(|n| *n == name) {
                let empty = || OptionFault::new(name, "is empty");
                let found = OptionValue::of_template(value).ok_or_else(empty);
                match found.and_then(|value| length(name, &value)) {
                    Ok(length) => places[place] = Some(length),
                    Err(fault) => faults.push(fault.into()),
                }
            } else if name == "text" {
                text = words(value);
            } else if name == "style" {
                style = value.as_str().map(str::to_owned);
            } else {
                let empty = || OptionFault::new(name, "is empty");
                let found = OptionValue::of_template(value).ok_or_else(empty);
                faults.extend(found.and_then(|value| call.set(name, &value)).err().map(Into::into));
            }
        }
        if !faults.is_empty() {
            return Err((text, faults));
        }
        let [x, y, width, height] = places;
        let missing = |option: &str| {
            (text.clone(), vec![OptionFault::new(option, "is required, in millimetres").into()])
        };
        let width = match width {
            Some(width) if width > Length::ZERO => width,
            None if !self.draws => Length::MAX,
            _ => return Err(missing("width")),
        };
        if self.draws && height.is_none_or(|h| h <= Length::ZERO) {
            return Err(missing("height"));
        }
        let style = self
            .engine
            .style(&self.lang, style.as_deref(), &call)
            .map_err(|fault| (text.clone(), vec![fault]))?;
        let mut request = TextRequest { text, style, width, height, size: None };
        let shares = self.draws && request.style.same_size;
        let place = {
            let mut hasher = DefaultHasher::new();
            (x, y, width, height, &request.style).hash(&mut hasher);
            hasher.finish()
        };
        if shares {
            request.size = TRACE.with_borrow(|trace| {
                trace.as_ref().and_then(|t| t.decided.as_ref()?.get(&place).copied())
            });
        }
        let mut laid = lay_out(&self.engine, &request);
        if laid.is_err() && request.size.take().is_some() {
            // What does not fit in the size of the deck is reported as the text alone would be.
            laid = lay_out(&self.engine, &request);
        }
        let laid = laid.map_err(|faults| (request.text.clone(), faults))?;
        TRACE.with_borrow_mut(|trace| {
            if let Some(trace) = trace {
                if shares {
                    trace.sizes.push((place, laid.size));
                }
                trace.found.extend(laid.warnings.iter().map(|fault| TextFinding {
                    fault: fault.clone(),
                    text: request.text.clone(),
                    call: number(kwargs),
                }));
            }
        });
        if self.draws {
            let x = x.unwrap_or_default().to_mm();
            let y = y.unwrap_or_default().to_mm();
            return Ok(Value::safe_string(&to_svg(&self.engine, &laid, x, y)));
        }
        let round = |mm: f32| Value::from((f64::from(mm) * 1e4).round() / 1e4);
        let entries = [
            ("width", round(laid.width)),
            ("height", round(laid.height)),
            ("lines", Value::from(laid.lines.len())),
            ("size", round(laid.size.to_mm() as f32)),
        ];
        Ok(map(entries))
    }
}

/// Which of the calls it is.
fn number(kwargs: &Kwargs) -> Option<usize> {
    let (_, number) = kwargs.iter().find(|(key, _)| key.as_str() == Some(CALL))?;
    usize::try_from(number.as_i64()?).ok()
}

/// The text of a value. A block that a template captured was escaped for SVG, which is undone,
/// because it is done again.
fn words(value: &Value) -> String {
    let text = value.as_str().map_or_else(
        || if value.is_none() || value.is_undefined() { String::new() } else { value.to_string() },
        str::to_owned,
    );
    if !value.is_safe() || !text.contains('&') {
        return text;
    }
    unescape(&text)
}

impl tera::Function<TeraResult<Value>> for TextBox {
    fn call(&self, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
        match self.run(&kwargs) {
            Ok(value) => Ok(value),
            Err((text, faults)) => {
                TRACE.with_borrow_mut(|trace| {
                    if let Some(trace) = trace {
                        trace.found.extend(faults.into_iter().map(|fault| TextFinding {
                            fault,
                            text: text.clone(),
                            call: number(&kwargs),
                        }));
                    }
                });
                let nothing =
                    ["width", "height", "lines", "size"].map(|name| (name, Value::from(0)));
                Ok(if self.draws { Value::safe_string("") } else { map(nothing) })
            }
        }
    }

    fn is_safe(&self) -> bool {
        true
    }
}
