//! Ids to be copied: monospaced, cut in the middle where there is no room, with a button that says what it did.

use egui::{
    Color32, Id, Response, Sense, Ui, WidgetInfo,
    accesskit::{Live, Role},
    vec2,
};

use super::text;
use super::{Button, paint};
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};

/// How long “Copied” stays, in seconds.
const CONFIRMED_S: f64 = 1.6;

/// `text` in the monospaced face with a copy button, which is named `Copy {text}`; returns the response of the button.
pub fn copyable_ui(ui: &mut Ui, text: &str) -> Response {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.spacing_mut().interact_size.y = size::QUIET;
        let color = tokens(ui).text;
        let room = (ui.available_width() - size::QUIET - space::XS).max(40.0);
        id_ui(ui, text, color, room);
        copy_button_ui(ui, &text::copy(text), text)
    })
    .inner
}

/// A monospaced id cut in the middle to fit `room`, whole under the pointer.
pub fn id_ui(ui: &mut Ui, text: &str, color: Color32, room: f32) -> Response {
    let fits = |part: &str| paint::line(ui.painter(), part, Text::Mono, color, f32::INFINITY);
    let whole = fits(text);
    let cut = whole.size().x > room;
    let galley = if cut { fits(&elide_middle(text, characters_in(room, &whole, text))) } else { whole };
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x, size::QUIET), Sense::hover());
    paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, color);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    if cut { response.on_hover_text(Text::Mono.rich(text)) } else { response }
}

fn characters_in(room: f32, whole: &egui::Galley, text: &str) -> usize {
    let count = text.chars().count().max(1);
    let each = whole.size().x / count as f32;
    (room / each.max(1.0)).floor() as usize
}

/// The first and last characters around an ellipsis, `max` characters in all.
fn elide_middle(text: &str, max: usize) -> String {
    let count = text.chars().count();
    if count <= max || max < 3 {
        return text.to_owned();
    }
    let (head, tail) = ((max - 1).div_ceil(2), (max - 1) / 2);
    let mut out: String = text.chars().take(head).collect();
    out.push('…');
    out.extend(text.chars().skip(count - tail));
    out
}

/// A button that copies `text`, and says so for a moment in its own place.
pub fn copy_text_ui(ui: &mut Ui, button: Button<'_>, name: &str, text: &str) -> Response {
    let id = ui.scope_id().with(("copied", name));
    let now = ui.input(|input| input.time);
    let stored: Option<(f64, f32)> = ui.data(|data| data.get_temp(id));
    let confirmed = stored.map(|(at, width)| (now - at, width)).filter(|(since, _)| *since < CONFIRMED_S);
    let button = match confirmed {
        Some((_, width)) => Button::secondary(text::COPIED).icon(Icon::Check).min_width(width),
        None => button,
    };
    let response = ui.push_id(id, |ui| button.ui(ui)).inner;
    if let Some((since, _)) = confirmed {
        ui.ctx().request_repaint_after_secs((CONFIRMED_S - since) as f32);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    }
    if response.clicked() {
        ui.ctx().copy_text(text.to_owned());
        ui.data_mut(|data| data.insert_temp(id, (now, response.rect.width())));
        ui.ctx().request_repaint();
    }
    response
}

/// The button alone: copies `text`, then shows a check mark for a moment without moving anything.
pub fn copy_button_ui(ui: &mut Ui, name: &str, text: &str) -> Response {
    let id = ui.scope_id().with(("copied", name));
    let now = ui.input(|input| input.time);
    let since = ui.data(|data| data.get_temp::<f64>(id)).map(|at| now - at);
    let confirmed = since.is_some_and(|since| since < CONFIRMED_S);
    let (icon, name) = if confirmed { (Icon::Check, text::COPIED) } else { (Icon::Copy, name) };
    let response = ui.push_id(id, |ui| Button::quiet_icon(icon, name).ui(ui)).inner;
    if let Some(since) = since.filter(|_| confirmed) {
        confirm(ui, &response, CONFIRMED_S - since);
    }
    if response.clicked() {
        ui.ctx().copy_text(text.to_owned());
        remember(ui, id, now);
    }
    response
}

/// Says “Copied” over `button` for a moment, once what it leads to was `copied`.
pub fn say_copied_ui(ui: &Ui, button: &Response, copied: bool) {
    let (now, id) = (ui.input(|input| input.time), button.id.with("copied at"));
    if copied {
        // What was open in this frame closes first.
        remember(ui, id, now);
        return;
    }
    let left = ui.data(|data| data.get_temp::<f64>(id)).map(|at| at + CONFIRMED_S - now);
    if let Some(left) = left.filter(|left| *left > 0.0) {
        confirm(ui, button, left);
    }
}

fn remember(ui: &Ui, id: Id, now: f64) {
    ui.data_mut(|data| data.insert_temp(id, now));
    ui.ctx().request_repaint();
}

fn confirm(ui: &Ui, response: &Response, left_s: f64) {
    ui.ctx().request_repaint_after_secs(left_s as f32);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    let tokens = tokens(ui);
    ui.painter().rect_filled(response.rect, size::RADIUS, tokens.positive.ground);
    Icon::Check.paint(ui.painter(), response.rect.center(), size::ICON, tokens.positive.text);
    response.show_tooltip_text(text::COPIED);
}

#[cfg(test)]
mod tests {
    use super::elide_middle;

    #[test]
    fn long_ids_keep_their_head_and_tail() {
        assert_eq!(elide_middle("pay_7Kd02mQx19VbLs4T", 11), "pay_7…bLs4T");
        assert_eq!(elide_middle("pay_7Kd02mQx19VbLs4T", 20), "pay_7Kd02mQx19VbLs4T");
        assert_eq!(elide_middle("日本語日本語", 3), "日…語");
        assert_eq!(elide_middle("abcdef", 2), "abcdef", "nothing sensible fits: the painter cuts it");
    }
}
