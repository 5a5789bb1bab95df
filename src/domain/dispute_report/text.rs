//! The words of the report.

use chrono::{Datelike as _, NaiveDate};

use super::counts::{CountChange, Counts, FEW, PeriodCounts};
use super::facts::DisputeFacts;
use super::money::CurrencyMoney;
use super::period::{ReportPeriod, ReportSpan};
use crate::money::Money;
use crate::number_text::{CountNoun, count_text};

pub const BY_DAY: &str = "Disputes opened by day";
pub const BY_REASON: &str = "Disputes opened by reason";
pub const PER_100: &str = "Disputes opened per 100 succeeded payments.";
pub const NO_PAYMENTS: &str = "No payments succeeded.";
pub const NO_REASON_CHANGED: &str = "No dispute reason changed significantly.";
pub const SOME_TOO_FEW: &str = "Reasons with fewer than 10 disputes are not compared.";
pub const WON: &str = "Won";
pub const LOST: &str = "Lost";
pub const MONEY: &str = "Money by currency";
pub const CURRENCY: &str = "Currency";
pub const OPENED: &str = "Opened";
pub const DISPUTED: &str = "Disputed";
pub const AMOUNT_OPEN: &str = "Amount open";
pub const ALL: &str = "All";
pub const NOT_ADDED: &str = "Currencies are not added together";
pub const AMOUNT: &str = "Amount";
pub const CUSTOMER: &str = "Customer";
pub const PAYMENT: &str = "Payment";
pub const REASON: &str = "Reason";
pub const RESPOND_BY: &str = "Respond by";
pub const EVIDENCE: &str = "Evidence";
pub const SUBMITTED: &str = "Submitted";
pub const NOT_SUBMITTED: &str = "Not submitted";
/// Where there is none.
pub const NONE: &str = "–";

/// `Disputes, week 47`, `Disputes, November 2026`.
pub fn title(span: &ReportSpan) -> String {
    match span.period {
        ReportPeriod::LastWeek => format!("Disputes, week {}", span.from.iso_week().week()),
        ReportPeriod::LastMonth => format!("Disputes, {}", span.from.format("%B %Y")),
    }
}

pub fn about(facts: &DisputeFacts<'_>, span: &ReportSpan) -> Vec<String> {
    let zone = facts.zone;
    let year = format!(" {},", zone.date(facts.now).year());
    let created = zone.weekday(facts.now).replacen(',', &year, 1);
    vec![
        format!("{} · all currencies", facts.profile),
        days_in(zone.name(), &offsets(facts, span)),
        format!("Created by Paydesk on {}", zone.told_apart(facts.now, created)),
    ]
}

/// How far the days of the period are from UTC: `UTC+1`, `UTC+2, then UTC+1`.
fn offsets(facts: &DisputeFacts<'_>, span: &ReportSpan) -> String {
    let bounds = span.bounds(facts.zone);
    let [first, last] = [bounds.start(), bounds.end()].map(|at| facts.zone.utc_offset(*at));
    if first == last { first } else { format!("{first}, then {last}") }
}

/// `Dates in Europe/Berlin (UTC+1)`, `Dates in UTC`.
fn days_in(zone: &str, offset: &str) -> String {
    if zone == offset { format!("Dates in {zone}") } else { format!("Dates in {zone} ({offset})") }
}

/// `31 disputes were opened, more than twice as many as the week before (14).`
pub fn opened(now: i64, before: i64, noun: &str) -> String {
    let opened = opened_part(now);
    match (now, before) {
        (0, 0) => format!("{opened}, and none the {noun} before."),
        (_, 0) => format!("{opened}; the {noun} before had none."),
        (0, _) => format!("{opened}; the {noun} before had {}.", count_text(before)),
        _ if now == before => format!("{opened}, as many as the {noun} before."),
        _ if now == before * 2 => format!("{opened}, twice as many as the {noun} before ({}).", count_text(before)),
        _ if now > before * 2 => {
            format!("{opened}, more than twice as many as the {noun} before ({}).", count_text(before))
        }
        _ if now * 2 < before => {
            format!("{opened}, less than half as many as the {noun} before ({}).", count_text(before))
        }
        _ if now > before => format!("{opened}, up from {} the {noun} before.", count_text(before)),
        _ => format!("{opened}, down from {} the {noun} before.", count_text(before)),
    }
}

fn opened_part(now: i64) -> String {
    match now {
        0 => "No dispute was opened".to_owned(),
        1 => "1 dispute was opened".to_owned(),
        _ => format!("{} were opened", CountNoun::DISPUTES.count(now)),
    }
}

pub fn opened_alone(now: i64) -> String {
    format!("{}.", opened_part(now))
}

/// `Dispute rate 1.23% (2,514 succeeded payments)`: most of the disputes are of earlier payments.
pub fn rate_per(rate: &str, payments: i64) -> String {
    format!("Dispute rate {rate} ({})", succeeded(payments))
}

/// `2,514 succeeded payments`.
fn succeeded(payments: i64) -> String {
    let noun = if payments == 1 { "payment" } else { "payments" };
    format!("{} succeeded {noun}", count_text(payments))
}

pub fn way(now: i64, before: i64) -> &'static str {
    match now.cmp(&before) {
        std::cmp::Ordering::Greater => "up from",
        std::cmp::Ordering::Less => "down from",
        std::cmp::Ordering::Equal => "as before:",
    }
}

/// `, up from 0.57% (2,466)`.
pub fn from_rate(way: &str, rate: &str, payments: &str) -> String {
    format!(", {way} {rate} ({payments})")
}

/// What can be said of a change, within a sentence: `a significant change (p = 0.02)`.
pub fn judged(change: CountChange, compared: usize) -> String {
    match change {
        CountChange::NotCompared => "not compared".to_owned(),
        CountChange::TooFew => "too few to compare".to_owned(),
        CountChange::Judged(chance) => match change.is_significant() {
            true => format!("a significant change ({}{})", chance.text(), corrected(compared)),
            false => "not a significant change".to_owned(),
        },
    }
}

/// What can be said of a change, as a sentence: `Not a significant change.`
pub fn judged_alone(change: CountChange, compared: usize) -> String {
    crate::text::capitalized(&judged(change, compared)) + "."
}

fn corrected(compared: usize) -> String {
    if compared > 1 { format!(", corrected for {compared} comparisons") } else { String::new() }
}

/// Why nothing is compared.
pub fn not_compared(since: Option<NaiveDate>, noun: &str) -> String {
    match since {
        Some(since) => format!("Not compared with the {noun} before: data begins on {}.", since.format("%-d %B %Y")),
        None => format!("Not compared with the {noun} before: no data."),
    }
}

/// `“Product not received” accounted for most of the rise: 17, up from 3.`
pub fn reason_changed(reason: &str, (now, before): (i64, i64), is_most: bool) -> String {
    let is_rise = now > before;
    let did = match (is_most, is_rise) {
        (true, true) => "accounted for most of the rise",
        (true, false) => "accounted for most of the fall",
        (false, true) => "rose significantly",
        (false, false) => "fell significantly",
    };
    format!("“{reason}” {did}: {}, {} {}.", count_text(now), way(now, before), count_text(before))
}

/// `“Fraudulent” changed most: 8, up from 7.`
pub fn moved_most(reason: &str, now: i64, before: i64) -> String {
    if now == before {
        return format!("“{reason}”: {}, as before.", count_text(now));
    }
    format!("“{reason}” changed most: {}, {} {}.", count_text(now), way(now, before), count_text(before))
}

pub fn named(reason: &str, now: i64, before: i64) -> String {
    format!("“{reason}” ({}, before {})", count_text(now), count_text(before))
}

/// `compared`: how many other reasons had enough disputes to be compared.
pub fn other_reasons(others: &[String], compared: usize) -> String {
    match others {
        [] if compared == 0 => "Too few disputes of other reasons to compare.".to_owned(),
        [] => "No other reason changed significantly.".to_owned(),
        others => format!("Also significant: {}.", others.join(", ")),
    }
}

pub fn too_few_reasons(noun: &str) -> String {
    format!("Too few disputes of any reason to compare with the {noun} before.")
}

/// `46 disputes were open on Mon 23 Nov, 05:58: 4,025.15 EUR, 987.20 USD.`
pub fn were_open(open: usize, at: &str, amounts: &[String], more: usize) -> String {
    let count = i64::try_from(open).unwrap_or(i64::MAX);
    let were = if count == 1 { "was" } else { "were" };
    let more = match more {
        0 => String::new(),
        1 => " and 1 more currency".to_owned(),
        more => format!(" and {more} more currencies"),
    };
    match open {
        0 => format!("No dispute was open on {at}."),
        _ => format!("{} {were} open on {at}: {}{more}.", CountNoun::DISPUTES.count(count), amounts.join(", ")),
    }
}

/// `11 of these were opened in week 48.`: the others earlier or later; nothing where none is open.
pub fn of_these_opened(open: usize, opened: i64, span: &ReportSpan) -> String {
    let name = match span.period {
        ReportPeriod::LastWeek => name(span).to_lowercase(),
        ReportPeriod::LastMonth => name(span),
    };
    match opened {
        _ if open == 0 => String::new(),
        0 => format!("None of these was opened in {name}."),
        1 => format!("1 of these was opened in {name}."),
        _ => format!("{} of these were opened in {name}.", count_text(opened)),
    }
}

/// `1 is overdue.`, `3 are overdue (2 est.).`; nothing of none.
pub fn overdue(disputes: i64, estimated: i64) -> String {
    let are = if disputes == 1 { "is" } else { "are" };
    let of = match estimated {
        0 => String::new(),
        _ if estimated == disputes => " (est.)".to_owned(),
        _ => format!(" ({} est.)", count_text(estimated)),
    };
    if disputes == 0 { String::new() } else { format!("{} {are} overdue{of}.", count_text(disputes)) }
}

pub fn next_deadline(at: &str, is_estimated: bool, amount: &str) -> String {
    format!("The next evidence is due on {at}{}, for {amount}.", estimated(is_estimated))
}

fn estimated(is_estimated: bool) -> &'static str {
    if is_estimated { " (est.)" } else { "" }
}

/// `Decided in this week: 382.00 EUR won back, 614.90 EUR lost.`
pub fn decided(sums: &[CurrencyMoney], noun: &str) -> String {
    let result =
        |minor: i64, sum: &CurrencyMoney, what: &str| (minor > 0).then(|| format!("{} {what}", sum.money(minor)));
    let texts: Vec<String> = sums
        .iter()
        .flat_map(|sum| [result(sum.won, sum, "won back"), result(sum.lost, sum, "lost")])
        .flatten()
        .collect();
    match texts.is_empty() {
        true => format!("Nothing was decided in this {noun}."),
        false => format!("Decided in this {noun}: {}.", texts.join(", ")),
    }
}

/// `Week 47`, `October`: the page is read after it.
pub fn name(span: &ReportSpan) -> String {
    match span.period {
        ReportPeriod::LastWeek => format!("Week {}", span.from.iso_week().week()),
        ReportPeriod::LastMonth => span.from.format("%B").to_string(),
    }
}

/// `Week 47: 31`.
pub fn with_count(span: &ReportSpan, opened: i64) -> String {
    format!("{}: {}", name(span), count_text(opened))
}

/// `Most on Friday, 7.`
pub fn most_on(period: ReportPeriod, day: NaiveDate, opened: i64) -> String {
    let day = if period == ReportPeriod::LastWeek { day.format("%A") } else { day.format("%-d %B") };
    format!("Most on {day}, {}.", count_text(opened))
}

pub fn rate_by(noun: &str) -> String {
    format!("Dispute rate by {noun}")
}

/// Which of the drawn periods are above the goal, the oldest first.
pub fn against_goal(are_above: &[bool], noun: &str, goal: &str) -> String {
    let (above, all) = (are_above.iter().filter(|is_above| **is_above).count(), are_above.len());
    let is_last = are_above.last() == Some(&true);
    match above {
        0 => format!("Within your limit of {goal}."),
        1 if is_last && all > 1 => format!("Above your limit of {goal} for the first time in {all} {noun}s."),
        _ if is_last && above == all => format!("Above your limit of {goal}."),
        _ if is_last => format!("Above your limit of {goal}, as in {} of the {} {noun}s before.", above - 1, all - 1),
        _ => format!("Within your limit of {goal}; above it in {above} of the {} {noun}s before.", all - 1),
    }
}

pub fn goal(goal: &str) -> String {
    format!("Your limit: {goal}")
}

pub fn other_reason(reasons: usize) -> String {
    format!("{reasons} other reasons")
}

pub fn no_disputes(period: ReportPeriod) -> String {
    let noun = period.noun();
    format!("No dispute was opened in this {noun} or the {noun} before.")
}

pub fn outcome_by(noun: &str) -> String {
    format!("Outcome by {noun} opened")
}

pub fn of(decided: i64, opened: i64) -> String {
    format!("{} of {}", count_text(decided), count_text(opened))
}

/// `Open. Above each bar: disputes decided out of those opened; W44–W47 below 80% decided.`
pub fn open_above(immature: &[String], are_last: bool) -> String {
    let below = match immature {
        [] => return "Open. Above each bar: disputes decided out of those opened.".to_owned(),
        [first, _, .., last] if are_last => format!("{first}–{last}"),
        periods => periods.join(", "),
    };
    format!("Open. Above each bar: disputes decided out of those opened; {below} below 80% decided.")
}

/// The titles of what was won, what was lost and the difference.
pub fn money_columns(are_by_decision: bool, noun: &str) -> [String; 3] {
    match are_by_decision {
        true => ["Won back".to_owned(), "Lost".to_owned(), format!("Net for the {noun}")],
        false => ["Of these won".to_owned(), "Of these lost".to_owned(), "Net so far".to_owned()],
    }
}

/// The title of what is open on a day: `Open on 23 Nov`.
pub fn open_on(day: NaiveDate) -> String {
    format!("Open on {}", day.format("%-d %b"))
}

/// An amount beside its currency; a dash for nothing.
pub fn amount(money: &Money) -> String {
    if money.minor == 0 { NONE.to_owned() } else { money.amount_text() }
}

pub fn number(number: i64) -> String {
    if number == 0 { NONE.to_owned() } else { count_text(number) }
}

/// `+88.55`, `−232.90`; a dash for nothing.
pub fn signed(money: &Money) -> String {
    let sign = if money.minor > 0 { "+" } else { "" };
    format!("{sign}{}", amount(money))
}

/// What was won less what was lost; a dash where neither was, and `0.00` where both are the same.
pub fn net(sum: &CurrencyMoney) -> String {
    let net = sum.money(sum.won.saturating_sub(sum.lost));
    if net.minor == 0 && sum.won != 0 { net.amount_text() } else { signed(&net) }
}

/// Until when evidence is taken: `Tue 24 Nov`, `Tue 24 Nov (est.), overdue`.
pub fn respond_by(day: NaiveDate, is_estimated: bool, is_over: bool) -> String {
    let overdue = if is_over { ", overdue" } else { "" };
    format!("{}{}{overdue}", day.format("%a %-d %b"), estimated(is_estimated))
}

/// `currencies`: in how many the disputes shown are, and in how many all open ones.
pub fn largest((shown, open): (usize, usize), currencies: (usize, usize), day: NaiveDate) -> String {
    let which = match currencies {
        _ if shown == open => "Open disputes".to_owned(),
        (of_shown, of_open) if of_shown < of_open => {
            format!("Largest open disputes in {of_shown} of {of_open} currencies")
        }
        _ => "Largest open disputes in each currency".to_owned(),
    };
    format!("{which}, as of {}", day.format("%-d %b"))
}

pub fn definitions(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> Vec<(String, String)> {
    let noun = span.period.noun();
    let term = |term: &str, meaning: String| (term.to_owned(), meaning);
    let (payments, disputes) = counts.now().map_or((0, 0), |now: &PeriodCounts| (now.payments, now.opened));
    let read_at = read_at(facts);
    vec![
        term(
            "Opened",
            format!(
                "disputes that the service reports as opened in the {noun}, regardless of when the payment \
                was created."
            ),
        ),
        term("Rate", format!("disputes opened in the {noun} ÷ succeeded payments created in it, by count.")),
        term(
            "Decided, n of m",
            format!(
                "of m disputes opened that {noun}, n were won or lost by {read_at}. Outcomes say little before 80% are \
                decided."
            ),
        ),
        term("Won, lost, net", won_lost(counts)),
        term(
            "Respond by",
            "when evidence is due, as reported by the service; (est.): estimated, because it reports no deadline. \
                Under review: already submitted."
                .to_owned(),
        ),
        term(
            "Significant",
            format!(
                "exact binomial test on counts, two-sided, 5%, with Holm's correction for all changes compared here. \
                 Fewer than {FEW} cases are not compared; amounts are not tested."
            ),
        ),
        term(
            "Complete",
            format!(
                "all payments and disputes of the {noun} had been read from the service's lists by {read_at}: {} and \
                 {}. What is open is of that time, whenever it was opened.",
                succeeded(payments),
                CountNoun::DISPUTES.count(disputes),
            ),
        ),
    ]
}

/// When the lists were read to their end: `Mon 23 Nov, 05:58`.
pub fn read_at(facts: &DisputeFacts<'_>) -> String {
    facts.zone.told_apart(facts.read_at, facts.zone.weekday(facts.read_at))
}

fn won_lost(counts: &Counts) -> String {
    let by = match counts.knows_decisions {
        true => {
            "by decision date (webhook event, else the last change that the service reports), regardless of when the \
                dispute was opened."
        }
        false => "so far, of the disputes opened in the period: the service does not say when each was decided.",
    };
    format!(
        "{by} Accepted and expired disputes count as lost, cancelled ones as won. +\u{a0}won back, −\u{a0}lost; net = won \
        back − lost, without fees; – where nothing was decided."
    )
}
