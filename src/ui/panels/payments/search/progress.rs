//! How much is known of all payments, with what can be done about it.

use egui::Ui;

use crate::drafts::Drafts;
use crate::panels::payments::draft::PaymentsDraft;
use paydesk_core::dialog::HistoryDeletion;
use paydesk_core::features::bulk::BulkAction;
use paydesk_core::features::history::{HistoryAction, HistoryPhase, KEEP_CHOICES, text as history_text};
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, choices_popup_ui, label_ui};

use super::columns_menu::columns_menu_ui;
use super::facets::list_width;
use super::text;

/// Draws the line, once the cache is open or switched off.
pub fn progress_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let (history, view) = (&state.workspace.history, state.view());
    let chosen = view.settings.history(view.profile_id);
    if history.has_first_alone() {
        let sentence = history_text::progress(history, chosen.is_paused, view.zone, view.now);
        label_ui(ui, Text::Caption, tokens(ui).subdued, &sentence);
        ui.add_space(space::S);
        return;
    }
    if matches!(history.phase(), HistoryPhase::Closed | HistoryPhase::Opening) {
        return;
    }
    let mut imports = false;
    let list_width = list_width(ui.available_width(), state, drafts);
    ui.horizontal(|ui| {
        let mut asked: Vec<HistoryAction> = Vec::new();
        let mut act = |action| asked.push(action);
        ui.spacing_mut().item_spacing.x = space::S;
        let sentence = history_text::progress(history, chosen.is_paused, view.zone, view.now);
        label_ui(ui, Text::Caption, tokens(ui).subdued, &sentence).on_hover_text(
            "Uses at most 60% of the rate limit and two requests at a time. Operations and payments you open go \
                first.",
        );
        if history.phase() == HistoryPhase::Off {
            if Button::link("Turn on").ui(ui).clicked() {
                actions.push(Action::History(HistoryAction::TurnOn));
            }
            return;
        }
        let (label, action) = match (chosen.is_paused, history.is_refused_to_key()) {
            (true, _) => (text::RESUME, HistoryAction::Resume),
            (false, true) => (text::RETRY, HistoryAction::ReadNow),
            (false, false) => (text::PAUSE, HistoryAction::Pause),
        };
        if Button::link(label).ui(ui).clicked() {
            act(action);
        }
        columns_menu_ui(ui, state, list_width, actions);
        if Button::link(text::IMPORT_AS)
            .hint("Capture, cancel, approve, refund or fulfil many from a CSV or Excel file")
            .ui(ui)
            .clicked()
        {
            imports = true;
        }
        menu_ui(ui, chosen.keep_days).into_iter().for_each(act);
        actions.extend(asked.into_iter().map(Action::History));
        let draft = drafts.of::<PaymentsDraft>();
        if draft.hides_facets && history.search().is_active() && Button::link("Show counts").ui(ui).clicked() {
            draft.hides_facets = false;
        }
        if let Some(problem) = history.problem() {
            let shown = label_ui(ui, Text::Caption, tokens(ui).danger.text, &problem.what);
            shown.on_hover_text(&problem.what_to_do);
        }
    });
    if imports {
        actions.push(Action::Bulk(BulkAction::Import));
    }
    ui.add_space(space::S);
}

/// The menu of what is kept of the history.
fn menu_ui(ui: &mut Ui, keep_days: Option<u32>) -> Option<HistoryAction> {
    let button = Button::quiet_icon(Icon::Down, text::HISTORY_MENU).ui(ui);
    choices_popup_ui(&button, text::HISTORY_MENU, 280.0, |body| {
        body.caption("Stored on this computer for this profile, readable by your user only");
        let mut taken = None;
        for days in KEEP_CHOICES {
            let label = text::kept(history_text::keep(days));
            if body.choice(&label, keep_days == days) {
                taken = Some(HistoryAction::AskToKeep(days));
            }
        }
        body.divider();
        if body.choice("Delete and read again…", false) {
            taken = Some(HistoryAction::Ask(HistoryDeletion::Forget));
        }
        if body.choice("Turn off and delete…", false) {
            taken = Some(HistoryAction::Ask(HistoryDeletion::TurnOff));
        }
        taken
    })
}
