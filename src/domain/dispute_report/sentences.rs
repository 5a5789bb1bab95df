//! What a manager repeats of the report: how many disputes were opened, why, and what is open.

use super::counts::{CountChange, Counts, PeriodCounts, ReasonCounts, count};
use super::facts::{DisputeFacts, ReportDeadline, ReportDispute};
use super::money::{open_money, results_by_currency};
use super::period::ReportSpan;
use super::text;
use crate::number_text::{count_text, percent};
use crate::report_page::ReportSentence;
use crate::text::sentences;

/// So many currencies are named in a sentence.
const CURRENCIES_MAX: usize = 5;

pub fn of(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> Vec<ReportSentence> {
    let Some(now) = counts.now() else { return Vec::new() };
    [Some(opened(now, counts)), reasons(now, counts), Some(open(facts, span, counts))].into_iter().flatten().collect()
}

fn opened(now: &PeriodCounts, counts: &Counts) -> ReportSentence {
    let noun = now.span.period.noun();
    let statement = match counts.before() {
        Some(before) => text::opened(now.opened, before.opened, noun),
        None => text::opened_alone(now.opened),
    };
    let rate = now.rate().map(|rate| text::rate_per(&percent(rate, 2), now.payments));
    let moved = counts.before().and_then(|before| Some((before, before.rate()?, now.rate()?)));
    let moved = moved.map(|(before, was, rate)| {
        let written = percent(was, 2);
        // Rates that are written the same are the same.
        let way = if written == percent(rate, 2) { text::way(was, was) } else { text::way(rate, was) };
        text::from_rate(way, &written, &count_text(before.payments))
    });
    let judged = match counts.before() {
        Some(_) => text::judged(counts.rate_change, counts.compared),
        None => text::not_compared(counts.since, noun),
    };
    let proof = match (rate, moved) {
        (Some(rate), Some(moved)) => format!("{rate}{moved}: {judged}."),
        (Some(rate), None) => sentences(&[rate, judged]),
        (None, _) => sentences(&[text::NO_PAYMENTS.to_owned(), judged]),
    };
    ReportSentence { statement, proof }
}

fn reasons(now: &PeriodCounts, counts: &Counts) -> Option<ReportSentence> {
    let before = counts.before()?;
    let largest = counts.reasons.iter().max_by_key(|reason| (reason.now - reason.before).abs())?;
    let significant = counts.reasons.iter().filter(|reason| reason.change.is_significant());
    let significant: Vec<&ReasonCounts> = significant.collect();
    let Some(first) = significant.iter().copied().max_by_key(|reason| (reason.now - reason.before).abs()) else {
        let compared = compared(&counts.reasons);
        let statement = match compared {
            0 => text::too_few_reasons(now.span.period.noun()),
            _ => text::NO_REASON_CHANGED.to_owned(),
        };
        let proof = text::moved_most(&largest.reason, largest.now, largest.before);
        let are_some_few = (1..counts.reasons.len()).contains(&compared);
        let few = if are_some_few { text::SOME_TOO_FEW } else { "" };
        return Some(ReportSentence { statement, proof: sentences(&[&proof, few]) });
    };
    let (difference, all) = (first.now - first.before, now.opened - before.opened);
    // More than half of the whole change: where other reasons moved the other way, there is no such part.
    let is_part = difference.signum() == all.signum() && difference.abs() <= all.abs();
    let is_most = is_part && difference.abs() * 2 > all.abs();
    let others = significant.iter().filter(|reason| reason.reason != first.reason);
    let others: Vec<String> = others.map(|reason| text::named(&reason.reason, reason.now, reason.before)).collect();
    let other_reasons = text::other_reasons(&others, compared(&counts.reasons) - 1);
    Some(ReportSentence {
        statement: text::reason_changed(&first.reason, (first.now, first.before), is_most),
        proof: sentences(&[text::judged_alone(first.change, counts.compared), other_reasons]),
    })
}

/// How many reasons have enough disputes to be compared.
fn compared(reasons: &[ReasonCounts]) -> usize {
    reasons.iter().filter(|reason| matches!(reason.change, CountChange::Judged(_))).count()
}

fn open(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> ReportSentence {
    let open: Vec<&ReportDispute> = facts.disputes.iter().filter(|dispute| dispute.is_open()).collect();
    let amounts = open_money(&open);
    let named: Vec<String> = amounts.iter().take(CURRENCIES_MAX).map(|(money, _)| money.to_string()).collect();
    let more = amounts.len().saturating_sub(CURRENCIES_MAX);
    let statement = text::were_open(open.len(), &text::read_at(facts), &named, more);
    let bounds = span.bounds(facts.zone);
    let opened = count(open.iter().filter(|dispute| bounds.contains(&dispute.opened)));
    let due = open.iter().filter(|dispute| !dispute.has_evidence);
    let due = due.filter_map(|dispute| Some((dispute.deadline?, &dispute.amount)));
    let (over, ahead): (Vec<_>, Vec<_>) = due.partition(|(deadline, _)| deadline.at < facts.now);
    let estimated = count(over.iter().filter(|(deadline, _)| deadline.is_estimated));
    let next =
        ahead.into_iter().min_by_key(|(deadline, _)| *deadline).map(|(ReportDeadline { at, is_estimated }, amount)| {
            text::next_deadline(&facts.zone.told_apart(at, facts.zone.weekday(at)), is_estimated, &amount.to_string())
        });
    let decided = counts.knows_decisions.then(|| results_by_currency(facts, span, counts));
    let decided = decided.map(|decided| text::decided(&decided, span.period.noun()));
    let of_these = text::of_these_opened(open.len(), opened, span);
    let proof =
        [of_these, text::overdue(count(over.iter()), estimated), next.unwrap_or_default(), decided.unwrap_or_default()];
    ReportSentence { statement, proof: sentences(&proof) }
}
