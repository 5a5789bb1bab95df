//! The states of a list that has no rows to show: empty, loading for the first time, failed; and the moving line.

use egui::{Align, Layout, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::text;
use super::{Button, copyable, paint};
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};

/// Nothing to show: one sentence that says why, and at most one thing to do. True where it was done.
pub fn empty_ui(ui: &mut Ui, icon: Icon, sentence: &str, action: Option<&str>) -> bool {
    centred(ui, |ui| {
        let tokens = tokens(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
        icon.paint(ui.painter(), rect.center(), 28.0, tokens.faint);
        ui.label(Text::Body.rich(sentence).color(tokens.subdued));
        action.is_some_and(|label| {
            ui.add_space(space::XS);
            Button::secondary(label).ui(ui).clicked()
        })
    })
}

/// Never loaded, and on its way: quiet rows in the shape of what comes. `what` is for screen readers and the first line.
pub fn loading_ui(ui: &mut Ui, what: &str, rows: usize, row_height: f32) {
    let tokens = tokens(ui);
    let response = ui.label(Text::Body.rich(what).color(tokens.subdued));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
    let shares = [0.22, 0.12, 0.16, 0.14];
    for row in 0..rows {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), row_height), Sense::hover());
        let mut x = rect.left();
        for (column, share) in shares.iter().enumerate() {
            let ragged = 1.0 - ((row * 3 + column * 5) % 4) as f32 * 0.12;
            let size = vec2(rect.width() * share * ragged, 10.0);
            let bar = Rect::from_min_size(egui::pos2(x, rect.center().y - 5.0), size);
            ui.painter().rect_filled(bar, 3.0, tokens.sunken);
            x += rect.width() * (share + 0.08);
        }
    }
}

/// What failed, as whoever reported it says.
#[derive(Debug, Clone, Copy)]
pub struct Failed<'a> {
    /// What could not be done: `Payments could not be loaded`.
    pub title: &'a str,
    /// The service's message, or ours where it never answered.
    pub message: &'a str,
    /// The service's code: `HE_01`.
    pub code: Option<&'a str>,
    /// What to do next.
    pub advice: Option<&'a str>,
    /// A retry is under way.
    pub retrying: bool,
}

/// Where the data would be: text, code, what to do, Retry. True where Retry was used.
pub fn failed_ui(ui: &mut Ui, failed: &Failed<'_>) -> bool {
    centred(ui, |ui| {
        let tokens = tokens(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
        Icon::Warning.paint(ui.painter(), rect.center(), 28.0, tokens.danger.text);
        let title = ui.label(Text::Strong.rich(failed.title).color(tokens.text));
        ui.ctx().accesskit_node_builder(title.id, |node| node.set_live(egui::accesskit::Live::Polite));
        ui.label(Text::Body.rich(failed.message).color(tokens.text));
        if let Some(advice) = failed.advice {
            ui.label(Text::Body.rich(advice).color(tokens.subdued));
        }
        if let Some(code) = failed.code {
            code_ui(ui, code);
        }
        ui.add_space(space::XS);
        Button::secondary(text::RETRY).icon(Icon::Refresh).busy(failed.retrying).ui(ui).clicked()
    })
}

fn code_ui(ui: &mut Ui, code: &str) {
    let tokens = tokens(ui);
    let galley = paint::line(ui.painter(), code, Text::Mono, tokens.subdued, 280.0);
    let width = galley.size().x + space::XS + size::QUIET;
    ui.allocate_ui_with_layout(vec2(width, size::QUIET), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.spacing_mut().interact_size.y = size::QUIET;
        copyable::id_ui(ui, code, tokens.subdued, 280.0);
        copyable::copy_button_ui(ui, &text::copy(code), code);
    });
}

/// A column of limited width in the middle of what is left, a third down.
fn centred<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    const WIDTH: f32 = 440.0;
    let room = ui.available_rect_before_wrap();
    let width = room.width().min(WIDTH);
    let top = if room.height().is_finite() { (room.height() * 0.22).clamp(space::XXL, 160.0) } else { space::XXL };
    let rect = Rect::from_min_size(
        egui::pos2(room.center().x - width / 2.0, room.top() + top),
        vec2(width, (room.height() - top).max(0.0)),
    );
    let builder = egui::UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        content(ui)
    })
    .inner
}

/// The thin line that moves along the lower edge of `title` while new rows are on their way; takes no room.
pub fn loading_line(ui: &Ui, title: Rect, loading: bool) {
    if !loading {
        return;
    }
    let tokens = tokens(ui);
    let mut track = title;
    track.min.y = title.bottom() - 2.0;
    paint::moving_line(ui, track, tokens.accent.text);
    ui.interact(track, ui.scope_id().with("loading"), Sense::hover())
        .widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, text::LOADING));
}
