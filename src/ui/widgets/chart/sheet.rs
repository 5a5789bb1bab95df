//! The same numbers as titles and cells: what a screen reader reads, what is copied as CSV.

use super::data::{ChartData, ChartKind, ChartUnit};
use super::text;
use super::wording::count_text;

/// Titles and cells of a chart as a table, written out exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub titles: Vec<String>,
    /// As many cells a row as there are titles; empty where there is no value.
    pub rows: Vec<Vec<String>>,
}

impl ChartData {
    /// Every bucket and series, hidden ones too, with counts in columns of their own.
    pub fn sheet(&self) -> Sheet {
        let first = if self.kind == ChartKind::Categories { text::GROUP } else { text::TIME };
        let titles = std::iter::once(first.to_owned()).chain(self.columns().into_iter().map(|column| column.title));
        let rows = (0..self.buckets.len()).map(|bucket| self.sheet_row(bucket));
        Sheet { titles: titles.collect(), rows: rows.collect() }
    }

    fn sheet_row(&self, bucket: usize) -> Vec<String> {
        let named = &self.buckets[bucket].full;
        let first = if self.is_unfinished(bucket) { text::incomplete(named) } else { named.clone() };
        let cells = self.columns().into_iter().map(|column| self.cell(bucket, &column).unwrap_or_default());
        std::iter::once(first).chain(cells).collect()
    }

    fn columns(&self) -> Vec<SheetColumn> {
        let mut columns = Vec::new();
        let with_hits = self.series.iter().any(|series| !series.hits.is_empty());
        // A goal is the same at all times.
        let listed = self.series.iter().enumerate().filter(|(_, series)| series.goal_value().is_none());
        for (series, named) in listed {
            if !named.hits.is_empty() {
                columns.push(SheetColumn { title: named.hits.to_owned(), series, shows: ShownFigure::Hits });
                columns.push(SheetColumn { title: capitalized(self.counted.many), series, shows: ShownFigure::Count });
            }
            let title = match self.unit {
                ChartUnit::Money(_) => format!("{}, {}", named.name, self.unit.caption(self.counted)),
                ChartUnit::Count | ChartUnit::Rate => named.name.clone(),
            };
            columns.push(SheetColumn { title, series, shows: ShownFigure::Value });
            if !named.counts.is_empty() && !with_hits {
                let title = text::count(&named.name);
                columns.push(SheetColumn { title, series, shows: ShownFigure::Count });
            }
        }
        if self.kind == ChartKind::Categories && (0..self.buckets.len()).any(|bucket| self.share_text(bucket).is_some())
        {
            columns.push(SheetColumn { title: text::SHARE.to_owned(), series: 0, shows: ShownFigure::Share });
        }
        columns
    }

    fn cell(&self, bucket: usize, column: &SheetColumn) -> Option<String> {
        let series = self.series.get(column.series)?;
        match (column.shows, &self.unit) {
            (ShownFigure::Share, _) => self.share_text(bucket),
            (ShownFigure::Hits, _) => series.hits_of(bucket).map(count_text),
            (ShownFigure::Count, _) => series.count(bucket).map(count_text),
            (ShownFigure::Value, ChartUnit::Money(currency)) => {
                let money = crate::domain::money::Money::new(series.value(bucket)?, currency.clone());
                Some(money.amount_text())
            }
            (ShownFigure::Value, unit) => series.value(bucket).map(|value| unit.text(value)),
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[derive(Debug, Clone, Copy)]
enum ShownFigure {
    Value,
    Hits,
    Count,
    Share,
}

struct SheetColumn {
    title: String,
    series: usize,
    shows: ShownFigure,
}
