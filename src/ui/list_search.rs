//! The search field of the list in view, which a key brings the keyboard to. Payments and disputes have fields of their
//! own.

use egui::{Context, Id, Ui};

use paydesk_widgets::{FieldOutput, TextField};

use super::drafts::Drafts;

fn key() -> Id {
    Id::unique("search of the list in view")
}

/// Hands on that the search field is asked for, to the list that is drawn in this frame. To be called before the panel
/// is drawn, where the panel does not follow [`Drafts::focus_search`] itself.
pub fn ask(ctx: &Context, drafts: &mut Drafts) {
    if std::mem::take(&mut drafts.focus_search) {
        let frame = ctx.cumulative_frame_nr();
        ctx.data_mut(|data| data.insert_temp(key(), frame));
    }
}

/// Draws the field. It takes the keyboard where it is asked for.
pub fn list_search_ui(ui: &mut Ui, field: TextField<'_>) -> FieldOutput {
    let shown = field.ui(ui);
    let asked = ui.data(|data| data.get_temp::<u64>(key()));
    let frame = ui.ctx().cumulative_frame_nr();
    if asked == Some(frame) {
        ui.data_mut(|data| data.remove::<u64>(key()));
        shown.take_keyboard();
    }
    shown
}
