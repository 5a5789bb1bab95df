//! The vocabulary of the interface's look: colours by meaning, spaces, sizes, kinds of text.
//!
//! Says what a token is for, never what colour it has (that is `palette.rs`) nor how egui's own widgets use it
//! (that is `theme.rs`).

use std::sync::{Arc, LazyLock};

use egui::{Context, FontFamily, FontId, RichText, Theme, Ui};

use crate::palette;

pub use crate::colors::{SERIES_MAX, Tokens, Tone, ToneColors, contrast};

/// Distances in points. Nothing on screen is apart by another number.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 20.0;
    pub const XXL: f32 = 24.0;

    /// All of them, by name.
    pub const ALL: [(&str, f32); 6] = [("XS", XS), ("S", S), ("M", M), ("L", L), ("XL", XL), ("XXL", XXL)];
}

/// Sizes in points.
pub mod size {
    /// Corners of everything but chips, which are fully round.
    pub const RADIUS: u8 = 6;
    /// What the sign of the keyboard takes around a widget.
    pub const RING: f32 = 3.0;
    /// Rows of a table, compact.
    pub const ROW_COMPACT: f32 = 28.0;
    /// Rows of a table, comfortable.
    pub const ROW: f32 = 36.0;
    /// Buttons, fields, menus.
    pub const CONTROL: f32 = 30.0;
    /// An entry of the sidebar.
    pub const SIDEBAR_ROW: f32 = 32.0;
    /// An entry of the sidebar where not all entries fit otherwise.
    pub const SIDEBAR_ROW_LEAST: f32 = 25.0;
    pub const SIDEBAR_WIDTH: f32 = 224.0;
    pub const SIDEBAR_NARROW: f32 = 56.0;
    pub const DETAIL_WIDTH: f32 = 408.0;
    /// The names in a group of facts.
    pub const FACT_NAME_WIDTH: f32 = 131.0;
    pub const CHIP: f32 = 20.0;
    /// A button without an outline; the line of an id.
    pub const QUIET: f32 = 20.0;
    pub const ICON: f32 = 16.0;
    pub const ICON_LARGE: f32 = 17.0;
    pub const BANNER: f32 = 28.0;

    /// The heights of what stands in a line, by name.
    pub const HEIGHTS: [(&str, f32); 8] = [
        ("ICON", ICON),
        ("CHIP", CHIP),
        ("QUIET", QUIET),
        ("BANNER", BANNER),
        ("ROW_COMPACT", ROW_COMPACT),
        ("CONTROL", CONTROL),
        ("SIDEBAR_ROW", SIDEBAR_ROW),
        ("ROW", ROW),
    ];
}

impl Tokens {
    /// The tokens of a theme.
    pub fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &palette::DARK,
            Theme::Light => &palette::LIGHT,
        }
    }
}

/// What knows which theme is being drawn.
pub trait Themed {
    fn drawn_theme(&self) -> Theme;
}

impl Themed for Ui {
    fn drawn_theme(&self) -> Theme {
        Theme::from_dark_mode(self.visuals().dark_mode)
    }
}

impl Themed for Context {
    fn drawn_theme(&self) -> Theme {
        self.theme()
    }
}

/// The tokens of the theme `ui` (or a context) is drawn in.
pub fn tokens(themed: &impl Themed) -> &'static Tokens {
    Tokens::of(themed.drawn_theme())
}

/// The family of the heavier weight.
pub fn semibold() -> FontFamily {
    static FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name(Arc::from("semibold")));
    FAMILY.clone()
}

/// The family of the icons; used by [`crate::icons`] only.
pub(super) fn icon_family() -> FontFamily {
    static FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name(Arc::from("icons")));
    FAMILY.clone()
}

/// The kinds of text. There are no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Text {
    /// 12: hints, counters, captions.
    Caption,
    /// 12 SemiBold: titles of groups.
    Group,
    /// 12.5: chips.
    Chip,
    /// 13: names beside values, currencies, counts.
    Small,
    /// 13 SemiBold: headers of tables.
    SmallStrong,
    /// 12 monospaced: code.
    Code,
    /// 13 monospaced: ids.
    Mono,
    /// 14.
    Body,
    /// 14 SemiBold: main actions, the selected entry.
    Strong,
    /// 18 SemiBold: the name of the program, titles of dialogs.
    Title,
    /// 20 SemiBold: titles of panels.
    Heading,
    /// 30 SemiBold: the amount in a detail.
    Amount,
}

impl Text {
    pub const ALL: [Self; 12] = [
        Self::Caption,
        Self::Group,
        Self::Chip,
        Self::Small,
        Self::SmallStrong,
        Self::Code,
        Self::Mono,
        Self::Body,
        Self::Strong,
        Self::Title,
        Self::Heading,
        Self::Amount,
    ];

    /// Size in points and face.
    pub fn font(self) -> FontId {
        match self {
            Self::Caption => FontId::proportional(12.0),
            Self::Group => FontId::new(12.0, semibold()),
            Self::Chip => FontId::proportional(12.5),
            Self::Small => FontId::proportional(13.0),
            Self::SmallStrong => FontId::new(13.0, semibold()),
            Self::Code => FontId::monospace(12.0),
            Self::Mono => FontId::monospace(13.0),
            Self::Body => FontId::proportional(14.0),
            Self::Strong => FontId::new(14.0, semibold()),
            Self::Title => FontId::new(18.0, semibold()),
            Self::Heading => FontId::new(20.0, semibold()),
            Self::Amount => FontId::new(30.0, semibold()),
        }
    }

    /// `text` in this kind, in the colour of its surroundings.
    pub fn rich(self, text: impl Into<String>) -> RichText {
        RichText::new(text).font(self.font())
    }
}
