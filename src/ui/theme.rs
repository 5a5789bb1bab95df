//! Puts fonts, measures and colours into egui, so that even its plain widgets look like the desk.

use std::sync::Arc;

use egui::style::{ScrollStyle, Selection, WidgetVisuals, Widgets};
use egui::{
    Context, CornerRadius, FontData, FontDefinitions, FontFamily, Margin, Shadow, Stroke, Style, TextStyle, Theme,
    Visuals, vec2,
};

use super::palette;
use super::tokens::{self, CONTROL_HEIGHT, RADIUS, SPACE_S, Tokens};

/// How long hover and popups take, in seconds.
const ANIMATION_S: f32 = 0.08;

/// Installs fonts and both themes. Scripts the bundled fonts lack come from the system's fonts.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    for theme in [Theme::Light, Theme::Dark] {
        let tokens = palette::of(theme == Theme::Dark);
        ctx.style_mut_of(theme, |style| apply(style, tokens, theme == Theme::Dark));
    }
}

/// Scales everything, not text alone, so that nothing is clipped: 0.8 to 2.0.
pub fn set_text_scale(ctx: &Context, scale: f32) {
    ctx.set_zoom_factor(scale);
}

/// Without motion, things appear and move at once.
pub fn set_reduced_motion(ctx: &Context, reduced: bool) {
    ctx.all_styles_mut(|style| {
        style.animation_time = if reduced { 0.0 } else { ANIMATION_S };
        style.scroll_animation = if reduced { egui::style::ScrollAnimation::none() } else { Default::default() };
    });
}

/// Whether things may move.
pub fn motion(ui: &egui::Ui) -> bool {
    ui.style().animation_time > 0.0
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in [
        ("plex-sans", include_bytes!("../../assets/fonts/IBMPlexSans-Regular.ttf").as_slice()),
        ("plex-sans-semibold", include_bytes!("../../assets/fonts/IBMPlexSans-SemiBold.ttf").as_slice()),
        ("plex-mono", include_bytes!("../../assets/fonts/IBMPlexMono-Regular.ttf").as_slice()),
        ("phosphor", include_bytes!("../../assets/fonts/Phosphor-Regular.ttf").as_slice()),
    ] {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let family = |first: &str| std::iter::once(first.to_owned()).chain(fallbacks.iter().cloned()).collect::<Vec<_>>();
    fonts.families.insert(FontFamily::Proportional, family("plex-sans"));
    fonts.families.insert(FontFamily::Name(tokens::SEMIBOLD.into()), family("plex-sans-semibold"));
    fonts.families.insert(FontFamily::Monospace, family("plex-mono"));
    fonts.families.insert(FontFamily::Name(tokens::ICONS.into()), vec!["phosphor".to_owned()]);
    fonts
}

fn apply(style: &mut Style, tokens: &Tokens, dark: bool) {
    style.text_styles = [
        (TextStyle::Small, tokens::regular(tokens::TEXT_CAPTION)),
        (TextStyle::Body, tokens::regular(tokens::TEXT_BODY)),
        (TextStyle::Button, tokens::regular(tokens::TEXT_BODY)),
        (TextStyle::Heading, tokens::semibold(tokens::TEXT_TITLE)),
        (TextStyle::Monospace, tokens::mono(tokens::TEXT_CELL)),
    ]
    .into();
    style.animation_time = ANIMATION_S;
    style.spacing.item_spacing = vec2(SPACE_S, SPACE_S);
    style.spacing.button_padding = vec2(12.0, 4.0);
    style.spacing.interact_size = vec2(CONTROL_HEIGHT, CONTROL_HEIGHT);
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.window_margin = Margin::same(20);
    style.spacing.scroll = ScrollStyle { bar_width: 8.0, floating_width: 4.0, ..ScrollStyle::floating() };
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
    style.visuals = visuals(tokens, dark);
}

fn visuals(tokens: &Tokens, dark: bool) -> Visuals {
    let base = if dark { Visuals::dark() } else { Visuals::light() };
    let radius = CornerRadius::same(RADIUS);
    Visuals {
        widgets: widgets(tokens),
        selection: Selection { bg_fill: tokens.accent.ground, stroke: Stroke::new(1.0, tokens.accent.color) },
        hyperlink_color: tokens.accent.color,
        faint_bg_color: tokens.bg,
        extreme_bg_color: tokens.surface,
        text_edit_bg_color: Some(tokens.surface),
        code_bg_color: tokens.sunken,
        warn_fg_color: tokens.attention.color,
        error_fg_color: tokens.danger.color,
        weak_text_color: Some(tokens.subdued),
        window_corner_radius: CornerRadius::same(10),
        menu_corner_radius: radius,
        window_fill: tokens.surface,
        window_stroke: Stroke::new(1.0, tokens.border),
        panel_fill: tokens.surface,
        window_shadow: Shadow { offset: [0, 8], blur: 28, spread: 0, color: tokens.shadow },
        popup_shadow: Shadow { offset: [0, 4], blur: 16, spread: 0, color: tokens.shadow },
        disabled_alpha: 0.55,
        ..base
    }
}

fn widgets(tokens: &Tokens) -> Widgets {
    let look = |fill, border, text| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: CornerRadius::same(RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: look(tokens.surface, tokens.border, tokens.text),
        inactive: look(tokens.surface, tokens.border, tokens.text),
        hovered: look(tokens.sunken, tokens.faint, tokens.text),
        active: look(tokens.sunken, tokens.accent.color, tokens.text),
        open: look(tokens.sunken, tokens.border, tokens.text),
    }
}
