//! What was decided in this round, once no payment waits any more.

use egui::Ui;

use crate::colleagues::open_at_colleagues;
use crate::list::{List, ListRows, ListState, row_height};
use paydesk_core::features::review_queue::item::{DecisionState, ReviewDecision, ReviewItem};
use paydesk_core::features::review_queue::{ReviewQueueAction, ReviewSession};
use paydesk_core::{Action, State};
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::open_item::OpenItemKind;
use paydesk_domain::text::visible_id;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Chip, TableColumn, facts_ui, heading_ui};

use super::decided::{look, state_text};
use super::text;

/// What the window keeps of it.
#[derive(Debug, Default)]
pub(super) struct SummaryDraft {
    list: ListState<PaymentId>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum SummaryColumn {
    Id,
    Amount,
    Decision,
    Detail,
}

const COLUMNS: [TableColumn<SummaryColumn>; 4] = [
    TableColumn::new(SummaryColumn::Id, text::ID, ColumnWidth::Exact(230.0)),
    TableColumn::new(SummaryColumn::Amount, text::AMOUNT, ColumnWidth::Exact(120.0)).right(),
    TableColumn::new(SummaryColumn::Decision, text::DECISION, ColumnWidth::Exact(160.0)),
    TableColumn::new(SummaryColumn::Detail, text::DETAILS, ColumnWidth::Remainder { min: 140.0 }),
];

struct RoundRows<'a>(&'a ReviewSession);

impl ListRows for RoundRows<'_> {
    type Key = PaymentId;

    fn len(&self) -> usize {
        self.0.items().len()
    }

    fn key(&self, row: usize) -> Option<&PaymentId> {
        self.0.items().get(row).map(|item| &item.payment_id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        self.key(row).map(|id| ObjectRef::new(ResourceKind::Payment, id.as_str()))
    }

    fn position(&self, key: &PaymentId) -> Option<usize> {
        self.0.items().iter().position(|item| item.payment_id == *key)
    }

    fn revision(&self) -> u64 {
        self.0.revision()
    }

    fn questions(&self) -> u64 {
        0
    }
}

/// Draws the summary.
pub(super) fn summary_ui(
    ui: &mut Ui,
    state: &State,
    session: &ReviewSession,
    draft: &mut SummaryDraft,
    actions: &mut Vec<Action>,
) {
    let counts = session.counts();
    heading_ui(ui, Text::Heading, tokens(ui).text, text::summary_title(&counts));
    ui.add_space(space::S);
    facts_ui(ui, text::SUMMARY, |facts| {
        facts.text(text::APPROVED, &text::count_and_sum(counts.approved.0, &counts.approved.1.text()));
        facts.text(text::CANCELLED, &text::count_and_sum(counts.cancelled.0, &counts.cancelled.1.text()));
        let others = [
            (text::SKIPPED, counts.skipped),
            (text::DECIDED_ELSEWHERE, counts.elsewhere),
            (text::IN_PROGRESS, counts.under_way),
            (text::OUTCOME_UNKNOWN, counts.unknown),
            ("Not done", counts.failed),
        ];
        for (name, count) in others.into_iter().filter(|(_, count)| *count > 0) {
            facts.text(name, &text::payments(count, false));
        }
    });
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let mut act = |action| actions.push(Action::ReviewQueue(action));
        if counts.left > 0 && Button::primary(&text::continue_with(counts.left)).ui(ui).clicked() {
            act(ReviewQueueAction::Continue);
        }
        if counts.skipped > 0 && Button::secondary(&text::review_skipped(counts.skipped)).ui(ui).clicked() {
            act(ReviewQueueAction::ReviewSkipped);
        }
    });
    ui.add_space(space::M);
    table_ui(ui, state, session, draft, actions);
}

fn table_ui(ui: &mut Ui, state: &State, session: &ReviewSession, draft: &mut SummaryDraft, actions: &mut Vec<Action>) {
    let rows = RoundRows(session);
    let list = List {
        name: "Payments in this round",
        columns: &COLUMNS,
        titles: &[],
        row_height: row_height(state),
        sort: None,
    };
    let name = |row: usize| session.items().get(row).map(row_name).unwrap_or_default();
    let output = list.ui(ui, &rows, None, &mut draft.list, name, |cell| {
        if let Some(item) = session.items().get(cell.row) {
            cell_ui(cell, state, item);
        }
    });
    if let Some(payment_id) = output.opened.and_then(|row| rows.key(row)) {
        actions.push(Action::ReviewQueue(ReviewQueueAction::Show(payment_id.clone())));
    }
}

fn row_name(item: &ReviewItem) -> String {
    format!("{}, {}, {}", visible_id(item.payment_id.as_str(), 80), item.amount, text::decision_word(&item.decision))
}

fn cell_ui(cell: &mut TableCell<'_, SummaryColumn>, state: &State, item: &ReviewItem) {
    match cell.column {
        SummaryColumn::Id => drop(cell.mono(&visible_id(item.payment_id.as_str(), 80))),
        SummaryColumn::Amount => drop(cell.amount(&item.amount.to_string())),
        SummaryColumn::Decision => {
            let (icon, tone) = decision_look(&item.decision);
            cell.chip(Chip::new(icon, text::decision_word(&item.decision), tone));
        }
        SummaryColumn::Detail => {
            let detail = match &item.decision {
                ReviewDecision::Decided(decided) if decided.state != DecisionState::Done => {
                    state_text(&decided.state, state.now)
                }
                ReviewDecision::Elsewhere(status) => status.label().into_owned(),
                ReviewDecision::Open | ReviewDecision::Skipped => people_text(state, item),
                ReviewDecision::Decided(_) => String::new(),
            };
            if !detail.is_empty() {
                cell.subdued(&detail).on_hover_text(&detail);
            }
        }
    }
}

/// Who reviews it, and which colleagues have it open.
fn people_text(state: &State, item: &ReviewItem) -> String {
    let assignee = state.workspace.review_queue.assignee(&item.payment_id).map(text::assigned_to);
    let open = open_at_colleagues(state, OpenItemKind::Review, item.payment_id.as_str());
    assignee.into_iter().chain(open).collect::<Vec<_>>().join(" · ")
}

fn decision_look(decision: &ReviewDecision) -> (Icon, Tone) {
    match decision {
        ReviewDecision::Open => (Icon::Review, Tone::Accent),
        ReviewDecision::Skipped => (Icon::Clock, Tone::Neutral),
        ReviewDecision::Elsewhere(_) => (Icon::Info, Tone::Neutral),
        ReviewDecision::Decided(decided) => look(decided),
    }
}
