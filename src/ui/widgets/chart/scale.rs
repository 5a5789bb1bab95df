//! The marks of an axis: whole numbers at distances of 1, 2 or 5 times a power of ten, and labels that do not touch.

/// An axis of values from `min` to `max` with a mark every `step`. All integers: marks are exact amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    pub min: i64,
    pub max: i64,
    pub step: i64,
}

impl Scale {
    /// Holds `low` to `high` with about `marks` marks, none closer than `step_min`.
    pub fn fit(low: i64, high: i64, marks: usize, step_min: i64) -> Self {
        let (low, high) = (i128::from(low.min(high)), i128::from(high.max(low)));
        let span = (high - low).max(1);
        let step = nice_step(span, marks.max(1) as i128).max(i128::from(step_min.max(1)));
        let min = low.div_euclid(step) * step;
        let max = (high + step - 1).div_euclid(step) * step;
        let max = if max == min { min + step } else { max };
        Self { min: narrow(min), max: narrow(max), step: narrow(step) }
    }

    /// The values that get a mark, from below.
    pub fn marks(self) -> impl Iterator<Item = i64> {
        let step = self.step.max(1);
        std::iter::successors(Some(self.min), move |mark| mark.checked_add(step)).take_while(move |m| *m <= self.max)
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
    fn marks_are_round_numbers_that_hold_all_values() {
        for (low, high, marks, expected) in [
            (0, 97, 5, (0, 100, 20)),
            (0, 100, 4, (0, 100, 50)),
            (0, 1_234_567, 5, (0, 1_500_000, 500_000)),
            (-30, 80, 4, (-50, 100, 50)),
            (0, 3, 5, (0, 3, 1)),
            (0, 0, 5, (0, 1, 1)),
            (910_000, 980_000, 4, (900_000, 980_000, 20_000)),
        ] {
            let scale = Scale::fit(low, high, marks, 1);
            assert_eq!((scale.min, scale.max, scale.step), expected, "{low} to {high}");
        }
    }

    #[test]
    fn the_largest_numbers_there_are_do_not_overflow() {
        let scale = Scale::fit(i64::MIN, i64::MAX, 5, 1);
        assert_eq!((scale.min, scale.max), (i64::MIN, i64::MAX));
        assert!(scale.marks().count() <= 12);
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
