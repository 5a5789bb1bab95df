//! What hangs below a field, over what follows it: a list to pick from, a month. Nothing moves for it.

use egui::{Context, Id, Popup, PopupAnchor, PopupCloseBehavior, Rect, Ui};

use crate::tokens::space;

/// Where something hung below a field in a pass.
#[derive(Debug, Clone, Copy)]
struct Hanging {
    pass: u64,
    rect: Rect,
}

/// Shows `body` below a field with this box until it is no longer called. `name` is for screen readers.
pub fn hanging_ui(ui: &Ui, id: Id, field: Rect, name: &str, body: impl FnOnce(&mut Ui)) {
    let shown = Popup::new(id, ui.ctx().clone(), PopupAnchor::ParentRect(field), ui.layer_id())
        .open(true)
        .close_behavior(PopupCloseBehavior::IgnoreClicks)
        .accessible_name(name)
        .gap(space::XS)
        .show(body);
    if let Some(shown) = shown {
        let hanging = Hanging { pass: ui.ctx().cumulative_pass_nr(), rect: shown.response.rect };
        ui.data_mut(|data| data.insert_temp(key(), hanging));
    }
}

/// Whether the pointer is over what hangs below a field: a click there is one in that field.
pub fn is_under_pointer(ctx: &Context) -> bool {
    let hanging: Option<Hanging> = ctx.data(|data| data.get_temp(key()));
    let hanging = hanging.filter(|hanging| hanging.pass + 1 >= ctx.cumulative_pass_nr());
    let at = ctx.input(|input| input.pointer.latest_pos());
    hanging.zip(at).is_some_and(|(hanging, at)| hanging.rect.contains(at))
}

fn key() -> Id {
    Id::unique("what hangs below a field")
}
