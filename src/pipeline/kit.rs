//! Draws and prints the lots of one game.

mod cut;

use std::collections::HashMap;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::furniture::{Furniture, labels, sides};
use super::{
    BuildError, FaceKey, Lot, Options, Output, PictureKind, Planned, Progress, RenderKind, tiling,
};
use crate::compose::{ArtworkId, Artworks, CardPart, Templates};
use crate::diag::{Code, Diagnostic, Sink};
use crate::draw::{
    Batch, Canvas, Drawer, FaceId, FaceSource, Fault, FontSet, LayerId, Pictures, Stacks,
    VectorPages, is_plain, split,
};
use crate::files::{Files, OutputError, OutputFolder};
use crate::game::{ComponentId, Duplex, Game, Marks, Printer};
use crate::impose::Plan;
use crate::manifest::{Entry, FileEntry, Purpose};
use crate::press::{
    self, Book, Canvases, Corrections, Print, Raster, Render, Vector, Visible, Windows,
};
use crate::units::{Length, Size};

/// Everything that the components of one game share while they are drawn.
pub(super) struct Kit<'a> {
    pub(super) game: &'a Game,
    pub(super) printer: Option<&'a Printer>,
    pub(super) templates: &'a Templates,
    pub(super) artworks: &'a Artworks,
    pub(super) fonts: FontSet,
    pub(super) pictures: Pictures<'a>,
}

/// A lot, taken apart into layers.
pub(super) struct Prepared<'a> {
    lot: &'a Lot,
    /// The plans of its outputs.
    plans: Vec<Plan<FaceId>>,
    /// What the faces that come first in the stacks show.
    faces: Vec<ArtworkId>,
    pub(super) stacks: Stacks,
    /// For each output, the faces that hold the furniture of each side.
    furniture: Vec<Vec<FaceId>>,
    /// The layers that only a proof has.
    guides: Vec<LayerId>,
}

impl<'a> Kit<'a> {
    pub(super) fn new(
        files: &'a dyn Files,
        planned: &'a Planned,
        templates: &'a Templates,
        artworks: &'a Artworks,
        fonts: &FontSet,
    ) -> Self {
        let game = &planned.game;
        let printer = planned.printer.as_deref();
        Self {
            game,
            printer,
            templates,
            artworks,
            fonts: fonts.clone(),
            pictures: Pictures::new(files, &game.id),
        }
    }

    pub(super) fn drawer(&self) -> Drawer<'_> {
        Drawer::new(&self.fonts, &self.pictures)
    }

    /// `-it` for all but the default language.
    pub(super) fn suffix(&self) -> String {
        if self.game.languages.first() == Some(&self.game.lang) {
            String::new()
        } else {
            format!("-{}", self.game.lang)
        }
    }

    /// Takes the faces of a lot apart, and puts what they become into its plans.
    pub(super) fn prepare(
        &self,
        lot: &'a Lot,
        proof: bool,
        sink: &mut Sink,
    ) -> Result<Prepared<'a>, BuildError> {
        let faces: Vec<ArtworkId> = self
            .artworks
            .iter()
            .filter(|(_, artwork)| lot.components.contains(&artwork.component))
            .map(|(id, _)| id)
            .collect();
        let places = self.places(lot, &faces);
        let drawn = |key: FaceKey| places.get(&key).copied().ok_or_else(|| self.not_drawn(key));
        let plans: Vec<Plan<FaceId>> = lot
            .outputs
            .iter()
            .map(|output| output.plan.clone().try_map(drawn))
            .collect::<Result<_, _>>()?;

        let mut sources: Vec<FaceSource<'_>> = faces
            .iter()
            .map(|f| {
                let artwork = &self.artworks[*f];
                let canvas = Canvas { trim: artwork.trim, bleed: artwork.bleed };
                FaceSource { svg: &artwork.svg, template: &artwork.template, canvas }
            })
            .collect();
        let furniture: Vec<Furniture> = plans
            .iter()
            .zip(&lot.outputs)
            .map(|(plan, output)| {
                let printer = self.printer_of(output.purpose).map(|printer| printer.name.as_str());
                let labels = labels(self.game, &lot.id, plan, output.purpose, printer, &self.fonts);
                Furniture::new(labels, plan, output.purpose, self.marks(lot))
            })
            .collect();
        for (furniture, plan) in furniture.iter().zip(&plans) {
            let paper = Canvas { trim: plan.paper, bleed: Length::ZERO };
            sources.extend(furniture.artworks.iter().map(|svg| FaceSource {
                svg,
                template: "",
                canvas: paper,
            }));
        }
        let guides: Vec<(Canvas, String, Vec<FaceId>)> =
            if proof { self.guides(lot, &faces) } else { Vec::new() };
        sources.extend(guides.iter().map(|(canvas, svg, _)| FaceSource {
            svg,
            template: "",
            canvas: *canvas,
        }));
        let (mut stacks, faults) = split(&sources, &self.pictures);
        let drawn = stacks.take_last(guides.len());
        let mut guide_layers = Vec::new();
        for ((_, _, like), guide) in guides.into_iter().zip(drawn) {
            stacks.overlay(like, &guide);
            guide_layers.extend(guide.layers);
        }
        let mut first = faces.len();
        let piled = furniture.iter().zip(&plans).map(|(furniture, plan)| {
            let paper = Canvas { trim: plan.paper, bleed: Length::ZERO };
            let sides = furniture
                .sides
                .iter()
                .map(|parts| stacks.pile(paper, parts.iter().map(|part| FaceId::new(first + part))))
                .collect();
            first += furniture.artworks.len();
            sides
        });
        let furniture = piled.collect();
        let prepared = Prepared { lot, plans, faces, stacks, furniture, guides: guide_layers };
        for (face, fault) in faults {
            sink.push(self.diagnose(&prepared, face, fault));
        }
        Ok(prepared)
    }

    /// Where the faces of a lot stand in its stacks, which begin with `faces`.
    fn places(&self, lot: &Lot, faces: &[ArtworkId]) -> HashMap<FaceKey, FaceId> {
        let place: HashMap<ArtworkId, FaceId> =
            faces.iter().enumerate().map(|(place, face)| (*face, FaceId::new(place))).collect();
        let mut places = HashMap::new();
        for &component in &lot.components {
            for of in self.artworks.of(component) {
                places.extend(of.parts.iter().filter_map(|(part, face)| {
                    Some((FaceKey { component, card: of.card, part: *part }, *place.get(face)?))
                }));
            }
        }
        places
    }

    /// Every card with copies was composed, so that every face that is placed was drawn.
    fn not_drawn(&self, key: FaceKey) -> BuildError {
        let part = match key.part {
            CardPart::Front => "front".to_owned(),
            CardPart::Back => "back".to_owned(),
            CardPart::Panel(panel) => format!("panel {}", panel + 1),
        };
        let id = &self.game.components[key.component].id;
        let card = key.card.index() + 1;
        BuildError::Internal(format!("the {part} of card {card} of `{id}` is placed but not drawn"))
    }

    /// How the lines of a lot look: as its first component says.
    fn marks(&self, lot: &Lot) -> &'a Marks {
        &self.game.components[lot.components[0]].print.marks
    }

    /// The guides of a proof, once for each size and form of face, with the faces of the stacks that they lie over.
    fn guides(&self, lot: &Lot, faces: &[ArtworkId]) -> Vec<(Canvas, String, Vec<FaceId>)> {
        let mut guides: Vec<(Canvas, String, Vec<FaceId>)> = Vec::new();
        for (place, face) in faces.iter().enumerate() {
            let place = FaceId::new(place);
            let artwork = &self.artworks[*face];
            if !lot.components.contains(&artwork.component) {
                continue;
            }
            let canvas = Canvas { trim: artwork.trim, bleed: artwork.bleed };
            let component = &self.game.components[artwork.component];
            let safe = component.print.safe;
            let svg = match component.token().filter(|token| !token.form.is_rectangle()) {
                Some(token) => {
                    let is_back = self
                        .artworks
                        .of(artwork.component)
                        .iter()
                        .any(|of| of.back() == Some(*face));
                    press::proof_form(&token.form, canvas.trim, canvas.bleed, safe, is_back)
                }
                None => press::proof(canvas.trim, canvas.bleed, safe),
            };
            match guides.iter_mut().find(|(known, drawn, _)| *known == canvas && *drawn == svg) {
                Some((.., like)) => like.push(place),
                None => guides.push((canvas, svg, vec![place])),
            }
        }
        guides
    }

    /// A fault of a face as a diagnostic: the piece at fault is looked for in the template, then in the card's row.
    fn diagnose(&self, prepared: &Prepared<'_>, face: FaceId, fault: Fault) -> Diagnostic {
        let Some(artwork) = prepared.faces.get(face.index()).map(|f| &self.artworks[*f]) else {
            return Diagnostic::error(
                Code::P002,
                format!("internal error in the sheet of `{}`: {}", prepared.lot.id, fault.message),
            );
        };
        let needles = fault.needles.iter().filter(|n| !n.is_empty());
        let place = needles
            .clone()
            .find_map(|n| self.templates.find(&artwork.template, n))
            .or_else(|| needles.clone().find_map(|n| artwork.card.find(n)))
            .or_else(|| self.templates.whole(&artwork.template));
        let mut diagnostic = Diagnostic::new(fault.code, fault.severity, fault.message);
        diagnostic.span = place;
        diagnostic.hints = fault.hints;
        diagnostic.component(&self.game.components[artwork.component].id).card(&artwork.name)
    }

    pub(super) fn report_layers(
        &self,
        prepared: &Prepared<'_>,
        faults: Vec<(LayerId, Fault)>,
        sink: &mut Sink,
    ) {
        for (layer, fault) in faults {
            sink.push(self.diagnose(prepared, prepared.stacks[layer].face, fault));
        }
    }

    pub(super) fn draw(
        &self,
        prepared: &Prepared<'_>,
        output: usize,
        options: &Options,
        progress: &dyn Progress,
        sink: &mut Sink,
    ) -> Result<Render, BuildError> {
        let wanted = prepared.wanted(output);
        let batches = Drawer::batches_of(&prepared.stacks, |layer| wanted[layer.index()]);
        let report = |faults, sink: &mut Sink| self.report_layers(prepared, faults, sink);
        let windows = Windows::of(&prepared.plans[output], &prepared.stacks);
        self.draw_stacks(&prepared.stacks, &batches, &windows, &report, options, progress, sink)
    }

    /// Draws the layers of some batches.
    #[expect(clippy::too_many_arguments, reason = "what is drawn, how, and who is told")]
    pub(super) fn draw_stacks(
        &self,
        stacks: &Stacks,
        batches: &[Batch],
        windows: &Windows,
        report: Report<'_>,
        options: &Options,
        progress: &dyn Progress,
        sink: &mut Sink,
    ) -> Result<Render, BuildError> {
        let count = |batch: &Batch| batch.layers.len();
        let mut steps = batches.iter().map(count);
        let drawer = self.drawer();
        let render = match options.kind {
            RenderKind::Vector => {
                let done = || progress.done(steps.next().unwrap_or(0));
                let (pages, faults) =
                    vector_pages(&drawer, stacks, batches, self.fonts.has_variable(), done);
                report(faults, sink);
                sink.gate()?;
                Render::Vector(Vector::new(pages).map_err(BuildError::Internal)?)
            }
            RenderKind::Raster => {
                let mut raster = Raster::new(options.dpi);
                let faults = drawer.each(
                    stacks,
                    batches,
                    |drawn| Raster::pack(stacks, windows, &drawn, options.dpi),
                    |packed| {
                        raster.add(packed);
                        progress.done(steps.next().unwrap_or(0));
                    },
                );
                report(faults, sink);
                sink.gate()?;
                Render::Raster(raster)
            }
        };
        Ok(render)
    }

    /// The printer that the sheets of an output are corrected for: what goes to a print shop is not.
    fn printer_of(&self, purpose: Purpose) -> Option<&'a Printer> {
        self.printer.filter(|_| purpose.is_for_home())
    }

    /// What is done to the pages of an output. All of those with backs in a file of their own are backs.
    pub(super) fn corrections(
        &self,
        purpose: Purpose,
        paper: Size,
        duplex: Duplex,
    ) -> Option<Corrections> {
        let printer = self.printer_of(purpose)?;
        let back = printer.back(paper, duplex).inverse();
        let front = if purpose == Purpose::Backs { back } else { printer.front(paper).inverse() };
        Some(Corrections { front, back })
    }

    fn book<'b>(&self, prepared: &'b Prepared<'_>, output: usize) -> Book<'b> {
        let plan = &prepared.plans[output];
        let what = &prepared.lot.outputs[output];
        let name = format!("{}{}", prepared.lot.id, what.purpose.suffix());
        Book {
            title: format!("{}: {name}", self.game.title),
            author: self.game.author.clone(),
            lang: self.game.lang.clone(),
            name,
            plan,
            // A printer that prints on both sides unasked would put the next front behind the first.
            flip: match (plan.sheets.iter().any(|s| s.back.is_some()), what.duplex) {
                (false, _) => "Simplex",
                (true, Duplex::ShortEdge) => "DuplexFlipShortEdge",
                (true, _) => "DuplexFlipLongEdge",
            },
            sides: sides(plan, what.purpose)
                .zip(&prepared.furniture[output])
                .map(|((sheet, kind, side), furniture)| Print {
                    sheet,
                    kind,
                    side,
                    furniture: *furniture,
                })
                .collect(),
            corrections: self.corrections(what.purpose, plan.paper, what.duplex),
            visible: prepared.guides.iter().map(|layer| (*layer, Visible::Guides)).collect(),
            reading: None,
        }
    }

    pub(super) fn print(
        &self,
        prepared: &Prepared<'_>,
        output: usize,
        render: Render,
        out: &mut OutputFolder,
    ) -> Result<FileEntry, BuildError> {
        let book = self.book(prepared, output);
        let what = &prepared.lot.outputs[output];
        let name = self.file_name(prepared.lot, what);
        let sha256 = write_book(&name, &book, &prepared.stacks, render, out)?;
        Ok(FileEntry {
            file: name,
            purpose: what.purpose,
            components: prepared
                .lot
                .components
                .iter()
                .map(|index| self.game.components[*index].id.clone())
                .collect(),
            sheets: book.plan.sheets.len(),
            sides: book.sides.len(),
            paper: what.paper.clone(),
            duplex: what.duplex,
            sha256,
        })
    }

    fn file_name(&self, lot: &Lot, output: &Output) -> String {
        format!("{}{}{}.pdf", lot.id, output.purpose.suffix(), self.suffix())
    }

    /// The components of a lot, for the manifest.
    pub(super) fn entries(&self, prepared: &Prepared<'_>, options: &Options) -> Vec<Entry> {
        let entry = |index: &ComponentId| {
            let component = &self.game.components[*index];
            Entry {
                id: component.id.clone(),
                kind: component.kind(),
                copies: component.printed_copies(),
                faces: prepared
                    .faces
                    .iter()
                    .filter(|face| self.artworks[**face].component == *index)
                    .count(),
                file: self.file_name(prepared.lot, &prepared.lot.outputs[0]),
                trim: component.size,
                net: component.fold().map(|fold| fold.net.size),
                bleed: component.print.bleed,
                render: options.kind.word(),
                tiling: tiling(component),
            }
        };
        prepared.lot.components.iter().map(entry).collect()
    }

    pub(super) fn pictures(
        &self,
        prepared: &Prepared<'_>,
        options: &Options,
        out: &mut OutputFolder,
    ) -> Result<usize, BuildError> {
        let Some(kind) = options.pictures else { return Ok(0) };
        let drawer = self.drawer();
        let mut canvases = Canvases::new(&drawer, &prepared.stacks, options.dpi);
        let id = &prepared.lot.id;
        let suffix = self.suffix();
        let mut count = 0;
        let mut keep = |name: String, picture: Result<Option<Vec<u8>>, String>| {
            let Some(png) = picture.map_err(BuildError::Internal)? else { return Ok(()) };
            out.write(&name, &png)?;
            count += 1;
            Ok::<(), BuildError>(())
        };
        match kind {
            PictureKind::Faces => {
                for (face, artwork) in prepared.faces.iter().enumerate() {
                    let name = file_name_of(&self.artworks[*artwork].name);
                    keep(
                        format!("{id}{suffix}/{:03}-{name}.png", face + 1),
                        canvases.face_png(FaceId::new(face)),
                    )?;
                }
            }
            PictureKind::Sheets => {
                for (output, what) in prepared.lot.outputs.iter().enumerate() {
                    let book = self.book(prepared, output);
                    let folder = format!("{id}{}{suffix}-sheets", what.purpose.suffix());
                    for print in &book.sides {
                        keep(
                            format!("{folder}/{:03}-{}.png", print.sheet, print.kind.word()),
                            canvases.side_png(&book, print),
                        )?;
                    }
                }
            }
        }
        Ok(count)
    }
}

/// All layers as vectors, and what is wrong with them. `done` is called after each batch.
pub(super) fn vector_pages(
    drawer: &Drawer<'_>,
    stacks: &Stacks,
    batches: &[Batch],
    variable: bool,
    mut done: impl FnMut(),
) -> (VectorPages, Vec<(LayerId, Fault)>) {
    let mut pages = VectorPages::new(variable);
    let faults = drawer.each(
        stacks,
        batches,
        |drawn| drawer.isolate(stacks, drawn, |layer| is_plain(layer, variable)),
        |drawn| {
            for batch in &drawn {
                pages.add(stacks, batch);
            }
            done();
        },
    );
    (pages, faults)
}

/// Takes the faults of layers, by their numbers.
type Report<'r> = &'r dyn Fn(Vec<(LayerId, Fault)>, &mut Sink);

/// Writes a book and returns the sum of its file.
pub(super) fn write_book(
    name: &str,
    book: &Book<'_>,
    stacks: &Stacks,
    render: Render,
    out: &mut OutputFolder,
) -> Result<String, BuildError> {
    let file = out.create(name)?;
    let path = file.path().to_owned();
    // lopdf writes a few bytes at a time.
    let mut writer = io::BufWriter::with_capacity(1 << 16, Summed { file, sum: Sha256::new() });
    press::write(book, stacks, render, &mut writer).map_err(|error| match error {
        press::WriteError::Io(error) => BuildError::Output(OutputError::from_io(&path, &error)),
        press::WriteError::Broken(what) => BuildError::Internal(what),
    })?;
    let Summed { file, sum } = writer
        .into_inner()
        .map_err(|error| BuildError::Output(OutputError::from_io(&path, error.error())))?;
    file.finish()?;
    Ok(hex(&sum.finalize()))
}

/// The sum of some bytes.
pub(super) fn sum(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Prepared<'_> {
    /// The layers that an output calls, for those alone are drawn into its file.
    fn wanted(&self, output: usize) -> Vec<bool> {
        let mut wanted = vec![false; self.stacks.layers().len()];
        let placed = sides(&self.plans[output], self.lot.outputs[output].purpose)
            .flat_map(|(_, _, side)| side.placements.iter().map(|placement| placement.face));
        for face in placed.chain(self.furniture[output].iter().copied()) {
            for layer in &self.stacks[face].layers {
                wanted[layer.index()] = true;
            }
        }
        wanted
    }
}

/// The id of a card as a part of a file name, which holds 255 bytes on most systems. The number before it keeps two
/// names apart that begin alike.
fn file_name_of(id: &str) -> &str {
    const MOST_BYTES: usize = 120;
    &id[..id.floor_char_boundary(MOST_BYTES)]
}

/// Sums what it writes.
struct Summed<W: Write> {
    file: W,
    sum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
