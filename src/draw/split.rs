//! Splits faces into layers.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use super::face::{Canvas, FaceSource};
use super::pictures::Pictures;
use super::stack::{FaceId, Frame, Layer, LayerId, Stack, Stacks};
use super::survey::{Survey, TopElement, survey};
use crate::svg::Fault;

/// Splits the faces; the first source is the first face. Faults come with their face.
pub fn split(faces: &[FaceSource<'_>], pictures: &Pictures<'_>) -> (Stacks, Vec<(FaceId, Fault)>) {
    let surveys: Vec<Survey> = faces.par_iter().map(|face| survey(*face, pictures)).collect();
    let mut stacks = Stacks::default();
    let mut faults = Vec::new();
    let mut shared = Occurrences::default();
    for (face, survey) in surveys.iter().enumerate() {
        shared.count(face, survey, faces[face].canvas);
    }
    let mut known: HashMap<(usize, Canvas, String), LayerId> = HashMap::new();
    let mut frames: HashMap<Frame, usize> = HashMap::new();
    for (index, mut survey) in surveys.into_iter().enumerate() {
        let face = FaceId::new(index);
        faults.extend(std::mem::take(&mut survey.faults).into_iter().map(|fault| (face, fault)));
        let canvas = faces[index].canvas;
        let frame = Frame {
            open: survey.open.clone(),
            close: survey.close.clone(),
            prefix: survey.prefix.clone(),
            trimmed: survey.trimmed,
        };
        let next = frames.len();
        let frame = *frames.entry(frame).or_insert_with_key(|frame| {
            stacks.frames.push(frame.clone());
            next
        });
        let mut stack = Stack { layers: Vec::new(), canvas };
        for (content, plain) in shared.runs(&survey, canvas) {
            let key = (frame, canvas, content);
            let layer = *known.entry(key).or_insert_with_key(|(_, _, content)| {
                stacks.add_layer(Layer {
                    frame,
                    content: content.clone(),
                    plain,
                    whole: survey.whole,
                    canvas,
                    limits: None,
                    used: 0,
                    face,
                })
            });
            stacks.look_for(layer, faces[index].limits);
            stack.layers.push(layer);
        }
        stacks.add_face(stack);
    }
    (stacks, faults)
}

/// In which faces each element occurs.
#[derive(Default)]
struct Occurrences {
    sets: HashMap<u64, FaceSet>,
}

/// A set of faces, distinguished by a sum of their scrambled numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct FaceSet {
    size: u32,
    sum: u64,
}

impl Occurrences {
    fn count(&mut self, face: usize, survey: &Survey, canvas: Canvas) {
        if survey.whole {
            return;
        }
        let definitions = Definitions::of(survey);
        for part in survey.parts.iter().filter(|p| p.drawn) {
            let set = self.sets.entry(key(survey, &definitions, canvas, part)).or_default();
            set.size += 1;
            set.sum = set.sum.wrapping_add(hash(&face));
        }
    }

    /// The layers of a face: neighbours that occur in the same faces are one layer. Each comes with
    /// whether it is plain.
    fn runs(&self, survey: &Survey, canvas: Canvas) -> Vec<(String, bool)> {
        if survey.whole {
            let all: String = survey.parts.iter().map(|p| p.text.as_str()).collect();
            return if all.is_empty() { Vec::new() } else { vec![(all, false)] };
        }
        let definitions = Definitions::of(survey);
        let mut runs: Vec<ElementRun<'_>> = Vec::new();
        for part in survey.parts.iter().filter(|p| p.drawn) {
            let key = key(survey, &definitions, canvas, part);
            let set = self.sets.get(&key).copied().unwrap_or_default();
            let set = if set.size < 2 { FaceSet::default() } else { set };
            let around = definitions.around(&[part]);
            match runs.last_mut() {
                Some(run) if run.set == set && run.plain == part.plain && !run.clashes(&around) => {
                    run.add(part, &around);
                }
                _ => {
                    let mut run = ElementRun::new(set, part.plain);
                    run.add(part, &around);
                    runs.push(run);
                }
            }
        }
        runs.iter().map(|run| (run.content(survey, &definitions), run.plain)).collect()
    }
}

/// Neighbouring elements that become one layer.
struct ElementRun<'a> {
    set: FaceSet,
    /// Whether all of them are plain; those that are not stand in other layers.
    plain: bool,
    parts: Vec<&'a TopElement>,
    /// What they define, themselves or by the definitions they take along.
    ids: HashMap<&'a str, &'a TopElement>,
}

impl<'a> ElementRun<'a> {
    fn new(set: FaceSet, plain: bool) -> Self {
        Self { set, plain, parts: Vec::new(), ids: HashMap::new() }
    }

    fn add(&mut self, part: &'a TopElement, around: &[&'a TopElement]) {
        self.parts.push(part);
        for element in around {
            self.ids.extend(element.ids.iter().map(|id| (id.as_str(), *element)));
        }
    }

    /// Two elements that define the same id each keep their own definition only in documents of
    /// their own. The definitions that they take along count as well.
    fn clashes(&self, around: &[&TopElement]) -> bool {
        let is_other = |element: &TopElement, id: &String| {
            self.ids.get(id.as_str()).is_some_and(|ours| !std::ptr::eq(*ours, element))
        };
        around.iter().any(|element| element.ids.iter().any(|id| is_other(element, id)))
    }

    /// The elements, after the definitions from elsewhere in the face that they refer to.
    fn content(&self, survey: &Survey, definitions: &Definitions<'_>) -> String {
        let all = definitions.around(&self.parts);
        let definitions: String = all[self.parts.len()..].iter().map(|p| p.text.as_str()).collect();
        let elements = self.parts.iter().map(|p| p.text.as_str());
        if definitions.is_empty() {
            elements.collect()
        } else {
            let prefix = &survey.prefix;
            let definitions = format!("<{prefix}defs>{definitions}</{prefix}defs>");
            std::iter::once(definitions.as_str()).chain(elements).collect()
        }
    }
}

/// The elements of a face by the ids that they define, in order.
struct Definitions<'a> {
    parts: &'a [TopElement],
    by_id: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Definitions<'a> {
    fn of(survey: &'a Survey) -> Self {
        let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, part) in survey.parts.iter().enumerate() {
            for id in &part.ids {
                by_id.entry(id).or_default().push(at);
            }
        }
        Self { parts: &survey.parts, by_id }
    }

    /// The elements that define an id.
    fn defining(&self, id: &str) -> &[usize] {
        self.by_id.get(id).map_or(&[], Vec::as_slice)
    }

    /// Elements, and after them those from elsewhere in the face that they refer to, directly or
    /// not.
    fn around<'p>(&self, parts: &[&'p TopElement]) -> Vec<&'p TopElement>
    where
        'a: 'p,
    {
        let mut all = parts.to_vec();
        let ids = |part: &'p TopElement| part.ids.iter().map(String::as_str);
        let mut defined: HashSet<&str> = parts.iter().flat_map(|part| ids(part)).collect();
        let mut at = 0;
        while let Some(&part) = all.get(at) {
            at += 1;
            for id in &part.refs {
                if !defined.contains(id.as_str())
                    && let Some(found) =
                        self.defining(id).first().and_then(|at| self.parts.get(*at))
                {
                    defined.extend(ids(found));
                    all.push(found);
                }
            }
        }
        all
    }
}

/// Elements are the same if their words, the tag around them, and the definitions they refer to are
/// the same.
fn key(survey: &Survey, definitions: &Definitions<'_>, canvas: Canvas, part: &TopElement) -> u64 {
    let mut hasher = DefaultHasher::new();
    canvas.hash(&mut hasher);
    survey.open.hash(&mut hasher);
    part.text.hash(&mut hasher);
    let referred: BTreeSet<usize> =
        part.refs.iter().flat_map(|id| definitions.defining(id)).copied().collect();
    for other in referred.into_iter().filter_map(|at| survey.parts.get(at)) {
        other.text.hash(&mut hasher);
    }
    hasher.finish()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
