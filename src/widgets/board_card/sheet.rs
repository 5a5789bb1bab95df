//! The numbers of a chart as titles and cells, every series of it.

use super::text;
use crate::chart::{ChartData, ChartKind, ChartSeries, SeriesColor};
use paydesk_domain::money::Money;
use paydesk_domain::number_text::count_text;
use paydesk_domain::text::capitalized;
use paydesk_domain::value_unit::ValueUnit;

/// The series that have a column: a goal is the same at all times, and what others add up to stands there one by one.
fn series_of(data: &ChartData) -> impl Iterator<Item = &ChartSeries> {
    let is_own = |series: &&ChartSeries| series.goal_value().is_none() && series.color != SeriesColor::Other;
    data.series.iter().filter(is_own).chain(&data.rest)
}

/// A row as it is said, with every series that has a column.
pub fn row_text(data: &ChartData, bucket: usize) -> String {
    let is_named = series_of(data).count() > 1;
    data.text_of(bucket, series_of(data).map(|series| (series, is_named)))
}

/// Titles and cells of a chart as a table, written out exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub titles: Vec<String>,
    /// As many cells a row as there are titles; empty where there is no value.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// Every bucket and series of a chart, hidden ones and those without a colour too, with counts in columns of their own.
    pub fn of(data: &ChartData) -> Self {
        let mut sheet = Self { titles: Vec::new(), rows: vec![Vec::new(); data.buckets.len()] };
        let is_list = data.kind == ChartKind::Categories;
        sheet.add(if is_list { text::GROUP } else { text::TIME }.to_owned(), |bucket| {
            let named = data.buckets[bucket].full.clone();
            Some(if data.is_unfinished(bucket) { text::incomplete(named) } else { named })
        });
        let with_hits = data.series.iter().any(|series| !series.hits.is_empty());
        for series in series_of(data) {
            let count = |bucket| series.count(bucket).map(count_text);
            if !series.hits.is_empty() {
                sheet.add(series.hits.to_owned(), |bucket| series.hits_of(bucket).map(count_text));
                sheet.add(capitalized(data.counted.many), count);
            }
            match &data.unit {
                ValueUnit::Money(currency) => {
                    let amount = |value| match series.is_part {
                        true => data.unit.bare_part_text(value),
                        false => Money::new(value, currency.clone()).amount_text(),
                    };
                    let title = format!("{}, {}", series.name, data.unit.caption(data.counted));
                    sheet.add(title, |bucket| series.value(bucket).map(amount));
                }
                ValueUnit::Count | ValueUnit::Rate => {
                    sheet.add(series.name.clone(), |bucket| Some(data.known_text(series, series.value(bucket)?)));
                }
            }
            if !series.counts.is_empty() && !with_hits {
                sheet.add(text::count(&series.name), count);
            }
        }
        if (0..data.buckets.len()).any(|bucket| data.share_text(bucket).is_some()) {
            sheet.add(text::SHARE.to_owned(), |bucket| data.share_text(bucket));
        }
        sheet
    }

    fn add(&mut self, title: String, cell: impl Fn(usize) -> Option<String>) {
        self.titles.push(title);
        for (bucket, row) in self.rows.iter_mut().enumerate() {
            row.push(cell(bucket).unwrap_or_default());
        }
    }
}
