//! Files with nothing but the lines to cut and to fold, of the same sheets as those that are printed.

use sha2::{Digest, Sha256};

use super::super::furniture::{Furniture, labels};
use super::super::plain::{self, Plain};
use super::{BuildError, FaceKey, Kit, Lot};
use crate::files::OutputFolder;
use crate::game::Duplex;
use crate::impose::{Cuts, Plan, Sheet, Side, cuts};
use crate::manifest::{FileEntry, Purpose};
use crate::pipeline::CutKind;
use crate::press::{self, CutSheet, SideKind, Visible};

impl Kit<'_> {
    /// Writes the cut files of a lot. They are for the sheets that everybody prints; the backs lie behind them, and a
    /// poster has no cuts.
    pub(in crate::pipeline) fn cut_files(
        &self,
        lot: &Lot,
        kinds: &[CutKind],
        out: &mut OutputFolder,
    ) -> Result<Vec<FileEntry>, BuildError> {
        let Some(output) = lot.outputs.first().filter(|_| !kinds.is_empty()) else {
            return Ok(Vec::new());
        };
        let plan = &output.plan;
        let sheets: Vec<Cuts> = plan.sheets.iter().map(|sheet| cuts(plan, &sheet.front)).collect();
        let name = format!("{}{}{}", lot.id, Purpose::Cut.suffix(), self.suffix());
        let mut files = Vec::new();
        let mut keep = |file: String, bytes: &[u8], sheets: usize| -> Result<(), BuildError> {
            out.write(&file, bytes)?;
            files.push(FileEntry {
                file,
                purpose: Purpose::Cut,
                components: lot
                    .components
                    .iter()
                    .map(|index| self.game.components[*index].id.clone())
                    .collect(),
                sheets,
                sides: sheets,
                paper: output.paper.clone(),
                duplex: Duplex::FrontsOnly,
                sha256: Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
            });
            Ok(())
        };
        let layout = plan.layout_id();
        let mut kinds = kinds.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            if kind == CutKind::Pdf {
                let bytes = self.cut_pdf(lot, plan, &sheets).map_err(BuildError::Internal)?;
                keep(format!("{name}.pdf"), &bytes, sheets.len())?;
                continue;
            }
            for (cuts, number) in sheets.iter().zip(1..) {
                let title =
                    format!("{}: {}, sheet {number} of {}", self.game.title, lot.id, sheets.len());
                let sheet = CutSheet { paper: plan.paper, cuts, title: &title, layout: &layout };
                let (text, end) = if kind == CutKind::Svg {
                    (press::cut_svg(&sheet), "svg")
                } else {
                    (press::cut_dxf(&sheet), "dxf")
                };
                keep(format!("{name}-{number}.{end}"), text.as_bytes(), 1)?;
            }
        }
        Ok(files)
    }

    fn cut_pdf(&self, lot: &Lot, plan: &Plan<FaceKey>, sheets: &[Cuts]) -> Result<Vec<u8>, String> {
        let name = format!("{}{}", lot.id, Purpose::Cut.suffix());
        let bare = plan.sheets.iter().map(|sheet| Sheet {
            front: Side { furniture: sheet.front.furniture, ..Side::default() },
            back: None,
        });
        let bare = Plan { fold: plan.fold, ..Plan::new(plan.paper, plan.grid, bare.collect()) };
        let labels = labels(self.game, &name, plan, Purpose::Cut, None, &self.fonts)
            .step_by(per_sheet(plan));
        let furniture = Furniture::new(labels, &bare, Purpose::Cut, self.marks(lot));
        let mut artworks: Vec<(String, Visible)> =
            furniture.artworks.into_iter().map(|svg| (svg, Visible::Marks)).collect();
        let mut keep = |svg: String, part: Visible| {
            artworks.iter().position(|known| *known == (svg.clone(), part)).unwrap_or_else(|| {
                artworks.push((svg, part));
                artworks.len() - 1
            })
        };
        let mut sides = Vec::new();
        for ((mut parts, cuts), number) in furniture.sides.into_iter().zip(sheets).zip(1..) {
            if !cuts.cuts.is_empty() {
                parts.push(keep(press::cut_artwork(plan.paper, &cuts.cuts), Visible::Cut));
            }
            if !cuts.folds.is_empty() {
                parts.push(keep(press::fold_artwork(plan.paper, &cuts.folds), Visible::Fold));
            }
            sides.push((number, SideKind::Front, parts));
        }
        let (title, lang) = (format!("{}: {name}", self.game.title), self.game.lang.clone());
        let book = Plain {
            title,
            author: self.game.author.clone(),
            lang,
            name,
            plan: &bare,
            flip: "Simplex",
            artworks,
            sides,
        };
        plain::print(book, &self.fonts, &self.pictures)
    }
}

/// The sides of each sheet: every sheet of a plan has a back or none has.
fn per_sheet(plan: &Plan<FaceKey>) -> usize {
    1 + usize::from(plan.sheets.iter().any(|sheet| sheet.back.is_some()))
}
