//! How things are printed, and who hears how far it has come.

use crate::compose::Ink;
use crate::units::Dpi;

/// How things are printed.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// Outlines or pixels.
    pub render: RenderKind,
    /// The resolution of pixels.
    pub dpi: Dpi,
    /// Draw trim, safe area and bleed over every face.
    pub proof: bool,
    /// How much ink.
    pub ink: Ink,
    /// Pictures besides the PDF.
    pub pictures: Vec<PictureKind>,
    /// Files for a cutter besides the PDF, each kind once.
    pub cuts: Vec<CutKind>,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            render: RenderKind::default(),
            dpi: Dpi::PRINT,
            proof: false,
            ink: Ink::default(),
            pictures: Vec::new(),
            cuts: Vec::new(),
        }
    }
}

/// Outlines or pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum RenderKind {
    /// Outlines and text; small files
    #[default]
    Vector,
    /// Pixels
    Raster,
}

impl RenderKind {
    /// The word on the command line and in the manifest.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Vector => "vector",
            Self::Raster => "raster",
        }
    }
}

/// Which PNG pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PictureKind {
    /// Each different face with its bleed
    Faces,
    /// Each side of each sheet, and each page of a rulebook
    Sheets,
}

/// Which files with nothing but the lines to cut and to fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum)]
pub enum CutKind {
    /// One PDF, a page for each sheet
    Pdf,
    /// An SVG for each sheet
    Svg,
    /// A DXF for each sheet
    Dxf,
}

/// Hears how far a build has come.
pub trait Progress: Sync {
    /// A component is begun, with that many steps.
    fn begin(&self, component: &str, steps: usize);
    /// Some steps are done.
    fn done(&self, steps: usize);
    /// The component is finished.
    fn end(&self);
}

/// Hears nothing.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: usize) {}
    fn done(&self, _: usize) {}
    fn end(&self) {}
}
