//! What can be done to the disputes that are selected in the inbox.

use egui::Ui;

use crate::drafts::Drafts;
use crate::export_menu::ExportMenu;
use paydesk_core::features::disputes::{DisputeTableRow, Disputes};
use paydesk_core::features::table_exports::ExportList;
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::money_sums::MoneySums;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, label_ui};

use super::draft::DisputesDraft;
use super::handling::handling_ui;
use super::text;

/// Draws the line of what can be done to the rows that are selected.
pub fn selection_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let disputes = &state.workspace.disputes;
    let ids = drafts.of::<DisputesDraft>().marks.in_order::<Disputes>(disputes);
    let rows: Vec<&DisputeTableRow> = ids.iter().filter_map(|id| disputes.find(id)).collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        label_ui(ui, Text::Strong, tokens(ui).text, &text::selected(rows.len()));
        let sums: MoneySums = rows.iter().map(|row| row.dispute.amount.clone()).collect();
        label_ui(ui, Text::Body, tokens(ui).subdued, &sums.text());
        handling_ui(ui, state, &rows, drafts, actions);
        let menu = ExportMenu::new(ExportKind::Disputes, rows.len()).of_selected("Export selected…");
        menu.ui(ui, state, ExportList::SelectedDisputes(ids.clone()), actions);
        if Button::link(text::CLEAR_SELECTION).ui(ui).clicked() {
            drafts.of::<DisputesDraft>().marks.clear();
        }
    });
}
