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
    /// Whether this can be done to it, as far as its row tells.
    pub allows: &'a dyn Fn(&K, BulkKind) -> bool,
    /// Another number whenever an amount or a status may have changed.
    pub revision: u64,
}

/// What is selected in the list in view, and what is asked of it from elsewhere: the line below the list does that.
#[derive(Debug, Clone, Default)]
struct SelectionKey {
    drawn_in: u64,
    is_cleared: bool,
    asked: Option<BulkKind>,
    count: usize,
    /// What can be done to the rows now.
    kinds: Vec<BulkKind>,
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

/// How many rows of the list in view are selected, and what can be done to them.
pub fn offered(ctx: &Context) -> (usize, Vec<BulkKind>) {
    let key = ctx.data(|data| data.get_temp::<SelectionKey>(key_id())).unwrap_or_default();
    let is_drawn = key.drawn_in > 0 && key.drawn_in + 1 >= ctx.cumulative_frame_nr();
    if is_drawn { (key.count, key.kinds) } else { (0, Vec::new()) }
}

/// Asks for the plan of what is done to the selected rows, as the button of the line does.
pub fn ask(ctx: &Context, kind: BulkKind) {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<SelectionKey>(key_id()).asked = Some(kind));
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
    let refusal = refusal(state, marks.len());
    let kinds = kinds_of(kinds, marks.counts(rows.revision().wrapping_add(selected.revision), kinds, selected.allows));
    let offered = if refusal.is_none() { kinds.clone() } else { Vec::new() };
    let key = SelectionKey { drawn_in, count: marks.len(), kinds: offered, ..SelectionKey::default() };
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<SelectionKey>(key_id()), key));
    if before.is_cleared {
        ui.data_mut(|data| data.remove::<SelectionKey>(key_id()));
        return marks.clear();
    }
    let sums = marks.sums(rows.revision().wrapping_add(selected.revision), selected.amount).map(MoneySums::text);
    let mut asked = before.asked.filter(|_| refusal.is_none());
    let frame = Frame::new().inner_margin(Margin::symmetric(0, space::S as i8));
    Panel::bottom("selection").resizable(false).show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
            label_ui(ui, Text::Strong, tokens(ui).text, &text::selected(marks.len()));
            if let Some(sums) = sums.filter(|sums| !sums.is_empty()) {
                label_ui(ui, Text::Body, tokens(ui).subdued, &sums);
            }
            for kind in kinds {
                if Button::secondary(bulk_text::button(kind)).disabled(refusal.as_deref()).ui(ui).clicked() {
                    asked = Some(kind);
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

/// What can be done to any of the rows, what can be done to most of them first. Where nothing can, all kinds: their plan
/// says why.
fn kinds_of(kinds: &[BulkKind], counts: &[usize]) -> Vec<BulkKind> {
    let mut counted: Vec<(BulkKind, usize)> = kinds.iter().copied().zip(counts.iter().copied()).collect();
    if counts.iter().any(|count| *count > 0) {
        counted.retain(|(_, count)| *count > 0);
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.into_iter().map(|(kind, _)| kind).collect()
}

fn refusal(state: &State, selected: usize) -> Option<String> {
    let too_many = (selected > ITEMS_MAX).then(|| text::too_many_selected(ITEMS_MAX));
    let busy = || state.workspace.bulk.busy().map(str::to_owned);
    state.read_only_reason().or(too_many).or_else(busy)
}
