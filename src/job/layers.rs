//! The one path that prints: artworks are taken apart into layers, faults are reported where they
//! were made, and what a document shows is drawn and written.
//!
//! In: artworks of any origin, and a document that calls their faces. Out: files. It knows neither
//! components nor rulebooks.

use std::collections::BTreeMap;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::error::JobError;
use super::manifest::{PictureEntry, Shows};
use super::options::{PictureKind, PrintOptions, Progress, RenderKind};
use crate::diag::{Diagnostic, Sink};
use crate::draw::{
    Batch, Canvas, Drawer, FaceId, FaceSource, Fault, Findings, FontSet, Ink, LayerId, Medium,
    OpaqueEdges, Pictures, Stacks, VectorPages, split,
};
use crate::files::{OutputError, OutputFolder};
use crate::impose::TRAP;
use crate::press::{self, Canvases, PrintFile, Raster, Render, Vector, Windows};
use crate::units::{Length, Size};

/// What faces are drawn with.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    pub(crate) fonts: &'a FontSet,
    pub(crate) pictures: &'a Pictures<'a>,
}

/// How a build goes, and where it writes.
pub struct BuildRun<'a> {
    /// How things are printed.
    pub options: &'a PrintOptions,
    /// Who hears how far it has come.
    pub progress: &'a dyn Progress,
    /// Where files go.
    pub out: &'a mut OutputFolder,
    /// Where faults go.
    pub sink: &'a mut Sink,
    /// What follows the names of files.
    pub suffix: String,
    /// The pictures that were written.
    pub pictures: Vec<PictureEntry>,
}

/// A file that was written.
pub(super) struct Printed {
    pub(super) file: String,
    pub(super) sha256: String,
    /// What shows on its layers.
    pub(super) ink: LayerInk,
}

/// What shows on layers, as far as it was asked for.
pub(super) type LayerInk = BTreeMap<LayerId, Vec<Ink>>;

/// The drawn layers of a document, where they are opaque, and what shows on them.
struct Drawn {
    render: Render,
    opaque: OpaqueEdges,
    ink: LayerInk,
}

/// Artworks taken apart into layers.
pub(super) struct LayeredJob<'a> {
    pub(super) stacks: Stacks,
    drawing: Drawing<'a>,
    diagnose: Diagnose<'a>,
}

/// Says what a fault of a face is to its designer.
type Diagnose<'a> = Box<dyn Fn(FaceId, Fault) -> Diagnostic + 'a>;

/// A canvas as large as a piece of paper or a page.
pub(super) const fn whole(size: Size) -> Canvas {
    Canvas { trim: size, bleed: Length::ZERO }
}

impl<'a> LayeredJob<'a> {
    /// Takes artworks apart; each is the face of its number.
    pub(super) fn split(
        sources: &[FaceSource<'_>],
        drawing: Drawing<'a>,
        diagnose: impl Fn(FaceId, Fault) -> Diagnostic + 'a,
        sink: &mut Sink,
    ) -> Self {
        let (stacks, faults) = split(sources, drawing.pictures);
        sink.extend(faults.into_iter().map(|(face, fault)| diagnose(face, fault)));
        Self { stacks, drawing, diagnose: Box::new(diagnose) }
    }

    /// A face on a canvas for each list of faces that lie over each other, which are counted from
    /// `first`.
    pub(super) fn pile(
        &mut self,
        canvas: Canvas,
        first: usize,
        sides: &[Vec<usize>],
    ) -> Vec<FaceId> {
        sides
            .iter()
            .map(|parts| {
                self.stacks.pile(canvas, parts.iter().map(|part| FaceId::new(first + part)))
            })
            .collect()
    }

    pub(super) fn drawer(&self, medium: Medium) -> Drawer<'a> {
        Drawer::new(self.drawing.fonts, self.drawing.pictures, medium)
    }

    /// Reports what is wrong with any layer, and returns what shows. Nothing is drawn.
    pub(super) fn check(&self, sink: &mut Sink) -> LayerInk {
        let batches = Drawer::batches(&self.stacks);
        let drawer = self.drawer(Medium::Vectors);
        self.report(drawer.each(&self.stacks, &batches, |_| (), |()| ()), sink)
    }

    fn report(&self, findings: Findings, sink: &mut Sink) -> LayerInk {
        for (layer, fault) in findings.faults {
            sink.push((self.diagnose)(self.stacks[layer].face, fault));
        }
        findings.ink
    }

    /// Draws what a document shows and writes it, with pictures of its sides where they are wanted.
    pub(super) fn print(
        &self,
        pdf: &PrintFile<'_>,
        run: &mut BuildRun<'_>,
    ) -> Result<Printed, JobError> {
        run.sink.gate()?;
        let batches = self.batches(pdf);
        let layers = batches.iter().map(|batch| batch.layers.len()).sum();
        run.progress.begin(&pdf.name, layers);
        let drawn = self.draw(pdf, &batches, run.options, run.progress, run.sink)?;
        if run.options.pictures.contains(&PictureKind::Sheets) {
            self.side_pictures(pdf, run)?;
        }
        let file = format!("{}{}.pdf", pdf.name, run.suffix);
        let dpi = matches!(drawn.render, Render::Raster(_)).then_some(run.options.dpi);
        let Drawn { render, opaque, ink } = drawn;
        let sha256 = self.write(&file, pdf, render, &opaque, run.out)?;
        press::proofread(run.out.read_back(&file)?, pdf, &self.stacks, dpi)
            .map_err(|what| JobError::Internal(format!("`{file}` is not as planned: {what}")))?;
        run.progress.end();
        Ok(Printed { file, sha256, ink })
    }

    /// The bytes of a document of vectors, for what has no place among the files of a build.
    pub(super) fn to_bytes(
        &self,
        pdf: &PrintFile<'_>,
        sink: &mut Sink,
    ) -> Result<Vec<u8>, JobError> {
        sink.gate()?;
        let options = PrintOptions::default();
        let silent = super::options::Silent;
        let drawn = self.draw(pdf, &self.batches(pdf), &options, &silent, sink)?;
        let mut bytes = Vec::new();
        let Drawn { render, opaque, .. } = drawn;
        let written = press::write(pdf, &self.stacks, render, &opaque, &mut bytes);
        written.map_err(|error| match error {
            press::WriteError::Io(error) => JobError::Internal(error.to_string()),
            press::WriteError::Broken(what) => JobError::Internal(what),
        })?;
        press::proofread(bytes.as_slice(), pdf, &self.stacks, None).map_err(JobError::Internal)?;
        Ok(bytes)
    }

    /// The layers that a document shows, for those alone are drawn into its file.
    fn batches(&self, pdf: &PrintFile<'_>) -> Vec<Batch> {
        let mut wanted = vec![false; self.stacks.layers().len()];
        for layer in pdf.faces().into_iter().flat_map(|face| &self.stacks[face].layers) {
            wanted[layer.index()] = true;
        }
        Drawer::batches_of(&self.stacks, |layer| wanted[layer.index()])
    }

    fn draw(
        &self,
        pdf: &PrintFile<'_>,
        batches: &[Batch],
        options: &PrintOptions,
        progress: &dyn Progress,
        sink: &mut Sink,
    ) -> Result<Drawn, JobError> {
        let stacks = &self.stacks;
        let mut steps = batches.iter().map(|batch| batch.layers.len());
        let mut step = || progress.done(steps.next().unwrap_or(0));
        let mut opaque = OpaqueEdges::default();
        match options.render {
            RenderKind::Vector => {
                let mut pages = VectorPages::new();
                let findings = self.drawer(Medium::Vectors).each(
                    stacks,
                    batches,
                    |drawn| (OpaqueEdges::of(stacks, &drawn, TRAP), drawn),
                    |(edges, drawn)| {
                        opaque.extend(edges);
                        for batch in &drawn {
                            pages.add(stacks, batch);
                        }
                        step();
                    },
                );
                let ink = self.report(findings, sink);
                sink.gate()?;
                let vector = Vector::new(pages).map_err(JobError::Internal)?;
                Ok(Drawn { render: Render::Vector(vector), opaque, ink })
            }
            RenderKind::Raster => {
                let windows = Windows::of(pdf.plan, stacks);
                let mut raster = Raster::new(options.dpi);
                let findings = self.drawer(Medium::Pixels).each(
                    stacks,
                    batches,
                    |drawn| {
                        let edges = OpaqueEdges::of(stacks, &drawn, TRAP);
                        (edges, Raster::pack(stacks, &windows, &drawn, options.dpi))
                    },
                    |(edges, packed)| {
                        opaque.extend(edges);
                        raster.add(packed);
                        step();
                    },
                );
                let ink = self.report(findings, sink);
                sink.gate()?;
                Ok(Drawn { render: Render::Raster(raster), opaque, ink })
            }
        }
    }

    /// Each side as a picture: the pages of what is read, the sheets of what is cut or folded.
    fn side_pictures(&self, pdf: &PrintFile<'_>, run: &mut BuildRun<'_>) -> Result<(), JobError> {
        let drawer = self.drawer(Medium::Pixels);
        let mut canvases = Canvases::new(&drawer, &self.stacks, run.options.dpi);
        let stem = format!("{}{}", pdf.name, run.suffix);
        for side in &pdf.sides {
            let word = side.kind.word();
            let (name, shows) = match &pdf.reading {
                Some(_) => (
                    format!("{stem}-pages/{:03}.png", side.sheet),
                    Shows::Page { of: pdf.name.clone(), page: side.sheet },
                ),
                None => (
                    format!("{stem}-sheets/{:03}-{word}.png", side.sheet),
                    Shows::Side { of: pdf.name.clone(), sheet: side.sheet, side: word },
                ),
            };
            run.picture(&name, shows, canvases.side_png(pdf, side))?;
        }
        Ok(())
    }

    /// Writes a document and returns the sum of its file.
    fn write(
        &self,
        name: &str,
        pdf: &PrintFile<'_>,
        render: Render,
        opaque: &OpaqueEdges,
        out: &mut OutputFolder,
    ) -> Result<String, JobError> {
        let file = out.create(name)?;
        let path = file.path().to_owned();
        let failed = |error: &io::Error| JobError::Output(OutputError::from_io(&path, error));
        // lopdf writes a few bytes at a time.
        let mut writer = io::BufWriter::with_capacity(1 << 16, Summed { file, sum: Sha256::new() });
        let written = press::write(pdf, &self.stacks, render, opaque, &mut writer);
        written.map_err(|error| match error {
            press::WriteError::Io(error) => failed(&error),
            press::WriteError::Broken(what) => JobError::Internal(what),
        })?;
        let Summed { file, sum } = writer.into_inner().map_err(|error| failed(error.error()))?;
        file.finish()?;
        Ok(hex(&sum.finalize()))
    }
}

impl BuildRun<'_> {
    /// Writes a picture, if anything is on it.
    pub(super) fn picture(
        &mut self,
        name: &str,
        shows: Shows,
        png: Result<Option<Vec<u8>>, String>,
    ) -> Result<(), JobError> {
        if let Some(png) = png.map_err(JobError::Internal)? {
            let sha256 = self.file(name, &png)?;
            self.pictures.push(PictureEntry { file: name.to_owned(), shows, sha256 });
        }
        Ok(())
    }

    /// Writes a file in one piece and returns its sum.
    pub fn file(&mut self, name: &str, bytes: &[u8]) -> Result<String, JobError> {
        self.out.write(name, bytes)?;
        Ok(sha256(bytes))
    }
}

/// The sum of some bytes, as manifests write it.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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

#[cfg(test)]
mod tests {
    use lopdf::{Document, Object};

    use super::*;
    use crate::files::Shipped;
    use crate::game::{Duplex, Print};
    use crate::impose::{Job, Plan, Run, plan};
    use crate::press::{PaperFlip, PrintedSide, proofread};
    use crate::slug::Purpose;
    use crate::units::{Dpi, Form};

    const FACE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"
viewBox="0 0 63 88"><rect width="63" height="88" fill="#345"/>
<text x="9" y="9" font-family="Alegreya" font-size="5">card</text></svg>"##;

    /// Compares bytes with a plan; the resolution is that of pixels.
    type Proofread<'a> = &'a dyn Fn(&[u8], Option<Dpi>) -> Result<(), String>;

    /// Writes two cards on both sides, and hands over the bytes with what compares them.
    fn with_a_written_file(render: RenderKind, test: impl FnOnce(&[u8], Proofread<'_>)) {
        let fonts = FontSet::load(&Shipped);
        let pictures = Pictures::new(&Shipped, "");
        let trim = Size::new(Length::mm(63), Length::mm(88));
        let canvas = Canvas { trim, bleed: Length::ZERO };
        let source = |svg| FaceSource { svg, template: "", canvas, limits: None };
        let empty = r#"<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm"/>"#;
        let print = Print { duplex: Duplex::LongEdge, ..Print::default() };
        let sources =
            [source(FACE), FaceSource { canvas: whole(print.paper.size), ..source(empty) }];
        let drawing = Drawing { fonts: &fonts, pictures: &pictures };
        let mut sink = Sink::new();
        let diagnose = |_, fault: Fault| Diagnostic::error(crate::diag::Code::P002, fault.message);
        let job = LayeredJob::split(&sources, drawing, diagnose, &mut sink);
        let runs = vec![Run { face: FaceId::new(0), back: Some(FaceId::new(0)), copies: 2 }];
        let plan: Plan<FaceId> =
            plan(&Job { component: "cards", form: &Form::Rectangle, trim, runs, print: &print })
                .unwrap();
        let pdf = PrintFile {
            title: String::new(),
            author: String::new(),
            lang: "en".to_owned(),
            name: "cards".to_owned(),
            plan: &plan,
            flip: PaperFlip::LongEdge,
            sides: PrintedSide::all(&plan, Purpose::Sheets, &[FaceId::new(1); 2]),
            reading: None,
            corrections: None,
            visible: BTreeMap::new(),
        };
        let options = PrintOptions { render, dpi: Dpi::SCREEN, ..PrintOptions::default() };
        let silent = crate::job::Silent;
        let drawn = job.draw(&pdf, &job.batches(&pdf), &options, &silent, &mut sink).unwrap();
        let mut bytes = Vec::new();
        press::write(&pdf, &job.stacks, drawn.render, &drawn.opaque, &mut bytes).unwrap();
        assert_eq!(sink.into_sorted().len(), 0);
        test(&bytes, &|bytes, dpi| proofread(bytes, &pdf, &job.stacks, dpi));
    }

    /// What is said of the file after a change of its objects.
    fn said(change: impl Fn(&mut Document)) -> String {
        let mut said = String::new();
        with_a_written_file(RenderKind::Vector, |bytes, proofread| {
            proofread(bytes, None).unwrap();
            let mut document = Document::load_mem(bytes).unwrap();
            change(&mut document);
            let mut changed = Vec::new();
            document.save_to(&mut changed).unwrap();
            said = proofread(&changed, None).unwrap_err();
        });
        said
    }

    /// Changes the operators of the first page, outside of what is drawn under neighbours.
    fn edit(document: &mut Document, from: &str, to: &str) {
        let page = document.get_pages()[&1];
        let mut content = String::from_utf8(document.get_page_content(page)).unwrap();
        let is_planned =
            |before: &str| before.matches("BMC").count() == before.matches("EMC").count();
        let found =
            content.match_indices(from).map(|(at, _)| at).find(|at| is_planned(&content[..*at]));
        let at = found.unwrap_or_else(|| panic!("no {from} in {content}"));
        content.replace_range(at..at + from.len(), to);
        document.change_page_content(page, content.into_bytes()).unwrap();
    }

    #[test]
    fn whatever_differs_from_the_plan_is_found_in_the_written_file() {
        assert_eq!(said(|document| document.delete_pages(&[2])), "1 pages for 2 sides");
        let moved = said(|document| edit(document, " cm", " cm 1 0 0 1 0.05 0 cm"));
        assert_eq!(moved, "placement 1 of page 1 is not where it was planned");
        let other = said(|document| edit(document, "/F0 Do", "/F1 Do"));
        assert_eq!(other, "placement 1 of page 1 is not where it was planned");
        let lost = said(|document| edit(document, "/F0 Do", ""));
        assert_eq!(lost, "page 1 shows 1 faces for 2");
        let cut = said(|document| edit(document, " re\n", " re 0 0 100 100 re\n"));
        assert_eq!(cut, "placement 1 of page 1 is not where it was planned");
        let boxes = said(|document| {
            let page = document.get_pages()[&2];
            let page = document.get_object_mut(page).and_then(Object::as_dict_mut).unwrap();
            page.set("TrimBox", vec![0.into(), 0.into(), 100.into(), 100.into()]);
        });
        assert_eq!(boxes, "page 2 has another TrimBox than planned");
        let font = said(|document| {
            for object in document.objects.values_mut() {
                if let Ok(dictionary) = object.as_dict_mut() {
                    dictionary.remove(b"FontFile2");
                    dictionary.remove(b"FontFile3");
                }
            }
        });
        assert!(font.contains("Alegreya") && font.ends_with("is not in the file"), "{font}");
        let missing = said(|document| {
            let (id, _) = document
                .objects
                .iter()
                .find(|(_, object)| object.as_stream().is_ok_and(|s| s.dict.has(b"BBox")))
                .unwrap();
            document.objects.remove(&id.clone());
        });
        assert!(missing.contains("is missing"), "{missing}");
    }

    #[test]
    fn pictures_have_the_resolution_that_was_asked_for() {
        with_a_written_file(RenderKind::Raster, |bytes, proofread| {
            proofread(bytes, Some(Dpi::SCREEN)).unwrap();
            let said = proofread(bytes, Some(Dpi::PRINT)).unwrap_err();
            assert_eq!(said, "a picture has another resolution than 300 dpi");
        });
    }
}
