//! Pictures of the core as what charts and numbers take: made once for each picture, not each frame.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::changes::{ChangeLine, change_lines};
use super::chart_series::{PaneSeries, drawn};
use super::numbers::{Tile, measure_tiles, open_tiles};
use super::results::{ResultLine, result_lines};
use super::shares::{ShareLine, share_lines};
use super::text;
use super::wording;
use paydesk_core::features::analytics::words;
use paydesk_core::features::analytics::{
    AxisSlot, CardContent, CardId, ChartStyle, Coverage, Dimension, DisputeGoals, DrillDown, Measure, NoRows, Pane,
    ValueSeries, ValueUnit,
};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::dispute_report::OpenDisputeRow;
use paydesk_domain::number_text::{CountNoun, percent};
use paydesk_widgets::chart::{self, ChartBucket, ChartClick, ChartData, SeriesColor};

/// Charts with more series than this do not show the period before, others that of the first: lines would cross lines.
const COMPARED_MAX: usize = 2;

/// Everything drawn of one picture.
pub struct Prepared {
    /// Of its card, and of the card that says which of its times are decided.
    pub version: (u64, u64),
    /// Nothing is known of what it shows: it is not drawn.
    pub is_off: bool,
    pub goals: DisputeGoals,
    pub charts: Vec<Chart>,
    pub tiles: Vec<Tile>,
    pub changes: Vec<ChangeLine>,
    pub results: Vec<ResultLine>,
    pub shares: Vec<ShareLine>,
    pub disputes: Vec<OpenDisputeRow>,
}

/// One chart: a pane of the picture, or one series of its categories.
pub struct Chart {
    /// Names it among the charts of its card: `EUR`, `Disputes`.
    pub name: String,
    pub definition: String,
    /// What must be known of what it leaves out.
    pub note: Option<String>,
    pub data: Arc<ChartData>,
    /// Whether it can show the period before: over time, with so few series that lines do not cross lines.
    pub compares: bool,
    pane: usize,
    /// The series of the picture behind each of the chart: several behind the sum of the rest.
    behind: Vec<Vec<usize>>,
}

impl Prepared {
    /// `goals` are lines in the charts of what they are for.
    pub fn new(
        id: CardId,
        picture: &CardContent,
        version: (u64, u64),
        goals: DisputeGoals,
        undecided: &BTreeSet<usize>,
    ) -> Self {
        let (charts, tiles, changes) = (Vec::new(), Vec::new(), Vec::new());
        let (results, shares, disputes) = (Vec::new(), Vec::new(), Vec::new());
        // Many services report neither a day of decision nor the country of a card.
        let may_be_off = matches!(id, CardId::DecidedOverTime | CardId::DisputedByCountry);
        let is_off = may_be_off && picture.panes.is_empty();
        let mut prepared = Self { version, is_off, goals, charts, tiles, changes, results, shares, disputes };
        match (id, id.look()) {
            (CardId::OpenDisputes, _) => prepared.tiles = open_tiles(picture),
            (_, ChartStyle::Figures) => prepared.tiles = measure_tiles(picture),
            (_, ChartStyle::Changes) => prepared.changes = change_lines(id, picture),
            (_, ChartStyle::Results) => prepared.results = result_lines(picture),
            (_, ChartStyle::Shares) => prepared.shares = share_lines(picture),
            (_, ChartStyle::Disputes) => prepared.disputes.clone_from(&picture.disputes),
            (_, ChartStyle::Source) => {}
            (_, look) => prepared.charts = self::charts(id, (picture, undecided), look, goals),
        }
        prepared
    }
}

impl Chart {
    /// Whether it would be one bar: its number says as much.
    pub fn is_of_one_group(&self) -> bool {
        self.data.kind == chart::ChartKind::Categories && self.data.buckets.len() == 1
    }

    /// The number of its only group, written out.
    pub fn only_number(&self) -> Option<String> {
        self.is_of_one_group().then(|| self.data.bucket_text(0, |_| true))
    }

    /// The rows behind what was clicked.
    pub fn drill(&self, picture: &CardContent, click: ChartClick) -> Result<DrillDown, NoRows> {
        // What is compared with leads to what it is compared to.
        let only = self.behind.first().filter(|_| self.behind.len() == 1);
        match click.series.and_then(|series| self.behind.get(series)).or(only).map(Vec::as_slice) {
            Some([series]) => picture.drill(self.pane, *series, click.bucket),
            Some(several) => picture.drill_sum(self.pane, several, click.bucket),
            None => picture.drill_slot(self.pane, click.bucket),
        }
    }
}

/// Whether every pane is a card of its own: amounts of a currency beside each other, each with its own axis.
pub fn side_by_side(id: CardId) -> bool {
    matches!(id, CardId::DisputedOverTime | CardId::ProcessedOverTime | CardId::CustomQuery)
}

fn charts(
    id: CardId,
    (picture, undecided): (&CardContent, &BTreeSet<usize>),
    look: ChartStyle,
    goals: DisputeGoals,
) -> Vec<Chart> {
    let panes = picture.panes.iter().enumerate().filter(|(_, pane)| !pane.slots.is_empty() && !pane.series.is_empty());
    let mut charts = Vec::new();
    for (at, pane) in panes {
        if pane.over_time {
            charts.push(over_time(id, (picture, undecided), (at, pane), look, goals));
        } else {
            charts.extend((0..pane.series.len()).map(|series| by_category(id, picture, (at, pane), series, goals)));
        }
    }
    if picture.empty || charts.is_empty() {
        return vec![nothing(id, picture)];
    }
    let several = side_by_side(id) && charts.len() > 1;
    for chart in &mut charts {
        let title = match id {
            CardId::CustomQuery => shown_in(&picture.panes[chart.pane], chart),
            _ if several => format!("{} · {}", chart.name, id.title()),
            _ => continue,
        };
        chart.data = Arc::new(ChartData { title, ..(*chart.data).clone() });
    }
    charts
}

/// What a chart of one's own question shows: `Processed amount · EUR`.
fn shown_in(pane: &Pane, chart: &Chart) -> String {
    let mut names: Vec<&str> = Vec::new();
    for series in chart.behind.iter().flatten().map(|index| &pane.series[*index]) {
        let name = series.measure.map_or(series.name.as_str(), |measure| measure.name());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match &pane.unit {
        ValueUnit::Money(_) => format!("{} · {}", names.join(", "), pane.title),
        ValueUnit::Count | ValueUnit::Rate => names.join(", "),
    }
}

/// A chart without a number: its card says so.
fn nothing(id: CardId, picture: &CardContent) -> Chart {
    let data = data(id, picture, chart::ChartKind::Categories, &ValueUnit::Count);
    let (name, definition) = (String::new(), String::new());
    Chart { name, definition, note: None, data: Arc::new(data), compares: true, pane: 0, behind: Vec::new() }
}

fn data(id: CardId, picture: &CardContent, kind: chart::ChartKind, unit: &ValueUnit) -> ChartData {
    ChartData {
        title: id.title().to_owned(),
        kind,
        unit: unit.clone(),
        counted: match id {
            CardId::DisputeRate | CardId::DisputedByTime => CountNoun::PAYMENTS,
            _ => wording::counted(picture.subject),
        },
        buckets: Vec::new(),
        series: Vec::new(),
        rest: Vec::new(),
        unfinished: None,
    }
}

fn over_time(
    id: CardId,
    (picture, undecided): (&CardContent, &BTreeSet<usize>),
    (at, pane): (usize, &Pane),
    look: ChartStyle,
    goals: DisputeGoals,
) -> Chart {
    let kind = match (&pane.unit, look) {
        (ValueUnit::Rate, _) | (_, ChartStyle::Lines) => chart::ChartKind::Lines,
        (ValueUnit::Count, _) => chart::ChartKind::Stacked,
        (ValueUnit::Money(_), _) if words::one_measure(pane) => chart::ChartKind::Stacked,
        (ValueUnit::Money(_), _) => chart::ChartKind::Grouped,
    };
    let PaneSeries { drawn: mut series, behind, rest, note } = PaneSeries::of(pane);
    match id {
        CardId::DisputedByTime => {
            series.iter_mut().for_each(|series| mark(series, undecided, "Disputes still to come"))
        }
        _ => mark_undecided(&mut series, &behind, pane, undecided),
    }
    // The first part of a stack alone compares with nothing that is drawn.
    let most = if kind == chart::ChartKind::Stacked { 1 } else { COMPARED_MAX };
    let compares = pane.series.len() <= most;
    let compared = pane.series.first().filter(|series| compares && has_before(series));
    let color = series.first().map_or(SeriesColor::Slot(0), |series| series.color);
    series.extend(compared.map(|compared| {
        let name = match pane.series.len() {
            1 => text::BEFORE.to_owned(),
            _ => text::before(words::series(pane, compared)),
        };
        let covers = pane.slots.iter().map(|slot| slot.label_before.clone()).collect();
        chart::ChartSeries { covers, ..drawn(name, color, &compared.before).previous() }
    }));
    let is_rate = id == CardId::DisputeRate;
    if let Some(first) = series.first_mut().filter(|_| is_rate) {
        first.hits = text::DISPUTES;
    }
    let goal = goals.by_count.filter(|_| is_rate);
    series.extend(goal.map(|goal| goal_of(goal, pane.slots.len())));
    let running = pane.slots.last().is_some_and(|slot| slot.cover == Coverage::Running);
    let data = ChartData {
        buckets: pane.slots.iter().map(bucket).collect(),
        series,
        rest,
        unfinished: running.then(|| "Incomplete".to_owned()),
        ..data(id, picture, kind, &pane.unit)
    };
    let name = if id == CardId::DisputeRate { "Over time".to_owned() } else { pane_name(pane) };
    let definition = definition(&pane.series);
    Chart { name, definition, note, data: Arc::new(data), compares, pane: at, behind }
}

/// Marks the outcomes of times whose disputes are not decided enough.
fn mark_undecided(drawn: &mut [chart::ChartSeries], behind: &[Vec<usize>], pane: &Pane, undecided: &BTreeSet<usize>) {
    let is_outcome = |behind: &Vec<usize>| behind.iter().any(|index| is_outcome(&pane.series[*index]));
    for (series, _) in drawn.iter_mut().zip(behind).filter(|(_, behind)| is_outcome(behind)) {
        mark(series, undecided, "Less than 80% decided");
    }
}

/// Marks the values of these slots, which may still change.
fn mark(series: &mut chart::ChartSeries, slots: &BTreeSet<usize>, name: &'static str) {
    series.provisional = (0..series.values.len()).map(|slot| slots.contains(&slot)).collect();
    series.provisional_name = name;
}

/// Whether a series shows how disputes ended.
fn is_outcome(series: &ValueSeries) -> bool {
    let is_decided = |(dimension, word): &(Dimension, Option<String>)| {
        let status = word.as_deref().filter(|_| *dimension == Dimension::DisputeStatus);
        status.is_some_and(|word| !DisputeStatus::from_word(word).takes_evidence())
    };
    series.measure.is_some_and(Measure::is_outcome) || series.dimension_values.iter().any(is_decided)
}

/// A goal as a line over so many buckets, or a mark on the bar of each.
fn goal_of(goal: i64, buckets: usize) -> chart::ChartSeries {
    chart::ChartSeries::goal(text::goal(percent(goal, 2)), goal, buckets)
}

/// Whether there was anything in the period before.
fn has_before(series: &ValueSeries) -> bool {
    series.before.iter().flatten().any(|value| value.least() != 0 || value.of.is_some())
}

fn by_category(
    id: CardId,
    picture: &CardContent,
    (at, pane): (usize, &Pane),
    series: usize,
    goals: DisputeGoals,
) -> Chart {
    let shown = &pane.series[series];
    let name = match &pane.unit {
        ValueUnit::Count | ValueUnit::Rate => shown.name.clone(),
        ValueUnit::Money(_) => format!("{}, {}", shown.name, pane.title),
    };
    let buckets = pane.slots.iter().map(|slot| {
        let label = words::category(slot);
        ChartBucket { full: full_label(slot, &label), label, status: wording::look(&slot.dimension_values) }
    });
    let goals = if series == 0 { goals.by_count } else { goals.by_amount };
    let goal = goals.filter(|_| id == CardId::DisputeRate).map(|goal| goal_of(goal, pane.slots.len()));
    let data = ChartData {
        buckets: buckets.collect(),
        series: std::iter::once(drawn(shown.name.clone(), SeriesColor::Slot(0), &shown.values)).chain(goal).collect(),
        ..data(id, picture, chart::ChartKind::Categories, &pane.unit)
    };
    let definition = shown.definition.to_owned();
    Chart { name, definition, note: None, data: Arc::new(data), compares: false, pane: at, behind: vec![vec![series]] }
}

fn full_label(slot: &AxisSlot, label: &str) -> String {
    if slot.full_label == slot.label { label.to_owned() } else { slot.full_label.clone() }
}

fn bucket(slot: &AxisSlot) -> ChartBucket {
    let full = match slot.cover {
        Coverage::Cut => text::partial_period(&slot.full_label),
        Coverage::Whole | Coverage::Running | Coverage::Ahead => slot.full_label.clone(),
    };
    ChartBucket::new(slot.label.clone(), full)
}

fn pane_name(pane: &Pane) -> String {
    match &pane.unit {
        ValueUnit::Money(_) => pane.title.clone(),
        ValueUnit::Count => text::COUNTS.to_owned(),
        ValueUnit::Rate => text::RATES.to_owned(),
    }
}

fn definition(series: &[ValueSeries]) -> String {
    let mut sentences: Vec<String> = Vec::new();
    for series in series.iter().filter(|series| !series.definition.is_empty()) {
        let name = series.measure.map_or(series.name.as_str(), |measure| measure.name());
        let sentence = format!("{name}: {}", series.definition);
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences.join("\n")
}
