//! The words of the interface's look: colours by meaning, spaces, sizes, kinds of text.
//!
//! Says what a thing is for, never what colour it has (that is `palette.rs`) nor how egui's own widgets use it
//! (that is `theme.rs`).

use std::sync::{Arc, LazyLock};

use egui::{Color32, Context, FontFamily, FontId, RichText, TextStyle, Theme, Ui};

use super::palette;

/// Distances in points. Nothing on screen is apart by another number.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 20.0;
    pub const XXL: f32 = 24.0;
}

/// Sizes in points.
pub mod size {
    /// Corners of everything but chips, which are fully round.
    pub const RADIUS: u8 = 6;
    /// Rows of a table, compact.
    pub const ROW_COMPACT: f32 = 28.0;
    /// Rows of a table, comfortable.
    pub const ROW: f32 = 36.0;
    /// Buttons, fields, menus.
    pub const CONTROL: f32 = 30.0;
    /// An entry of the sidebar.
    pub const SIDEBAR_ROW: f32 = 32.0;
    pub const SIDEBAR_WIDTH: f32 = 224.0;
    pub const DETAIL_WIDTH: f32 = 408.0;
    /// The names in a group of facts.
    pub const FACT_NAME_WIDTH: f32 = 131.0;
    pub const CHIP: f32 = 20.0;
    /// A button without an outline; the line of an id.
    pub const QUIET: f32 = 20.0;
    pub const ICON: f32 = 16.0;
    pub const ICON_LARGE: f32 = 17.0;
    pub const BANNER: f32 = 28.0;
}

/// Text and ground that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToneColors {
    pub text: Color32,
    pub ground: Color32,
}

/// What a status, notice or toast means; always shown with a shape and a word beside the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    Neutral,
    Accent,
    Positive,
    Attention,
    Danger,
    Info,
}

impl Tone {
    pub const ALL: [Self; 6] = [Self::Neutral, Self::Accent, Self::Positive, Self::Attention, Self::Danger, Self::Info];

    /// For screen readers and messages of tests.
    pub fn word(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Accent => "accent",
            Self::Positive => "positive",
            Self::Attention => "attention",
            Self::Danger => "danger",
            Self::Info => "info",
        }
    }
}

/// The colours of one theme, by meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    pub dark: bool,
    /// Behind panels; the sidebar.
    pub bg: Color32,
    /// Lists, details.
    pub surface: Color32,
    /// Wells and code.
    pub sunken: Color32,
    /// The ground of what the pointer is over.
    pub hover: Color32,
    /// The ground of what is being pressed.
    pub pressed: Color32,
    /// What floats above: menus, dialogs, toasts.
    pub raised: Color32,
    /// Hairlines.
    pub border: Color32,
    /// Edges that must be seen to be used: fields, buttons, check boxes.
    pub border_strong: Color32,
    pub text: Color32,
    pub subdued: Color32,
    /// Placeholders and ornaments: never carries meaning alone.
    pub faint: Color32,
    /// What cannot be used now: quieter than all that can, and still readable.
    pub disabled: Color32,
    /// Selection, links, the one main action.
    pub accent: ToneColors,
    pub accent_hover: Color32,
    pub accent_pressed: Color32,
    pub on_accent: Color32,
    /// Succeeded, won.
    pub positive: ToneColors,
    /// Requires capture, expiring, pending.
    pub attention: ToneColors,
    /// Failed, lost, overdue.
    pub danger: ToneColors,
    /// Processing.
    pub info: ToneColors,
    /// Cancelled, and what needs no eye.
    pub neutral: ToneColors,
    /// The series of a chart, in order; told apart by every kind of colour vision, and always with a pattern or shape.
    pub series: [Color32; 6],
    pub sandbox_banner: Color32,
    pub production_banner: Color32,
    pub on_banner: Color32,
    /// Over the banner, translucent: what the pointer is over.
    pub banner_hover: Color32,
    pub selected_row: Color32,
    /// The ring around what the keyboard acts upon.
    pub focus: Color32,
    /// Behind a dialog, translucent.
    pub overlay: Color32,
    pub shadow: Color32,
}

impl Tokens {
    /// The tokens of a theme.
    pub fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &palette::DARK,
            Theme::Light => &palette::LIGHT,
        }
    }

    pub fn tone(&self, tone: Tone) -> ToneColors {
        match tone {
            Tone::Neutral => self.neutral,
            Tone::Accent => self.accent,
            Tone::Positive => self.positive,
            Tone::Attention => self.attention,
            Tone::Danger => self.danger,
            Tone::Info => self.info,
        }
    }

    /// The hairline.
    pub fn hairline(&self) -> egui::Stroke {
        egui::Stroke::new(1.0, self.border)
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

/// The family of the icons; used by [`super::icons`] only.
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

    /// The name of the style as egui lists it.
    pub fn style(self) -> TextStyle {
        TextStyle::Name(Arc::from(format!("{self:?}")))
    }

    /// `text` in this kind, in the colour of its surroundings.
    pub fn rich(self, text: impl Into<String>) -> RichText {
        RichText::new(text).font(self.font())
    }
}
