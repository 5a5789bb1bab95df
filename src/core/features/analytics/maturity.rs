//! Whether outcomes of disputes may be compared: those opened last are decided last, so that a period always seems to have
//! lost, and won, less than the one before. They are compared once both periods are decided to [`DECIDED_PERCENT`].
//!
//! What may not be compared has no value of the period before in its [`CardContent`](super::card_content::CardContent):
//! nothing that is made from it can show a change.

use std::collections::BTreeMap;

use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::number_text::count_text;

use super::card_content::{CardValue, DimensionValues, Pane, TotalChange, ValueSeries, ValueUnit};
use super::measure::Measure;
use super::question::Question;
use super::significance::share_of;
use super::text;

/// How much of both periods has to be decided, in percent.
pub const DECIDED_PERCENT: i64 = 80;

/// How much is decided, now and before.
type DecidedShares = (Option<CardValue>, Option<CardValue>);

/// Takes the period before from outcomes that are not decided yet; what is said of that, where it is all of them.
pub fn compare_decided_alone(panes: &mut [Pane], question: &Question) -> Option<String> {
    if question.subject != Subject::Disputes {
        return None;
    }
    // Of a status, there are always fewer among those opened last.
    if !question.filter(Dimension::DisputeStatus).is_empty() {
        panes.iter_mut().flat_map(|pane| &mut pane.series).for_each(leave_out_before);
        return Some("Not compared: with a status filter, disputes that are still undecided are missing".to_owned());
    }
    if question.group_by == [Dimension::DisputeStatus] && question.granularity.is_none() {
        return compare_statuses(panes);
    }
    let decided = DecidedGroups::of(panes);
    let outcomes = |series: &&mut ValueSeries| series.measure.is_some_and(Measure::is_outcome);
    for pane in &mut *panes {
        let currency = match &pane.unit {
            ValueUnit::Money(currency) => Some(currency.code().to_owned()),
            ValueUnit::Count | ValueUnit::Rate => None,
        };
        for series in pane.series.iter_mut().filter(outcomes) {
            for (at, slot) in pane.slots.iter().enumerate() {
                let group = if pane.over_time { &series.dimension_values } else { &slot.dimension_values };
                let place = (in_currency(group, currency.as_deref()), pane.over_time.then_some(at));
                if !decided.are_comparable(&place) {
                    series.before.get_mut(at).into_iter().for_each(|before| *before = None);
                }
            }
            let group = if pane.over_time { series.dimension_values.clone() } else { DimensionValues::new() };
            if !decided.are_comparable(&(in_currency(&group, currency.as_deref()), None)) {
                (series.total_before, series.change) = (None, TotalChange::None);
            }
        }
    }
    let has_outcome =
        panes.iter().flat_map(|pane| &pane.series).any(|series| series.measure.is_some_and(Measure::is_outcome));
    decided.shares.get(&(DimensionValues::new(), None)).filter(|_| has_outcome).and_then(|all| undecided_text(*all))
}

/// Counts by status, which hold how many are decided.
fn compare_statuses(panes: &mut [Pane]) -> Option<String> {
    let counts = panes.iter().find(|pane| pane.unit == ValueUnit::Count);
    let counts = counts.and_then(|pane| Some((pane, pane.series.first()?)));
    let of_series =
        |(pane, series): (&Pane, &ValueSeries)| (decided_of(pane, &series.values), decided_of(pane, &series.before));
    let shares = counts.map_or((None, None), of_series);
    if !are_decided(shares) {
        panes.iter_mut().flat_map(|pane| &mut pane.series).for_each(leave_out_before);
    }
    undecided_text(shares)
}

fn decided_of(pane: &Pane, values: &[Option<CardValue>]) -> Option<CardValue> {
    let counted = pane.slots.iter().zip(values).map(|(slot, value)| {
        let status = slot.dimension_values.iter().find_map(|(_, word)| word.as_deref());
        let is_decided = status.is_some_and(|word| !DisputeStatus::from_word(word).takes_evidence());
        Some((is_decided, (*value)?.exact()?))
    });
    let counted: Vec<(bool, i64)> = counted.collect::<Option<_>>()?;
    let decided = counted.iter().filter(|(is_decided, _)| *is_decided).map(|(_, count)| count).sum();
    CardValue::rate(decided, counted.iter().map(|(_, count)| count).sum())
}

/// What is not compared has nothing before.
pub fn leave_out_before(series: &mut ValueSeries) {
    series.before.clear();
    (series.total_before, series.change) = (None, TotalChange::None);
}

/// A group with its currency, which amounts have in their pane.
fn in_currency(group: &DimensionValues, currency: Option<&str>) -> DimensionValues {
    let code = currency.map(|code| (Dimension::Currency, Some(code.to_owned())));
    let mut all: DimensionValues = code.into_iter().chain(group.iter().cloned()).collect();
    all.sort();
    all
}

/// How much of each group is decided: in all of the period, and in each of its times.
struct DecidedGroups {
    shares: BTreeMap<(DimensionValues, Option<usize>), DecidedShares>,
}

impl DecidedGroups {
    fn of(panes: &[Pane]) -> Self {
        let mut shares = BTreeMap::new();
        let is_decided = |series: &&ValueSeries| series.measure == Some(Measure::Decided);
        for pane in panes {
            for series in pane.series.iter().filter(is_decided) {
                let of_all = if pane.over_time { series.dimension_values.clone() } else { DimensionValues::new() };
                shares.insert((in_currency(&of_all, None), None), (series.total, series.total_before));
                for (at, slot) in pane.slots.iter().enumerate() {
                    let group = if pane.over_time { &series.dimension_values } else { &slot.dimension_values };
                    let value = |values: &[Option<CardValue>]| values.get(at).copied().flatten();
                    let place = (in_currency(group, None), pane.over_time.then_some(at));
                    if !pane.over_time && place.0.is_empty() {
                        continue;
                    }
                    shares.insert(place, (value(&series.values), value(&series.before)));
                }
            }
        }
        Self { shares }
    }

    fn are_comparable(&self, place: &(DimensionValues, Option<usize>)) -> bool {
        self.shares.get(place).is_some_and(|shares| are_decided(*shares))
    }
}

/// Whether enough is decided, now and before.
fn are_decided((now, before): DecidedShares) -> bool {
    let is_enough = |share: CardValue| share.exact().is_some_and(|millionths| millionths >= DECIDED_PERCENT * 10_000);
    now.is_some_and(is_enough) && before.is_some_and(is_enough)
}

/// `Outcomes are not compared: 16 of 67 disputes are decided, 63 of 64 in the previous period`; nothing where they are
/// compared.
pub fn undecided_text(shares: DecidedShares) -> Option<String> {
    let (now, before) = (shares.0.and_then(share_of)?, shares.1.and_then(share_of)?);
    let text = text::outcomes_not_compared(
        (count_text(now.hits), count_text(now.of)),
        (count_text(before.hits), count_text(before.of)),
        DECIDED_PERCENT,
    );
    (!are_decided(shares)).then_some(text)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use paydesk_domain::money::{MinorUnits, Money};
    use paydesk_domain::zone::Zone;

    use super::*;
    use crate::features::analytics::build::picture;
    use crate::features::analytics::card_content::CardContent;
    use crate::features::analytics::counted_report::{CountableRow, report};
    use crate::features::analytics::question::QueryPlan;

    /// So many disputes of each status, all opened so many days ago.
    fn disputes(days_ago: i64, currency: &str, statuses: &[(&str, usize)]) -> Vec<CountableRow> {
        let dispute = |status: &str| CountableRow {
            created: now() - TimeDelta::days(days_ago),
            amount: Money::new(1_000, MinorUnits::Iso4217.currency(currency)),
            status: status.to_owned(),
            stage: None,
        };
        statuses.iter().flat_map(|(status, count)| std::iter::repeat_n(*status, *count)).map(dispute).collect()
    }

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    /// The numbers of the last four weeks beside the four before.
    fn content(question: Question, rows: &[CountableRow]) -> CardContent {
        let plan = QueryPlan::new(question, now(), Zone::default());
        let before = report(&plan.query_before(), rows.to_vec());
        picture(&plan, &report(&plan.query, rows.to_vec()), Some(&before))
    }

    /// The totals of a measure before, in each pane that has it.
    fn before(content: &CardContent, measure: Measure) -> Vec<Option<i64>> {
        let series =
            content.panes.iter().flat_map(|pane| &pane.series).filter(|series| series.measure == Some(measure));
        series.map(|series| series.total_before.and_then(CardValue::exact)).collect()
    }

    const DECIDED: [(&str, usize); 3] = [("won", 6), ("lost", 3), ("dispute_opened", 1)];
    const UNDECIDED: [(&str, usize); 3] = [("won", 1), ("lost", 1), ("dispute_challenged", 8)];

    #[test]
    fn outcomes_are_compared_once_both_periods_are_decided_and_what_was_opened_always() {
        for (statuses, statuses_before, is_compared) in
            [(DECIDED, DECIDED, true), (UNDECIDED, DECIDED, false), (DECIDED, UNDECIDED, false)]
        {
            let rows = [disputes(3, "EUR", &statuses), disputes(33, "EUR", &statuses_before)].concat();
            let content = content(Question::new(Subject::Disputes), &rows);
            for outcome in [Measure::LostAmount, Measure::WinRate] {
                let before = before(&content, outcome);
                assert!(before.iter().all(|total| total.is_some() == is_compared), "{outcome:?}: {before:?}");
            }
            assert_eq!(before(&content, Measure::Disputes), [Some(10)]);
            assert_eq!(before(&content, Measure::DisputedAmount), [Some(10_000)]);
            let says = content.notes.iter().any(|note| note.starts_with("Outcomes are not compared: "));
            assert_eq!(says, !is_compared, "{:?}", content.notes);
        }
    }

    #[test]
    fn each_currency_is_compared_by_what_is_decided_of_its_own() {
        let rows = [
            disputes(3, "EUR", &[("lost", 90), ("won", 10)]),
            disputes(33, "EUR", &[("lost", 90), ("won", 10)]),
            disputes(3, "KWD", &UNDECIDED),
            disputes(33, "KWD", &DECIDED),
        ];
        let content = content(Question::new(Subject::Disputes), &rows.concat());
        assert_eq!(before(&content, Measure::LostAmount), [Some(90_000), None], "EUR, KWD");
        let is_rate = |series: &&ValueSeries| series.measure == Some(Measure::WinRate);
        let rate = content.panes.iter().flat_map(|pane| &pane.series).find(is_rate).unwrap();
        assert!(rate.total_before.is_some());
        assert_eq!(rate.before.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn nothing_is_compared_of_one_status_nor_by_status_before_it_is_decided() {
        let rows = [disputes(3, "EUR", &UNDECIDED), disputes(33, "EUR", &DECIDED)].concat();
        let status = Dimension::DisputeStatus;
        let mut lost = Question { measures: vec![Measure::Disputes], ..Question::new(Subject::Disputes) };
        lost.set_filter(status, vec!["lost".to_owned()]);
        let by_status =
            Question { measures: vec![Measure::Disputes], group_by: vec![status], ..Question::new(Subject::Disputes) };
        for question in [lost, by_status] {
            let content = content(question, &rows);
            assert_eq!(before(&content, Measure::Disputes), [None]);
            assert!(content.notes.iter().any(|note| note.contains("ot compared: ")), "{:?}", content.notes);
        }
    }
}
