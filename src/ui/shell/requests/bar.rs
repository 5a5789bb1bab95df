//! The line on top of the pane: its views, its filters, and what can be done with the log.

use egui::{Align, Layout, Ui};

use crate::app::features::requests::{CallFilter, CallKind, RequestsAction, RequestsView};
use crate::app::{Action, State};
use crate::domain::money::grouped_count;
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::{Button, FilterChange, FilterMenu, TextField, check_ui, heading_ui, label_ui, segmented_ui};

use super::draft::RequestsDraft;

const KINDS: [(CallKind, &str); 2] = [(CallKind::Read, "Reads"), (CallKind::Operation, "Operations")];
const SEARCH_WIDTHS: std::ops::RangeInclusive<f32> = 90.0..=260.0;
/// What check box and menu of kinds take beside the search, in points.
const FILTERS: f32 = 330.0;

/// Draws the line, and below it what is to be known of the log.
pub(super) fn bar_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let text = tokens(ui).text;
        heading_ui(ui, Text::Strong, text, "Requests");
        ui.add_space(space::XS);
        views_ui(ui, state, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            buttons_ui(ui, state, actions);
            if state.workspace.requests.view == RequestsView::Calls {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| filters_ui(ui, state, draft, actions));
            }
        });
    });
    notes_ui(ui, state, actions);
}

fn act(actions: &mut Vec<Action>, action: RequestsAction) {
    actions.push(Action::Requests(action));
}

fn views_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let log = state.workspace.requests.log();
    let (calls, errors) = (log.len(), log.errors());
    let counted = |word: &str, count: usize| match count {
        0 => word.to_owned(),
        count => format!("{word} {}", grouped_count(count as u64)),
    };
    let labels = [counted("Calls", calls), counted("Errors by code", errors)];
    let views = [RequestsView::Calls, RequestsView::Errors];
    let chosen = views.iter().position(|view| *view == state.workspace.requests.view).unwrap_or_default();
    if let Some(view) = segmented_ui(ui, "View of the requests", &labels, chosen).and_then(|index| views.get(index)) {
        act(actions, RequestsAction::Show(*view));
    }
}

/// From the right edge.
fn buttons_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    if Button::quiet_icon(Icon::Close, "Close the requests").ui(ui).clicked() {
        act(actions, RequestsAction::Toggle);
    }
    let empty = state.workspace.requests.log().is_empty();
    let nothing = empty.then_some("There is nothing to clear");
    if Button::icon_only(Icon::Delete, "Clear the requests").disabled(nothing).ui(ui).clicked() {
        act(actions, RequestsAction::Clear);
    }
    let paused = state.workspace.requests.paused;
    let (icon, name) =
        if paused { (Icon::Play, "Go on writing calls down") } else { (Icon::Pause, "Pause writing calls down") };
    if Button::icon_only(icon, name).ui(ui).clicked() {
        act(actions, RequestsAction::Pause(!paused));
    }
}

fn filters_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let filter = &state.workspace.requests.filter;
    let mut change = |filter: CallFilter| act(actions, RequestsAction::Filter(filter));
    let width = (ui.available_width() - FILTERS).clamp(*SEARCH_WIDTHS.start(), *SEARCH_WIDTHS.end());
    let field = TextField::bare("Search the requests", &mut draft.search).placeholder("Path, code, text of a body");
    let shown = field.icon(Icon::Search).clearable().max_chars(200).width(width).ui(ui);
    if shown.changed {
        change(CallFilter { text: draft.search.clone(), ..filter.clone() });
    } else if !shown.response.has_focus() && draft.search != filter.text {
        draft.search.clone_from(&filter.text);
    }
    if check_ui(ui, filter.only_errors, "Errors only").clicked() {
        change(CallFilter { only_errors: !filter.only_errors, ..filter.clone() });
    }
    let chosen = KINDS.iter().position(|(kind, _)| Some(*kind) == filter.kind);
    match FilterMenu::new("Kind", &KINDS.map(|(_, label)| label), chosen).ui(ui) {
        Some(FilterChange::Set(index)) => {
            let kind = KINDS.get(index).map(|(kind, _)| *kind);
            change(CallFilter { kind, ..filter.clone() });
        }
        Some(FilterChange::Cleared) => change(CallFilter { kind: None, ..filter.clone() }),
        None => {}
    }
}

/// A group that is listed alone, and calls that are not in the list.
fn notes_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let requests = &state.workspace.requests;
    if let Some(group) = requests.filter.group.as_ref().filter(|_| requests.view == RequestsView::Calls) {
        let text = format!("Only {} of {} {}", visible(&group.code, 60), group.method, group.pattern);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            label_ui(ui, Text::Small, tokens(ui).subdued, &text);
            if Button::link("Show all calls").ui(ui).clicked() {
                let all = CallFilter { group: None, ..requests.filter.clone() };
                act(actions, RequestsAction::Filter(all));
            }
        });
    }
    let calls = |count: u64| format!("{} {}", grouped_count(count), if count == 1 { "call" } else { "calls" });
    let (passed, missed) = (requests.log().passed, requests.log().missed);
    let paused = requests.paused.then(|| match passed {
        0 => "Paused: calls are not written down".to_owned(),
        count => format!("Paused: {} went by and were not written down", calls(count)),
    });
    let missed = (missed > 0).then(|| format!("{} came faster than they could be written down", calls(missed)));
    let notes: Vec<String> = paused.into_iter().chain(missed).collect();
    if !notes.is_empty() {
        label_ui(ui, Text::Small, tokens(ui).attention.text, &notes.join(" · "));
    }
}
