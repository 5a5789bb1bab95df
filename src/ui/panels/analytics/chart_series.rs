//! The series of a chart over time: each with a name and a colour of its own, as many as anyone can tell apart. What is
//! beyond that is drawn as their sum; the table and the files keep every series.

use std::cmp::Reverse;

use super::text;
use super::wording;
use paydesk_core::features::analytics::significance::{Share, is_few, share_of};
use paydesk_core::features::analytics::words;
use paydesk_core::features::analytics::{CardValue, Pane, ValueSeries, ValueUnit};
use paydesk_widgets::chart::{ChartSeries, SeriesColor};
use paydesk_widgets::tokens::{SERIES_MAX, Tone};

/// What is drawn of a pane.
pub struct PaneSeries {
    pub drawn: Vec<ChartSeries>,
    /// The series of the pane behind each of them: several behind the sum of the rest.
    pub behind: Vec<Vec<usize>>,
    /// Those without a colour of their own, for the table.
    pub rest: Vec<ChartSeries>,
    /// What a person must know of it.
    pub note: Option<String>,
}

impl PaneSeries {
    pub fn of(pane: &Pane) -> Self {
        let Ranked { own, rest, empty } = Ranked::of(pane);
        let colors = colors(pane, &own);
        let named = |index: usize, color| {
            let series = &pane.series[index];
            let is_group = series.merged > 0 || !words::series_group(pane, series).is_empty();
            ChartSeries { is_group, ..drawn(words::series(pane, series), color, &series.values) }
        };
        let mut all: Vec<ChartSeries> = own.iter().zip(colors).map(|(index, color)| named(*index, color)).collect();
        let mut behind: Vec<Vec<usize>> = own.iter().map(|index| vec![*index]).collect();
        let merged: usize = rest.iter().map(|index| pane.series[*index].merged).sum();
        let count: usize = rest.iter().map(|index| pane.series[*index].merged.max(1)).sum();
        let summed = Some(&rest).filter(|rest| !rest.is_empty() && words::one_measure(pane));
        if let Some(summed) = summed {
            let values: Vec<Option<CardValue>> = (0..pane.slots.len()).map(|slot| sum(pane, summed, slot)).collect();
            all.push(drawn(text::other(count), SeriesColor::Other, &values));
            behind.push(summed.clone());
        }
        let note = match (count, summed) {
            (0, _) => None,
            (count, Some(_)) if merged > 0 => Some(text::other_adds_up_in_part(count)),
            (count, Some(_)) => Some(text::other_adds_up(count)),
            (count, None) => Some(text::largest_are_drawn(own.len(), own.len() + count)),
        };
        let rest = rest.into_iter().chain(empty).map(|index| named(index, SeriesColor::Other)).collect();
        Self { drawn: all, behind, rest, note }
    }
}

/// The series of a pane, by their places, each group in the order of the pane.
struct Ranked {
    /// Those with a colour of their own: the largest.
    own: Vec<usize>,
    rest: Vec<usize>,
    /// Those that have nothing to draw beside others: a bar of nothing has no place in a legend.
    empty: Vec<usize>,
}

impl Ranked {
    fn of(pane: &Pane) -> Self {
        let all = 0..pane.series.len();
        let is_rate = pane.unit == ValueUnit::Rate;
        let (mut own, empty): (Vec<usize>, Vec<usize>) =
            all.clone().partition(|index| is_rate || size(&pane.series[*index]) > 0);
        // Nothing at all is a chart too: of a number that is zero.
        let empty = if own.is_empty() || !words::one_measure(pane) {
            own = all.collect();
            Vec::new()
        } else {
            empty
        };
        // What is the sum of several groups already is a part of the rest, however large it is.
        let mut largest: Vec<usize> = own.iter().copied().filter(|index| pane.series[*index].merged == 0).collect();
        largest.sort_by_key(|index| Reverse(size(&pane.series[*index])));
        largest.truncate(SERIES_MAX);
        let (own, rest) = own.into_iter().partition(|index| largest.contains(index));
        Self { own, rest, empty }
    }
}

/// How much a series counts for: a rate as many cases as it is of.
fn size(series: &ValueSeries) -> i128 {
    series.values.iter().flatten().map(|value| i128::from(value.of.unwrap_or(value.least())).abs()).sum()
}

/// The sum of a slot over several series; a rate of all their cases. `None` where nothing is known, and where it is no
/// number any more.
fn sum(pane: &Pane, series: &[usize], slot: usize) -> Option<CardValue> {
    let mut values = series.iter().filter_map(|index| pane.series[*index].values.get(slot).copied().flatten());
    match pane.unit {
        ValueUnit::Count | ValueUnit::Money(_) => {
            let first = values.next()?.least();
            values.try_fold(first, |sum, value| sum.checked_add(value.least())).map(CardValue::count)
        }
        ValueUnit::Rate => {
            let mut shares = values.filter_map(share_of);
            let add = |(hits, cases): (i64, i64), share: Share| {
                Some((hits.checked_add(share.hits)?, cases.checked_add(share.of)?))
            };
            let (hits, cases) = shares.try_fold((0, 0), add)?;
            CardValue::rate(hits, cases)
        }
    }
}

/// A series as it is drawn, with how many cases are behind each value.
pub fn drawn(name: String, color: SeriesColor, values: &[Option<CardValue>]) -> ChartSeries {
    let counts: Vec<Option<i64>> = values.iter().map(|value| value.and_then(|value| value.of)).collect();
    let series = ChartSeries::new(name, color, values.iter().map(|value| value.map(CardValue::least)).collect());
    let is_part = values.iter().flatten().any(|value| value.is_part());
    let series = ChartSeries { is_part, ..series };
    let few = values.iter().map(|value| value.is_some_and(is_few)).collect();
    if counts.iter().any(Option::is_some) { ChartSeries { counts, few, ..series } } else { series }
}

/// Statuses keep their tone where no two share one.
fn colors(pane: &Pane, own: &[usize]) -> Vec<SeriesColor> {
    let tone = |index: &usize| Some(wording::look(&pane.series[*index].dimension_values)?.1);
    let tones: Option<Vec<Tone>> = own.iter().map(tone).collect();
    let distinct = |tones: &Vec<Tone>| tones.iter().enumerate().all(|(at, tone)| !tones[..at].contains(tone));
    match tones.filter(distinct) {
        Some(tones) => tones.into_iter().map(SeriesColor::Tone).collect(),
        None => (0..own.len()).map(SeriesColor::Slot).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_core::features::analytics::{AxisSlot, Coverage, TotalChange};
    use paydesk_domain::analytics::Dimension;

    fn pane(unit: ValueUnit, values: &[CardValue]) -> Pane {
        let slot = AxisSlot {
            label: "12 Nov".into(),
            full_label: "12 Nov 2026".into(),
            span: None,
            cover: Coverage::Whole,
            label_before: String::new(),
            dimension_values: Vec::new(),
            merged: 0,
        };
        let series = values.iter().enumerate().map(|(at, value)| ValueSeries {
            name: format!("Series {at}"),
            definition: "",
            measure: None,
            dimension_values: vec![(Dimension::Currency, Some(format!("C{at}")))],
            values: vec![Some(*value)],
            before: Vec::new(),
            total: Some(*value),
            total_before: None,
            change: TotalChange::None,
            here: None,
            merged: 0,
        });
        Pane { unit, title: String::new(), over_time: true, slots: vec![slot], series: series.collect() }
    }

    fn counts(values: impl IntoIterator<Item = i64>) -> PaneSeries {
        let values: Vec<CardValue> = values.into_iter().map(CardValue::count).collect();
        PaneSeries::of(&pane(ValueUnit::Count, &values))
    }

    #[test]
    fn up_to_as_many_series_as_there_are_colours_are_drawn_each_in_its_own() {
        let series = counts(1..=8);
        assert_eq!((series.drawn.len(), series.rest.len(), &series.note), (8, 0, &None));
        let slots: Vec<SeriesColor> = series.drawn.iter().map(|series| series.color).collect();
        assert_eq!(slots, (0..8).map(SeriesColor::Slot).collect::<Vec<_>>());
    }

    #[test]
    fn the_smallest_of_more_series_are_drawn_as_their_sum_and_each_is_kept_for_the_table() {
        let series = counts([5, 1, 50, 40, 30, 20, 10, 9, 8, 7, 2]);
        let names: Vec<&str> = series.drawn.iter().map(|series| series.name.as_str()).collect();
        assert_eq!(names, ["C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "Other (3)"]);
        let other = series.drawn.last().unwrap();
        assert_eq!((other.color, other.value(0)), (SeriesColor::Other, Some(8)));
        assert_eq!(series.behind.last().unwrap(), &[0, 1, 10]);
        let rest: Vec<&str> = series.rest.iter().map(|series| series.name.as_str()).collect();
        assert_eq!(rest, ["C0", "C1", "C10"]);
    }

    #[test]
    fn a_group_that_is_zero_everywhere_stands_in_the_table_alone() {
        let series = counts([0, 7, 0, 3]);
        let names: Vec<&str> = series.drawn.iter().map(|series| series.name.as_str()).collect();
        assert_eq!((names, &series.note), (vec!["C1", "C3"], &None));
        assert_eq!(series.rest.iter().map(|series| series.name.as_str()).collect::<Vec<_>>(), ["C0", "C2"]);
        assert_eq!(series.behind, [[1], [3]]);
        assert_eq!(counts([0, 0]).drawn.len(), 2, "a chart of nothing but zeros has its series");
    }

    #[test]
    fn the_sum_of_rates_is_the_rate_of_all_their_cases() {
        let rates: Vec<CardValue> = (0..8).map(|_| CardValue::rate(900, 1_000).unwrap()).collect();
        let small = [CardValue::rate(1, 1).unwrap(), CardValue::rate(0, 3).unwrap()];
        let series = PaneSeries::of(&pane(ValueUnit::Rate, &[&rates[..], &small].concat()));
        let other = series.drawn.last().unwrap();
        assert_eq!((other.value(0), other.count(0)), (Some(250_000), Some(4)));
    }

    #[test]
    fn numbers_of_several_measures_are_not_added_up() {
        use paydesk_core::features::analytics::Measure;
        let mut pane = pane(ValueUnit::Count, &[CardValue::count(3); 11]);
        pane.series[4].measure = Some(Measure::Disputes);
        let series = PaneSeries::of(&pane);
        assert_eq!((series.drawn.len(), series.rest.len()), (8, 3));
        assert!(series.drawn.iter().all(|series| series.color != SeriesColor::Other));
        assert_eq!(series.note.as_deref(), Some("The chart shows the 8 largest of 11 series; the table shows all"));
    }
}
