//! The sentences of the board of payments: what succeeded in each currency, the success rate, where it changed most or
//! why most payments were declined, and what waits.

use std::cmp::Reverse;

use super::finding::{
    Finding, better, cases, cases_of, interval_text, is_comparable, moved_count, moved_rate, of_card, sentence,
};
use super::number_changes::{self, NumberChange};
use super::numbers::why_judged;
use super::text;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::significance::{FEW_CASES, Significance};
use paydesk_core::features::analytics::{
    CardContent, CardId, CardValue, Dimension, DrillDown, Measure, Pane, ValueSeries, ValueUnit, data_begins,
};
use paydesk_domain::number_text::{CountNoun, count_text, percent, share_text};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::sentences;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

/// The cards that are read.
pub const CARDS: [CardId; 3] = [CardId::PaymentTotals, CardId::PaymentsByStatus, CardId::DeclineMix];

/// So many currencies are named, of those with most payments; and so many changes, of the largest.
const NAMED_MAX: usize = 5;

/// The sentences of the board of payments, what matters most first.
pub fn payment_findings(state: &State) -> Vec<Finding> {
    let statuses = state.workspace.analytics.card(CardId::PaymentsByStatus).and_then(|card| card.remote.value());
    let statuses = statuses.filter(|statuses| !statuses.is_part);
    let since = state.workspace.analytics.data_since();
    let declined = || of_card(state, CardId::DeclineMix, text::DECLINES, decline_finding);
    let totals = state.workspace.analytics.card(CardId::PaymentTotals).and_then(|card| card.remote.value());
    let succeeded = of_card(state, CardId::PaymentTotals, "Succeeded payments", |totals| {
        succeeded_finding(totals, statuses, since)
    });
    let rate = of_card(state, CardId::PaymentTotals, Measure::SuccessRate.name(), |totals| Some(rate_finding(totals)));
    let change = of_card(state, CardId::PaymentTotals, text::BIGGEST_CHANGE, |totals| {
        currency_finding(totals).or_else(declined)
    });
    let waiting = of_card(state, CardId::PaymentsByStatus, "Payments awaiting capture", waiting_finding);
    // The largest change that is certain is in the first two sentences.
    let [second, third] = if totals.is_some_and(currency_leads) { [change, rate] } else { [rate, change] };
    [succeeded, second, third, waiting].into_iter().flatten().collect()
}

/// The payments of some statuses.
struct OfStatuses {
    now: i64,
    /// `None` where nothing is compared.
    before: Option<i64>,
    significance: Significance,
    rows: Option<DrillDown>,
}

/// How many payments have one of `wanted`; `None` where they are filtered out or not reported.
fn of_statuses(content: &CardContent, wanted: &[PaymentStatus]) -> Option<OfStatuses> {
    let (at, pane) = content.panes.iter().enumerate().find(|(_, pane)| pane.unit == ValueUnit::Count)?;
    let series = pane.series.first().filter(|_| !content.unreported.contains(&Measure::Payments))?;
    let is_wanted = |word: &str| wanted.iter().any(|status| status.as_str() == word);
    let filter = content.filters.iter().find(|(dimension, _)| *dimension == Dimension::Status);
    if filter.is_some_and(|(_, words)| !words.iter().any(|word| is_wanted(word))) {
        return None;
    }
    let has_wanted = |slot: &usize| {
        let values = &pane.slots[*slot].dimension_values;
        values.iter().any(|(_, word)| word.as_deref().is_some_and(is_wanted))
    };
    let slots: Vec<usize> = (0..pane.slots.len()).filter(has_wanted).collect();
    let sum = |values: &[Option<CardValue>]| {
        let exact = |slot: &usize| values.get(*slot).copied().flatten().map_or(Some(0), CardValue::exact);
        slots.iter().map(exact).sum::<Option<i64>>()
    };
    let significance = match slots.as_slice() {
        [slot] => content.significance(at, 0, Some(*slot)),
        _ => Significance::Unknown,
    };
    Some(OfStatuses {
        now: sum(&series.values)?,
        before: sum(&series.before).filter(|_| !series.before.is_empty() && !content.is_before_part),
        significance,
        rows: content.drill_slots(at, 0, &slots).ok(),
    })
}

/// A measure with where it is: pane and series.
fn found(content: &CardContent, measure: Measure) -> Option<(usize, usize)> {
    content.panes.iter().enumerate().find_map(|(at, pane)| {
        let index = pane.series.iter().position(|series| series.measure == Some(measure))?;
        Some((at, index))
    })
}

fn series(content: &CardContent, (pane, series): (usize, usize)) -> &ValueSeries {
    &content.panes[pane].series[series]
}

/// Whether the period before has enough payments, and how many it has.
fn compared(content: &CardContent) -> (bool, Option<i64>) {
    let payments = found(content, Measure::Payments).map(|place| series(content, place));
    let exact = |value: Option<CardValue>| value.and_then(CardValue::exact);
    let totals = payments.and_then(|payments| exact(payments.total).zip(exact(payments.total_before)));
    let is_enough = totals.is_none_or(|(now, before)| is_comparable(now, before));
    (is_enough, totals.map(|(_, before)| before))
}

/// How many payments succeeded, and what was processed in each currency. Services that do not count by status report the
/// amounts alone.
fn succeeded_finding(totals: &CardContent, statuses: Option<&CardContent>, since: Option<&str>) -> Option<Finding> {
    let amounts = amounts(totals);
    let succeeded = statuses.map(|statuses| of_statuses(statuses, &[PaymentStatus::Succeeded]));
    if let Some(None) = succeeded {
        return Some(Finding::plain("The status filter excludes succeeded payments".to_owned()));
    }
    let succeeded = succeeded.flatten();
    let named: Vec<String> = amounts.iter().take(NAMED_MAX).cloned().collect();
    let count = succeeded.as_ref().map(|succeeded| CountNoun::PAYMENTS.count(succeeded.now));
    let statement = match (succeeded.as_ref().map(|succeeded| succeeded.now), count) {
        (Some(0), _) => "No payments succeeded in this period".to_owned(),
        (_, Some(count)) if named.is_empty() => text::succeeded(count),
        (_, Some(count)) => text::succeeded_with(count, wording::list(&named)),
        (_, None) if named.is_empty() => return None,
        (_, None) => text::were_processed(wording::list(&named)),
    };
    let (is_enough, payments_before) = compared(totals);
    let moved = succeeded.as_ref().and_then(|of| Some(moved_count(of.now, of.before?, of.significance)));
    let moved = moved.filter(|_| is_enough).map(sentence);
    let not_compared = payments_before.filter(|_| !is_enough).map(text::not_comparable).or(since.map(data_begins));
    let changes = amount_changes(totals).filter(|_| is_enough);
    let more = amounts.len().saturating_sub(NAMED_MAX);
    let more = (more > 0).then(|| text::more_currencies(more));
    let judged = succeeded.as_ref().filter(|_| is_enough);
    let significance = judged.map_or(Significance::Unknown, |succeeded| succeeded.significance);
    let detail: Vec<String> = [moved, not_compared, changes, more].into_iter().flatten().collect();
    let is_up = succeeded.as_ref().is_some_and(|of| of.before.is_some_and(|before| of.now > before));
    let finding = Finding {
        detail: sentences(&detail),
        explanation: format!("{}\n{}", Measure::ProcessedAmount.definition(), why_judged(significance)),
        rows: succeeded.and_then(|succeeded| succeeded.rows),
        ..Finding::plain(statement)
    };
    Some(finding.judged(better(significance, is_up)))
}

/// How the amounts changed, the largest change first; those of too few payments to say anything last.
fn amount_changes(totals: &CardContent) -> Option<String> {
    let mut changes = NumberChange::of_card(totals, &[Measure::ProcessedAmount]);
    changes.sort_by_key(|change| !change.is_tested());
    let named: Vec<String> = changes.iter().take(NAMED_MAX).map(NumberChange::group_text).collect();
    (!named.is_empty()).then(|| text::amounts_changed(named.join(", ")))
}

/// The currencies in which something was processed, that with most payments first.
fn amounts(totals: &CardContent) -> Vec<String> {
    let mut found: Vec<(i64, String)> = totals.panes.iter().filter_map(|pane| amount(totals, pane)).collect();
    found.sort_by_key(|(payments, _)| Reverse(*payments));
    found.into_iter().map(|(_, amount)| amount).collect()
}

/// What was processed in a currency, and of how many payments the currency has.
fn amount(totals: &CardContent, pane: &Pane) -> Option<(i64, String)> {
    let ValueUnit::Money(currency) = &pane.unit else { return None };
    let series = pane.series.iter().find(|series| series.measure == Some(Measure::ProcessedAmount))?;
    let total = series.total.filter(|total| total.least() != 0)?;
    let payments = payments_in(totals, currency.code()).unwrap_or_default();
    Some((payments, total.text(&pane.unit)))
}

/// How many payments are of a currency.
fn payments_in(totals: &CardContent, code: &str) -> Option<i64> {
    let place = found(totals, Measure::Payments)?;
    let is_of_code = |(dimension, word): &(Dimension, Option<String>)| {
        *dimension == Dimension::Currency && word.as_deref() == Some(code)
    };
    let slots = &totals.panes[place.0].slots;
    let slot = slots.iter().position(|slot| slot.dimension_values.iter().any(is_of_code))?;
    Some(series(totals, place).values.get(slot).copied().flatten()?.least())
}

/// Why there is no success rate: filters leave one of its parts out, or the service did not report it.
fn without_rate(totals: &CardContent) -> Option<String> {
    let left_out = totals.left_out.iter().find(|(measure, _)| *measure == Measure::SuccessRate);
    if let Some((measure, why)) = left_out {
        return Some(format!("{} {why}", measure.name()));
    }
    totals.unreported.contains(&Measure::SuccessRate).then(|| text::NOT_REPORTED_BY_SERVICE.to_owned())
}

fn rate_finding(totals: &CardContent) -> Finding {
    if let Some(why) = without_rate(totals) {
        return Finding::plain(why);
    }
    let total = found(totals, Measure::SuccessRate).and_then(|place| Some((place, series(totals, place).total?)));
    let Some((place, total, percentage)) = total.and_then(|(place, total)| Some((place, total, total.exact()?))) else {
        return Finding::plain(text::NONE_OF_THESE_PAYMENTS_SUCCEEDED.to_owned());
    };
    let rate = series(totals, place);
    let (is_enough, _) = compared(totals);
    let is_sound =
        |before: &CardValue| total.of.zip(before.of).is_none_or(|_| is_comparable(cases_of(total), cases_of(*before)));
    let was = rate.total_before.filter(|before| is_enough && is_sound(before)).and_then(CardValue::exact);
    let significance = was.map_or(Significance::Unknown, |_| totals.significance(place.0, place.1, None));
    let moved = moved_rate(percentage, 2, was.map(|was| percent(was, 2)), (was, significance));
    let counted = cases(total);
    let detail = match counted.is_empty() {
        true => sentence(moved),
        false => format!("{}{moved}", text::succeeded_or_failed(counted)),
    };
    let finding = Finding {
        detail,
        explanation: [rate.definition, &interval_text(total, 2), why_judged(significance)].join("\n"),
        rows: totals.drill_total(place.0, place.1).ok(),
        ..Finding::plain(text::success_rate_is(percent(percentage, 2)))
    };
    finding.judged(better(significance, was.is_some_and(|was| percentage > was)))
}

/// What is tested of each currency, beside all of them.
const TESTED: [Measure; 3] = [Measure::Payments, Measure::SuccessRate, Measure::ProcessedAmount];

/// The changes of each currency; none where nothing is compared, and of a single one, which is the whole.
fn currency_changes(totals: &CardContent) -> Vec<NumberChange> {
    let amounts = totals.panes.iter().filter(|pane| matches!(pane.unit, ValueUnit::Money(_))).count();
    let currencies = totals.panes.iter().map(|pane| pane.slots.len()).max().unwrap_or_default().max(amounts);
    let is_compared = compared(totals).0 && without_rate(totals).is_none() && currencies > 1;
    if is_compared { NumberChange::of_card(totals, &TESTED) } else { Vec::new() }
}

/// Whether the largest change that is significant is that of a currency, not of the success rate of all.
fn currency_leads(totals: &CardContent) -> bool {
    let place = found(totals, Measure::SuccessRate).filter(|_| without_rate(totals).is_none());
    let of_all = place.filter(|place| totals.significance(place.0, place.1, None) == Significance::Significant);
    let of_all = of_all.and_then(|place| {
        let rate = series(totals, place);
        Some(number_changes::size(rate.total?, rate.total_before?))
    });
    let changes = currency_changes(totals);
    let first = changes.iter().find(|change| change.is_significant());
    first.is_some_and(|first| of_all.is_none_or(|size| first.size > size))
}

/// The largest change of a currency; `None` where currencies cannot be compared.
fn currency_finding(totals: &CardContent) -> Option<Finding> {
    let changes = currency_changes(totals);
    let tested = changes.iter().filter(|change| change.is_tested());
    // An amount is judged by the number of its payments: it is not tested itself.
    let (significant, others): (Vec<&NumberChange>, Vec<_>) = tested.partition(|change| change.is_significant());
    let others: Vec<String> = others.iter().filter(|change| !change.is_amount()).map(|change| change.text()).collect();
    let few = changes.iter().filter(|change| change.significance == Significance::TooFew && !change.is_amount());
    let few: Vec<String> = few.take(NAMED_MAX).map(NumberChange::name).collect();
    let few = (!few.is_empty()).then(|| text::too_few_to_compare(few.join(", ")));
    if significant.is_empty() && others.is_empty() {
        return None;
    }
    let named: Vec<String> = significant.iter().skip(1).map(|change| change.text()).take(NAMED_MAX).collect();
    let also = (!named.is_empty()).then(|| text::also_significant(named.join(", ")));
    let others = others.iter().take(NAMED_MAX).cloned().collect::<Vec<_>>().join(", ");
    let others = (!others.is_empty()).then(|| text::not_significant(others));
    let first =
        significant.first().copied().or(changes.iter().find(|change| change.is_tested() && !change.is_amount()));
    let statement = significant.first().map_or_else(
        || "No significant change in the payments or success rate of any currency".to_owned(),
        |first| first.statement.clone(),
    );
    let significance = first.map_or(Significance::Unknown, |first| first.significance);
    let finding = Finding {
        detail: sentences(&[also, others, few].into_iter().flatten().collect::<Vec<_>>()),
        explanation: format!("{}\nAmounts are not tested, the number of their payments is", why_judged(significance)),
        rows: first.and_then(|first| first.rows.clone()),
        ..Finding::plain(statement)
    };
    Some(finding.judged(first.and_then(NumberChange::is_better)))
}

/// The category with most declines, with its share.
fn decline_finding(declines: &CardContent) -> Option<Finding> {
    let pane = declines.panes.first()?;
    let counted = pane.series.first()?;
    let (all, number) = (counted.total?.exact()?, |slot: usize| counted.values.get(slot).copied().flatten());
    let numbers = (0..pane.slots.len()).filter_map(|slot| Some((slot, number(slot)?.exact()?)));
    let largest = numbers.max_by_key(|(slot, number)| (*number, Reverse(*slot))).filter(|(_, number)| *number > 0);
    let Some((slot, number)) = largest else {
        return Some(Finding::plain("No declined payments".to_owned()));
    };
    let share = share_text(number, all).unwrap_or_default();
    let share = if all < FEW_CASES { format!("{share}, {}", text::FEW_CASES) } else { share };
    // That only the newest ones are counted is a part of the number.
    let notes = if declines.notes.len() > 1 { sentences(&declines.notes) } else { String::new() };
    Some(Finding {
        detail: notes,
        explanation: counted.definition.to_owned(),
        rows: declines.drill(0, 0, slot).or(declines.drill_total(0, 0)).ok(),
        ..Finding::plain(text::largest_decline(
            &pane.slots[slot].label,
            text::declines(count_text(number), count_text(all)),
            share,
        ))
    })
}

/// What waits for its capture, and what the bank has not answered.
fn waiting_finding(statuses: &CardContent) -> Option<Finding> {
    let to_capture = of_statuses(statuses, &PaymentStatus::TO_CAPTURE);
    let processing = of_statuses(statuses, &[PaymentStatus::Processing]);
    let number = |of: &Option<OfStatuses>| of.as_ref().map(|of| of.now);
    let payments = |count| CountNoun::PAYMENTS.count(count);
    let (statement, detail) = match (number(&to_capture), number(&processing)) {
        (None, None) => return None,
        (Some(0), Some(0)) => ("No payments awaiting capture or processing in this period".to_owned(), String::new()),
        (Some(0), None) => ("No payments awaiting capture in this period".to_owned(), String::new()),
        (None, Some(0)) => ("No payments still processing in this period".to_owned(), String::new()),
        (Some(0) | None, Some(count)) => (text::are_processing(count, payments(count)), String::new()),
        (Some(count), Some(more @ 1..)) => {
            (text::to_capture(payments(count)), text::are_processing(more, payments(more)))
        }
        (Some(count), _) => (text::to_capture(payments(count)), String::new()),
    };
    let waits = number(&to_capture).unwrap_or_default() + number(&processing).unwrap_or_default() > 0;
    let of_shown = if number(&to_capture).unwrap_or_default() > 0 { to_capture } else { processing };
    Some(Finding {
        icon: Icon::Clock,
        tone: if waits { Tone::Attention } else { Tone::Neutral },
        detail,
        explanation: "Payments created in this period that can be captured, and those still processing. Amounts \
            left by partial captures are in To capture."
            .to_owned(),
        rows: of_shown.filter(|of| of.now > 0).and_then(|of| of.rows),
        ..Finding::plain(statement)
    })
}
