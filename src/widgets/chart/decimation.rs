//! What is drawn of long series: so few values that each has room, and none that stands out is lost.

use std::ops::Range;

use super::data::{ChartData, ChartSeries};

/// Values nearer to each other than this are drawn as one, in points.
const APART: f32 = 2.0;

/// How many buckets are drawn as one where each is `bucket` points wide.
pub(super) fn step_of(bucket: f32) -> usize {
    (APART / bucket.max(0.0001)).ceil().max(1.0) as usize
}

/// The first buckets of the steps that touch `buckets`: the same wherever the view is moved to.
fn steps(buckets: Range<usize>, step: usize) -> impl Iterator<Item = Range<usize>> {
    let end = buckets.end;
    (buckets.start / step * step..end).step_by(step).map(move |first| first..(first + step).min(end))
}

/// Each step with the one of its buckets that has the largest sum of `series`.
pub(super) fn largest(
    data: &ChartData,
    series: &[usize],
    buckets: Range<usize>,
    step: usize,
) -> Vec<(Range<usize>, usize)> {
    let size = |bucket: &usize| -> i128 {
        series.iter().filter_map(|index| data.series[*index].value(*bucket)).map(|value| i128::from(value).abs()).sum()
    };
    let pick = |step: Range<usize>| {
        let bucket = if step.len() > 1 { step.clone().max_by_key(size)? } else { step.start };
        Some((step, bucket))
    };
    steps(buckets, step).filter_map(pick).collect()
}

/// The unbroken parts of a line, broken where a value is missing or of too few records: of each step the lowest and the
/// highest value, in the order they came.
pub(super) fn runs(series: &ChartSeries, buckets: Range<usize>, step: usize) -> Vec<Vec<[f64; 2]>> {
    let mut runs: Vec<Vec<[f64; 2]>> = vec![Vec::new()];
    for step in steps(buckets, step) {
        let values = step.filter_map(|bucket| Some((series.sound_value(bucket)?, bucket)));
        let ends = values.fold(None, |ends: Option<((i64, usize), (i64, usize))>, at| {
            let (low, high) = ends.unwrap_or((at, at));
            Some((low.min(at), if at.0 > high.0 { at } else { high }))
        });
        let run = runs.last_mut().filter(|_| ends.is_some());
        match (ends, run) {
            (Some((low, high)), Some(run)) => {
                let (first, last) = if low.1 <= high.1 { (low, high) } else { (high, low) };
                run.push(point(first));
                run.extend((first != last).then(|| point(last)));
            }
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// A value in the middle of its bucket.
pub(super) fn point((value, bucket): (i64, usize)) -> [f64; 2] {
    [bucket as f64 + 0.5, value as f64]
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::counts;
    use super::*;

    #[test]
    fn a_line_is_broken_where_a_value_is_missing_or_of_too_few_records() {
        let mut data = counts(vec![None, Some(1), Some(2), None, Some(3), Some(0), Some(4), Some(5)]);
        data.series[0].few = vec![false, false, false, false, false, true, false, false];
        let runs = runs(&data.series[0], 0..8, 1);
        assert_eq!(runs, [vec![[1.5, 1.0], [2.5, 2.0]], vec![[4.5, 3.0]], vec![[6.5, 4.0], [7.5, 5.0]]]);
    }

    #[test]
    fn of_many_values_in_one_place_the_lowest_and_the_highest_are_kept() {
        let mut values: Vec<Option<i64>> = (0..10_000).map(|bucket| Some(400 + bucket % 7)).collect();
        (values[5_003], values[7_777]) = (Some(1_000), Some(0));
        let runs = runs(&counts(values).series[0], 0..10_000, step_of(0.02));
        assert_eq!(runs.len(), 1);
        assert!(runs[0].len() <= 200, "{}", runs[0].len());
        assert!(runs[0].contains(&[5_003.5, 1_000.0]), "the highest is lost");
        assert!(runs[0].contains(&[7_777.5, 0.0]), "the lowest is lost");
    }

    #[test]
    fn of_many_bars_in_one_place_the_largest_is_kept() {
        let mut values: Vec<Option<i64>> = (0..10_000).map(|at| Some(at % 7)).collect();
        values[5_003] = Some(900);
        let places = largest(&counts(values), &[0], 40..10_000, 50);
        assert_eq!((places.len(), &places[0].0), (200, &(0..50)));
        assert!(places.contains(&(5_000..5_050, 5_003)), "the largest is lost");
    }
}
