//! Meanings of colours, and the measures of the desk: one spacing scale, one radius, few text sizes.
//!
//! No colour values: those stand in [`super::palette`].

use egui::{Color32, FontFamily, FontId, Ui};

use super::palette;

/// Colours by meaning, for one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    /// Sidebar, behind panels.
    pub bg: Color32,
    /// List, detail, dialogs.
    pub surface: Color32,
    /// Hover, wells, code.
    pub sunken: Color32,
    /// Hairlines.
    pub border: Color32,
    pub text: Color32,
    pub subdued: Color32,
    /// Never carries meaning alone.
    pub faint: Color32,
    pub accent: Tinted,
    pub positive: Tinted,
    pub attention: Tinted,
    pub danger: Tinted,
    pub info: Tinted,
    pub neutral: Tinted,
    /// Text on a filled accent button.
    pub on_accent: Color32,
    pub sandbox_band: Color32,
    pub production_band: Color32,
    pub on_band: Color32,
    /// Before which a dialog stands.
    pub backdrop: Color32,
    pub shadow: Color32,
}

/// A colour for text and shapes, and the ground it stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tinted {
    pub color: Color32,
    pub ground: Color32,
}

/// What a colour says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    Neutral,
    Accent,
    Positive,
    Attention,
    Danger,
    Info,
}

impl Tokens {
    pub fn tone(&self, tone: Tone) -> Tinted {
        match tone {
            Tone::Neutral => self.neutral,
            Tone::Accent => self.accent,
            Tone::Positive => self.positive,
            Tone::Attention => self.attention,
            Tone::Danger => self.danger,
            Tone::Info => self.info,
        }
    }
}

/// The tokens of the theme `ui` is drawn in.
pub fn tokens(ui: &Ui) -> &'static Tokens {
    palette::of(ui.visuals().dark_mode)
}

/// The spacing scale, in points.
pub const SPACE_XS: f32 = 4.0;
pub const SPACE_S: f32 = 8.0;
pub const SPACE_M: f32 = 12.0;
pub const SPACE_L: f32 = 16.0;
pub const SPACE_XL: f32 = 20.0;
pub const SPACE_XXL: f32 = 24.0;

/// The one corner radius, in points; chips are fully round.
pub const RADIUS: u8 = 6;
/// Height of buttons and fields.
pub const CONTROL_HEIGHT: f32 = 30.0;
pub const ROW_COMFORTABLE: f32 = 36.0;
pub const ROW_COMPACT: f32 = 28.0;
pub const CHIP_HEIGHT: f32 = 20.0;
pub const BAND_HEIGHT: f32 = 28.0;

/// Text sizes, in points.
pub const TEXT_CAPTION: f32 = 12.0;
pub const TEXT_SMALL: f32 = 12.5;
pub const TEXT_CELL: f32 = 13.0;
pub const TEXT_BODY: f32 = 14.0;
pub const TEXT_HEADING: f32 = 18.0;
pub const TEXT_TITLE: f32 = 20.0;
pub const TEXT_AMOUNT: f32 = 30.0;
pub const ICON: f32 = 16.0;

/// The names fonts are installed under.
pub const SEMIBOLD: &str = "semibold";
pub const ICONS: &str = "icons";

pub fn regular(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}

pub fn mono(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

pub fn icon(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(ICONS.into()))
}
