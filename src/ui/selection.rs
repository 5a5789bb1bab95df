//! What can be done to the rows that are selected.

use std::hash::Hash;

use egui::{Context, Frame, Id, Margin, Panel, Ui};

use paydesk_core::features::bulk::{BulkAction, BulkKind, ITEMS_MAX, text as bulk_text};
use paydesk_core::{Action, State};
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;

use super::list::{ListRows, Marks};
use super::text;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, label_ui};

/// What is known of the rows of a list by their keys.
pub struct SelectedRows<'a, K> {
    pub id: &'a dyn Fn(&K) -> String,
    /// `None` where it is not known.
    pub amount: &'a dyn Fn(&K) -> Option<Money>,
    /// Another number whenever an amount may have changed.
    pub revision: u64,
}

/// Whether a list has selected rows, and whether they are to be cleared: the line below the list knows both.
#[derive(Debug, Clone, Copy, Default)]
struct SelectionKey {
    drawn_in: u64,
    is_cleared: bool,
}

fn key_id() -> Id {
    Id::unique("selection")
}

/// Esc was pressed: clears what is selected in the list in view; whether anything is.
pub fn clear_by_key(ctx: &Context) -> bool {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| {
        let key: &mut SelectionKey = data.get_temp_mut_or_default(key_id());
        key.is_cleared = key.drawn_in + 1 >= frame && key.drawn_in > 0;
        key.is_cleared
    })
}

/// Draws the line below the list, once a row is selected: no row moves under the pointer that selects it. To be called
/// before the list is drawn.
pub fn selection_ui<R: ListRows<Key: Eq + Hash>>(
    ui: &mut Ui,
    state: &State,
    kinds: &[BulkKind],
    (rows, marks): (&R, &mut Marks<R::Key>),
    selected: SelectedRows<'_, R::Key>,
    actions: &mut Vec<Action>,
) {
    if marks.is_empty() {
        return;
    }
    let drawn_in = ui.ctx().cumulative_frame_nr();
    let key = SelectionKey { drawn_in, is_cleared: false };
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<SelectionKey>(key_id()), key));
    if before.is_cleared {
        ui.data_mut(|data| data.remove::<SelectionKey>(key_id()));
        return marks.clear();
    }
    let sums = marks.sums(rows.revision().wrapping_add(selected.revision), selected.amount).map(MoneySums::text);
    let mut asked = None;
    let frame = Frame::new().inner_margin(Margin::symmetric(0, space::S as i8));
    Panel::bottom("selection").resizable(false).show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
            label_ui(ui, Text::Strong, tokens(ui).text, &text::selected(marks.len()));
            if let Some(sums) = sums.filter(|sums| !sums.is_empty()) {
                label_ui(ui, Text::Body, tokens(ui).subdued, &sums);
            }
            let refusal = refusal(state, marks.len());
            for kind in kinds {
                if Button::secondary(bulk_text::button(*kind)).disabled(refusal.as_deref()).ui(ui).clicked() {
                    asked = Some(*kind);
                }
            }
            if Button::link(text::CLEAR_SELECTION).ui(ui).clicked() {
                marks.clear();
            }
        });
    });
    if let Some(kind) = asked {
        let targets = marks.in_order(rows).iter().map(selected.id).collect();
        actions.push(Action::Bulk(BulkAction::Plan { kind, targets }));
    }
}

fn refusal(state: &State, selected: usize) -> Option<String> {
    let too_many = (selected > ITEMS_MAX).then(|| text::too_many_selected(ITEMS_MAX));
    let busy = || state.workspace.bulk.busy().map(str::to_owned);
    state.read_only_reason().or(too_many).or_else(busy)
}
