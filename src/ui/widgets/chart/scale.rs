//! The marks of an axis: whole numbers at distances of 1, 2 or 5 times a power of ten, and labels that do not touch.

/// The part of the range that is left free at its ends.
const AIR: i128 = 16;

/// An axis of values from `min` to `max` with a mark every `step`. All integers: marks are exact amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    pub min: i64,
    pub max: i64,
    pub step: i64,
}

impl Scale {
    /// Holds `low` to `high` and a little air on the sides away from zero, with at most `marks` steps, none smaller
    /// than `step_min`.
    pub fn fit(low: i64, high: i64, marks: usize, step_min: i64) -> Self {
        let (low, high) = (i128::from(low.min(high)), i128::from(high.max(low)));
        let span = (high - low).max(1);
        let step = nice_step(span, marks.max(1) as i128).max(i128::from(step_min.max(1)));
        let air = span / AIR;
        let max = if high == 0 && low < 0 { 0 } else { (high + air).max(low + step.min(span)) };
        let min = if low == 0 { 0 } else { low - air };
        Self { min: narrow(min), max: narrow(max), step: narrow(step) }
    }

    /// The values that get a mark, from below.
    pub fn marks(self) -> impl Iterator<Item = i64> {
        let (step, min) = (i128::from(self.step.max(1)), i128::from(self.min));
        let first = -(-min).div_euclid(step) * step;
        let marks = std::iter::successors(Some(first), move |mark| Some(mark + step));
        marks.take_while(move |mark| *mark <= i128::from(self.max)).map(narrow)
    }
}

/// The smallest of 1, 2, 5, 10, … that needs at most `marks` steps for `span`.
fn nice_step(span: i128, marks: i128) -> i128 {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * power * marks >= span {
                return factor * power;
            }
        }
        power *= 10;
    }
}

fn narrow(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// Every how many buckets a label of `label` points fits where a bucket is `bucket` points wide.
pub(super) fn stride(label: f32, bucket: f32) -> usize {
    const STRIDES: [usize; 20] = [1, 2, 3, 4, 5, 7, 10, 14, 15, 20, 28, 30, 50, 60, 90, 100, 200, 500, 1_000, 10_000];
    let needed = (label / bucket.max(0.001)).ceil().max(1.0) as usize;
    STRIDES.into_iter().find(|stride| *stride >= needed).unwrap_or(needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers_and_the_axis_holds_all_values() {
        for (low, high, marks, expected) in [
            (0, 97, 5, vec![0, 20, 40, 60, 80, 100]),
            (0, 93, 5, vec![0, 20, 40, 60, 80]),
            (0, 21, 3, vec![0, 10, 20]),
            (0, 1_234_567, 5, vec![0, 500_000, 1_000_000]),
            (-30, 80, 4, vec![0, 50]),
            (-60, 80, 4, vec![-50, 0, 50]),
            (0, 3, 5, vec![0, 1, 2, 3]),
            (0, 0, 5, vec![0, 1]),
            (-9, 0, 3, vec![-5, 0]),
            (911_000, 979_000, 4, vec![920_000, 940_000, 960_000, 980_000]),
        ] {
            let scale = Scale::fit(low, high, marks, 1);
            assert!(scale.min <= low && scale.max >= high, "{low} to {high}: {scale:?}");
            assert_eq!(scale.marks().collect::<Vec<_>>(), expected, "{low} to {high}");
        }
    }

    #[test]
    fn the_largest_numbers_there_are_do_not_overflow() {
        let scale = Scale::fit(i64::MIN, i64::MAX, 5, 1);
        assert_eq!((scale.min, scale.max), (i64::MIN, i64::MAX));
        assert!((3..=12).contains(&scale.marks().count()));
    }

    #[test]
    fn steps_are_never_finer_than_allowed() {
        assert_eq!(Scale::fit(0, 90, 5, 100).step, 100);
    }

    #[test]
    fn labels_are_left_out_evenly_where_they_would_touch() {
        assert_eq!(stride(40.0, 50.0), 1);
        assert_eq!(stride(40.0, 20.0), 2);
        assert_eq!(stride(52.0, 8.6), 7);
        assert_eq!(stride(60.0, 0.5), 200);
        assert_eq!(stride(60.0, 0.0001), 60_000);
    }
}
