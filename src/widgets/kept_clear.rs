//! Parts of the window that say what a person is to read: messages do not cover them.

use egui::{Context, Id, Rect, Ui};

/// What was asked to be kept clear in a pass.
#[derive(Debug, Clone, Default)]
struct KeptClear {
    pass: u64,
    rects: Vec<Rect>,
}

/// Keeps messages off this part of the window in this pass.
pub fn keep_clear_of_toasts(ui: &Ui, rect: Rect) {
    let (pass, rect) = (ui.ctx().cumulative_pass_nr(), rect.intersect(ui.clip_rect()));
    ui.data_mut(|data| {
        let clear = data.get_temp_mut_or_default::<KeptClear>(id());
        if clear.pass != pass {
            *clear = KeptClear { pass, rects: Vec::new() };
        }
        clear.rects.push(rect);
    });
}

/// What was asked for so far in this pass.
pub(super) fn rects(ctx: &Context) -> Vec<Rect> {
    let asked: Option<KeptClear> = ctx.data(|data| data.get_temp(id()));
    asked.filter(|asked| asked.pass == ctx.cumulative_pass_nr()).map_or_else(Vec::new, |asked| asked.rects)
}

fn id() -> Id {
    Id::unique("paydesk.toasts.clear")
}
