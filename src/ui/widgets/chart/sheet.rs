//! The same numbers as titles and cells: what a screen reader reads, what is shown as a table.

use super::data::{ChartData, ChartKind, ChartUnit};
use super::text;
use crate::domain::money::Money;
use crate::domain::number_text::count_text;
use crate::domain::text::capitalized;

/// Titles and cells of a chart as a table, written out exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub titles: Vec<String>,
    /// As many cells a row as there are titles; empty where there is no value.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    fn add(&mut self, title: String, cell: impl Fn(usize) -> Option<String>) {
        self.titles.push(title);
        for (bucket, row) in self.rows.iter_mut().enumerate() {
            row.push(cell(bucket).unwrap_or_default());
        }
    }
}

impl ChartData {
    /// Every bucket and series, hidden ones too, with counts in columns of their own.
    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet { titles: Vec::new(), rows: vec![Vec::new(); self.buckets.len()] };
        let is_list = self.kind == ChartKind::Categories;
        sheet.add(if is_list { text::GROUP } else { text::TIME }.to_owned(), |bucket| {
            let named = self.buckets[bucket].full.clone();
            Some(if self.is_unfinished(bucket) { text::incomplete(named) } else { named })
        });
        let with_hits = self.series.iter().any(|series| !series.hits.is_empty());
        // A goal is the same at all times.
        for series in self.series.iter().filter(|series| series.goal_value().is_none()) {
            let count = |bucket| series.count(bucket).map(count_text);
            if !series.hits.is_empty() {
                sheet.add(series.hits.to_owned(), |bucket| series.hits_of(bucket).map(count_text));
                sheet.add(capitalized(self.counted.many), count);
            }
            match &self.unit {
                ChartUnit::Money(currency) => {
                    let amount = |value| Money::new(value, currency.clone()).amount_text();
                    let title = format!("{}, {}", series.name, self.unit.caption(self.counted));
                    sheet.add(title, |bucket| series.value(bucket).map(amount));
                }
                unit => sheet.add(series.name.clone(), |bucket| series.value(bucket).map(|value| unit.text(value))),
            }
            if !series.counts.is_empty() && !with_hits {
                sheet.add(text::count(&series.name), count);
            }
        }
        if (0..self.buckets.len()).any(|bucket| self.share_text(bucket).is_some()) {
            sheet.add(text::SHARE.to_owned(), |bucket| self.share_text(bucket));
        }
        sheet
    }
}
