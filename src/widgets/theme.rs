//! Dresses egui: fonts, and the style of its own widgets in both themes, so that even a raw text field looks like ours.
//!
//! Draws nothing and keeps no settings: the caller says which theme, motion and scale are wanted.
//!
//! **Other scripts.** The bundled faces cover Latin, Greek and Cyrillic. eframe's `system_fonts` (on by default) asks
//! the system for a face only when a character is met that no bundled face has; it lists the system's fonts on a thread
//! of its own, so neither the start nor a frame in our scripts waits for it. Nothing has to be installed here for that;
//! the icon font is in a family of its own, so that no text from outside can show one of our icons.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::text::{FontData, FontDefinitions};
use egui::style::{
    HandleShape, KineticScrollStyle, ScrollAnimation, ScrollFadeStyle, ScrollStyle, Selection, Spacing,
    TextCursorStyle, WidgetVisuals, Widgets,
};
use egui::{
    Context, CornerRadius, FontFamily, FontId, Id, Margin, Rangef, Shadow, Stroke, Style, TextStyle, Theme, Visuals,
    vec2,
};

use paydesk_platform::typefaces;

use crate::double_click_guard::DoubleClickGuard;
use crate::input_queue::InputQueue;
use crate::scroll;
use crate::tokens::{Text, Tokens, icon_family, semibold, size};

/// How far text can be scaled.
pub const TEXT_SCALE: std::ops::RangeInclusive<f32> = 0.8..=2.0;

/// Fonts, styles and what is off by default; once, before the first frame.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    // First: the guard sees the clicks of a frame in that frame.
    ctx.add_plugin(InputQueue::default());
    ctx.add_plugin(DoubleClickGuard::default());
    restyle(ctx, false);
}

/// No animations and no smooth scrolling, where `reduced`.
pub fn set_reduced_motion(ctx: &Context, reduced: bool) {
    if reduced != reduced_motion(ctx) {
        ctx.data_mut(|data| data.insert_temp(motion_id(), reduced));
        restyle(ctx, reduced);
    }
}

/// Whether moving things must stand still.
pub fn reduced_motion(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(motion_id()).unwrap_or(false))
}

/// Scales the whole interface by 0.8 to 2.0; outside of that the nearest is taken.
///
/// By zoom, not by the sizes of fonts: rows, controls, icons and chips grow with their text, so nothing is clipped at
/// 200%, and hairlines stay one pixel of the screen wide.
pub fn set_text_scale(ctx: &Context, scale: f32) {
    let scale = scale.clamp(*TEXT_SCALE.start(), *TEXT_SCALE.end());
    if ctx.zoom_factor() != scale {
        ctx.set_zoom_factor(scale);
    }
}

fn motion_id() -> Id {
    Id::unique("paydesk.reduced_motion")
}

fn restyle(ctx: &Context, reduced: bool) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_style_of(theme, style(theme, reduced));
    }
}

fn fonts() -> FontDefinitions {
    let faces: [(&str, &'static [u8]); 4] = [
        ("plex-sans", typefaces::SANS),
        ("plex-sans-semibold", typefaces::SANS_SEMIBOLD),
        ("plex-mono", typefaces::MONO),
        ("phosphor", include_bytes!("../../assets/fonts/Phosphor-Regular.ttf")),
    ];
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in faces {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let families: [(FontFamily, &[&str]); 4] = [
        (FontFamily::Proportional, &["plex-sans"]),
        (semibold(), &["plex-sans-semibold", "plex-sans"]),
        (FontFamily::Monospace, &["plex-mono", "plex-sans"]),
        (icon_family(), &["phosphor", "plex-sans"]),
    ];
    for (family, names) in families {
        fonts.families.insert(family, names.iter().map(|name| (*name).to_owned()).collect());
    }
    fonts
}

fn style(theme: Theme, reduced: bool) -> Style {
    let tokens = Tokens::of(theme);
    let mut style = Style {
        text_styles: text_styles(),
        spacing: spacing(reduced),
        visuals: visuals(tokens, reduced),
        animation_time: if reduced { 0.0 } else { 0.1 },
        scroll_animation: scroll_animation(reduced),
        url_in_tooltip: true,
        compact_menu_style: false,
        ..Style::default()
    };
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = true;
    style
}

/// Those that egui's own widgets ask for. Ours name their font: a style is copied for each cell of a table, and the fewer
/// it holds the cheaper that is.
fn text_styles() -> BTreeMap<TextStyle, FontId> {
    let styles = [
        (TextStyle::Small, Text::Caption),
        (TextStyle::Body, Text::Body),
        (TextStyle::Button, Text::Body),
        (TextStyle::Monospace, Text::Mono),
        (TextStyle::Heading, Text::Heading),
    ];
    styles.map(|(style, kind)| (style, kind.font())).into()
}

fn spacing(reduced: bool) -> Spacing {
    Spacing {
        item_spacing: vec2(8.0, 8.0),
        window_margin: Margin::same(20),
        menu_margin: Margin::same(4),
        button_padding: vec2(12.0, 5.0),
        interact_size: vec2(size::CONTROL, size::CONTROL),
        indent: 20.0,
        slider_width: 160.0,
        slider_rail_height: 4.0,
        icon_width: 16.0,
        icon_width_inner: 10.0,
        icon_spacing: 8.0,
        combo_width: 120.0,
        tooltip_width: 360.0,
        menu_width: 320.0,
        menu_spacing: 4.0,
        scroll: scroll_style(reduced),
        ..Spacing::default()
    }
}

/// A thin handle which grows under the pointer, beside the content; no groove.
fn scroll_style(reduced: bool) -> ScrollStyle {
    ScrollStyle {
        floating: true,
        bar_width: scroll::BAR,
        handle_min_length: 32.0,
        bar_inner_margin: 2.0,
        bar_outer_margin: scroll::BEHIND_BAR,
        floating_width: 4.0,
        floating_allocated_width: scroll::LANE,
        foreground_color: true,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        dormant_handle_opacity: 0.35,
        active_handle_opacity: 0.5,
        interact_handle_opacity: 0.9,
        fade: ScrollFadeStyle { strength: 0.0, size: 0.0 },
        kinetic: if reduced {
            KineticScrollStyle { decay_time: 0.0, rubber_band: false, ..KineticScrollStyle::default() }
        } else {
            KineticScrollStyle::default()
        },
        ..ScrollStyle::solid()
    }
}

fn scroll_animation(reduced: bool) -> ScrollAnimation {
    if reduced { ScrollAnimation::none() } else { ScrollAnimation::new(4000.0, Rangef::new(0.04, 0.12)) }
}

fn visuals(tokens: &Tokens, reduced: bool) -> Visuals {
    let base = if tokens.dark { Visuals::dark() } else { Visuals::light() };
    Visuals {
        override_text_color: None,
        weak_text_color: Some(tokens.faint),
        widgets: widgets(tokens),
        selection: Selection { bg_fill: selection_fill(tokens), stroke: Stroke::new(1.0, tokens.text) },
        hyperlink_color: tokens.accent.text,
        faint_bg_color: tokens.hover,
        extreme_bg_color: tokens.sunken,
        text_edit_bg_color: Some(tokens.surface),
        code_bg_color: tokens.sunken,
        warn_fg_color: tokens.attention.text,
        error_fg_color: tokens.danger.text,
        window_corner_radius: CornerRadius::same(10),
        window_shadow: Shadow { offset: [0, 12], blur: 32, spread: 0, color: tokens.shadow },
        window_fill: tokens.raised,
        window_stroke: tokens.hairline(),
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(8),
        panel_fill: tokens.surface,
        popup_shadow: Shadow { offset: [0, 4], blur: 16, spread: 0, color: tokens.shadow },
        text_cursor: TextCursorStyle {
            stroke: Stroke::new(1.5, tokens.accent.text),
            blink: !reduced,
            ..TextCursorStyle::default()
        },
        button_frame: true,
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Rect { aspect_ratio: 0.4 },
        // What is disabled has a colour of its own: fading would make it unreadable.
        disabled_alpha: 1.0,
        ..base
    }
}

fn widgets(tokens: &Tokens) -> Widgets {
    let state = |weak, fill, stroke: Stroke, text| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: weak,
        bg_stroke: stroke,
        corner_radius: CornerRadius::same(size::RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let strong = Stroke::new(1.0, tokens.border_strong);
    Widgets {
        noninteractive: state(tokens.surface, tokens.surface, tokens.hairline(), tokens.text),
        inactive: state(tokens.surface, tokens.surface, strong, tokens.text),
        hovered: state(tokens.hover, tokens.hover, strong, tokens.text),
        active: state(tokens.pressed, tokens.pressed, Stroke::new(2.0, tokens.focus), tokens.text),
        open: state(tokens.pressed, tokens.surface, tokens.hairline(), tokens.text),
    }
}

/// Behind selected text: stronger than the ground of a selected row, so that both can be distinguished.
fn selection_fill(tokens: &Tokens) -> egui::Color32 {
    tokens.accent.text.gamma_multiply(if tokens.dark { 0.35 } else { 0.22 })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use egui::epaint::text::{FallbackRequest, FontInsert};

    use super::*;

    fn dressed() -> Context {
        let ctx = Context::default();
        install(&ctx);
        ctx
    }

    fn draw(ctx: &Context, text: &str) {
        ctx.run_ui(egui::RawInput::default(), |ui| drop(ui.label(text))).drop_without_applying_deltas();
    }

    #[test]
    fn reduced_motion_stops_every_animation_and_can_be_taken_back() {
        let ctx = dressed();
        set_reduced_motion(&ctx, true);
        for theme in [Theme::Light, Theme::Dark] {
            let style = ctx.style_of(theme);
            assert_eq!(style.animation_time, 0.0);
            assert!(!style.visuals.text_cursor.blink);
            assert_eq!(style.scroll_animation, ScrollAnimation::none());
        }
        set_reduced_motion(&ctx, false);
        assert!(ctx.style_of(Theme::Dark).animation_time > 0.0);
    }

    #[test]
    fn text_is_scaled_within_its_limits() {
        let ctx = dressed();
        for (asked, given) in [(1.25, 1.25), (0.1, 0.8), (9.0, 2.0)] {
            set_text_scale(&ctx, asked);
            draw(&ctx, "");
            assert_eq!(ctx.zoom_factor(), given);
        }
    }

    #[test]
    fn the_system_is_asked_for_a_face_only_for_scripts_that_are_not_bundled() {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (ctx, log) = (dressed(), Arc::clone(&asked));
        ctx.add_font_provider(Arc::new(move |request: &FallbackRequest<'_>| -> Option<FontInsert> {
            log.lock().unwrap().push(request.cluster.to_owned());
            None
        }));
        draw(&ctx, "Łódź, Ελλάδα, Київ, 9,204.00 €, “quoted” … − · → ✓");
        assert_eq!(*asked.lock().unwrap(), Vec::<String>::new());
        draw(&ctx, "田中");
        assert_eq!(*asked.lock().unwrap(), ["田", "中"]);
    }

    #[test]
    fn text_from_outside_cannot_show_one_of_our_icons() {
        let ctx = dressed();
        draw(&ctx, "");
        let glyph = crate::icons::Icon::Success.glyph();
        ctx.fonts_mut(|fonts| {
            for kind in Text::ALL {
                assert!(!fonts.has_glyph(&kind.font(), glyph), "{kind:?}");
            }
        });
    }
}
