//! Which numbers an axis shows: whole multiples of 1, 2 or 5, few enough to read.

/// Most steps from zero to the top.
const STEPS_MAX: i64 = 4;

/// An axis from zero upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// The value at the upper end.
    pub top: i64,
    /// From one number of the axis to the next.
    pub step: i64,
}

impl Scale {
    /// Returns a scale on which `max` has its place. Where the next number is far above that, the axis ends at `max`.
    pub fn new(max: i64) -> Self {
        let max = max.max(1);
        let step = step_for(max);
        let next = (max / step + i64::from(max % step > 0)).saturating_mul(step);
        let is_near = next - max <= max / 4;
        Self { top: if is_near { next } else { max }, step }
    }

    /// Returns the numbers of the axis, from zero upwards.
    pub fn ticks(self) -> impl Iterator<Item = i64> {
        std::iter::successors(Some(0_i64), move |tick| tick.checked_add(self.step))
            .take_while(move |tick| *tick <= self.top)
    }

    /// Returns how far up the axis a value is, from 0 to 1.
    pub fn share(self, value: i64) -> f32 {
        (value as f64 / self.top as f64).clamp(0.0, 1.0) as f32
    }
}

/// The smallest of 1, 2, 5, 10, 20, … that needs no more than [`STEPS_MAX`] steps.
fn step_for(max: i64) -> i64 {
    let tens = std::iter::successors(Some(1_i64), |ten| ten.checked_mul(10));
    let mut steps = tens.flat_map(|ten| [1, 2, 5].into_iter().filter_map(move |step| ten.checked_mul(step)));
    steps.find(|step| max <= step.saturating_mul(STEPS_MAX)).unwrap_or(max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(max: i64) -> (Vec<i64>, i64) {
        let scale = Scale::new(max);
        (scale.ticks().collect(), scale.top)
    }

    #[test]
    fn an_axis_has_few_round_numbers_and_ends_near_the_highest_value() {
        assert_eq!(ticks(7), (vec![0, 2, 4, 6, 8], 8));
        assert_eq!(ticks(31), (vec![0, 10, 20, 30], 31));
        assert_eq!(ticks(12_330), (vec![0, 5_000, 10_000, 15_000], 15_000));
        assert_eq!(ticks(1), (vec![0, 1], 1));
        assert_eq!(ticks(0), (vec![0, 1], 1));
        assert_eq!(ticks(-5), (vec![0, 1], 1));
    }

    #[test]
    fn the_largest_number_has_an_axis() {
        let (ticks, top) = ticks(i64::MAX);
        assert_eq!(top, i64::MAX);
        assert!(ticks.len() >= 2, "{ticks:?}");
        assert_eq!(Scale::new(i64::MAX).share(i64::MAX), 1.0);
        assert_eq!(Scale::new(8).share(2), 0.25);
    }
}
