//! The meanings that colours have: what [`Tokens`] names, the palette gives a colour for each theme. Used as part of
//! [`crate::tokens`].

use egui::Color32;

/// Most series of a chart that have a colour of their own.
pub const SERIES_MAX: usize = 8;

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
    /// The series of a chart, in order; distinguished by every kind of colour vision.
    pub series: [Color32; SERIES_MAX],
    /// What has no colour of its own: the sum of the other series.
    pub series_other: Color32,
    /// The bars of statuses, in the order of [`Tone::ALL`]; distinguished as the series are, which the tones of text are
    /// not.
    pub tone_fills: [Color32; 6],
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

    /// The bar of a status in a chart.
    pub fn tone_fill(&self, tone: Tone) -> Color32 {
        let [neutral, accent, positive, attention, danger, info] = self.tone_fills;
        match tone {
            Tone::Neutral => neutral,
            Tone::Accent => accent,
            Tone::Positive => positive,
            Tone::Attention => attention,
            Tone::Danger => danger,
            Tone::Info => info,
        }
    }

    /// The hairline.
    pub fn hairline(&self) -> egui::Stroke {
        egui::Stroke::new(1.0, self.border)
    }
}

/// Relative luminance as WCAG 2 defines it.
fn luminance(color: Color32) -> f64 {
    let channel = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
}

/// How far two colours stand out from each other, from 1 to 21, as WCAG 2 defines it; text needs 4.5.
pub fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
