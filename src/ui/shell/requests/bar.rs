//! The line on top of the pane: its views, its filters, and what can be done with the log.

use egui::{Align, Layout, Ui};

use paydesk_core::features::requests::{CallFilter, CallKind, RequestsAction, RequestsView};
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, FilterChange, FilterMenu, TextField, check_ui, heading_ui, label_ui, segmented_ui};

use super::draft::RequestsDraft;
use super::text;
use paydesk_widgets::reading_order::from_right_ui;

const KINDS: [(CallKind, &str); 2] = [(CallKind::Read, text::READS), (CallKind::Operation, text::OPERATIONS)];
const SEARCH_WIDTHS: std::ops::RangeInclusive<f32> = 90.0..=260.0;
/// Room for what is left of the rate limit, beside what can be done with the log, in points.
const WITH_RATE_MIN: f32 = 900.0;
/// With less, the filters are on a line of their own, in points.
const ONE_LINE_MIN: f32 = 760.0;
/// What check box and menu of kinds take beside the search, in points.
const FILTERS: f32 = 330.0;

/// Draws the line, and below it what is to be known of the log.
pub(super) fn bar_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let has_filters = state.workspace.requests.view == RequestsView::Calls;
    let is_narrow = ui.available_width() < ONE_LINE_MIN;
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let text = tokens(ui).text;
        heading_ui(ui, Text::Strong, text, text::REQUESTS);
        ui.add_space(space::XS);
        views_ui(ui, state, actions);
        if let Some((left, limit)) = state.workspace.rate.gauge().filter(|_| ui.available_width() > WITH_RATE_MIN) {
            let left = text::requests_left(grouped_count(left.into()), grouped_count(limit.into()));
            label_ui(ui, Text::Small, tokens(ui).subdued, &left);
        }
        from_right_ui(ui, |ui| {
            buttons_ui(ui, state, actions);
            if has_filters && !is_narrow {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| filters_ui(ui, state, draft, actions));
            }
        });
    });
    if has_filters && is_narrow {
        ui.add_space(space::XS);
        ui.horizontal(|ui| filters_ui(ui, state, draft, actions));
    }
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
    let labels = [counted(text::CALLS, calls), counted("Errors by code", errors)];
    let views = [RequestsView::Calls, RequestsView::Errors];
    let chosen = views.iter().position(|view| *view == state.workspace.requests.view).unwrap_or_default();
    if let Some(view) = segmented_ui(ui, "Requests view", &labels, chosen).and_then(|index| views.get(index)) {
        act(actions, RequestsAction::Show(*view));
    }
}

/// From the right edge.
fn buttons_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    if Button::quiet_icon(Icon::Close, "Close requests").ui(ui).clicked() {
        act(actions, RequestsAction::Toggle);
    }
    let empty = state.workspace.requests.log().is_empty();
    let nothing = empty.then_some("Nothing to clear");
    if Button::icon_only(Icon::Delete, "Clear requests").disabled(nothing).ui(ui).clicked() {
        act(actions, RequestsAction::Clear);
    }
    let paused = state.workspace.requests.paused;
    let (icon, name) = if paused { (Icon::Play, "Resume recording") } else { (Icon::Pause, "Pause recording") };
    if Button::icon_only(icon, name).ui(ui).clicked() {
        act(actions, RequestsAction::Pause(!paused));
    }
}

fn filters_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let filter = &state.workspace.requests.filter;
    let mut change = |filter: CallFilter| act(actions, RequestsAction::Filter(filter));
    let width = (ui.available_width() - FILTERS).clamp(*SEARCH_WIDTHS.start(), *SEARCH_WIDTHS.end());
    let field = TextField::bare("Search requests", &mut draft.search).placeholder("Path, code or body text");
    let shown = field.icon(Icon::Search).clearable().max_chars(200).width(width).ui(ui);
    let is_left = shown.cancelled;
    if shown.changed {
        change(CallFilter { text: draft.search.clone(), ..filter.clone() });
    } else if !shown.response.has_focus() && draft.search != filter.text {
        draft.search.clone_from(&filter.text);
    }
    if check_ui(ui, filter.only_errors, "Errors only").clicked() {
        change(CallFilter { only_errors: !filter.only_errors, ..filter.clone() });
    }
    let chosen = KINDS.iter().position(|(kind, _)| Some(*kind) == filter.kind);
    match FilterMenu::new(text::KIND, &KINDS.map(|(_, label)| label), chosen).ui(ui) {
        Some(FilterChange::Set(index)) => {
            let kind = KINDS.get(index).map(|(kind, _)| *kind);
            change(CallFilter { kind, ..filter.clone() });
        }
        Some(FilterChange::Cleared) => change(CallFilter { kind: None, ..filter.clone() }),
        None => {}
    }
    if is_left {
        act(actions, RequestsAction::Toggle);
    }
}

/// A group that is listed alone, and calls that are not in the list.
fn notes_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let requests = &state.workspace.requests;
    if let Some(group) = requests.filter.group.as_ref().filter(|_| requests.view == RequestsView::Calls) {
        let text = text::only_of(visible(&group.code, 60), group.method, group.pattern);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            label_ui(ui, Text::Small, tokens(ui).subdued, &text);
            if Button::link(text::SHOW_ALL_REQUESTS).ui(ui).clicked() {
                let all = CallFilter { group: None, ..requests.filter.clone() };
                act(actions, RequestsAction::Filter(all));
            }
        });
    }
    let calls = |count: u64| format!("{} {}", grouped_count(count), if count == 1 { "request" } else { "requests" });
    let (passed, missed) = (requests.log().passed, requests.log().missed);
    let paused = requests.paused.then(|| match passed {
        0 => "Paused: requests are not recorded".to_owned(),
        count => text::paused_not_recorded(calls(count)),
    });
    let missed = (missed > 0).then(|| text::not_recorded_they_came_too_fast(calls(missed)));
    let notes: Vec<String> = paused.into_iter().chain(missed).collect();
    if !notes.is_empty() {
        label_ui(ui, Text::Small, tokens(ui).attention.text, &notes.join(" · "));
    }
}
