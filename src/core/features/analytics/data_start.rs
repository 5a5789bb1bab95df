//! From when on there is data, where that is within the period that a board is compared with: then nothing is compared,
//! as every change would be that of the data.

use super::boards::Board;
use super::build::figures;
use super::card_content::{CardContent, CardValue, Pane, ValueUnit};
use super::maturity::leave_out_before;

/// Payments that are to be expected in the empty beginning of a period: by chance, there are none in 1 of 20,000 periods.
const EXPECTED_MIN: i64 = 10;

/// What the payments of the period before say.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DataStart {
    /// The board, and the number of the content that was looked at.
    of: Option<(Board, u64)>,
    /// The first days with payments, as they are written.
    since: Option<String>,
}

impl DataStart {
    /// The first days with data, where the period before begins earlier.
    pub fn since(&self, board: Board) -> Option<&str> {
        self.since.as_deref().filter(|_| self.of.is_some_and(|(of, _)| of == board))
    }

    /// Looks at the payments of a board, unless this content was looked at.
    pub fn look_at(&mut self, board: Board, version: u64, payments: &CardContent) {
        if self.of != Some((board, version)) {
            *self = Self { of: Some((board, version)), since: payments.data_since() };
        }
    }

    /// The content that was looked at is another one, without the period before.
    pub fn content_changed(&mut self, board: Board, version: u64) {
        self.of = Some((board, version));
    }
}

impl CardContent {
    /// The first time of the period before that has records, where so many are missing before it that they cannot be
    /// missing by chance.
    fn data_since(&self) -> Option<String> {
        let pane = self.panes.iter().find(|pane| pane.over_time && pane.unit == ValueUnit::Count)?;
        let counts: Vec<i64> = (0..pane.slots.len()).filter_map(|slot| count_before(pane, slot)).collect();
        let empty = counts.iter().position(|count| *count > 0).filter(|empty| *empty > 0)?;
        let times = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let known: i64 = counts.iter().sum();
        let expected = known.saturating_mul(times(empty)) / times(counts.len() - empty).max(1);
        (expected >= EXPECTED_MIN).then(|| pane.slots[empty].label_before.clone())
    }

    pub fn has_before(&self) -> bool {
        let series = || self.panes.iter().flat_map(|pane| &pane.series);
        series().any(|series| series.total_before.is_some() || series.before.iter().any(Option::is_some))
    }

    pub fn leave_out_before(&mut self, note: String) {
        self.panes.iter_mut().flat_map(|pane| &mut pane.series).for_each(leave_out_before);
        if !self.figures.is_empty() {
            self.figures = figures(&self.panes);
        }
        self.before_caption.clear();
        self.notes.push(note);
    }
}

/// How many there were at a time of the period before; `None` where that is not known exactly.
fn count_before(pane: &Pane, slot: usize) -> Option<i64> {
    let before = pane.series.iter().map(|series| series.before.get(slot).copied().flatten().and_then(CardValue::exact));
    before.sum()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use paydesk_domain::analytics::Subject;
    use paydesk_domain::money::{MinorUnits, Money};
    use paydesk_domain::zone::Zone;

    use super::*;
    use crate::features::analytics::build::picture;
    use crate::features::analytics::counted_report::{CountableRow, report};
    use crate::features::analytics::grid::BucketSize;
    use crate::features::analytics::measure::Measure;
    use crate::features::analytics::question::{QueryPlan, Question};

    /// The payments of four weeks beside the four before: so many a day, from so many days ago on.
    fn content(a_day: usize, since_days: i64) -> CardContent {
        let now: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
        let payment = |days_ago: i64| CountableRow {
            created: now - TimeDelta::days(days_ago),
            amount: Money::new(1_000, MinorUnits::Iso4217.currency("EUR")),
            status: "succeeded".to_owned(),
            stage: None,
        };
        let rows: Vec<CountableRow> =
            (0..=since_days).flat_map(|days_ago| std::iter::repeat_n(days_ago, a_day)).map(payment).collect();
        let (measures, granularity) = (vec![Measure::Payments], Some(BucketSize::Day));
        let question = Question { measures, granularity, ..Question::new(Subject::Payments) };
        let plan = QueryPlan::new(question, now, Zone::default());
        let before = report(&plan.query_before(), rows.clone());
        picture(&plan, &report(&plan.query, rows), Some(&before))
    }

    #[test]
    fn a_period_whose_data_begins_within_it_is_no_period_to_compare_with() {
        assert_eq!(content(5, 34).data_since().as_deref(), Some("Sun 18 Oct 2026"));
        assert_eq!(content(5, 100).data_since(), None);
        assert_eq!(content(5, 55).data_since(), None, "it begins with the period");
        assert_eq!(content(5, 20).data_since(), None, "there is none at all, which is said otherwise");
    }

    #[test]
    fn days_without_a_payment_are_no_missing_data_where_there_are_few_payments() {
        let mut few = content(1, 54);
        assert_eq!(few.data_since(), None, "one missing day of a payment a day");
        few.leave_out_before("why".to_owned());
        assert!(!few.has_before() && few.notes.contains(&"why".to_owned()));
    }
}
