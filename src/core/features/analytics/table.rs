//! A picture as tables, one a pane, for reading and for screen readers; and as one table for a file.

use chrono::{DateTime, SecondsFormat, Utc};

use paydesk_domain::analytics::Dimension;
use paydesk_domain::csv::{Cell, Csv};
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::money::Money;

use super::card_content::{AxisSlot, CardContent, CardValue, Pane, ValueSeries, ValueUnit};
use super::grid::Coverage;
use super::text;
use super::words;

/// A value, and the one before.
type ValueAndBefore = (Option<CardValue>, Option<CardValue>);

/// A table of texts: every row has as many cells as the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardTable {
    /// `Count`, `EUR`, `Rate`.
    pub title: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// What a file says of itself before its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDescription<'a> {
    pub title: &'a str,
    /// `POST /analytics/…` and its JSON, of each that was sent; none for what was counted here.
    pub queries: &'a [(String, String)],
    pub profile: &'a str,
    pub read_at: Option<DateTime<Utc>>,
    pub made_at: DateTime<Utc>,
    /// How the counts differ from the list that is here, and what they were counted from instead of a report.
    pub notes: &'a [String],
}

impl CardContent {
    /// Its tables, in the order of the panes; the last row of one over time is the total.
    pub fn tables(&self) -> Vec<CardTable> {
        self.panes.iter().map(table).collect()
    }

    /// One table of all values with what the file must say of itself; amounts in the lowest unit and as decimals.
    pub fn csv(&self, about: &FileDescription<'_>, style: CsvStyle) -> String {
        let mut csv = Csv::new(style);
        self.file_rows(about).iter().for_each(|row| csv.row(row));
        csv.into_text()
    }

    /// Its tables for a sheet of a workbook, with numbers to calculate with, and below them what the file says of itself.
    pub fn sheet_rows(&self, about: &FileDescription<'_>) -> Vec<Vec<Cell>> {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for pane in &self.panes {
            rows.extend(pane_rows(pane));
            rows.push(Vec::new());
        }
        let lead = self.lead(about, words::filter);
        rows.extend(lead.into_iter().map(|(name, text)| vec![Cell::text(name), Cell::Text(text)]));
        rows
    }

    /// The rows of that table.
    fn file_rows(&self, about: &FileDescription<'_>) -> Vec<Vec<Cell>> {
        let codes =
            |(dimension, values): &(Dimension, Vec<String>)| format!("{}: {}", dimension.name(), values.join(", "));
        let lead = self.lead(about, codes).into_iter().map(|(name, text)| vec![Cell::text(name), Cell::Text(text)]);
        let mut rows: Vec<Vec<Cell>> = lead.collect();
        rows.push(Vec::new());
        rows.push(COLUMNS.map(Cell::text).to_vec());
        for pane in &self.panes {
            for series in &pane.series {
                let slots = pane.slots.iter().enumerate();
                rows.extend(slots.map(|(index, slot)| self.value_row(pane, series, Some((index, slot)))));
                rows.push(self.value_row(pane, series, None));
            }
        }
        rows
    }

    /// What the file says of itself; `filter` writes what a dimension is filtered by.
    fn lead(
        &self,
        about: &FileDescription<'_>,
        filter: impl Fn(&(Dimension, Vec<String>)) -> String,
    ) -> Vec<(&'static str, String)> {
        let utc = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let mut lead = vec![
            (text::PAYDESK, about.title.to_owned()),
            (text::PROFILE, about.profile.to_owned()),
            (text::RANGE, self.caption.clone()),
            (text::FROM, utc(self.span.start)),
            (text::TO, utc(self.span.end)),
            (text::TIME_ZONE, self.zone.to_string()),
        ];
        if !self.before_caption.is_empty() {
            lead.push((text::COMPARED, self.before_caption.clone()));
        }
        lead.extend(self.filters.iter().map(|of| (text::FILTER, filter(of))));
        for (path, json) in about.queries {
            lead.push((text::REQUEST, path.clone()));
            lead.push((text::QUERY, json.clone()));
        }
        lead.extend(about.read_at.map(|read_at| ("Read at", utc(read_at))));
        lead.push((text::CREATED_AT, utc(about.made_at)));
        lead.extend(about.notes.iter().chain(&self.notes).chain(&self.advice).map(|note| (text::NOTE, note.clone())));
        lead
    }

    fn value_row(&self, pane: &Pane, series: &ValueSeries, at: Option<(usize, &AxisSlot)>) -> Vec<Cell> {
        let (unit, currency) = match &pane.unit {
            ValueUnit::Count => ("count", Cell::Empty),
            ValueUnit::Money(currency) => ("minor_units", Cell::text(currency.code())),
            ValueUnit::Rate => ("millionths", Cell::Empty),
        };
        let (value, before) = match at {
            Some((index, _)) => (series.values.get(index), series.before.get(index)),
            None => (Some(&series.total), Some(&series.total_before)),
        };
        let (value, before) = (value.copied().flatten(), before.copied().flatten());
        let span = at.and_then(|(_, slot)| slot.span).unwrap_or(self.span);
        let utc = |time: DateTime<Utc>| Cell::Text(time.to_rfc3339_opts(SecondsFormat::Millis, true));
        let whole = |number: Option<i64>| number.map_or(Cell::Empty, Cell::Whole);
        vec![
            Cell::text(&series.name),
            Cell::text(at.map_or("total", |(_, slot)| slot.full_label.as_str())),
            utc(span.start),
            utc(span.end),
            Cell::text(at.map_or("", |(_, slot)| cover_word(slot.cover))),
            Cell::text(unit),
            currency,
            whole(value.map(CardValue::least)),
            value.map_or(Cell::Empty, |value| decimal(&pane.unit, value)),
            whole(value.and_then(|value| value.of)),
            whole(before.map(CardValue::least)),
            before.map_or(Cell::Empty, |value| decimal(&pane.unit, value)),
            whole(before.and_then(|value| value.of)),
            certainty(value),
            certainty(before),
        ]
    }
}

const COLUMNS: [&str; 15] = [
    "series",
    "group",
    "from_utc",
    "to_utc",
    "cover",
    "unit",
    "currency",
    "value",
    "value_decimal",
    "cases",
    "before",
    "before_decimal",
    "before_cases",
    "certainty",
    "before_certainty",
];

/// How far a value is known; nothing where there is none.
fn certainty(value: Option<CardValue>) -> Cell {
    match value.map(CardValue::is_part) {
        None => Cell::Empty,
        Some(false) => Cell::text("exact"),
        Some(true) => Cell::text("at_least"),
    }
}

/// A pane with the names that it has on the board: titles, a row a slot, and the total where there is one.
fn pane_rows(pane: &Pane) -> Vec<Vec<Cell>> {
    let compared = pane.series.iter().any(|series| series.before.iter().any(Option::is_some));
    let has_cases = pane.series.iter().any(|series| series.values.iter().flatten().any(|value| value.of.is_some()));
    let unit = match &pane.unit {
        ValueUnit::Count | ValueUnit::Rate => String::new(),
        ValueUnit::Money(currency) => format!(", {}", currency.code()),
    };
    let mut titles = vec![Cell::text(if pane.over_time { text::TIME } else { text::GROUP })];
    for series in &pane.series {
        let name = words::series(pane, series);
        let title = format!("{name}{unit}");
        let known = |values: &[Option<CardValue>], title: String| {
            let is_part = values.iter().flatten().any(|value| value.is_part());
            Cell::Text(if is_part { text::at_least_title(title) } else { title })
        };
        titles.push(known(&series.values, title.clone()));
        titles.extend(compared.then(|| known(&series.before, text::before_text(&title))));
        titles.extend(has_cases.then(|| Cell::Text(text::cases_of(&name))));
    }
    let row = |name: String, of: &dyn Fn(&ValueSeries) -> ValueAndBefore| {
        let mut cells = vec![Cell::Text(name)];
        for (value, before) in pane.series.iter().map(of) {
            cells.push(number(&pane.unit, value));
            cells.extend(compared.then(|| number(&pane.unit, before)));
            let cases = value.and_then(|value| value.of).map_or(Cell::Empty, Cell::Whole);
            cells.extend(has_cases.then_some(cases));
        }
        cells
    };
    let slots = pane.slots.iter().enumerate().map(|(index, slot)| {
        let name = if pane.over_time { slot.full_label.clone() } else { words::category(slot) };
        let word = cover_word(slot.cover);
        let name = if word.is_empty() { name } else { format!("{name} ({word})") };
        let at = |values: &[Option<CardValue>]| values.get(index).copied().flatten();
        row(name, &|series| (at(&series.values), at(&series.before)))
    });
    let mut rows = vec![titles];
    rows.extend(slots);
    if pane.slots.len() > 1 && pane.series.iter().any(|series| series.total.is_some()) {
        rows.push(row(text::TOTAL.to_owned(), &|series| (series.total, series.total_before)));
    }
    rows
}

/// A value as a number to calculate with: amounts and percents as decimals.
fn number(unit: &ValueUnit, value: Option<CardValue>) -> Cell {
    match (unit, value) {
        (_, None) => Cell::Empty,
        (ValueUnit::Count, Some(value)) => Cell::Whole(value.least()),
        (ValueUnit::Money(_) | ValueUnit::Rate, Some(value)) => decimal(unit, value),
    }
}

fn decimal(unit: &ValueUnit, value: CardValue) -> Cell {
    match unit {
        ValueUnit::Count => Cell::Empty,
        ValueUnit::Money(currency) => Cell::amount(&Money::new(value.least(), currency.clone())),
        ValueUnit::Rate => Cell::Share(value.least()),
    }
}

fn cover_word(cover: Coverage) -> &'static str {
    match cover {
        Coverage::Whole => "",
        Coverage::Cut => "partial period",
        Coverage::Running => "incomplete",
        Coverage::Ahead => text::NOT_STARTED,
    }
}

fn table(pane: &Pane) -> CardTable {
    let compared = pane.series.iter().any(|series| series.before.iter().any(Option::is_some));
    let first = if pane.over_time { text::TIME } else { text::GROUP };
    let mut header = vec![first.to_owned()];
    for series in &pane.series {
        header.push(series.name.clone());
        if compared {
            header.push(text::before_text(&series.name));
        }
    }
    let text = |value: Option<CardValue>| value.map_or_else(|| "–".to_owned(), |value| value.text(&pane.unit));
    let row = |name: String, of: &dyn Fn(&ValueSeries) -> ValueAndBefore| {
        let mut cells = vec![name];
        for series in &pane.series {
            let (value, before) = of(series);
            cells.push(text(value));
            cells.extend(compared.then(|| text(before)));
        }
        cells
    };
    let slots = pane.slots.iter().enumerate().map(|(index, slot)| {
        let word = cover_word(slot.cover);
        let name = if word.is_empty() { slot.full_label.clone() } else { format!("{} ({word})", slot.full_label) };
        let at = |values: &[Option<CardValue>]| values.get(index).copied().flatten();
        row(name, &|series| (at(&series.values), at(&series.before)))
    });
    let mut rows: Vec<Vec<String>> = slots.collect();
    if pane.slots.len() > 1 {
        rows.push(row(text::TOTAL.to_owned(), &|series| (series.total, series.total_before)));
    }
    CardTable { title: pane.title.clone(), header, rows }
}
