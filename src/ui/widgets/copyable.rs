//! An id in the monospaced face with a button that copies it.

use egui::{Label, Response, RichText, Ui};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, TEXT_CELL, tokens};

use super::button::Button;

/// How long the check mark stays after copying, in seconds.
const SHOWN_S: f64 = 1.5;

/// Draws `id` and a button that copies it. `what` names it for screen readers: `Copy payment id`.
pub fn copyable_ui(ui: &mut Ui, id: &str, what: &str) -> Response {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let color = tokens(ui).text;
        let room = (ui.available_width() - 30.0).max(40.0);
        let shown = elide_middle(ui, id, room);
        let text = RichText::new(&shown).font(tokens::mono(TEXT_CELL)).color(color);
        let label = ui.add(Label::new(text).selectable(true).extend());
        if shown != id {
            label.on_hover_text(id);
        }
        copy_button_ui(ui, id, what)
    })
    .inner
}

/// A button that copies `text` and shows for a moment that it did, without moving anything.
pub fn copy_button_ui(ui: &mut Ui, text: &str, what: &str) -> Response {
    let memory = ui.scope_id().with(("copied", what));
    let now = ui.input(|input| input.time);
    let copied_at: Option<f64> = ui.data(|data| data.get_temp(memory));
    let just_copied = copied_at.is_some_and(|at| now - at < SHOWN_S);
    let icon = if just_copied { Icon::Check } else { Icon::Copy };
    let name = if just_copied { "Copied".to_owned() } else { format!("Copy {what}") };
    let response = Button::icon_only(icon, &name).quiet().show(ui);
    if response.clicked() {
        ui.copy_text(text.to_owned());
        ui.data_mut(|data| data.insert_temp(memory, now));
        ui.request_repaint_after(std::time::Duration::from_secs_f64(SHOWN_S));
    }
    response
}

/// `text` with its middle cut so that it fits `width` in the monospaced face.
fn elide_middle(ui: &Ui, text: &str, width: f32) -> String {
    let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&tokens::mono(TEXT_CELL), '0'));
    let fits = (width / digit.max(1.0)) as usize;
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= fits || fits < 5 {
        return text.to_owned();
    }
    let head = (fits - 1).div_ceil(2);
    let tail = fits - 1 - head;
    chars[..head].iter().chain(['…'].iter()).chain(&chars[chars.len() - tail..]).collect()
}
