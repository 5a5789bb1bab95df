//! The sentences of the board of disputes: what became of the money, the dispute rate against its goals, what changed most, the money at risk, the
//! win rate.

use std::cmp::Reverse;

use super::changes::{group_name, signed};
use super::finding::{Finding, better, cases_of, interval_text, is_comparable, moved_rate, of_card, of_part, sentence};
use super::number_changes::{self, NumberChange};
use super::numbers::{short, why_judged};
use super::text;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::significance::{Significance, is_few, share_of};
use paydesk_core::features::analytics::{
    CardContent, CardId, CardValue, Comparison, Dimension, DisputeGoals, DrillDown, GroupChange, Measure, Pane,
    ValueSeries, ValueUnit, data_begins, undecided_text,
};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::{Currency, grouped_count};
use paydesk_domain::number_text::percent;
use paydesk_domain::text::sentences;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

/// The cards that are read.
pub const CARDS: [CardId; 8] = [
    CardId::DisputedByStatus,
    CardId::DisputeRate,
    CardId::DisputeTotals,
    CardId::OpenDisputes,
    CardId::DisputeReasons,
    CardId::DisputesByCurrency,
    CardId::DisputesByStage,
    CardId::DisputesByProfile,
];

/// The sentences of the board of disputes, what matters most first.
pub fn dispute_findings(state: &State) -> Vec<Finding> {
    let is_compared = state.workspace.analytics.question().compare;
    let rate_before = state.workspace.analytics.card(CardId::DisputeRate).map(|card| &card.comparison);
    let goals = state.settings.dispute_goals(&state.workspace.profile_id);
    let rate = |content: &CardContent| rate_finding(state, content, goals, rate_before);
    let change = is_compared
        .then(|| of_card(state, CardId::DisputeTotals, text::BIGGEST_CHANGE, |totals| change_finding(state, totals)));
    let rate = of_card(state, CardId::DisputeRate, CardId::DisputeRate.title(), rate);
    let change = change.flatten();
    // The largest change that is certain is in the first two sentences.
    let [second, third] = if is_compared && group_leads(state) { [change, rate] } else { [rate, change] };
    let all = [
        money_finding(state),
        second,
        third,
        of_part(state, CardId::OpenDisputes, "Money at risk", |content| risk_finding(state, content)),
        of_card(state, CardId::DisputeTotals, "Win rate", win_finding),
    ];
    all.into_iter().flatten().collect()
}

/// How many currencies are named, of those with the most disputes.
const CURRENCIES_MAX: usize = 3;

/// What was disputed in each currency, and what became of it so far; nothing where the service does not report that.
fn money_finding(state: &State) -> Option<Finding> {
    if !state.workspace.analytics.question().filter(Dimension::DisputeStatus).is_empty() {
        return None;
    }
    let card = |id: CardId| state.workspace.analytics.card(id);
    let content = card(CardId::DisputedByStatus).filter(|card| card.refused.is_none())?.remote.value()?;
    let by_currency = card(CardId::DisputesByCurrency).and_then(|card| card.remote.value())?;
    let counts = by_currency.group_changes();
    let count = |currency: &Currency| {
        let is_of =
            |group: &&GroupChange| group.values.iter().any(|(_, code)| code.as_deref() == Some(currency.code()));
        counts.iter().find(is_of).map_or(0, |group| group.now.least())
    };
    let mut amounts: Vec<DisputedMoney> = content.panes.iter().filter_map(DisputedMoney::of).collect();
    amounts.sort_by_key(|amount| Reverse(count(&amount.currency)));
    let totals = card(CardId::DisputeTotals).and_then(|card| card.remote.value());
    let changes = totals.map_or_else(Vec::new, |totals| NumberChange::of_card(totals, &[Measure::DisputedAmount]));
    name_largest(&mut amounts, &changes);
    let (first, others) = amounts.split_first().filter(|_| !content.is_part)?;
    let named = others.iter().take(CURRENCIES_MAX - 1).map(|amount| amount.text(&changes));
    let more = others.len().saturating_sub(CURRENCIES_MAX - 1);
    let more = (more > 0).then(|| text::more_currencies(more));
    let untested = (!changes.is_empty()).then(|| "Changes of amounts are not tested".to_owned());
    Some(Finding {
        detail: sentences(&named.chain(more).chain(untested).collect::<Vec<_>>()),
        explanation:
            "Of the disputes opened in this period. Accepted and expired disputes count as lost, cancelled ones \
                      as won back."
                .to_owned(),
        rows: self::counts(by_currency).and_then(|(at, _)| by_currency.drill_total(at, 0).ok()),
        ..Finding::plain(first.text(&changes))
    })
}

/// Moves the amount that changed most, of enough disputes to say so, among those that are named.
fn name_largest(amounts: &mut [DisputedMoney], changes: &[NumberChange]) {
    let largest = changes.iter().find(|change| change.is_tested());
    let at = largest.and_then(|change| amounts.iter().position(|amount| amount.currency.code() == change.group));
    if let Some(at) = at.filter(|at| *at >= CURRENCIES_MAX) {
        amounts[CURRENCIES_MAX - 1..=at].rotate_right(1);
    }
}

/// What was disputed in a currency, in its lowest unit.
struct DisputedMoney {
    currency: Currency,
    won: i64,
    lost: i64,
    open: i64,
    /// Accepted, expired or cancelled.
    ended_otherwise: i64,
}

impl DisputedMoney {
    fn of(pane: &Pane) -> Option<Self> {
        let ValueUnit::Money(currency) = &pane.unit else { return None };
        let mut money = Self { currency: currency.clone(), won: 0, lost: 0, open: 0, ended_otherwise: 0 };
        for (slot, value) in pane.slots.iter().zip(&pane.series.first()?.values) {
            let status = slot.dimension_values.iter().find_map(|(_, word)| word.as_deref())?;
            let status = DisputeStatus::from_word(status);
            let sum = match status {
                DisputeStatus::Won => &mut money.won,
                DisputeStatus::Lost => &mut money.lost,
                DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => &mut money.open,
                DisputeStatus::Accepted | DisputeStatus::Cancelled | DisputeStatus::Expired => {
                    &mut money.ended_otherwise
                }
            };
            *sum = sum.checked_add((*value)?.exact()?)?;
        }
        money.all().is_some_and(|all| all > 0).then_some(money)
    }

    fn all(&self) -> Option<i64> {
        self.won.checked_add(self.lost)?.checked_add(self.open)?.checked_add(self.ended_otherwise)
    }

    fn text(&self, changes: &[NumberChange]) -> String {
        let change = changes.iter().find(|change| change.group == self.currency.code());
        let unit = ValueUnit::Money(self.currency.clone());
        let bare = |minor: i64| short(&unit, CardValue::count(minor));
        let all = unit.text(self.all().unwrap_or(i64::MAX));
        let others = (self.ended_otherwise > 0).then(|| text::ended_otherwise(bare(self.ended_otherwise)));
        text::disputed_money(
            all,
            change.map(|change| &*change.change),
            bare(self.won),
            bare(self.lost),
            bare(self.open),
        ) + &others.unwrap_or_default()
    }
}

fn rate_finding(
    state: &State,
    content: &CardContent,
    goals: DisputeGoals,
    comparison: Option<&Comparison>,
) -> Option<Finding> {
    let pane = content.panes.first()?;
    let series = pane.series.first()?;
    let Some(total) = series.total else {
        return Some(Finding::plain("No dispute rate: no payments succeeded in this period".to_owned()));
    };
    let before = series.total_before.filter(|before| is_comparable(cases_of(total), cases_of(*before)));
    let significance = before.map_or(Significance::Unknown, |_| content.significance(0, 0, None));
    let millionths = total.exact()?;
    let rate = percent(millionths, 2);
    let above = above_by_amount(content, goals);
    let is_above = goals.by_count.map(|goal| millionths > goal);
    let statement = match (goals.by_count, is_above) {
        (Some(goal), Some(true)) => text::dispute_rate_above(&rate, percent(goal, 2)),
        (Some(goal), _) if above.enough.is_empty() => text::dispute_rate_within(&rate, percent(goal, 2)),
        (Some(goal), _) => {
            let currencies = above.enough.len();
            text::dispute_rate_within_but_by_amount_above(&rate, percent(goal, 2), currencies)
        }
        (None, _) => text::dispute_rate_is(&rate),
    };
    let was = before.and_then(CardValue::exact);
    let moved = moved_rate(millionths, 2, was.map(|was| percent(was, 2)), (was, significance));
    let not_compared = match comparison {
        Some(Comparison::Ready) if before.is_none() => Some(match state.workspace.analytics.data_since() {
            Some(since) => data_begins(since),
            None => text::not_comparable(series.total_before.and_then(|before| before.of).unwrap_or_default()),
        }),
        Some(Comparison::Failed(error)) => Some(text::previous_period_could(error.what())),
        Some(Comparison::Ready | Comparison::Loading | Comparison::NotWanted) | None => None,
    };
    // More disputes may be opened than there are payments.
    let payments = total.of?;
    let disputes = (i128::from(millionths) * i128::from(payments) + 500_000) / 1_000_000;
    let disputes = i64::try_from(disputes).ok()?;
    let detail = [
        sentence(moved),
        text::opened_per_payments(disputes, grouped_count(payments.unsigned_abs())),
        not_compared.unwrap_or_default(),
        so_far(state, content, payments),
        of_currencies(content, goals, &above),
    ];
    let finding = Finding {
        detail: sentences(&detail),
        explanation: explained(series, total, 2, significance),
        rows: content.drill_total(0, 0).ok(),
        ..Finding::plain(statement)
    };
    let is_up = was.is_some_and(|was| millionths > was);
    let is_bad = is_above == Some(true) || !above.enough.is_empty();
    Some(finding.judged(if is_bad { Some(false) } else { better(significance, !is_up) }))
}

/// How many of the payments of the period are disputed so far.
fn so_far(state: &State, content: &CardContent, payments: i64) -> String {
    let (disputes, history) = (&state.workspace.disputes, &state.workspace.history);
    let disputed = state.workspace.analytics.disputed_so_far(disputes, history, content.span);
    let share = disputed.and_then(CardValue::exact).and_then(|count| CardValue::rate(count, payments));
    let share = share.and_then(CardValue::exact).map(|share| percent(share, 2));
    disputed.map_or_else(String::new, |count| text::disputed_so_far(count.text(&ValueUnit::Count), share))
}

/// What a rate is, how sure it is, and how its change was judged.
fn explained(series: &ValueSeries, total: CardValue, decimals: u32, significance: Significance) -> String {
    let judged = if significance == Significance::Unknown { "" } else { why_judged(significance) };
    let lines = [series.definition, &interval_text(total, decimals), judged];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The currency with the highest rate, where that is significant, and where the goal of amounts is exceeded.
fn of_currencies(content: &CardContent, goals: DisputeGoals, above: &AboveGoal) -> String {
    let rates = |index: usize| content.panes.get(1).and_then(|pane| Some((pane, pane.series.get(index)?)));
    let Some(((pane, by_count), (_, by_amount))) = rates(0).zip(rates(1)) else { return String::new() };
    let value = |series: &ValueSeries, slot: usize| series.values.get(slot).copied().flatten();
    let higher = content.highest_rate(1).and_then(|slot| {
        let written = |rate: CardValue| rate.exact().map(|millionths| percent(millionths, 2));
        let amount = value(by_amount, slot).and_then(written);
        Some(text::higher_in(&pane.slots.get(slot)?.label, written(value(by_count, slot)?)?, amount))
    });
    let names: Vec<String> = above.enough.iter().chain(&above.few).cloned().collect();
    let above = goals.by_amount.filter(|_| !names.is_empty());
    let above = above.map(|goal| text::by_amount_above(percent(goal, 2), names.join(", ")));
    sentences(&[higher.unwrap_or_default(), above.unwrap_or_default()])
}

/// The currencies in which the goal of amounts is exceeded, with their rates.
#[derive(Debug, Default)]
struct AboveGoal {
    enough: Vec<String>,
    /// Those with so few payments that they say nothing yet.
    few: Vec<String>,
}

fn above_by_amount(content: &CardContent, goals: DisputeGoals) -> AboveGoal {
    let Some((goal, pane)) = goals.by_amount.zip(content.panes.get(1)) else { return AboveGoal::default() };
    let value = |series: usize, slot: usize| pane.series.get(series)?.values.get(slot).copied().flatten();
    let mut above = AboveGoal::default();
    for (slot, axis_slot) in pane.slots.iter().enumerate() {
        let Some(rate) = value(1, slot).and_then(CardValue::exact).filter(|rate| *rate > goal) else { continue };
        let (label, rate) = (&axis_slot.label, percent(rate, 2));
        if value(0, slot).is_some_and(is_few) {
            above.few.push(text::named_few(label, rate));
        } else {
            above.enough.push(text::named(label, rate));
        }
    }
    above
}

/// A significant change of a group, or of a number of a currency.
struct HeadlineChange {
    /// `“Fraudulent” rose significantly: 24, up from 10`.
    statement: String,
    /// How many times the smaller number the larger one is, in millionths.
    size: i128,
    is_better: Option<bool>,
    rows: Option<DrillDown>,
}

impl HeadlineChange {
    fn of_group(content: &CardContent, group: &GroupChange) -> Option<Self> {
        let (now, difference, before) = (group.now.exact()?, group.difference()?, group.before?);
        let size = number_changes::size(group.now, CardValue::count(before));
        let (name, is_rise) = (group_name(group), difference > 0);
        let (now, before) = (grouped_count(now.unsigned_abs()), grouped_count(before.unsigned_abs()));
        let (pane, series, slot) = group.place;
        let statement = text::group_changed(name, now, before, is_rise);
        let change = Self { statement, size, is_better: Some(!is_rise), rows: content.drill(pane, series, slot).ok() };
        (group.significance == Significance::Significant).then_some(change)
    }

    fn of_number(change: NumberChange) -> Option<Self> {
        let is_better = change.is_better();
        let headline =
            Self { statement: change.statement.clone(), size: change.size, is_better, rows: change.rows.clone() };
        change.is_significant().then_some(headline)
    }
}

/// What disputes are told apart by, beside their status.
const DIMENSIONS: [(CardId, &str); 4] = [
    (CardId::DisputeReasons, "reason"),
    (CardId::DisputesByCurrency, "currency"),
    (CardId::DisputesByStage, "stage"),
    (CardId::DisputesByProfile, "profile"),
];
/// What is tested of each currency, beside the number of its disputes.
const TESTED: [Measure; 3] = [Measure::DisputedAmount, Measure::LostAmount, Measure::WinRate];

/// The groups of a dimension, with the card that has them.
type DimensionGroups<'s> = (&'s CardContent, &'static str, Vec<GroupChange>);

/// The groups of each dimension that has several: a single one is the whole, and says nothing of why.
fn dimension_groups(state: &State) -> Vec<DimensionGroups<'_>> {
    let content = |id: CardId| state.workspace.analytics.card(id).and_then(|card| card.remote.value());
    let groups = DIMENSIONS.into_iter().filter_map(|(id, name)| {
        let content = content(id)?;
        Some((content, name, content.group_changes()))
    });
    groups.filter(|(_, _, groups)| groups.len() > 1).collect()
}

/// The largest change that is significant, over all groups and the measures of each currency.
fn headline(groups: &[DimensionGroups<'_>], totals: &CardContent) -> Option<HeadlineChange> {
    let of_groups = groups.iter().flat_map(|(content, _, groups)| groups.iter().map(|group| (*content, group)));
    let of_groups = of_groups.filter_map(|(content, group)| HeadlineChange::of_group(content, group));
    let of_numbers = NumberChange::of_card(totals, &TESTED).into_iter().filter_map(HeadlineChange::of_number);
    of_groups.chain(of_numbers).max_by_key(|change| change.size)
}

/// Whether the largest change that is significant is that of a group, not of the rate of all disputes.
fn group_leads(state: &State) -> bool {
    let content = |id: CardId| state.workspace.analytics.card(id).and_then(|card| card.remote.value());
    let headline = content(CardId::DisputeTotals).and_then(|totals| headline(&dimension_groups(state), totals));
    let rate = content(CardId::DisputeRate).filter(|rate| rate.significance(0, 0, None) == Significance::Significant);
    let rate = rate.and_then(|rate| rate.panes.first()?.series.first());
    let of_rate = rate.and_then(|rate| Some(number_changes::size(rate.total?, rate.total_before?)));
    headline.is_some_and(|change| of_rate.is_none_or(|size| change.size > size))
}

/// The largest change of a group or an amount, of all that disputes are told apart by.
fn change_finding(state: &State, totals: &CardContent) -> Option<Finding> {
    let (_, series) = counts(totals)?;
    let (now, before) = (series.total?.exact()?, series.total_before?.exact()?);
    let groups = dimension_groups(state);
    let first_groups = groups.iter().filter_map(|(content, name, groups)| Some((*content, *name, groups.first()?)));
    let largest: Vec<(&CardContent, &str, &GroupChange)> = first_groups.collect();
    if before == 0 {
        return Some(largest_finding(now, &largest));
    }
    let all = text::all_disputes(now, grouped_count(before.unsigned_abs()));
    let others = largest.iter().map(|(_, name, group)| {
        let moved = signed(group.difference().unwrap_or_default());
        text::by_dimension(name, group_name(group), moved)
    });
    let few = are_some_few(&groups).then(|| "Groups with fewer than 10 disputes are not compared".to_owned());
    let detail: Vec<String> = std::iter::once(all).chain(amounts_text(totals)).chain(others).chain(few).collect();
    let detail = sentences(&detail);
    Some(match headline(&groups, totals) {
        Some(change) => {
            let (explanation, rows) = (why_judged(Significance::Significant).to_owned(), change.rows);
            let finding = Finding { detail, explanation, rows, ..Finding::plain(change.statement) };
            finding.judged(change.is_better)
        }
        None => Finding {
            detail,
            explanation: why_judged(Significance::NotSignificant).to_owned(),
            rows: largest.first().and_then(|(content, _, group)| {
                let (pane, series, slot) = group.place;
                content.drill(pane, series, slot).ok()
            }),
            ..Finding::plain(unchanged(&groups))
        },
    })
}

fn is_tested(group: &GroupChange) -> bool {
    matches!(group.significance, Significance::Significant | Significance::NotSignificant)
}

/// Whether groups have too few disputes to compare, while others have enough.
fn are_some_few(groups: &[DimensionGroups<'_>]) -> bool {
    let all = || groups.iter().flat_map(|(_, _, groups)| groups);
    all().any(is_tested) && all().any(|group| group.significance == Significance::TooFew)
}

/// That no group changed, of what was tested: `No significant change by reason or currency`.
fn unchanged(groups: &[DimensionGroups<'_>]) -> String {
    let tested = groups.iter().filter(|(_, _, groups)| groups.iter().any(is_tested));
    let names: Vec<&str> = tested.map(|(_, name, _)| *name).collect();
    match names.as_slice() {
        [] => "Too few disputes of any group to compare".to_owned(),
        [only] => format!("No significant change in the disputes by {only}"),
        [rest @ .., last] => format!("No significant change in the disputes by {} or {last}", rest.join(", ")),
    }
}

/// What is disputed in each currency with its change, the largest first.
fn amounts_text(totals: &CardContent) -> Option<String> {
    let changes = NumberChange::of_card(totals, &[Measure::DisputedAmount]);
    let amounts: Vec<String> = changes.iter().map(|change| format!("{} ({})", change.now, change.change)).collect();
    (!amounts.is_empty()).then(|| text::disputed_amounts(amounts.join(", ")))
}

/// The largest groups, where the period before has no disputes to compare with.
fn largest_finding(all: i64, largest: &[(&CardContent, &str, &GroupChange)]) -> Finding {
    let count = |group: &GroupChange| group.now.text(&ValueUnit::Count);
    let all = grouped_count(all.unsigned_abs());
    let Some(((content, _, group), others)) = largest.split_first() else {
        return Finding::plain(text::no_dispute_before(&all));
    };
    let others = others.iter().map(|(_, name, group)| text::by_dimension(name, group_name(group), count(group)));
    let detail: Vec<String> = std::iter::once(text::NO_DISPUTE_BEFORE.to_owned()).chain(others).collect();
    let (pane, series, slot) = group.place;
    Finding {
        detail: sentences(&detail),
        rows: content.drill(pane, series, slot).ok(),
        ..Finding::plain(text::largest_group(group_name(group), count(group), all))
    }
}

/// The number of disputes of a card that is not over time.
fn counts(content: &CardContent) -> Option<(usize, &ValueSeries)> {
    let at = content.panes.iter().position(|pane| pane.unit == ValueUnit::Count && !pane.over_time)?;
    Some((at, content.panes[at].series.first()?))
}

/// What is due soon, as the list has it now. A part of the list says nothing of all money at risk; its rows are of all.
fn risk_finding(state: &State, content: &CardContent) -> Option<Finding> {
    const DUE: usize = 1;
    const OVERDUE: usize = 2;
    let (at, _) = counts(content)?;
    let number = |series: usize| content.panes[at].series.get(series)?.total.and_then(CardValue::exact);
    if content.is_part {
        let rows = content.drill_total(at, DUE).ok();
        return Some(Finding {
            rows,
            ..Finding::plain("Amount at risk unknown: dispute list filtered or not fully loaded".to_owned())
        });
    }
    let (due, overdue) = (number(DUE)?, number(OVERDUE)?);
    let amounts = |series: usize| {
        let panes = content.panes.iter().filter(|pane| matches!(pane.unit, ValueUnit::Money(_)));
        let amount = |pane: &Pane| pane.series.get(series)?.total.filter(|total| total.least() != 0);
        panes.filter_map(|pane| Some(amount(pane)?.text(&pane.unit))).collect::<Vec<_>>()
    };
    let late_amounts = amounts(OVERDUE).join(", ");
    let late =
        (overdue > 0).then(|| text::overdue(overdue, grouped_count(overdue.unsigned_abs()), late_amounts, due > 0));
    let statement = match due {
        0 => "No disputes due in the next 7 days".to_owned(),
        _ => text::are_due(wording::list(&amounts(DUE))),
    };
    let count = (due > 0).then(|| wording::counted(content.subject).count(due));
    let counted = count.into_iter().chain(late).collect::<Vec<_>>().join("; ");
    let estimated = [DUE, OVERDUE].map(|series| estimated(state, content.drill_total(at, series).ok()));
    let estimated = text::estimated_deadlines(estimated.iter().sum(), due + overdue);
    let detail = estimated.map_or_else(|| counted.clone(), |estimated| sentences(&[&counted, &estimated]));
    let series = content.panes[at].series.get(DUE)?;
    let finding = Finding {
        detail,
        explanation: series.definition.to_owned(),
        rows: content.drill_total(at, if due > 0 { DUE } else { OVERDUE }).ok().filter(|_| due + overdue > 0),
        ..Finding::plain(statement)
    };
    let (icon, tone) = if due + overdue > 0 { (Icon::Clock, Tone::Attention) } else { (Icon::Clock, Tone::Neutral) };
    Some(Finding { icon, tone, ..finding })
}

/// How many of these disputes have a deadline that the service does not report.
fn estimated(state: &State, rows: Option<DrillDown>) -> i64 {
    let Some(DrillDown::Disputes(filter)) = rows else { return 0 };
    let rows = state.workspace.disputes.all().iter().filter(|row| filter.shows(row));
    let estimated = rows.filter(|row| row.deadline.is_some_and(|deadline| deadline.is_estimated()));
    i64::try_from(estimated.count()).unwrap_or(i64::MAX)
}

/// A win rate is written in whole percent; with a decimal where it moved and that would not be seen.
fn win_decimals(now: i64, was: Option<i64>) -> u32 {
    u32::from(was.is_some_and(|was| was != now && percent(was, 0) == percent(now, 0)))
}

fn win_finding(content: &CardContent) -> Option<Finding> {
    let is_rate = |series: &ValueSeries| series.measure == Some(Measure::WinRate);
    let at = content.panes.iter().position(|pane| pane.series.iter().any(is_rate))?;
    let index = content.panes[at].series.iter().position(is_rate)?;
    let series = &content.panes[at].series[index];
    let Some(total) = series.total else {
        return Some(Finding::plain("No disputes decided in this period yet".to_owned()));
    };
    let significance = content.significance(at, index, None);
    let share = share_of(total)?;
    let was = series.total_before.and_then(CardValue::exact);
    let millionths = total.exact()?;
    let decimals = win_decimals(millionths, was);
    let before = series.total_before.zip(was).map(|(before, was)| {
        let of = share_of(before).map_or(0, |share| share.of);
        text::percent_of(percent(was, decimals), grouped_count(of.unsigned_abs()))
    });
    let moved = moved_rate(millionths, decimals, before, (was, significance));
    let won = text::won_or_lost(grouped_count(share.hits.unsigned_abs()), grouped_count(share.of.unsigned_abs()));
    let detail = [format!("{won}{moved}"), decided_text(content)];
    let finding = Finding {
        detail: sentences(&detail),
        explanation: explained(series, total, 0, significance),
        rows: content.drill_total(at, index).ok(),
        ..Finding::plain(text::were_won(percent(millionths, decimals)))
    };
    let is_up = was.is_some_and(|was| millionths > was);
    Some(finding.judged(better(significance, is_up)))
}

/// How many disputes are decided, and why outcomes are not compared if they are not.
fn decided_text(content: &CardContent) -> String {
    let series = content.panes.iter().flat_map(|pane| &pane.series);
    let Some(decided) = series.into_iter().find(|series| series.measure == Some(Measure::Decided)) else {
        return String::new();
    };
    let progress = decided.total.and_then(share_of).map(|share| {
        text::are_decided(grouped_count(share.hits.unsigned_abs()), grouped_count(share.of.unsigned_abs()))
    });
    undecided_text((decided.total, decided.total_before)).or(progress).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved_from(now: i64, was: i64, decimals: u32) -> String {
        moved_rate(now, decimals, Some(percent(was, decimals)), (Some(was), Significance::NotSignificant))
    }

    #[test]
    fn a_rate_never_moves_between_two_numbers_that_are_written_the_same() {
        let (now, was) = (351_351, 352_941);
        let decimals = win_decimals(now, Some(was));
        assert_eq!(percent(now, decimals), "35.1%");
        assert_eq!(moved_from(now, was, decimals), ", down from 35.3%, not a significant change");
        assert_eq!(moved_from(14_001, 14_004, 2), ", as before");
        assert_eq!(moved_from(351_350, 351_349, win_decimals(351_350, Some(351_349))), ", as before");
    }

    #[test]
    fn a_win_rate_is_in_whole_percent_where_its_change_is_seen() {
        assert_eq!([Some(370_000), Some(351_351), None].map(|was| win_decimals(351_351, was)), [0; 3]);
    }
}
