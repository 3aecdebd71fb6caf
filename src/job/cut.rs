//! Files with nothing but the lines to cut and to fold, of the same sheets as those that are
//! printed.

use super::context::GameContext;
use super::error::JobError;
use super::layers::BuildRun;
use super::loose::{self, LooseSheets};
use super::manifest::FileEntry;
use super::options::CutKind;
use super::print_job::{FaceKey, PrintJob};
use crate::game::Duplex;
use crate::impose::{CutLines, Plan, Sheet, Side, cut_lines};
use crate::press::{self, ContentLayer, CutSheet, PaperFlip};
use crate::slug::{Purpose, SideKind, Slug, SlugLine, cut_artwork, fold_artwork};

impl GameContext<'_> {
    /// Writes the cut files of a job. They are for the sheets that everybody prints; the backs lie
    /// behind them, and a poster has no cuts.
    pub(super) fn cut_files(
        &self,
        job: &PrintJob,
        run: &mut BuildRun<'_>,
    ) -> Result<Vec<FileEntry>, JobError> {
        let mut kinds = run.options.cuts.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let Some(output) = job.outputs.first().filter(|_| !kinds.is_empty()) else {
            return Ok(Vec::new());
        };
        let plan = &output.plan;
        let sheets: Vec<CutLines> =
            plan.sheets.iter().map(|sheet| cut_lines(plan, &sheet.front)).collect();
        let stem = format!("{}{}", job.id, Purpose::Cut.suffix());
        let name = format!("{}{}", self.name(&stem), run.suffix);
        let layout = plan.layout_id();
        let mut files = Vec::new();
        for kind in kinds {
            let written = match kind {
                CutKind::Pdf => {
                    let bytes = self.cut_pdf(job, plan, &sheets).map_err(JobError::Internal)?;
                    vec![(format!("{name}.pdf"), bytes, sheets.len())]
                }
                CutKind::Svg => self.each_sheet(job, plan, &sheets, &layout, |sheet, number| {
                    (format!("{name}-{number}.svg"), press::cut_svg(sheet))
                }),
                CutKind::Dxf => self.each_sheet(job, plan, &sheets, &layout, |sheet, number| {
                    (format!("{name}-{number}.dxf"), press::cut_dxf(sheet))
                }),
            };
            for (file, bytes, sheets) in written {
                let sha256 = run.file(&file, &bytes)?;
                files.push(FileEntry {
                    file,
                    purpose: Purpose::Cut,
                    components: self.names(job),
                    sheets,
                    sides: sheets,
                    paper: output.paper.clone(),
                    is_landscape: plan.paper.is_landscape(),
                    duplex: Duplex::FrontsOnly,
                    has_ruler: true,
                    sha256,
                });
            }
        }
        Ok(files)
    }

    /// A file for each sheet: its name, its bytes, and that it is one sheet.
    fn each_sheet(
        &self,
        job: &PrintJob,
        plan: &Plan<FaceKey>,
        sheets: &[CutLines],
        layout: &str,
        file: impl Fn(&CutSheet<'_>, usize) -> (String, String),
    ) -> Vec<(String, Vec<u8>, usize)> {
        let one = |(lines, number): (&CutLines, usize)| {
            let title = format!(
                "{}: {}, sheet {number} of {}",
                self.game.title,
                self.name(&job.id),
                sheets.len()
            );
            let sheet = CutSheet { paper: plan.paper, lines, title: &title, layout };
            let (name, text) = file(&sheet, number);
            (name, text.into_bytes(), 1)
        };
        sheets.iter().zip(1..).map(one).collect()
    }

    fn cut_pdf(
        &self,
        job: &PrintJob,
        plan: &Plan<FaceKey>,
        sheets: &[CutLines],
    ) -> Result<Vec<u8>, String> {
        let stem = format!("{}{}", job.id, Purpose::Cut.suffix());
        let name = self.name(&stem);
        let on_sheet = self.slug_name(&stem, job);
        let bare = plan.sheets.iter().map(|sheet| Sheet {
            front: Side { slug: sheet.front.slug, ..Side::default() },
            back: None,
        });
        let bare = Plan { fold: plan.fold, ..Plan::new(plan.paper, plan.grid, bare.collect()) };
        let line = SlugLine::new(self.game, &on_sheet, &plan.layout_id(), None, &self.fonts);
        let slug = Slug::new(&line, &bare, Purpose::Cut, self.marks(job));
        let mut artworks: Vec<(String, ContentLayer)> =
            slug.artworks.into_iter().map(|svg| (svg, ContentLayer::Marks)).collect();
        let mut keep = |svg: String, part: ContentLayer| {
            artworks.iter().position(|known| *known == (svg.clone(), part)).unwrap_or_else(|| {
                artworks.push((svg, part));
                artworks.len() - 1
            })
        };
        let mut sides = Vec::new();
        for ((mut parts, lines), number) in slug.sides.into_iter().zip(sheets).zip(1..) {
            if !lines.cuts.is_empty() {
                parts.push(keep(cut_artwork(plan.paper, &lines.cuts), ContentLayer::Cut));
            }
            if !lines.folds.is_empty() {
                parts.push(keep(fold_artwork(plan.paper, &lines.folds), ContentLayer::Fold));
            }
            sides.push((number, SideKind::Front, parts));
        }
        let title = format!("{}: {name}", self.game.title);
        let book = LooseSheets {
            title,
            author: self.game.author.clone(),
            lang: self.game.lang.clone(),
            name,
            plan: &bare,
            flip: PaperFlip::None,
            artworks,
            sides,
        };
        loose::print(book, self.drawing())
    }
}
