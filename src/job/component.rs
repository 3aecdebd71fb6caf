//! Prints components: their faces, what stands beside them on their sheets, and the guides of a
//! proof.

use std::collections::HashMap;

use super::cards::side_of;
use super::context::GameContext;
use super::error::JobError;
use super::ink::{InkedFace, ink_limits};
use super::layers::{BuildRun, LayerInk, LayeredJob, Printed, whole};
use super::manifest::{Entry, FileEntry, Shows};
use super::options::{PictureKind, PrintOptions};
use super::print_job::{FaceKey, JobComponent, Output, PrintJob};
use crate::compose::{ArtworkId, CardPart, Faces};
use crate::diag::{Code, Diagnostic, Sink};
use crate::draw::{Canvas, FaceId, FaceSource, Fault, LayerId, Medium, Needle};
use crate::game::{Card, Duplex};
use crate::impose::Plan;
use crate::press::{Canvases, ContentLayer, PaperFlip, PrintFile, PrintedSide};
use crate::slug::{Slug, SlugLine, proof_of_form, proof_of_rectangle};

/// A print job whose faces are taken apart into layers.
struct Components<'a> {
    job: &'a PrintJob,
    /// Its outputs, in their order.
    outputs: Vec<DrawnOutput<'a>>,
    /// What the faces that come first show.
    faces: Vec<ArtworkId>,
    layered: LayeredJob<'a>,
    /// The layers that only a proof has.
    guides: Vec<LayerId>,
}

/// An output whose plan speaks of drawn faces.
struct DrawnOutput<'a> {
    output: &'a Output,
    plan: Plan<FaceId>,
    /// The faces of what stands beside the others on each side.
    slugs: Vec<FaceId>,
}

/// What became of a job.
pub struct PrintedComponents {
    /// Its files.
    pub files: Vec<FileEntry>,
    /// What is in them.
    pub entries: Vec<Entry>,
    /// What shows on the faces.
    pub faces: Vec<InkedFace>,
}

impl Components<'_> {
    /// What shows on each of the faces.
    fn inked(&self, ink: &LayerInk) -> Vec<InkedFace> {
        let stacks = self.layered.stacks.faces();
        let faces = self.faces.iter().zip(stacks).map(|(artwork, stack)| {
            let of_layers = stack.layers.iter().filter_map(|layer| ink.get(layer));
            InkedFace { artwork: *artwork, ink: of_layers.flatten().cloned().collect() }
        });
        faces.filter(|face| !face.ink.is_empty()).collect()
    }
}

/// A guide of a proof: its canvas, its SVG text, and the faces that it lies over.
type Guide = (Canvas, String, Vec<FaceId>);

impl GameContext<'_> {
    /// Reports everything that can be wrong with the faces of a job, without writing it; returns
    /// what shows on them.
    pub fn check_components(
        &self,
        job: &PrintJob,
        proof: bool,
        sink: &mut Sink,
    ) -> Result<Vec<InkedFace>, JobError> {
        let sink = &mut sink.scope();
        let components = self.split(job, proof, sink)?;
        // After an error, the renderer would complain of the same mistakes once more.
        if sink.has_errors() {
            return Ok(Vec::new());
        }
        Ok(components.inked(&components.layered.check(sink)))
    }

    /// Whether every face of a job was composed.
    pub fn has_faces_of(&self, job: &PrintJob) -> bool {
        job.components.iter().all(|member| {
            let component = &self.game.components[member.id];
            let printed = component.cards.iter().filter(|card| card.printed() > 0).count();
            let composed = self.artworks.of(member.id);
            let parts = |faces: &Faces| {
                let card = &component.cards[faces.card];
                component.fold().map_or_else(
                    || 1 + usize::from(card.has_back && component.back().is_some()),
                    |fold| fold.panels.len(),
                ) == faces.parts.len()
            };
            composed.len() == printed && composed.iter().all(parts)
        })
    }

    /// Writes the files of a job.
    pub fn print_components(
        &self,
        job: &PrintJob,
        run: &mut BuildRun<'_>,
    ) -> Result<PrintedComponents, JobError> {
        let components = self.split(job, run.options.proof, run.sink)?;
        let mut files = Vec::new();
        let mut ink = LayerInk::new();
        for drawn in &components.outputs {
            let output = drawn.output;
            let pdf = self.pdf_of(&components, drawn);
            let Printed { file, sha256, ink: shown } = components.layered.print(&pdf, run)?;
            ink.extend(shown);
            files.push(FileEntry {
                file,
                purpose: output.purpose,
                components: self.names(job),
                sheets: pdf.plan.sheets.len(),
                sides: pdf.sides.len(),
                paper: output.paper.clone(),
                is_landscape: pdf.plan.paper.is_landscape(),
                duplex: output.duplex,
                has_ruler: pdf.sides.iter().all(|side| side.side.slug.ruler.is_some()),
                sha256,
            });
        }
        let entries = self.entries(&components, &files, run.options);
        files.extend(self.cut_files(job, run)?);
        if run.options.pictures.contains(&PictureKind::Faces) {
            self.face_pictures(&components, run)?;
        }
        Ok(PrintedComponents { files, entries, faces: components.inked(&ink) })
    }

    /// The ids of the components of a job.
    pub(super) fn names(&self, job: &PrintJob) -> Vec<String> {
        job.components.iter().map(|member| self.game.components[member.id].id.clone()).collect()
    }

    /// Takes the faces of a job apart, and puts what they become into its plans.
    fn split<'j>(
        &'j self,
        job: &'j PrintJob,
        proof: bool,
        sink: &mut Sink,
    ) -> Result<Components<'j>, JobError> {
        let faces: Vec<ArtworkId> = self
            .artworks
            .iter()
            .filter(|(_, artwork)| job.has(artwork.component))
            .map(|(id, _)| id)
            .collect();
        let places = self.places(job, &faces);
        let drawn = |key: FaceKey| places.get(&key).copied().ok_or_else(|| self.not_drawn(key));
        let plans: Vec<Plan<FaceId>> = job
            .outputs
            .iter()
            .map(|output| output.plan.clone().try_map(drawn))
            .collect::<Result<_, _>>()?;
        let slugs: Vec<Slug> = plans
            .iter()
            .zip(&job.outputs)
            .map(|(plan, output)| {
                let printer = self.printer_of(output.purpose);
                let layout = plan.layout_id();
                let name = self.slug_name(&job.id, job);
                let line = SlugLine::new(self.game, &name, &layout, printer, &self.fonts);
                Slug::new(&line, plan, output.purpose, self.marks(job))
            })
            .collect();
        let guides = if proof { self.guides(&faces) } else { Vec::new() };

        let mut sources: Vec<FaceSource<'_>> = Vec::new();
        sources.extend(faces.iter().map(|face| {
            let artwork = &self.artworks[*face];
            let canvas = Canvas { trim: artwork.trim, bleed: artwork.bleed };
            let limits = Some(ink_limits(self.game, artwork));
            FaceSource { svg: &artwork.svg, template: &artwork.template, canvas, limits }
        }));
        for (slug, plan) in slugs.iter().zip(&plans) {
            let canvas = whole(plan.paper);
            let artworks = slug.artworks.iter();
            sources.extend(artworks.map(|svg| FaceSource {
                svg,
                template: "",
                canvas,
                limits: None,
            }));
        }
        let ours = guides.iter();
        sources.extend(ours.map(|(canvas, svg, _)| FaceSource {
            svg,
            template: "",
            canvas: *canvas,
            limits: None,
        }));
        let of_cards = faces.clone();
        let diagnose = move |face: FaceId, fault| {
            self.diagnose(job, of_cards.get(face.index()).copied(), fault)
        };
        let mut layered = LayeredJob::split(&sources, self.drawing(), diagnose, sink);

        let own_stacks = layered.stacks.take_last(guides.len());
        let mut guide_layers = Vec::new();
        for ((.., like), guide) in guides.into_iter().zip(own_stacks) {
            layered.stacks.overlay(like, &guide);
            guide_layers.extend(guide.layers);
        }
        let mut first = faces.len();
        let mut outputs = Vec::with_capacity(plans.len());
        for ((output, slug), plan) in job.outputs.iter().zip(&slugs).zip(plans) {
            let slugs = layered.pile(whole(plan.paper), first, &slug.sides);
            first += slug.artworks.len();
            outputs.push(DrawnOutput { output, plan, slugs });
        }
        Ok(Components { job, outputs, faces, layered, guides: guide_layers })
    }

    /// Where the faces of a job stand in its stacks, which begin with `faces`.
    fn places(&self, job: &PrintJob, faces: &[ArtworkId]) -> HashMap<FaceKey, FaceId> {
        let place: HashMap<ArtworkId, FaceId> =
            faces.iter().enumerate().map(|(place, face)| (*face, FaceId::new(place))).collect();
        let mut places = HashMap::new();
        for component in job.components.iter().map(|member| member.id) {
            for of in self.artworks.of(component) {
                places.extend(of.parts.iter().filter_map(|(part, face)| {
                    Some((FaceKey { component, card: of.card, part: *part }, *place.get(face)?))
                }));
            }
        }
        places
    }

    /// Every card with copies was composed, so that every face that is placed was drawn.
    fn not_drawn(&self, key: FaceKey) -> JobError {
        let part = match key.part {
            CardPart::Front => "front".to_owned(),
            CardPart::Back => "back".to_owned(),
            CardPart::Panel(panel) => format!("panel {}", panel + 1),
        };
        let id = &self.game.components[key.component].id;
        let card = key.card.index() + 1;
        JobError::Internal(format!("the {part} of card {card} of `{id}` is placed but not drawn"))
    }

    /// The guides of a proof, once for each size and form of face.
    fn guides(&self, faces: &[ArtworkId]) -> Vec<Guide> {
        let mut guides: Vec<Guide> = Vec::new();
        for (place, face) in faces.iter().enumerate() {
            let place = FaceId::new(place);
            let artwork = &self.artworks[*face];
            let canvas = Canvas { trim: artwork.trim, bleed: artwork.bleed };
            let component = &self.game.components[artwork.component];
            let form = component.form();
            let safe = component.print.safe;
            let svg = if form.is_rectangle() {
                proof_of_rectangle(canvas.trim, canvas.bleed, safe)
            } else {
                let is_back =
                    self.artworks.of(artwork.component).iter().any(|of| of.back() == Some(*face));
                proof_of_form(form, canvas.trim, canvas.bleed, safe, is_back)
            };
            match guides.iter_mut().find(|(known, drawn, _)| *known == canvas && *drawn == svg) {
                Some((.., like)) => like.push(place),
                None => guides.push((canvas, svg, vec![place])),
            }
        }
        guides
    }

    /// A fault of a face as a diagnostic: the piece at fault is looked for in the template, then in
    /// the card's row. What no card shows is ours.
    fn diagnose(&self, job: &PrintJob, face: Option<ArtworkId>, fault: Fault) -> Diagnostic {
        let Some(artwork) = face.map(|face| &self.artworks[face]) else {
            let message = format!("internal error in the sheet of `{}`: {}", job.id, fault.message);
            return Diagnostic::error(Code::P002, message);
        };
        let needles = fault.needles.iter();
        let written = |n: &Needle| self.templates.find(&artwork.template, n);
        let in_row = |n: &'_ Needle| Some((artwork.card.find(&n.piece)?, n.clone()));
        // A letter stands in a cell as it is drawn; words of SVG stand there by chance.
        let is_letter = fault.code == Code::F003;
        let first_letter = needles.clone().find(|n| written(n).is_some() || in_row(n).is_some());
        let (written, cell) = match first_letter.filter(|_| is_letter) {
            Some(letter) => (written(letter), in_row(letter)),
            None => (needles.clone().find_map(written), needles.clone().find_map(in_row)),
        };
        let cell = cell.filter(|_| written.is_none());
        let column = cell.as_ref().and_then(|(_, needle)| {
            let cards = &self.game.components[artwork.component].cards;
            let card = cards.iter().find(|card| card.span.range() == artwork.card.range())?;
            let holds =
                |value: &tera::Value| value.as_str().is_some_and(|v| v.contains(&needle.piece));
            card.values.iter().find(|(_, value)| holds(value)).map(|(column, _)| column)
        });
        let message = match column {
            Some(column) => format!("column `{column}`: {}", fault.message),
            None => fault.message,
        };
        let mut diagnostic = Diagnostic::new(fault.code, fault.severity, message);
        // Which template draws the cell is not seen from its row.
        let used = column.and_then(|column| {
            let used = Needle::plain(&format!("card.{column}"));
            self.templates.find(&artwork.template, &used)
        });
        if let Some(used) = used {
            diagnostic = diagnostic.also(&used, "drawn here");
        }
        let cell = cell.map(|(span, _)| span);
        diagnostic.span = written.or(cell).or_else(|| self.templates.whole(&artwork.template));
        diagnostic.hints = fault.hints;
        diagnostic.component(&self.game.components[artwork.component].id).card(&artwork.name)
    }

    fn pdf_of<'b>(
        &self,
        components: &'b Components<'_>,
        drawn: &'b DrawnOutput<'_>,
    ) -> PrintFile<'b> {
        let DrawnOutput { output: what, plan, slugs } = drawn;
        let name = self.name(&format!("{}{}", components.job.id, what.purpose.suffix()));
        PrintFile {
            title: format!("{}: {name}", self.game.title),
            author: self.game.author.clone(),
            lang: self.game.lang.clone(),
            name,
            plan,
            // A printer that prints on both sides unasked would put the next front behind the
            // first.
            flip: match (plan.sheets.iter().any(|s| s.back.is_some()), what.duplex) {
                (false, _) => PaperFlip::None,
                (true, Duplex::ShortEdge) => PaperFlip::ShortEdge,
                (true, _) => PaperFlip::LongEdge,
            },
            sides: PrintedSide::all(plan, what.purpose, slugs),
            corrections: self.corrections(what.purpose, plan.paper, what.duplex),
            visible: components.guides.iter().map(|layer| (*layer, ContentLayer::Guides)).collect(),
            reading: None,
        }
    }

    /// The components of a job, for the manifest. The first of its files holds their sheets.
    fn entries(
        &self,
        components: &Components<'_>,
        files: &[FileEntry],
        options: &PrintOptions,
    ) -> Vec<Entry> {
        let file = files.first().map_or("", |file| file.file.as_str());
        let entry = |member: &JobComponent| {
            let component = &self.game.components[member.id];
            let faces = components.faces.iter();
            Entry {
                id: component.id.clone(),
                kind: component.kind(),
                copies: component.printed_copies(),
                faces: faces.filter(|face| self.artworks[**face].component == member.id).count(),
                file: file.to_owned(),
                trim: component.size,
                net: component.fold().map(|fold| fold.net.size),
                bleed: component.print.bleed,
                render: options.render.word(),
                tiling: member.tiling.clone(),
            }
        };
        components.job.components.iter().map(entry).collect()
    }

    fn face_pictures(
        &self,
        components: &Components<'_>,
        run: &mut BuildRun<'_>,
    ) -> Result<(), JobError> {
        let layered = &components.layered;
        let drawer = layered.drawer(Medium::Pixels);
        let mut canvases = Canvases::new(&drawer, &layered.stacks, run.options.dpi);
        for (face, artwork) in components.faces.iter().enumerate() {
            let folder = format!("{}{}", self.name(&components.job.id), run.suffix);
            let card = file_name_of(&self.artworks[*artwork].name);
            let name = format!("{folder}/{:03}-{card}.png", face + 1);
            run.picture(&name, self.shows(*artwork), canvases.face_png(FaceId::new(face)))?;
        }
        Ok(())
    }

    /// Which side of which cards an artwork is.
    fn shows(&self, artwork: ArtworkId) -> Shows {
        let id = self.artworks[artwork].component;
        let component = &self.game.components[id];
        let shown = self.artworks.of(id).iter().filter_map(|faces| {
            let (part, _) = faces.parts.iter().find(|(_, face)| *face == artwork)?;
            Some((*part, &component.cards[faces.card]))
        });
        let shown: Vec<(CardPart, &Card)> = shown.collect();
        let part = shown.first().map_or(CardPart::Front, |(part, _)| *part);
        let side = side_of(component, part);
        let cards = shown.iter().map(|(_, card)| (card.id.clone(), card.printed()));
        Shows::Face { component: component.id.clone(), side, cards: cards.collect() }
    }
}

/// The id of a card as a part of a file name, which holds 255 bytes on most systems. The number
/// before it tells names that begin alike.
fn file_name_of(id: &str) -> &str {
    const MAX_BYTES: usize = 120;
    &id[..id.floor_char_boundary(MAX_BYTES)]
}
