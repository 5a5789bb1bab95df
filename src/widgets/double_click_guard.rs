//! The second press of a double click is for what got the first, and for nothing else.
//!
//! Many people double-click everything. Where the first click closes a dialog, replaces a button or makes room for a pane,
//! the second would reach what is behind it or came instead: the row of another payment, the button that pauses what was
//! just started, or a link of the row that moved under the pointer.

use egui::{Context, Event, Id, Plugin, PointerButton, Pos2, RawInput, Ui, WidgetRect};

use crate::input_queue::arrived_s;

/// Two presses within this time are one double click, in seconds: what Windows uses where nobody changed it.
const DELAY_S: f64 = 0.5;
/// And not further apart than this, in points.
const DISTANCE: f32 = 6.0;

/// How far beside a widget a click still reaches it, in points.
const REACH: f32 = 6.0;

/// Swallows the second press of a double click when another widget has come under the pointer.
#[derive(Debug, Default)]
pub struct DoubleClickGuard {
    last: Option<Click>,
    /// The release belongs to a press that was dropped.
    drops_release: bool,
}

#[derive(Debug, Clone, Copy)]
struct Click {
    widget: Id,
    pos: Pos2,
    at_s: f64,
}

impl Plugin for DoubleClickGuard {
    fn debug_name(&self) -> &'static str {
        "double_click_guard"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let clicked = ui.ctx().interaction_snapshot(|snapshot| snapshot.clicked);
        let (pos, at_s) = (ui.input(|input| input.pointer.interact_pos()), arrived_s(ui.ctx()));
        if let Some((widget, pos)) = clicked.zip(pos) {
            self.last = Some(Click { widget, pos, at_s });
        }
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let now_s = arrived_s(ctx);
        input.events.retain(|event| !self.drops(ctx, event, now_s));
    }
}

impl DoubleClickGuard {
    fn drops(&mut self, ctx: &Context, event: &Event, now_s: f64) -> bool {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => {
                self.drops_release =
                    self.last.is_some_and(|click| click.is_first_of(*pos, now_s) && click.is_for_another(ctx, *pos));
                self.drops_release
            }
            Event::PointerButton { button: PointerButton::Primary, pressed: false, .. } => {
                std::mem::take(&mut self.drops_release)
            }
            _ => false,
        }
    }
}

impl Click {
    fn is_first_of(&self, second: Pos2, now_s: f64) -> bool {
        now_s - self.at_s < DELAY_S && self.pos.distance(second) <= DISTANCE
    }

    /// What was clicked is not in the window any more, or something else of its layer is at `pos` now: on top of it, or in
    /// its place.
    fn is_for_another(&self, ctx: &Context, pos: Pos2) -> bool {
        ctx.viewport(|viewport| {
            let widgets = &viewport.prev_pass.widgets;
            let Some(clicked) = widgets.get(self.widget) else { return true };
            let is_on_top =
                |rect: &&WidgetRect| rect.enabled && rect.sense.senses_click() && rect.interact_rect.contains(pos);
            // The last is on top.
            let on_top = widgets.get_layer(clicked.layer_id).filter(is_on_top).last();
            let place = |id| widgets.order(id).map(|(_, place)| place);
            let is_above = |rect: &WidgetRect| place(rect.id) > place(self.widget);
            let has_moved = !clicked.interact_rect.expand(REACH).contains(pos);
            on_top.is_some_and(|rect| rect.id != self.widget && (has_moved || is_above(rect)))
        })
    }
}
