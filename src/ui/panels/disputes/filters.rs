//! What narrows the inbox: a search, and filters by reason, currency, deadline and evidence, picked from the rows that are
//! here.

use chrono::TimeDelta;
use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use paydesk_core::features::disputes::{
    AssigneeFilter, DisputeLocalFilter, DisputeLocalFilterPart, DisputesAction, EvidenceState, HandlingFilter,
    InboxAction, OpenRange,
};
use paydesk_core::{Action, State};
use paydesk_domain::deadline::{DEADLINE_RULES, plain_reason};
use paydesk_domain::money::CurrencyCode;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::{FilterBody, FilterButton, FilterChange, TextField};

use super::text;

/// Width of the search, in points.
const SEARCH_WIDTH: f32 = 212.0;
/// Deadlines that are offered, in days from now.
const DUE_DAYS: [i64; 3] = [1, 3, 7];

/// The parts that have a filter of their own here.
pub const OFFERED: [DisputeLocalFilterPart; 7] = [
    DisputeLocalFilterPart::Search,
    DisputeLocalFilterPart::Reason,
    DisputeLocalFilterPart::Currency,
    DisputeLocalFilterPart::Due,
    DisputeLocalFilterPart::Evidence,
    DisputeLocalFilterPart::Assignee,
    DisputeLocalFilterPart::Handling,
];

fn set(filter: DisputeLocalFilter) -> Action {
    Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter)))
}

/// Draws the search by customer, amount, id and reason.
pub fn search_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let takes_keyboard = std::mem::take(&mut drafts.focus_search);
    let filter = &state.workspace.disputes.inbox.local_filter;
    let mut text = filter.search.clone();
    ui.scope(|ui| {
        let field = TextField::bare("Search disputes", &mut text).placeholder("Customer, ID or amount");
        let shown = field.icon(Icon::Search).clearable().width(SEARCH_WIDTH).ui(ui);
        if takes_keyboard {
            shown.take_keyboard();
        }
        if shown.changed {
            actions.push(set(DisputeLocalFilter { search: text.clone(), ..filter.clone() }));
        }
    });
}

/// Draws the filters.
pub fn local_filters_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let filter = &state.workspace.disputes.inbox.local_filter;
    for part in OFFERED.into_iter().filter(|part| *part != DisputeLocalFilterPart::Search) {
        let parts = filter.parts(state.zone());
        let shown = parts.iter().find(|(found, _)| *found == part).map(|(_, text)| text.as_str());
        let changed = FilterButton::new(part.name(), shown).width(280.0).ui(ui, |body| offer(body, state, part));
        match changed {
            Some(FilterChange::Set(filter)) => actions.push(set(filter)),
            Some(FilterChange::Cleared) => {
                let inbox = InboxAction::RemoveLocalFilter(part);
                actions.push(Action::Disputes(DisputesAction::Inbox(inbox)));
            }
            None => {}
        }
    }
}

/// The choices of a part; the filter with the one that was taken.
fn offer(body: &mut FilterBody<'_>, state: &State, part: DisputeLocalFilterPart) -> Option<DisputeLocalFilter> {
    let filter = state.workspace.disputes.inbox.local_filter.clone();
    match part {
        DisputeLocalFilterPart::Reason => {
            let reasons = DEADLINE_RULES.iter().map(|rule| rule.reason);
            let taken = reasons.filter(|it| body.choice(plain_reason(it).short, filter.reason == Some(*it))).last()?;
            Some(DisputeLocalFilter { reason: Some(taken), ..filter })
        }
        DisputeLocalFilterPart::Currency => {
            let of_row = |code: &CurrencyCode| filter.currencies.contains(code);
            let taken = currencies(state).into_iter().filter(|it| body.choice(it.as_str(), of_row(it))).last()?;
            Some(DisputeLocalFilter { currencies: vec![taken], ..filter })
        }
        DisputeLocalFilterPart::Due => due(body, state, filter),
        DisputeLocalFilterPart::Evidence => {
            let taken =
                EvidenceState::iter().filter(|it| body.choice(it.label(), filter.evidence == Some(*it))).last()?;
            Some(DisputeLocalFilter { evidence: Some(taken), ..filter })
        }
        DisputeLocalFilterPart::Assignee => {
            let (nobody, mine) = (AssigneeFilter::Nobody, AssigneeFilter::Person(state.operator.clone()));
            let me = (!state.operator.is_empty()).then(|| (text::me(&state.operator), mine));
            let own = me.into_iter().chain([(nobody.label().to_owned(), nobody)]);
            let others = state.workspace.disputes.handling.assignees().into_iter();
            let others = others.filter(|name| *name != state.operator);
            let others = others.map(|name| (name.to_owned(), AssigneeFilter::Person(name.to_owned())));
            let choices = own.chain(others);
            let is_chosen = |choice: &AssigneeFilter| filter.assignee.as_ref() == Some(choice);
            let mut taken = None;
            for (label, choice) in choices {
                if body.choice(&label, is_chosen(&choice)) {
                    taken = Some(choice);
                }
            }
            Some(DisputeLocalFilter { assignee: Some(taken?), ..filter })
        }
        DisputeLocalFilterPart::Handling => {
            let taken =
                HandlingFilter::iter().filter(|it| body.choice(it.label(), filter.handling == Some(*it))).last()?;
            Some(DisputeLocalFilter { handling: Some(taken), ..filter })
        }
        DisputeLocalFilterPart::Status
        | DisputeLocalFilterPart::Stage
        | DisputeLocalFilterPart::Created
        | DisputeLocalFilterPart::Decided
        | DisputeLocalFilterPart::Submitted
        | DisputeLocalFilterPart::Search => None,
    }
}

fn due(body: &mut FilterBody<'_>, state: &State, filter: DisputeLocalFilter) -> Option<DisputeLocalFilter> {
    let now = state.now;
    let within = |days: i64| OpenRange { from: Some(now), before: Some(now + TimeDelta::days(days)) };
    let overdue = body.choice(text::OVERDUE, false).then_some(OpenRange { from: None, before: Some(now) });
    let soon = DUE_DAYS.into_iter().filter(|days| body.choice(&text::within_days(*days), false)).last().map(within);
    let without_deadline = body.choice("No deadline", filter.without_deadline);
    let due = overdue.or(soon);
    (due.is_some() || without_deadline).then_some(DisputeLocalFilter { due, without_deadline, ..filter })
}

/// The currencies of the disputes that are here, by their codes.
fn currencies(state: &State) -> Vec<CurrencyCode> {
    let mut found: Vec<CurrencyCode> = Vec::new();
    for row in state.workspace.disputes.all() {
        let code = row.dispute.amount.currency.currency_code();
        if !found.contains(code) {
            found.push(code.clone());
        }
    }
    found.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    found
}
