//! Puts a report on its page: title, sentences, charts and tables from the top, definitions at the foot. Where there is
//! much, plots and rows become lower first; then tables are cut, and the page says how much is missing.

use paydesk_domain::report_page::{ReportPage, ReportTable};

use super::charts::ChartRow;
use super::colors::{INK, SUBDUED};
use super::drawing::{Drawing, Point};
use super::foot::Foot;
use super::lines::{SetLine, TextStyle, broken};
use super::report_setter::{Align, LEFT, RIGHT, ReportSetter};
use super::typefaces::Typefaces;
use super::{printable, table};

/// First baseline of the lines at the right of the title.
const ABOUT_TOP: f32 = 90.0;
const ABOUT_LEADING: f32 = 22.0;
const ABOUT_LINES_MAX: usize = 6;
const ABOUT_WIDTH_MAX: f32 = 480.0;
const TITLE_BASELINE: f32 = 105.0;
const PERIOD_BASELINE: f32 = 134.0;
/// Least room between the title and what is right of it.
const TITLE_GAP: f32 = 32.0;
/// Upper edge of the line below the title, and how thick it is.
const HEAD_RULE: f32 = 154.0;
const HEAD_RULE_HEIGHT: f32 = 2.0;
/// From the last baseline above it.
const HEAD_RULE_BELOW: f32 = 20.0;
/// Sizes of the title, of which the first is taken at which it fits.
const TITLE_SIZES: [f32; 4] = [34.0, 30.0, 26.0, 22.0];

/// Where the text of a sentence begins, behind its number.
const SENTENCE_LEFT: f32 = LEFT + 26.0;
const SENTENCE_LEADING: f32 = 28.0;
const SENTENCE_GAP: f32 = 10.0;
/// Most lines of one sentence and of all.
const SENTENCE_LINES_MAX: usize = 4;
const SENTENCES_LINES_MAX: usize = 14;
/// From the line below the title to the first sentence, and from the last one to the charts.
const SENTENCES_ABOVE: f32 = 16.0;
const SENTENCES_BELOW: f32 = 32.0;

/// Least room above the definitions.
const FOOT_GAP: f32 = 24.0;
/// Rows of a table that is cut: one, and how many more there are.
const CUT_ROWS: usize = 2;
/// Height of the line that says what is missing of the page.
const MISSING_HEIGHT: f32 = 22.0;

const TITLE: TextStyle = TextStyle::strong(34.0, INK);
const PERIOD: TextStyle = TextStyle::regular(18.0, INK);
const ABOUT: TextStyle = TextStyle::regular(15.0, SUBDUED);
const NUMBER: TextStyle = TextStyle::strong(16.0, SUBDUED);
const STATEMENT: TextStyle = TextStyle::strong(18.0, INK);
const PROOF: TextStyle = TextStyle::regular(16.0, SUBDUED);
const MISSING: TextStyle = TextStyle::regular(14.0, SUBDUED);

/// How much room charts and tables take.
#[derive(Debug, Clone, Copy)]
struct Spacing {
    plot_height: f32,
    row_height: f32,
    /// Between rows of charts, and below them.
    chart_gap: f32,
    /// Between tables.
    table_gap: f32,
}

const GENEROUS: Spacing = Spacing { plot_height: 190.0, row_height: 32.0, chart_gap: 39.0, table_gap: 20.0 };
const DENSEST: Spacing = Spacing { plot_height: 110.0, row_height: 20.0, chart_gap: 18.0, table_gap: 12.0 };
/// Steps between the two.
const SPACING_STEPS: u8 = 24;

impl Spacing {
    /// From the most generous one to the densest.
    fn all() -> impl Iterator<Item = Self> {
        let between = |generous: f32, densest: f32, step: u8| {
            (generous + (densest - generous) * f32::from(step) / f32::from(SPACING_STEPS)).round()
        };
        (0..=SPACING_STEPS).map(move |step| Self {
            plot_height: between(GENEROUS.plot_height, DENSEST.plot_height, step),
            row_height: between(GENEROUS.row_height, DENSEST.row_height, step),
            chart_gap: between(GENEROUS.chart_gap, DENSEST.chart_gap, step),
            table_gap: between(GENEROUS.table_gap, DENSEST.table_gap, step),
        })
    }
}

/// Returns everything that stands on the page, in its place.
pub fn draw(page: &ReportPage, typefaces: &Typefaces) -> Drawing {
    let page = printable::page(page);
    let mut setter = ReportSetter::new(typefaces);
    let foot = Foot::new(&page.definitions, typefaces);
    let head_bottom = draw_head(&mut setter, &page);
    let top = draw_sentences(&mut setter, &page, head_bottom);
    let body = PageBody { charts: ChartRow::all(&page.charts, typefaces), tables: &page.tables };
    body.draw(&mut setter, top, foot.top() - FOOT_GAP);
    foot.draw(&mut setter);
    setter.finish()
}

/// Draws the title and what is right of it, and returns where the head ends.
fn draw_head(setter: &mut ReportSetter<'_>, page: &ReportPage) -> f32 {
    let about = &page.about[..page.about.len().min(ABOUT_LINES_MAX)];
    let widths = about.iter().map(|line| ABOUT.width(line, setter.typefaces));
    let about_width = widths.fold(0.0, f32::max).min(ABOUT_WIDTH_MAX);
    let room = RIGHT - LEFT - about_width - if about.is_empty() { 0.0 } else { TITLE_GAP };
    let fits = |size: &f32| TITLE.of_size(*size).width(&page.title, setter.typefaces) <= room;
    let [.., smallest] = TITLE_SIZES;
    let size = TITLE_SIZES.into_iter().find(fits).unwrap_or(smallest);
    setter.text_within(&page.title, TITLE.of_size(size), Point::new(LEFT, TITLE_BASELINE), Align::Left, room);
    setter.text_within(&page.period, PERIOD, Point::new(LEFT, PERIOD_BASELINE), Align::Left, room);
    let mut baseline = ABOUT_TOP;
    for line in about {
        setter.text_within(line, ABOUT, Point::new(RIGHT, baseline), Align::Right, ABOUT_WIDTH_MAX);
        baseline += ABOUT_LEADING;
    }
    let rule = HEAD_RULE.max(baseline - ABOUT_LEADING + HEAD_RULE_BELOW);
    setter.rule(LEFT, RIGHT, rule, HEAD_RULE_HEIGHT, INK);
    rule + HEAD_RULE_HEIGHT
}

/// Draws the sentences below `head_bottom`, and returns where the charts begin.
fn draw_sentences(setter: &mut ReportSetter<'_>, page: &ReportPage, head_bottom: f32) -> f32 {
    let mut top = head_bottom + SENTENCES_ABOVE;
    let mut lines_left = SENTENCES_LINES_MAX;
    for (index, sentence) in page.sentences.iter().enumerate() {
        if lines_left == 0 {
            let more = format!("and {} more", page.sentences.len() - index);
            setter.text(&more, PROOF, Point::new(SENTENCE_LEFT, top + 22.0), Align::Left);
            top += SENTENCE_LEADING + SENTENCE_GAP;
            break;
        }
        let statement = format!("{} ", sentence.statement);
        let parts = [(statement.as_str(), STATEMENT), (sentence.proof.as_str(), PROOF)];
        let lines_max = SENTENCE_LINES_MAX.min(lines_left);
        let lines: Vec<SetLine> = broken(&parts, RIGHT - SENTENCE_LEFT, lines_max, setter.typefaces);
        setter.text(&(index + 1).to_string(), NUMBER, Point::new(LEFT, top + 22.0), Align::Left);
        for line in &lines {
            setter.line(line, SENTENCE_LEFT, top + 22.0);
            top += SENTENCE_LEADING;
        }
        lines_left -= lines.len().min(lines_left);
        top += SENTENCE_GAP;
    }
    let gap = if page.sentences.is_empty() { SENTENCES_ABOVE } else { SENTENCES_BELOW - SENTENCE_GAP };
    top + gap
}

/// Charts and tables: what is between the sentences and the definitions.
struct PageBody<'a> {
    charts: Vec<ChartRow<'a>>,
    tables: &'a [ReportTable],
}

impl PageBody<'_> {
    fn draw(&self, setter: &mut ReportSetter<'_>, top: f32, bottom: f32) {
        let fits = |spacing: &Spacing| top + self.height(spacing) <= bottom;
        let spacing = Spacing::all().find(fits).unwrap_or(DENSEST);
        let (charts, top) = self.draw_charts(setter, &spacing, top, bottom);
        let missing_charts: usize = self.charts[charts..].iter().map(ChartRow::len).sum();
        let (tables, top) = self.draw_tables(setter, &spacing, [top, bottom], missing_charts > 0);
        if let Some(missing) = missing_text(missing_charts, self.tables.len() - tables) {
            setter.text(&missing, MISSING, Point::new(LEFT, top + 16.0), Align::Left);
        }
    }

    /// Of everything, without the gap below.
    fn height(&self, spacing: &Spacing) -> f32 {
        let charts = self.charts.iter().map(|row| row.height(spacing.plot_height) + spacing.chart_gap);
        let tables =
            self.tables.iter().map(|table| table::height(table.rows.len(), spacing.row_height) + spacing.table_gap);
        charts.chain(tables).sum::<f32>() - spacing.table_gap
    }

    /// Draws as many rows of charts as leave room for the beginning of each table. Returns how many, and where they
    /// end.
    fn draw_charts(&self, setter: &mut ReportSetter<'_>, spacing: &Spacing, top: f32, bottom: f32) -> (usize, f32) {
        let tables: f32 = self.tables.iter().map(|table| least_height(table, spacing)).sum();
        let mut top = top;
        for (index, row) in self.charts.iter().enumerate() {
            let next = top + row.height(spacing.plot_height) + spacing.chart_gap;
            let missing = if index + 1 < self.charts.len() { MISSING_HEIGHT } else { 0.0 };
            if index > 0 && next + tables + missing - spacing.table_gap > bottom {
                return (index, top);
            }
            row.draw(setter, top, spacing.plot_height);
            top = next;
        }
        (self.charts.len(), top)
    }

    /// Draws as many tables as have room for a row, with as many rows as there is room for. Returns how many tables,
    /// and where they end.
    fn draw_tables(
        &self,
        setter: &mut ReportSetter<'_>,
        spacing: &Spacing,
        [top, bottom]: [f32; 2],
        is_chart_missing: bool,
    ) -> (usize, f32) {
        let room = |shown: usize| {
            let is_missing = is_chart_missing || shown < self.tables.len();
            // What is missing is said in the gap below the last table, and below that.
            bottom - top + if is_missing { -MISSING_HEIGHT } else { spacing.table_gap }
        };
        let least = |shown: usize| self.tables[..shown].iter().map(|table| least_height(table, spacing)).sum::<f32>();
        let shown = (0..=self.tables.len()).rev().find(|shown| least(*shown) <= room(*shown)).unwrap_or(0);
        let tables = &self.tables[..shown];
        let rows = shared_rows(tables, spacing, room(shown) - least(shown));
        let mut top = top;
        for (table, rows) in tables.iter().zip(rows) {
            table::draw(setter, table, top, rows, spacing.row_height);
            top += table::height(rows, spacing.row_height) + spacing.table_gap;
        }
        (shown, top)
    }
}

/// Of a table with as few rows as it can be cut to, and the gap below it.
fn least_height(table: &ReportTable, spacing: &Spacing) -> f32 {
    table::height(table.rows.len().min(CUT_ROWS), spacing.row_height) + spacing.table_gap
}

/// How many rows of each table there is room for, if `room` is left with [`CUT_ROWS`] of each: one for each in turn.
fn shared_rows(tables: &[ReportTable], spacing: &Spacing, room: f32) -> Vec<usize> {
    let mut rows: Vec<usize> = tables.iter().map(|table| table.rows.len().min(CUT_ROWS)).collect();
    let mut left = (room.max(0.0) / spacing.row_height + 0.001) as usize;
    while left > 0 {
        let before = left;
        for (shown, table) in rows.iter_mut().zip(tables) {
            if left > 0 && *shown < table.rows.len() {
                *shown += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    rows
}

/// `and 2 more charts and 1 more table`.
fn missing_text(charts: usize, tables: usize) -> Option<String> {
    let counted = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 more {one}")),
        count => Some(format!("{count} more {one}s")),
    };
    let missing: Vec<String> = [counted(charts, "chart"), counted(tables, "table")].into_iter().flatten().collect();
    (!missing.is_empty()).then(|| format!("and {}", missing.join(" and ")))
}
