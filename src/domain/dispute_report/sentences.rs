//! What a manager repeats of the report: how many disputes were opened, why, and what is open.

use chrono::{DateTime, Utc};

use super::counts::{CountChange, Counts, PeriodCounts, ReasonCounts, count};
use super::facts::{DisputeFacts, ReportDispute};
use super::money::{open_money, results_by_currency};
use super::period::ReportSpan;
use super::text;
use crate::money::Money;
use crate::number_text::{CountNoun, count_text, percent};
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
    let rate = now.rate().map(|rate| text::rate_per(&percent(rate, 1), &CountNoun::PAYMENTS.count(now.payments)));
    let moved = counts.before().and_then(|before| Some((before, percent(before.rate()?, 1), now.rate()?)));
    let moved = moved.map(|(before, was, rate)| {
        let way = text::way(rate, before.rate().unwrap_or_default());
        text::from_rate(way, &was, &count_text(before.payments))
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
        let statement = text::NO_REASON_CHANGED.to_owned();
        let proof = text::moved_most(&largest.reason, largest.now, largest.before);
        let few = matches!(largest.change, CountChange::TooFew).then(|| text::TOO_FEW.to_owned());
        return Some(ReportSentence { statement, proof: sentences(&[proof, few.unwrap_or_default()]) });
    };
    let (difference, all) = (first.now - first.before, now.opened - before.opened);
    // More than half of a change in the same direction.
    let is_most = all != 0 && difference.signum() == all.signum() && difference.abs() * 2 > all.abs();
    let others = significant.iter().filter(|reason| reason.reason != first.reason);
    let others: Vec<String> = others.map(|reason| text::named(&reason.reason, reason.now, reason.before)).collect();
    Some(ReportSentence {
        statement: text::reason_changed(&first.reason, (first.now, first.before), is_most),
        proof: sentences(&[text::judged_alone(first.change, counts.compared), text::other_reasons(&others)]),
    })
}

fn open(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> ReportSentence {
    let open: Vec<&ReportDispute> = facts.disputes.iter().filter(|dispute| dispute.is_open()).collect();
    let amounts = open_money(&open);
    let named: Vec<String> = amounts.iter().take(CURRENCIES_MAX).map(|(money, _)| money.to_string()).collect();
    let statement = text::are_open(open.len(), &named, amounts.len().saturating_sub(CURRENCIES_MAX));
    let due = || open.iter().filter(|dispute| !dispute.has_evidence);
    let overdue = count(due().filter(|dispute| dispute.deadline.is_some_and(|at| at < facts.now)));
    let next = due().filter_map(|dispute| Some((dispute.deadline.filter(|at| *at >= facts.now)?, &dispute.amount)));
    let next = next.min_by_key(|(at, _)| *at).map(|(at, amount): (DateTime<Utc>, &Money)| {
        text::next_deadline(&facts.zone.told_apart(at, facts.zone.weekday(at)), &amount.to_string())
    });
    let decided = counts.knows_decisions.then(|| results_by_currency(facts, span, counts));
    let decided = decided.map(|decided| text::decided(&decided, span.period.noun()));
    let proof = [text::overdue(overdue), next.unwrap_or_default(), decided.unwrap_or_default()];
    ReportSentence { statement, proof: sentences(&proof) }
}
