//! A chip for each condition: what it says, a menu of its values where payments have them, and a cross.

use std::ops::Range;

use egui::Ui;

use paydesk_core::features::history::{History, HistoryAction};
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::visible;
use paydesk_index::payment_query::{
    CreatedCondition, PaymentQuery, QueryCondition, QueryKey, QueryTerm, QueryValues as _, UnderstoodWords,
    parse_query, understood_words, with_plain_words,
};
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Choice, FilterButton, FilterChange, removable_filter_ui};

use super::text;

/// Draws the chips.
pub fn chips_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let history = &state.workspace.history;
    let query = history.search().query();
    let understood = understood_words(history.search().text());
    let mut changed: Option<String> = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        for (place, condition) in query.conditions.iter().enumerate() {
            ui.push_id(place, |ui| {
                let change = chip_ui(ui, history, condition);
                let text = |change| match change {
                    ChipChange::Other(query) => query.to_string(),
                    ChipChange::TakenBack => taken_back(history, &understood, (place, condition)),
                };
                changed = change.map(text).or(changed.take());
            });
        }
    });
    ui.add_space(space::S);
    if let Some(text) = changed {
        actions.push(Action::History(HistoryAction::Search(text)));
    }
}

/// What a condition asks for, in the words of the window instead of those that are typed.
fn spoken_value(term: &QueryTerm) -> String {
    match term {
        QueryTerm::Status(statuses) => statuses.iter().map(PaymentStatus::label).collect::<Vec<_>>().join(", "),
        QueryTerm::Created(CreatedCondition::LastDays(days)) => format!("last {days} days"),
        QueryTerm::Created(
            CreatedCondition::ThisWeek
            | CreatedCondition::LastWeek
            | CreatedCondition::ThisMonth
            | CreatedCondition::LastMonth,
        ) => term.value_text().replace('-', " "),
        QueryTerm::Currency(_) => term.value_text().to_uppercase(),
        QueryTerm::Text(_)
        | QueryTerm::Amount(_)
        | QueryTerm::Created(_)
        | QueryTerm::Customer(_)
        | QueryTerm::Email(_)
        | QueryTerm::Method(_)
        | QueryTerm::Card(_)
        | QueryTerm::Code(_)
        | QueryTerm::Order(_)
        | QueryTerm::Id(_)
        | QueryTerm::Tag(_)
        | QueryTerm::Note(_)
        | QueryTerm::Family(_)
        | QueryTerm::Refunded(_)
        | QueryTerm::Disputed(_) => term.value_text(),
    }
}

/// What a chip asks for.
enum ChipChange {
    Other(PaymentQuery),
    /// Its condition is not meant.
    TakenBack,
}

/// The search without a condition. Plain words that were read as one are plain again: they are looked for in texts.
fn taken_back(
    history: &History,
    understood: &[UnderstoodWords],
    (place, condition): (usize, &QueryCondition),
) -> String {
    let is_of = |of: &QueryCondition| of.negated == condition.negated && has(&condition.term, &of.term);
    let words = understood.iter().filter(|words| words.conditions.iter().any(is_of));
    let places: Vec<Range<usize>> = words.map(|words| words.place.clone()).collect();
    match places.is_empty() {
        true => history.search().query().without(place).to_string(),
        false => with_plain_words(history.search().text(), &places),
    }
}

fn chip_ui(ui: &mut Ui, history: &History, condition: &QueryCondition) -> Option<ChipChange> {
    let query = history.search().query();
    let name = condition.term.key().map_or(text::TEXT, QueryKey::name);
    let value = visible(&spoken_value(&condition.term), 40);
    let values = condition.term.key().map(|key| (key, history.values(key))).filter(|(_, values)| !values.is_empty());
    match values.filter(|_| !condition.negated) {
        None => {
            let name = if condition.negated { text::not(name) } else { name.to_owned() };
            removable_filter_ui(ui, &name, &value, None).then_some(ChipChange::TakenBack)
        }
        Some((key, values)) => {
            let change = FilterButton::new(name, Some(&value)).width(280.0).ui(ui, |body| {
                let mut chosen = None;
                for (value, count) in &values {
                    let term = term_of(key, value);
                    let is_chosen = term.as_ref().is_some_and(|term| has(&condition.term, term));
                    let count = grouped_count(*count);
                    let words = term.as_ref().map_or_else(|| value.clone(), spoken_value);
                    if body.offer(Choice::new(&words).note(&count, Tone::Neutral), is_chosen) {
                        chosen = term;
                    }
                }
                chosen
            });
            match change? {
                FilterChange::Set(term) => Some(ChipChange::Other(query.toggled(term))),
                FilterChange::Cleared => Some(ChipChange::TakenBack),
            }
        }
    }
}

/// The condition that a value of a key stands for.
pub(super) fn term_of(key: QueryKey, value: &str) -> Option<QueryTerm> {
    let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
    let mut parsed = parse_query(&format!("{}:\"{quoted}\"", key.word())).ok()?;
    parsed.conditions.pop().map(|condition| condition.term)
}

/// Whether all values of `term` are among those of the condition.
pub(super) fn has(condition: &QueryTerm, term: &QueryTerm) -> bool {
    let mut with = condition.clone();
    with.merge(term.clone()).is_none_or(|other| other == *condition) && with == *condition
}
