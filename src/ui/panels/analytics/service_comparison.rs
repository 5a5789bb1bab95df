//! What the service counts itself, beside what a board that is counted by Paydesk counts: one quiet line where both agree, a
//! list by status where they do not.

use chrono::{DateTime, Utc};
use egui::Ui;

use paydesk_api::resources::service_counts::calls::{CountedRecords, DecidedAs};
use paydesk_core::State;
use paydesk_core::features::analytics::{CountAgreement, ServiceComparison, SumComparison};
use paydesk_core::text::{LOST, WON};
use paydesk_domain::money::grouped_count;
use paydesk_domain::number_text::CountNoun;
use paydesk_domain::status_counts::StatusDifference;
use paydesk_widgets::tokens::{Text, Tone, tokens};
use paydesk_widgets::{Notice, label_ui};

use super::{text, wording};

/// Most statuses named where both count differently.
const NAMED_MAX: usize = 6;

/// What differs: a title, and what it may mean.
struct ServiceDifference {
    title: String,
    lines: Vec<String>,
}

/// Draws what agrees, within the notice that says what is counted by Paydesk.
pub fn agreement_ui(ui: &mut Ui, state: &State) {
    let view = state.view();
    for line in agreeing(state).into_iter().chain(in_part(state)) {
        label_ui(ui, Text::Body, tokens(ui).subdued, &line);
    }
    if state.workspace.analytics.service_counts.would_compare_signed_in(&view) {
        label_ui(ui, Text::Body, tokens(ui).subdued, text::SIGN_IN_TO_COMPARE);
    }
}

/// Draws what differs, a notice each.
pub fn differences_ui(ui: &mut Ui, state: &State) {
    for difference in differences(state) {
        Notice::new(Tone::Attention, &difference.lines.join("\n")).title(&difference.title).ui(ui);
    }
}

fn comparisons(state: &State, is_it: fn(&CountAgreement) -> bool) -> Vec<&ServiceComparison> {
    let all = state.workspace.analytics.service_counts.comparisons(&state.view());
    all.into_iter().filter(|comparison| is_it(&comparison.agreement())).collect()
}

/// One sentence for all that is counted now, and one for each that was counted before something changed here.
fn agreeing(state: &State) -> Vec<String> {
    let same = comparisons(state, |agreement| *agreement == CountAgreement::Same);
    let is_current = |comparison: &&ServiceComparison| state.workspace.analytics.service_counts.is_current(comparison);
    let (now, before): (Vec<&ServiceComparison>, Vec<_>) = same.into_iter().partition(is_current);
    let counted = |comparison: &ServiceComparison| counted(state, comparison);
    let now: Vec<String> = now.into_iter().map(counted).collect();
    let now = (!now.is_empty()).then(|| text::counts_same(wording::list(&now)));
    let before = before
        .into_iter()
        .map(|comparison| text::counted_same(wording::minute(state, comparison.at), counted(comparison)));
    now.into_iter().chain(before).collect()
}

/// `189 payments`, `6 disputes (88.00 EUR won, 45.99 EUR lost)`.
fn counted(state: &State, comparison: &ServiceComparison) -> String {
    let total = count(comparison.records, comparison.service.total());
    let total = match comparison.created_until() {
        Some(until) => text::created_until(total, wording::minute(state, until)),
        None => total,
    };
    let sums = state.workspace.analytics.service_counts.sums(comparison, &state.view());
    let sums: Vec<String> = sums.iter().filter(|sum| sum.is_same()).map(sum_text).collect();
    if sums.is_empty() { total } else { format!("{total} ({})", sums.join(", ")) }
}

fn sum_text(sum: &SumComparison) -> String {
    match sum.decided_as {
        DecidedAs::Won => text::won(&sum.service),
        DecidedAs::Lost => text::lost(&sum.service),
    }
}

fn count(records: CountedRecords, count: u64) -> String {
    let noun = match records {
        CountedRecords::Payments => CountNoun::PAYMENTS,
        CountedRecords::Refunds => CountNoun::REFUNDS,
        CountedRecords::Disputes => CountNoun::DISPUTES,
    };
    noun.count(i64::try_from(count).unwrap_or(i64::MAX))
}

/// What is not known whole here yet is no difference.
fn in_part(state: &State) -> Vec<String> {
    let sentence = |comparison: &ServiceComparison| {
        let counts = count(comparison.records, comparison.service.total());
        text::read_so_far(counts, comparison.here_total().spoken())
    };
    comparisons(state, |agreement| *agreement == CountAgreement::InPart).into_iter().map(sentence).collect()
}

fn differences(state: &State) -> Vec<ServiceDifference> {
    let all: Vec<&ServiceComparison> = comparisons(state, |_| true);
    let counts = all.iter().filter_map(|comparison| match comparison.agreement() {
        CountAgreement::Differs(statuses) => Some(count_difference(state, comparison, &statuses)),
        CountAgreement::Same | CountAgreement::InPart => None,
    });
    let sums = all.iter().filter_map(|comparison| sum_difference(state, comparison));
    counts.chain(sums).collect()
}

fn count_difference(state: &State, comparison: &ServiceComparison, statuses: &[StatusDifference]) -> ServiceDifference {
    let (service, here) = (comparison.service.total(), comparison.here_total().known().copied().unwrap_or_default());
    let counts = count(comparison.records, service);
    let title = match service == here {
        true => text::counts_other_statuses(counts),
        false => text::counts_others(counts, grouped_count(here)),
    };
    let named = statuses.iter().take(NAMED_MAX).map(|difference| {
        let label = comparison.records.status_label(&difference.status);
        text::status_on_both_sides(label, grouped_count(difference.service), grouped_count(difference.here))
    });
    let others = statuses.len().saturating_sub(NAMED_MAX);
    let others = (others > 0).then(|| text::and_more_statuses(others));
    let lines = named.chain(others).chain(std::iter::once(meaning(state, comparison))).collect();
    ServiceDifference { title, lines }
}

/// What a difference may mean, and what to do.
fn meaning(state: &State, comparison: &ServiceComparison) -> String {
    if comparison.records.takes_sign_in() && comparison.service.total() == 0 {
        return text::SIGN_IN_MAY_BE_OF_ANOTHER_ACCOUNT.to_owned();
    }
    let minute = |at: DateTime<Utc>| wording::minute(state, at);
    text::read_and_counted_at(comparison.here.read_at.map(minute), minute(comparison.at))
}

fn sum_difference(state: &State, comparison: &ServiceComparison) -> Option<ServiceDifference> {
    let sums = state.workspace.analytics.service_counts.sums(comparison, &state.view());
    let differing = sums.iter().filter(|sum| !sum.is_same()).map(|sum| match sum.decided_as {
        DecidedAs::Won => text::status_on_both_sides(WON, &sum.service, &sum.here),
        DecidedAs::Lost => text::status_on_both_sides(LOST, &sum.service, &sum.here),
    });
    let lines: Vec<String> = differing.chain(std::iter::once(text::COMPARE_THEIR_AMOUNTS.to_owned())).collect();
    (lines.len() > 1).then(|| ServiceDifference { title: text::OTHER_AMOUNTS.to_owned(), lines })
}
