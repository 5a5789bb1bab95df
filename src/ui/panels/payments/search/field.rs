//! The field that payments are searched with, and what is wrong with what is typed.

use egui::{Id, Ui};

use crate::drafts::Drafts;
use crate::panels::payments::draft::PaymentsDraft;
use paydesk_core::features::history::HistoryAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::visible;
use paydesk_index::payment_query::{QueryTerm, corrected, near_statuses};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, TextField, label_ui};

use super::completion::{completed, put_cursor};
use super::offered::is_offered;
use super::text;

/// Widest and narrowest field, in points.
const WIDTHS: std::ops::RangeInclusive<f32> = 196.0..=420.0;

/// Draws the field.
pub fn field_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = Id::unique("search payments");
    let takes_keyboard = std::mem::take(&mut drafts.focus_search);
    let draft = drafts.of::<PaymentsDraft>().view();
    let history = &state.workspace.history;
    if is_offered(state) {
        draft.follow_search(history.search().text());
    }
    let error = history.search().error().filter(|_| is_offered(state)).map(ToString::to_string);
    let width = (ui.available_width() * 0.45).clamp(*WIDTHS.start(), *WIDTHS.end());
    let shown = completed(ui, state, id, &mut draft.completion, &mut draft.search, |ui, typed| {
        let field = TextField::bare("Search payments", typed).placeholder(text::PLACEHOLDER);
        field.icon(Icon::Search).clearable().width(width).error(error.as_deref()).id(id).ui(ui)
    });
    if takes_keyboard {
        shown.take_keyboard();
    }
    if shown.changed && is_offered(state) {
        take_filters(ui, state, id, &mut draft.search);
    }
    if is_offered(state) && draft.searched.as_ref() != Some(&draft.search) {
        draft.searched = Some(draft.search.clone());
        actions.push(Action::History(HistoryAction::Search(draft.search.clone())));
    }
    // An id that nothing is found for is asked of the service.
    let is_unknown = !is_offered(state) || history.search().is_empty();
    if shown.submitted && is_unknown && (!is_offered(state) || PaymentId::parse(draft.search.trim()).is_ok()) {
        let search = draft.search.trim().to_owned();
        if !search.is_empty() {
            actions.push(Action::Payments(PaymentsAction::LookUp(search)));
        }
    }
}

/// The filters that narrow the list narrow the search that begins there, too: they become its first conditions.
fn take_filters(ui: &Ui, state: &State, id: Id, typed: &mut String) {
    let (search, filter) = (state.workspace.history.search(), &state.workspace.payments.filter);
    if search.is_active() || typed.trim().is_empty() || !filter.is_active() {
        return;
    }
    let conditions = filter.as_query();
    if !conditions.is_empty() {
        *typed = format!("{conditions} {typed}");
        put_cursor(ui, id, typed.chars().count());
    }
}

/// Says what is wrong with what is typed, with the place marked, and that a status in it is not known.
pub fn fault_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let search = state.workspace.history.search();
    let Some(error) = search.error().filter(|_| is_offered(state)) else { return unknown_statuses_ui(ui, state) };
    let tokens = tokens(ui);
    let (typed, place) = (search.text(), error.place.clone());
    let (before, rest) = typed.split_at_checked(place.start).unwrap_or((typed, ""));
    let (wrong, after) = rest.split_at_checked(place.end.saturating_sub(place.start)).unwrap_or((rest, ""));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        label_ui(ui, Text::Mono, tokens.subdued, before);
        let marked = Text::Mono.rich(wrong).color(tokens.danger.text).underline();
        ui.add(egui::Label::new(marked));
        label_ui(ui, Text::Mono, tokens.subdued, after);
    });
    label_ui(ui, Text::Caption, tokens.danger.text, &error.to_string());
    if let Some(corrected) = corrected(typed, error)
        && Button::link(&text::search_for(visible(corrected.trim(), 80))).ui(ui).clicked()
    {
        actions.push(Action::History(HistoryAction::Search(corrected)));
    }
    if search.is_active() {
        label_ui(ui, Text::Caption, tokens.subdued, &text::rows_of_last_search(search.query()));
    }
    ui.add_space(space::S);
}

/// A service may have statuses of its own: one that no payment here has is searched for, and said to be unknown.
fn unknown_statuses_ui(ui: &mut Ui, state: &State) {
    let history = &state.workspace.history;
    if !is_offered(state) {
        return;
    }
    for condition in &history.search().query().conditions {
        let QueryTerm::Status(statuses) = &condition.term else { continue };
        let is_new = |status: &&PaymentStatus| !history.columns().dictionaries().statuses.values().contains(status);
        for status in statuses.iter().filter(is_new) {
            if let PaymentStatus::Unknown(word) = status {
                let sentence = text::unknown_status(visible(word, 40), &near_statuses(word));
                label_ui(ui, Text::Caption, tokens(ui).attention.text, &sentence);
                ui.add_space(space::S);
            }
        }
    }
}
