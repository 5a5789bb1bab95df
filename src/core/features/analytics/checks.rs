//! What is reported of the numbers: the service's totals beside the sum of its rows, and everything that was left out.

use paydesk_domain::analytics::{Dimension, Metric, MetricKind, MetricRow, MetricValue, Report};
use paydesk_domain::money::Currency;
use paydesk_domain::number_text::{count_text, percent};

use super::card_content::{CardValue, Total, ValueUnit};
use super::grid::{Coverage, TimeBucket};
use super::measure::{Measure, MeasureKind, metric_text};
use super::question::QueryPlan;
use super::tally::Tally;
use super::{text, words};

/// The totals of `metaData`, checked.
pub fn totals(plan: &QueryPlan, report: &Report) -> Vec<Total> {
    plan.query.metrics.iter().map(|metric| total(plan, report, *metric)).collect()
}

fn total(plan: &QueryPlan, report: &Report, metric: Metric) -> Total {
    let kind = match metric.kind() {
        MetricKind::Count => MeasureKind::Count,
        MetricKind::Amount => MeasureKind::Amount,
        MetricKind::Rate => MeasureKind::Rate,
    };
    let reported = report.overall(metric).and_then(whole);
    let of_rows = match kind {
        MeasureKind::Count | MeasureKind::Amount if is_unreported(report, metric) => None,
        MeasureKind::Count | MeasureKind::Amount => sum(report, |row| row.value(metric).and_then(whole)),
        MeasureKind::Rate => success(report),
    };
    let difference = reported.zip(of_rows).and_then(|(reported, of_rows)| reported.checked_sub(of_rows));
    // The last digit of a rate may be rounded either way.
    let difference = difference.map(|by| if kind == MeasureKind::Rate && by.abs() <= 1 { 0 } else { by });
    let currency = (kind == MeasureKind::Amount).then(|| only_currency(plan, report)).flatten();
    Total { metric, kind, reported, of_rows, currency, difference }
}

fn sum(report: &Report, number: impl Fn(&MetricRow) -> Option<i64>) -> Option<i64> {
    report.rows.iter().filter_map(number).try_fold(0_i64, i64::checked_add)
}

/// Whether there are rows and none of them has the metric: then they give no sum, not even zero.
fn is_unreported(report: &Report, metric: Metric) -> bool {
    !report.rows.is_empty() && report.rows.iter().all(|row| row.value(metric).and_then(whole).is_none())
}

/// The rate that the counts by status give.
fn success(report: &Report) -> Option<i64> {
    let count = |status: &str| {
        let counted = |row: &MetricRow| row.value(Metric::PaymentCount).and_then(whole);
        sum(report, |row| counted(row).filter(|_| row.group(Dimension::Status) == Some(status)))
    };
    let (good, bad) = count("succeeded").zip(count("failed"))?;
    CardValue::rate(good, good.checked_add(bad)?).and_then(CardValue::exact)
}

fn whole(value: &MetricValue) -> Option<i64> {
    match value {
        MetricValue::Count(number) | MetricValue::Amount { minor: number, .. } => Some(*number),
        MetricValue::Rate(rate) => Some(rate.millionths),
        MetricValue::ByStatus(counts) => counts.iter().map(|(_, count)| *count).try_fold(0_i64, i64::checked_add),
        MetricValue::Nothing => None,
    }
}

/// The one currency all rows are of, if they are.
fn only_currency(plan: &QueryPlan, report: &Report) -> Option<Currency> {
    let filtered = match plan.question.filter(Dimension::Currency) {
        [code] => Some(code.as_str()),
        _ => None,
    };
    let first = report.rows.first().and_then(|row| row.group(Dimension::Currency));
    let code = filtered.or(first)?;
    let same = |row: &MetricRow| row.group(Dimension::Currency).is_none_or(|other| other == code);
    report.rows.iter().all(same).then(|| currency_of(report, code)).flatten()
}

/// The currency of a code, as the service counts the amounts of the report.
fn currency_of(report: &Report, code: &str) -> Option<Currency> {
    let amounts = report.rows.iter().flat_map(|row| &row.values).filter_map(|(_, value)| value.money());
    amounts.map(|amount| amount.currency).find(|currency| currency.code() == code)
}

impl Total {
    /// A sentence about a difference.
    fn text(&self) -> Option<String> {
        let name = metric_text(self.metric);
        let text = |number: i64| match (self.kind, &self.currency) {
            (MeasureKind::Rate, _) => percent(number, 4),
            (MeasureKind::Amount, Some(currency)) => ValueUnit::Money(currency.clone()).text(number),
            (MeasureKind::Amount | MeasureKind::Count, _) => count_text(number),
        };
        let mixed = if self.kind == MeasureKind::Amount && self.currency.is_none() {
            " a sum over several currencies, which is not an amount of money"
        } else {
            ""
        };
        match (self.reported, self.of_rows, self.difference) {
            (_, _, Some(0)) => None,
            (Some(reported), Some(of_rows), Some(difference)) => {
                Some(text::services_total_is_its_rows(name, text(reported), text(of_rows), text(difference), mixed))
            }
            (None, Some(_), _) if self.kind != MeasureKind::Rate => Some(text::service_reports_no_total_sum(name)),
            (_, _, _) => None,
        }
    }
}

/// Everything a person must know of the numbers.
pub fn notes(
    plan: &QueryPlan,
    report: &Report,
    before: Option<&Report>,
    now: &Tally,
    totals: &[Total],
    merged: usize,
) -> Vec<String> {
    let mut notes: Vec<String> = totals.iter().filter_map(Total::text).collect();
    notes.extend(service_rate(plan, totals).filter(|_| report.is_of_service()));
    notes.extend(plan.avoided_text());
    notes.extend(plan.left_out_text());
    notes.extend(now.unreported().map(|measure| text::not_reported_by_service(unreported(now, measure))));
    notes.extend(buckets(plan));
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(one.to_owned()),
        count => Some(format!("{} {many}", count_text(count as i64))),
    };
    notes.extend(counted(
        now.outside,
        "1 row is outside the requested period and is not counted",
        "rows are outside the requested period and are not counted",
    ));
    notes.extend(counted(
        now.without_currency,
        "1 sum without a currency is not counted",
        "sums without a currency are not counted",
    ));
    notes.extend((merged > 0).then(|| text::other_is_the_sum(merged)));
    if now.has_too_large() {
        notes.push("A sum is too large to be exact and is not shown".to_owned());
    }
    for (report, which) in [(Some(report), ""), (before, " of the previous period")] {
        if let Some(first) = report.and_then(|report| report.unreadable.first()) {
            let count = report.map_or(0, |report| report.unreadable.len());
            notes.push(text::values_could_not_be_read(count, which, first));
        }
    }
    notes
}

/// The success rate that the service reports, beside the one that is counted here.
fn service_rate(plan: &QueryPlan, totals: &[Total]) -> Option<String> {
    let total = totals.iter().find(|total| total.metric == Metric::PaymentSuccessRate && !plan.takes_service_rate())?;
    let reported = total.reported.filter(|_| plan.measures.contains(&Measure::SuccessRate))?;
    Some(text::services_own_success_rate_is(percent(reported, 2)))
}

/// `win rate`, or `win rate, for a part of the rows`.
fn unreported(now: &Tally, measure: Measure) -> String {
    let name = measure.name().to_lowercase();
    if now.lacks_all(measure) { name } else { text::for_part_of_rows(&name) }
}

fn buckets(plan: &QueryPlan) -> Vec<String> {
    let mut notes = Vec::new();
    if plan.question.range.period(plan.at, plan.zone).to >= plan.zone.date(plan.at) && plan.question.compare {
        notes.push(text::TODAY_IS_INCOMPLETE.to_owned());
    }
    let Some(grid) = &plan.grid else { return notes };
    if grid.moved_minutes > 0 {
        let unit = match grid.asked {
            paydesk_domain::analytics::Granularity::Hour => "hours",
            paydesk_domain::analytics::Granularity::Day => "days",
            paydesk_domain::analytics::Granularity::Week => "weeks",
        };
        notes.push(text::counted_in_whole(unit, grid.moved_minutes, plan.zone));
    }
    let is_cut = |bucket: &&TimeBucket| bucket.cover == Coverage::Cut;
    let cut = grid.buckets.iter().filter(is_cut).map(|bucket| bucket.full_label.clone());
    let cut: Vec<String> = cut.collect();
    notes.extend((!cut.is_empty()).then(|| text::partial_periods(&words::list(&cut), cut.len())));
    notes
}
