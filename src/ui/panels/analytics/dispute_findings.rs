//! The sentences of the board of disputes: the dispute rate against its goals, what changed most, the money at risk, the
//! win rate.

use super::changes::{group_name, signed};
use super::finding::{Finding, better, cases, cases_of, is_comparable, moved_rate, of_card, of_part};
use super::numbers::why_judged;
use super::text;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::significance::{FEW_CASES, Share, Significance, is_few};
use paydesk_core::features::analytics::{
    CardContent, CardId, CardValue, Comparison, DisputeGoals, GroupChange, Measure, Pane, ValueSeries, ValueUnit,
};
use paydesk_domain::money::grouped_count;
use paydesk_domain::number_text::percent;
use paydesk_domain::text::sentences;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

/// The cards that are read.
pub const CARDS: [CardId; 7] = [
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
    let rate = |content: &CardContent| rate_finding(content, goals, rate_before);
    let change = is_compared
        .then(|| of_card(state, CardId::DisputeTotals, text::BIGGEST_CHANGE, |totals| change_finding(state, totals)));
    let all = [
        of_card(state, CardId::DisputeRate, CardId::DisputeRate.title(), rate),
        change.flatten(),
        of_part(state, CardId::OpenDisputes, "Money at risk", risk_finding),
        of_card(state, CardId::DisputeTotals, "Win rate", win_finding),
    ];
    all.into_iter().flatten().collect()
}

fn rate_finding(content: &CardContent, goals: DisputeGoals, comparison: Option<&Comparison>) -> Option<Finding> {
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
        (Some(goal), Some(true)) => text::disputed_above(&rate, percent(goal, 2)),
        (Some(goal), _) if above.enough.is_empty() => text::disputed_within(&rate, percent(goal, 2)),
        (Some(goal), _) => {
            let currencies = above.enough.len();
            text::disputed_within_but_by_amount_above(&rate, percent(goal, 2), currencies)
        }
        (None, _) => text::were_disputed(&rate),
    };
    let was = before.and_then(CardValue::exact);
    let moved = moved_rate(millionths, 2, was.map(|was| percent(was, 2)), (was, significance));
    let not_compared = match comparison {
        Some(Comparison::Ready) if before.is_none() => {
            Some(text::not_comparable(series.total_before.and_then(|before| before.of).unwrap_or_default()))
        }
        Some(Comparison::Failed(error)) => Some(text::previous_period_could(error.what())),
        Some(Comparison::Ready | Comparison::Loading | Comparison::NotWanted) | None => None,
    };
    let counted = text::succeeded_payments(cases(total));
    let detail = [format!("{counted}{moved}"), not_compared.unwrap_or_default(), of_currencies(content, goals, &above)];
    let finding = Finding {
        detail: sentences(&detail),
        explanation: format!("{}\n{}", series.definition, why_judged(significance)),
        rows: content.drill_total(0, 0).ok(),
        ..Finding::plain(statement)
    };
    let is_up = was.is_some_and(|was| millionths > was);
    let is_bad = is_above == Some(true) || !above.enough.is_empty();
    Some(finding.judged(if is_bad { Some(false) } else { better(significance, !is_up) }))
}

/// The currency where most is disputed, and where the goal of amounts is exceeded.
fn of_currencies(content: &CardContent, goals: DisputeGoals, above: &AboveGoal) -> String {
    let rates = |index: usize| content.panes.get(1).and_then(|pane| Some((pane, pane.series.get(index)?)));
    let Some(((pane, by_count), (_, by_amount))) = rates(0).zip(rates(1)) else { return String::new() };
    let value = |series: &ValueSeries, slot: usize| series.values.get(slot).copied().flatten();
    let enough = |value: &CardValue| value.of.is_some_and(|of| of >= FEW_CASES);
    let slots = || (0..pane.slots.len()).filter_map(|slot| Some((slot, value(by_count, slot).filter(enough)?)));
    // Beside currencies with few payments, the highest of the others is not the highest.
    let are_all_enough = pane.slots.len() > 1 && slots().count() == pane.slots.len();
    let highest = slots().max_by_key(|(_, value)| value.least()).filter(|_| are_all_enough);
    let highest = highest.and_then(|(slot, count)| {
        let written = |rate: CardValue| rate.exact().map(|millionths| percent(millionths, 2));
        let amount = value(by_amount, slot).and_then(written);
        Some(text::highest_in(&pane.slots[slot].label, written(count)?, amount))
    });
    let names: Vec<String> = above.enough.iter().chain(&above.few).cloned().collect();
    let above = goals.by_amount.filter(|_| !names.is_empty());
    let above = above.map(|goal| text::by_amount_above(percent(goal, 2), names.join(", ")));
    sentences(&[highest.unwrap_or_default(), above.unwrap_or_default()])
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

/// The largest change of a group, of all that disputes are told apart by.
fn change_finding(state: &State, totals: &CardContent) -> Option<Finding> {
    let (_, series) = counts(totals)?;
    let (now, before) = (series.total?.exact()?, series.total_before?.exact()?);
    let dimensions = [
        (CardId::DisputeReasons, "By reason"),
        (CardId::DisputesByCurrency, "By currency"),
        (CardId::DisputesByStage, "By stage"),
        (CardId::DisputesByProfile, "By profile"),
    ];
    let content = |id: CardId| state.workspace.analytics.card(id).and_then(|card| card.remote.value());
    let largest = dimensions.into_iter().filter_map(|(id, name)| {
        let content = content(id)?;
        let groups = content.group_changes();
        // One group is the whole: it says nothing of why.
        let group = groups.first().filter(|_| groups.len() > 1)?.clone();
        Some((content, name, group))
    });
    let largest: Vec<(&CardContent, &str, GroupChange)> = largest.collect();
    if before == 0 {
        return Some(largest_finding(now, &largest));
    }
    let is_beyond = |group: &GroupChange| group.significance == Significance::BeyondChance;
    let first = largest.iter().find(|(_, _, group)| is_beyond(group)).or(largest.first())?;
    let (content, dimension, group) = first;
    let all = text::all_disputes(grouped_count(now.unsigned_abs()), grouped_count(before.unsigned_abs()));
    let moved = |group: &GroupChange| signed(group.difference().unwrap_or_default());
    let others = largest.iter().filter(|other| !std::ptr::eq(*other, first));
    let others = others.map(|(_, name, group)| text::by_dimension(name, group_name(group), moved(group)));
    let others: Vec<String> = others.collect();
    let (count, was) = (group.now.text(&ValueUnit::Count), grouped_count(group.before?.unsigned_abs()));
    let statement = match (is_beyond(group), group.difference()?) {
        (true, 1..) => text::rose_most(group_name(group), &count, &was),
        (true, _) => text::fell_most(group_name(group), &count, &was),
        (false, _) => "No significant change in any group".to_owned(),
    };
    let largest = (!is_beyond(group)).then(|| text::largest_change(dimension, group_name(group), count, was));
    let detail: Vec<String> = std::iter::once(all).chain(largest).chain(others).collect();
    let (pane, series, slot) = group.place;
    let finding = Finding {
        detail: sentences(&detail),
        explanation: why_judged(group.significance).to_owned(),
        rows: content.drill(pane, series, slot).ok(),
        ..Finding::plain(statement)
    };
    Some(finding.judged(better(group.significance, group.difference()? < 0)))
}

/// The largest groups, where the period before has no disputes to compare with.
fn largest_finding(all: i64, largest: &[(&CardContent, &str, GroupChange)]) -> Finding {
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
fn risk_finding(content: &CardContent) -> Option<Finding> {
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
    let detail = count.into_iter().chain(late).collect::<Vec<_>>().join("; ");
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
    let share = Share::of_value(total)?;
    let was = series.total_before.and_then(CardValue::exact);
    let millionths = total.exact()?;
    let decimals = win_decimals(millionths, was);
    let before = series.total_before.zip(was).map(|(before, was)| {
        let of = Share::of_value(before).map_or(0, |share| share.of);
        text::percent_of(percent(was, decimals), grouped_count(of.unsigned_abs()))
    });
    let moved = moved_rate(millionths, decimals, before, (was, significance));
    let won = text::of(grouped_count(share.hits.unsigned_abs()), grouped_count(share.of.unsigned_abs()));
    let finding = Finding {
        detail: format!("{won}{moved}"),
        explanation: format!("{}\n{}", series.definition, why_judged(significance)),
        rows: content.drill_total(at, index).ok(),
        ..Finding::plain(text::were_won(percent(millionths, decimals)))
    };
    let is_up = was.is_some_and(|was| millionths > was);
    Some(finding.judged(better(significance, is_up)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved_from(now: i64, was: i64, decimals: u32) -> String {
        moved_rate(now, decimals, Some(percent(was, decimals)), (Some(was), Significance::WithinChance))
    }

    #[test]
    fn a_rate_never_moves_between_two_numbers_that_are_written_the_same() {
        let (now, was) = (351_351, 352_941);
        let decimals = win_decimals(now, Some(was));
        assert_eq!(percent(now, decimals), "35.1%");
        assert_eq!(moved_from(now, was, decimals), ", down from 35.3%, not significant");
        assert_eq!(moved_from(14_001, 14_004, 2), ", as before");
        assert_eq!(moved_from(351_350, 351_349, win_decimals(351_350, Some(351_349))), ", as before");
    }

    #[test]
    fn a_win_rate_is_in_whole_percent_where_its_change_is_seen() {
        assert_eq!([Some(370_000), Some(351_351), None].map(|was| win_decimals(351_351, was)), [0; 3]);
    }
}
