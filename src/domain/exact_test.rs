//! How likely chance alone makes a difference: exact tests for counts and for shares, and an interval for a share.
//!
//! Exact means that no normal approximation is made, which says too often that few cases differ:
//! - shares by Fisher's exact test, two-sided: of all tables with the same margins, those that are at most as likely as the
//!   one at hand (R. A. Fisher, *Statistical Methods for Research Workers*, 1934, §21.02);
//! - counts of independent events by the conditional binomial test: of all events, those of one period are a share that its
//!   length alone would give (J. Przyborowski and H. Wilenski, *Biometrika* 31, 1940);
//! - the interval of a share is Wilson's (E. B. Wilson, *Journal of the American Statistical Association* 22, 1927).

use std::ops::RangeInclusive;

/// With more cases than this nothing is tested: it would take too long.
const CASES_MAX: i64 = 10_000_000_000;

/// What is as likely as what is at hand, but for rounding.
const AS_LIKELY: f64 = 1.0 + 1e-7;

/// The 97.5th percentile of the normal distribution, for intervals of 95%.
const Z_95: f64 = 1.959_964;

/// How likely chance alone makes a difference at least as rare as one at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceOf(f64);

impl ChanceOf {
    /// Whether chance makes it less often than once in so many.
    pub fn is_rarer_than(self, once_in: u64) -> bool {
        self.0 * (once_in as f64) < 1.0
    }

    /// Corrects chances that are looked at together, among so many, so that chance alone makes any of them rare no more
    /// often than it would make one (S. Holm, *Scandinavian Journal of Statistics* 6, 1979). What was left out because of
    /// what it showed counts among them.
    pub fn correct(chances: &mut [&mut Self], among: usize) {
        chances.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (count, mut least) = (among.max(chances.len()), 0.0_f64);
        for (rank, chance) in chances.iter_mut().enumerate() {
            least = least.max(chance.0 * (count - rank) as f64).min(1.0);
            chance.0 = least;
        }
    }

    /// As it is written, on one line: `p = 0.02`, `p = 0.004`, `p < 0.001`.
    pub fn text(self) -> String {
        match self.0 {
            chance if chance < 0.001 => "p\u{a0}<\u{a0}0.001".to_owned(),
            chance if chance < 0.0095 => format!("p\u{a0}=\u{a0}{chance:.3}"),
            chance => format!("p\u{a0}=\u{a0}{chance:.2}"),
        }
    }
}

/// Cases of which some hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// From 0 to `of`.
    pub hits: i64,
    pub of: i64,
}

impl Share {
    /// Whether it is the lower one of two; of no cases, neither is.
    pub fn is_below(self, other: Self) -> bool {
        i128::from(self.hits) * i128::from(other.of) < i128::from(other.hits) * i128::from(self.of)
    }

    /// Between which shares that of all such cases lies with 95% confidence, in millionths; `None` of no cases.
    pub fn interval(self) -> Option<(i64, i64)> {
        if self.of <= 0 {
            return None;
        }
        let (hits, of) = (self.hits as f64, self.of as f64);
        let (share, square) = (hits / of, Z_95 * Z_95);
        let middle = share + square / (2.0 * of);
        let half = Z_95 * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
        let millionths = |bound: f64| (bound / (1.0 + square / of) * 1e6).round().clamp(0.0, 1e6) as i64;
        Some((millionths(middle - half), millionths(middle + half)))
    }
}

/// Two counts of independent events, each in so much time (in any unit); `None` of none, of no time, or of too many.
pub fn counts_differ((one, one_time): (i64, i64), (other, other_time): (i64, i64)) -> Option<ChanceOf> {
    let all = one.checked_add(other).filter(|all| (1..=CASES_MAX).contains(all))?;
    if one.min(other) < 0 || one_time.min(other_time) <= 0 {
        return None;
    }
    let odds = one_time as f64 / other_time as f64;
    let ratio = |count: i64| (all - count) as f64 / (count + 1) as f64 * odds;
    Some(two_sided(one, 0..=all, ratio))
}

/// Two shares, by the margins of their table; `None` of no cases, or of too many.
pub fn shares_differ(one: Share, other: Share) -> Option<ChanceOf> {
    let all = one.of.checked_add(other.of).filter(|all| *all <= CASES_MAX)?;
    let are_sound = [one, other].iter().all(|share| share.of > 0 && (0..=share.of).contains(&share.hits));
    if !are_sound {
        return None;
    }
    let hits = one.hits + other.hits;
    let least = (hits - other.of).max(0);
    let ratio = |count: i64| {
        let (rise, fall) = ((hits - count) as f64 * (one.of - count) as f64, (count + 1) as f64);
        rise / (fall * (all - one.of - hits + count + 1) as f64)
    };
    Some(two_sided(one.hits, least..=hits.min(one.of), ratio))
}

/// The share of all outcomes of `range` that the ones at most as likely as `at` have. `ratio` is how much likelier the next
/// outcome is than one. Likelihoods are relative to that of `at`: far from what is usual they grow beyond all bounds, and
/// what is at hand is then as good as impossible.
fn two_sided(at: i64, range: RangeInclusive<i64>, ratio: impl Fn(i64) -> f64) -> ChanceOf {
    let (first, last) = range.into_inner();
    let mut sums = LikelihoodSums { all: 1.0, as_rare: 1.0 };
    let up = (at..last).map(&ratio);
    let down = (first..at).rev().map(|count| 1.0 / ratio(count));
    sums.walk(up);
    sums.walk(down);
    ChanceOf(if sums.all.is_finite() { sums.as_rare / sums.all } else { 0.0 })
}

/// Sums of likelihoods.
struct LikelihoodSums {
    all: f64,
    as_rare: f64,
}

impl LikelihoodSums {
    /// Adds one outcome after the other, each so much likelier than the one before, until the rest is negligible.
    fn walk(&mut self, steps: impl Iterator<Item = f64>) {
        const NEGLIGIBLE: f64 = 1e-18;
        let mut likelihood = 1.0;
        for step in steps {
            likelihood *= step;
            self.all += likelihood;
            if likelihood <= AS_LIKELY {
                self.as_rare += likelihood;
            }
            if !self.all.is_finite() || step < 1.0 && likelihood < NEGLIGIBLE * self.all {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(hits: i64, of: i64) -> Share {
        Share { hits, of }
    }

    /// The expected values are sums of exact fractions.
    #[test]
    fn shares_are_tested_as_by_the_usual_tools() {
        for (one, other, expected) in [
            (share(15, 18), share(22, 22), 0.082_591),
            (share(3, 12), share(30, 40), 0.004_410),
            (share(1, 10), share(9, 10), 0.001_093),
            (share(8, 10), share(8, 10), 1.0),
        ] {
            let ChanceOf(found) = shares_differ(one, other).unwrap();
            assert!((found - expected).abs() < 2e-4, "{one:?} {other:?}: {found}");
        }
    }

    /// The expected values are sums of exact fractions.
    #[test]
    fn counts_are_tested_as_by_the_usual_tools() {
        for (one, other, expected) in [
            ((24, 1), (10, 1), 0.024_3),
            ((15, 1), (10, 1), 0.424_4),
            ((31, 31), (28, 28), 1.0),
            ((1, 1), (9, 1), 0.021_5),
        ] {
            let ChanceOf(found) = counts_differ(one, other).unwrap();
            assert!((found - expected).abs() < 2e-4, "{one:?} {other:?}: {found}");
        }
    }

    #[test]
    fn what_is_as_good_as_impossible_is_found_at_once_and_too_many_are_not_tested() {
        assert!(counts_differ((1_000_000_000, 1), (1, 1)).unwrap().is_rarer_than(u64::MAX));
        assert!(shares_differ(share(900_000, 1_000_000), share(1, 1_000_000)).unwrap().is_rarer_than(u64::MAX));
        assert!(!counts_differ((4_000_000_000, 1), (4_000_000_001, 1)).unwrap().is_rarer_than(2));
        assert_eq!(counts_differ((i64::MAX, 1), (1, 1)), None);
        assert_eq!(counts_differ((0, 1), (0, 1)), None);
        assert_eq!(shares_differ(share(0, 0), share(1, 2)), None);
    }

    #[test]
    fn an_interval_is_wide_for_few_cases_and_within_0_and_1() {
        assert_eq!(share(0, 0).interval(), None);
        let (low, high) = share(7, 10).interval().unwrap();
        assert!((396_000..398_500).contains(&low) && (891_000..894_000).contains(&high), "{low} {high}");
        assert_eq!(share(10, 10).interval().unwrap().1, 1_000_000);
        assert_eq!(share(0, 10).interval().unwrap().0, 0);
    }
}
