//! Splits faces into layers.

use std::collections::HashMap;
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
                    used: 0,
                    face,
                })
            });
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
        for part in survey.parts.iter().filter(|p| p.drawn) {
            let set = self.sets.entry(key(survey, canvas, part)).or_default();
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
        let mut runs: Vec<ElementRun<'_>> = Vec::new();
        for part in survey.parts.iter().filter(|p| p.drawn) {
            let set = self.sets.get(&key(survey, canvas, part)).copied().unwrap_or_default();
            let set = if set.size < 2 { FaceSet::default() } else { set };
            match runs.last_mut() {
                Some(run)
                    if run.set == set
                        && !run.clashes(part, survey)
                        && run.plain() == part.plain =>
                {
                    run.parts.push(part);
                }
                _ => runs.push(ElementRun { set, parts: vec![part] }),
            }
        }
        runs.iter().map(|run| (run.content(survey), run.plain())).collect()
    }
}

/// Neighbouring elements that become one layer.
struct ElementRun<'a> {
    set: FaceSet,
    parts: Vec<&'a TopElement>,
}

impl ElementRun<'_> {
    fn plain(&self) -> bool {
        self.parts.iter().all(|p| p.plain)
    }

    /// Two elements that define the same id each keep their own definition only in documents of
    /// their own. The definitions that they take along count as well.
    fn clashes(&self, part: &TopElement, survey: &Survey) -> bool {
        if part.ids.is_empty() && part.refs.is_empty() {
            return false;
        }
        let theirs = with_definitions(&[part], survey);
        let ours = with_definitions(&self.parts, survey);
        let shares_id = |one: &TopElement, other: &TopElement| {
            !std::ptr::eq(one, other) && one.ids.iter().any(|id| other.ids.contains(id))
        };
        ours.iter().any(|one| theirs.iter().any(|other| shares_id(one, other)))
    }

    /// The elements, after the definitions from elsewhere in the face that they refer to.
    fn content(&self, survey: &Survey) -> String {
        let all = with_definitions(&self.parts, survey);
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

/// Elements, and after them those from elsewhere in the face that they refer to, directly or not.
fn with_definitions<'a>(parts: &[&'a TopElement], survey: &'a Survey) -> Vec<&'a TopElement> {
    let mut all = parts.to_vec();
    let mut at = 0;
    while let Some(&part) = all.get(at) {
        at += 1;
        for id in &part.refs {
            if all.iter().any(|p| p.ids.contains(id)) {
                continue;
            }
            all.extend(survey.parts.iter().find(|p| p.ids.contains(id)));
        }
    }
    all
}

/// Elements are the same if their words, the tag around them, and the definitions they refer to are
/// the same.
fn key(survey: &Survey, canvas: Canvas, part: &TopElement) -> u64 {
    let mut hasher = DefaultHasher::new();
    canvas.hash(&mut hasher);
    survey.open.hash(&mut hasher);
    part.text.hash(&mut hasher);
    if !part.refs.is_empty() {
        for other in &survey.parts {
            if other.ids.iter().any(|id| part.refs.contains(id)) {
                other.text.hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
