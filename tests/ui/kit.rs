//! Harnesses for widgets, and snapshots with what they need of the machine.

use egui::{Theme, Ui, UiBuilder, Vec2};
use egui_kittest::{Harness, HarnessBuilder, LazyRenderer, SnapshotOptions};
use paydesk_test_basics::repository;
use paydesk_widgets::theme;

use super::both_renderers::BothRenderers;
use super::contrast::assert_contrast;
use super::layout::{assert_layout, assert_layout_at_200_percent};

/// A harness dressed as the program is, without motion, of one theme and size.
pub fn builder<State>(theme: Theme, size: impl Into<Vec2>) -> HarnessBuilder<State> {
    let renderer = LazyRenderer::new(BothRenderers::new);
    Harness::builder().renderer(renderer).with_theme(theme).with_size(size).with_context_setup(|ctx| {
        theme::install(ctx);
        theme::set_reduced_motion(ctx, true);
    })
}

/// A widget under test with a state of its own.
pub fn harness<'a, State>(state: State, ui: impl FnMut(&mut Ui, &mut State) + 'a) -> Harness<'a, State> {
    builder(Theme::Light, [640.0, 480.0]).build_ui_state(ui, state)
}

/// Draws into the whole window, without the margin of the harness.
pub fn full_window<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let rect = ui.ctx().content_rect();
    ui.scope_builder(UiBuilder::new().max_rect(rect), content).inner
}

/// A picture of a window. Every text in it can be read, and nothing is cut or covered, at 200% as well.
pub fn snapshot<State>(harness: &mut Harness<'_, State>, name: &str) {
    widget_snapshot(harness, name);
    assert_layout_at_200_percent(harness, name);
}

/// A picture of widgets alone, which have the room they need.
pub fn widget_snapshot<State>(harness: &mut Harness<'_, State>, name: &str) {
    assert_layout(harness, name);
    exhibit(harness, name);
}

/// A picture of what is cut on purpose: widgets with less room than they need, a part of a larger picture. Compares with
/// `tests/snapshots/{name}.png`; a few pixels may differ in anti-aliasing.
pub fn exhibit<State>(harness: &mut Harness<'_, State>, name: &str) {
    assert_contrast(harness.output(), &harness.ctx, name);
    let options = SnapshotOptions::new().max_failed_pixels(20usize).output_path(repository().join("tests/snapshots"));
    harness.snapshot_options(name, &options);
}
