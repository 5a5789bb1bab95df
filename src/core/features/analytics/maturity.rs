//! Whether outcomes of disputes may be compared: those opened last are decided last, so that a period always seems to have
//! lost, and won, less than the one before. They are compared once both periods are decided to [`DECIDED_PERCENT`].
//!
//! What may not be compared has no value of the period before in its [`CardContent`](super::card_content::CardContent):
//! nothing that is made from it can show a change.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_domain::analytics::{Dimension, Metric, MetricRow, MetricValue, Report, Subject};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::number_text::count_text;

use super::card_content::{CardValue, DimensionValues, Pane, TotalChange, ValueSeries, ValueUnit};
use super::measure::Measure;
use super::question::{QueryPlan, Question};
use super::significance::share_of;
use super::{text, words};

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
    let all = decided.shares.get(&(DimensionValues::new(), None)).filter(|_| has_outcome(panes));
    all.and_then(|all| undecided_text(*all))
}

fn has_outcome(panes: &[Pane]) -> bool {
    panes.iter().flat_map(|pane| &pane.series).any(|series| series.measure.is_some_and(Measure::is_outcome))
}

/// What to ask for so that outcomes are compared, where nothing says how many are decided.
pub fn advice(panes: &[Pane], question: &Question) -> Option<String> {
    let is_of_status = !question.filter(Dimension::DisputeStatus).is_empty();
    let lacks_decided = has_outcome(panes) && DecidedGroups::of(panes).shares.is_empty();
    (lacks_decided && !is_of_status).then(|| text::not_compared_without_decided(&outcome_names(question)))
}

/// The outcomes that are asked for: `Lost amount and Win rate`.
fn outcome_names(question: &Question) -> String {
    let outcomes = question.measures.iter().filter(|measure| measure.is_outcome());
    words::list(&outcomes.map(|measure| measure.name().to_owned()).collect::<Vec<_>>())
}

/// The slots of time whose disputes are decided to less than [`DECIDED_PERCENT`], as far as the rows say that. With a status
/// filter they do not.
pub fn undecided_slots(plan: &QueryPlan, report: &Report) -> BTreeSet<usize> {
    let Some(grid) = plan.grid.as_ref().filter(|_| plan.question.subject == Subject::Disputes) else {
        return BTreeSet::new();
    };
    let mut counts: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
    let placed = report.rows.iter().filter_map(|row| Some((grid.place(row.bucket?)?, row)));
    for (slot, row) in placed.filter(|_| plan.question.filter(Dimension::DisputeStatus).is_empty()) {
        for (status, count) in statuses_of(row) {
            let (decided, all) = counts.entry(slot).or_default();
            *decided = decided.saturating_add(if status.takes_evidence() { 0 } else { count });
            *all = all.saturating_add(count);
        }
    }
    let is_undecided =
        |(decided, all): &(i64, i64)| i128::from(*decided) * 100 < i128::from(DECIDED_PERCENT) * i128::from(*all);
    counts.into_iter().filter(|(_, counts)| is_undecided(counts)).map(|(slot, _)| slot).collect()
}

/// How many disputes of each status a row counts; none where it does not tell them apart.
fn statuses_of(row: &MetricRow) -> Vec<(DisputeStatus, i64)> {
    match row.value(Metric::DisputeStatusMetric) {
        Some(MetricValue::ByStatus(counts)) => counts.clone(),
        Some(MetricValue::Count(count)) => {
            let status = row.group(Dimension::DisputeStatus).map(DisputeStatus::from_word);
            status.map(|status| (status, *count)).into_iter().collect()
        }
        Some(MetricValue::Amount { .. } | MetricValue::Rate(_) | MetricValue::Nothing) | None => Vec::new(),
    }
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

    #[test]
    fn outcomes_without_what_is_decided_say_why_they_are_not_compared() {
        let rows = [disputes(3, "EUR", &DECIDED), disputes(33, "EUR", &DECIDED)].concat();
        let asks = |measures: &[Measure]| {
            content(Question { measures: measures.to_vec(), ..Question::new(Subject::Disputes) }, &rows)
        };
        let lost = asks(&[Measure::LostAmount, Measure::WinRate]);
        assert_eq!(before(&lost, Measure::LostAmount), [None]);
        let why = "Lost amount and Win rate: not compared without Decided. Add it under Numbers.";
        assert_eq!(lost.advice.as_deref(), Some(why));
        let with_decided = asks(&[Measure::LostAmount, Measure::Decided]);
        assert_eq!((with_decided.advice, asks(&[Measure::Disputes]).advice), (None, None));
    }

    #[test]
    fn times_are_undecided_until_four_of_five_of_their_disputes_are_decided() {
        let five = |open: usize| [("won", 3), ("lost", 2 - open), ("dispute_opened", open)];
        let rows = [disputes(3, "EUR", &five(2)), disputes(2, "EUR", &five(1)), disputes(1, "KWD", &five(0))].concat();
        let by = |group_by: Vec<Dimension>| {
            let measures = vec![Measure::Disputes];
            let granularity = Some(crate::features::analytics::grid::BucketSize::Day);
            content(Question { measures, group_by, granularity, ..Question::new(Subject::Disputes) }, &rows)
        };
        for content in [by(vec![Dimension::DisputeStatus]), by(Vec::new())] {
            assert_eq!(content.undecided_slots.into_iter().collect::<Vec<_>>(), [24], "3 of 5 on that day");
        }
        assert!(by(vec![Dimension::Currency]).undecided_slots.is_empty(), "rows that do not tell statuses apart");
        let mut won = Question {
            granularity: Some(crate::features::analytics::grid::BucketSize::Day),
            ..Question::new(Subject::Disputes)
        };
        won.set_filter(Dimension::DisputeStatus, vec!["won".to_owned()]);
        assert!(content(won, &rows).undecided_slots.is_empty(), "of one status nothing says what is decided");
    }

    #[test]
    fn partial_periods_are_named() {
        let rows = disputes(3, "EUR", &DECIDED);
        let granularity = Some(crate::features::analytics::grid::BucketSize::Week);
        let range = crate::features::analytics::range::RangeChoice::Days {
            from: "2026-11-06".parse().unwrap(),
            to: "2026-11-18".parse().unwrap(),
        };
        let weeks = content(Question { granularity, range, ..Question::new(Subject::Disputes) }, &rows);
        let expected = "6 Nov – 8 Nov 2026 and 16 Nov – 18 Nov 2026 are partial periods";
        assert!(weeks.notes.contains(&expected.to_owned()), "{:?}", weeks.notes);
    }
}
