//! Charts of a made-up month: what the tests use and the gallery shows.

use std::sync::Arc;

use paydesk_domain::money::Currency;
use paydesk_widgets::chart::{ChartBucket, ChartData, ChartKind, ChartSeries, CountNoun, SeriesColor, ValueUnit};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

/// The days of November 2026.
pub fn days(count: usize) -> Vec<ChartBucket> {
    const WEEK: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    (1..=count)
        .map(|day| ChartBucket::new(format!("{day} Nov"), format!("{} {day} Nov 2026", WEEK[(day - 1) % 7])))
        .collect()
}

/// Numbers that go up and down, the same in every run.
pub fn waves(count: usize, low: i64, high: i64, seed: i64) -> Vec<Option<i64>> {
    let mut state = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let mut at = (low + high) / 2;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let target = low + ((state >> 33) as i64) % (high - low + 1).max(1);
        at = (at * 2 + target * 3) / 5;
        Some(at)
    };
    (0..count).map(|_| next()).collect()
}

pub fn money(code: &str) -> ValueUnit {
    ValueUnit::Money(Currency::iso4217(code))
}

/// Bars of three statuses over `count` days, the last of them not over.
pub fn stacked(count: usize) -> ChartData {
    let tones = [("Won", Tone::Positive), ("Lost", Tone::Danger), ("Needs evidence", Tone::Attention)];
    let series = tones
        .into_iter()
        .enumerate()
        .map(|(at, (name, tone))| ChartSeries::new(name, SeriesColor::Tone(tone), waves(count, 0, 9, at as i64 + 1)));
    ChartData {
        title: "Disputes by status".into(),
        kind: ChartKind::Stacked,
        unit: ValueUnit::Count,
        counted: CountNoun::DISPUTES,
        buckets: days(count),
        series: series.collect(),
        rest: Vec::new(),
        unfinished: Some("Today is not over".into()),
    }
}

pub fn amounts(title: &str, code: &str, low: i64, high: i64) -> ChartData {
    let now = ChartSeries::new("Disputed", SeriesColor::Slot(0), waves(21, low, high, 3)).counts(waves(21, 1, 30, 3));
    let before = ChartSeries::new("30 days before", SeriesColor::Slot(0), waves(21, low, high, 8)).previous();
    ChartData {
        title: title.into(),
        kind: ChartKind::Grouped,
        unit: money(code),
        counted: CountNoun::DISPUTES,
        buckets: days(21),
        series: vec![now, before],
        rest: Vec::new(),
        unfinished: Some("Today is not over".into()),
    }
}

pub fn grouped() -> ChartData {
    let names = ["Pre-dispute", "Dispute", "Pre-arbitration", "Arbitration"];
    let series = names
        .into_iter()
        .enumerate()
        .map(|(at, name)| ChartSeries::new(name, SeriesColor::Slot(at), waves(8, 1, 40, at as i64 + 1)));
    ChartData {
        title: "Disputes by stage".into(),
        kind: ChartKind::Grouped,
        unit: ValueUnit::Count,
        counted: CountNoun::DISPUTES,
        buckets: (38..46)
            .map(|week| ChartBucket::new(format!("Week {week}"), format!("Week {week} of 2026")))
            .collect(),
        series: series.collect(),
        rest: Vec::new(),
        unfinished: None,
    }
}

/// A rate with a gap, another that is whole, and the period before.
pub fn rates() -> ChartData {
    let mut card = waves(21, 880_000, 960_000, 3);
    (card[8], card[9]) = (None, None);
    let counts = waves(21, 120, 900, 2);
    let series = vec![
        ChartSeries::new("EUR", SeriesColor::Slot(0), card).counts(counts.clone()),
        ChartSeries::new("USD", SeriesColor::Slot(1), waves(21, 840_000, 930_000, 5)).counts(counts.clone()),
        ChartSeries::new("EUR, 21 days before", SeriesColor::Slot(0), waves(21, 870_000, 950_000, 9))
            .counts(counts)
            .previous(),
    ];
    ChartData {
        title: "Success rate".into(),
        kind: ChartKind::Lines,
        unit: ValueUnit::Rate,
        counted: CountNoun::PAYMENTS,
        buckets: days(21),
        series,
        rest: Vec::new(),
        unfinished: Some("Today is not over".into()),
    }
}

pub fn statuses() -> ChartData {
    let rows = [
        ("Needs evidence", Icon::Alert, Tone::Attention, 1_204_050, 31),
        ("Under review", Icon::Processing, Tone::Info, 880_000, 22),
        ("Won", Icon::Success, Tone::Positive, 640_075, 18),
        ("Lost", Icon::Failure, Tone::Danger, 312_000, 9),
    ];
    let series = ChartSeries::new("Disputed", SeriesColor::Slot(0), rows.iter().map(|row| Some(row.3)).collect())
        .counts(rows.iter().map(|row| Some(row.4)).collect());
    ChartData {
        title: "Disputed amount by status".into(),
        kind: ChartKind::Categories,
        unit: money("EUR"),
        counted: CountNoun::DISPUTES,
        buckets: rows.iter().map(|row| ChartBucket::category(row.0, Some((row.1, row.2)))).collect(),
        series: vec![series],
        rest: Vec::new(),
        unfinished: None,
    }
}

pub fn reasons() -> ChartData {
    let rows = [
        ("Fraudulent", 412, 380),
        ("Product not received", 230, 250),
        ("Product unacceptable", 96, 70),
        ("Duplicate", 41, 44),
        ("Subscription cancelled", 22, 9),
        ("Credit not processed", 8, 12),
    ];
    let now = ChartSeries::new("Disputes", SeriesColor::Slot(0), rows.iter().map(|row| Some(row.1)).collect());
    let before = ChartSeries::new("30 days before", SeriesColor::Slot(0), rows.iter().map(|row| Some(row.2)).collect());
    ChartData {
        title: "Disputes by reason".into(),
        kind: ChartKind::Categories,
        unit: ValueUnit::Count,
        counted: CountNoun::DISPUTES,
        buckets: rows.iter().map(|row| ChartBucket::category(row.0, None)).collect(),
        series: vec![now, before.previous()],
        rest: Vec::new(),
        unfinished: None,
    }
}

/// Bars or lines of these values, one series.
pub fn plain(title: &str, kind: ChartKind, unit: ValueUnit, values: Vec<Option<i64>>) -> ChartData {
    ChartData {
        title: title.into(),
        kind,
        unit,
        counted: CountNoun::DISPUTES,
        buckets: days(values.len()),
        series: vec![ChartSeries::new("Disputed", SeriesColor::Slot(0), values)],
        rest: Vec::new(),
        unfinished: None,
    }
}

/// Numbers that charts are seldom drawn of: one, none but zeros, negative ones, all there are, and a goal.
pub fn edges() -> Vec<ChartData> {
    let (lines, bars) = (ChartKind::Lines, ChartKind::Stacked);
    let swing = || waves(14, -400_000, 300_000, 4);
    let mut both = plain("Net amount", bars, money("EUR"), swing());
    both.series.push(ChartSeries::new("Refunded", SeriesColor::Slot(1), waves(14, -300_000, 100_000, 7)));
    let mut goal = plain("Dispute rate", lines, ValueUnit::Rate, waves(14, 2_000, 9_000, 4));
    goal.series[0].values[9] = None;
    goal.series[0].few = (0..14).map(|day| day == 4).collect();
    goal.series.push(ChartSeries::goal("Goal 0.75%", 7_500, 14));
    goal.unfinished = Some("Today is not over".into());
    let mut reasons = plain("Net amount by reason", ChartKind::Categories, money("EUR"), vec![]);
    reasons.buckets = ["Fraudulent", "Product not received by the customer in the time agreed", "Duplicate"]
        .map(|name| ChartBucket::category(name, None))
        .to_vec();
    reasons.series[0].values = vec![Some(120_000), Some(0), Some(-45_000)];
    vec![
        plain("One bar", bars, money("EUR"), vec![Some(120_000)]),
        plain("One point", lines, ValueUnit::Rate, vec![Some(920_000)]),
        plain("Zeros", bars, ValueUnit::Count, vec![Some(0); 14]),
        plain("Zero amounts", lines, money("EUR"), vec![Some(0); 14]),
        plain("Negative amounts", ChartKind::Grouped, money("EUR"), vec![Some(-120_000); 7]),
        both,
        plain("All of them", lines, ValueUnit::Rate, vec![Some(1_000_000); 14]),
        goal,
        reasons,
        plain("Largest amounts", bars, money("EUR"), vec![Some(i64::MAX), Some(1), Some(i64::MAX / 2)]),
    ]
}

pub fn shared(data: ChartData) -> Arc<ChartData> {
    Arc::new(data)
}
