//! Charts over time and by category: pointer, keyboard, legend, zoom, table.

use egui::accesskit::Toggled;
use egui::{Event, Key, Modifiers, MouseWheelUnit, Pos2, Rect, Shape, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_widgets::board_card::Sheet;
use paydesk_widgets::chart::{
    ChartBucket, ChartClick, ChartData, ChartKind, ChartSeries, ChartView, CountNoun, SeriesColor, ValueUnit, chart_ui,
};

use super::super::kit::harness;
use super::super::layout::is_whole;
use super::{Shown, samples, show};

/// Ten days of two series: 40 won and 20 lost each day, so that places are known.
fn even(kind: ChartKind) -> ChartData {
    let series = [("Won", 40), ("Lost", 20)];
    ChartData {
        title: "Outcomes".into(),
        kind,
        unit: ValueUnit::Count,
        counted: CountNoun::DISPUTES,
        buckets: (1..=10).map(|day| ChartBucket::new(format!("{day} Nov"), format!("{day} Nov 2026"))).collect(),
        series: series
            .into_iter()
            .enumerate()
            .map(|(at, (name, value))| ChartSeries::new(name, SeriesColor::Slot(at), vec![Some(value); 10]))
            .collect(),
        rest: Vec::new(),
        unfinished: None,
    }
}

fn plot(chart: &Harness<'_, Shown>) -> Rect {
    chart.get_by_label("Outcomes, chart").rect()
}

/// The middle of a bucket, at a part of the height from below.
fn place(chart: &Harness<'_, Shown>, bucket: usize, up: f32) -> Pos2 {
    let plot = plot(chart);
    pos2(plot.left() + plot.width() * (bucket as f32 + 0.5) / 10.0, plot.bottom() - plot.height() * up)
}

fn click(chart: &mut Harness<'_, Shown>, at: Pos2) {
    chart.hover_at(at);
    chart.run();
    chart.drag_at(at);
    chart.drop_at(at);
    chart.run();
}

fn value(chart: &Harness<'_, Shown>) -> String {
    chart.get_by_label("Outcomes, chart").accesskit_node().value().unwrap_or_default()
}

#[test]
fn a_chart_has_a_name_and_a_sentence() {
    let chart = show(even(ChartKind::Stacked));
    let node = chart.get_by_label("Outcomes, chart");
    let said = node.accesskit_node().data().description().map(str::to_owned);
    let sentence = "Bars of Won, Lost from 1 Nov 2026 to 10 Nov 2026; highest 60 disputes, 1 Nov 2026";
    assert_eq!(said.as_deref(), Some(sentence));
}

#[test]
fn a_click_on_a_bar_gives_exactly_its_bucket_and_series() {
    let mut chart = show(even(ChartKind::Stacked));
    for bucket in [0, 4, 9] {
        let at = place(&chart, bucket, 0.3);
        click(&mut chart, at);
        let at = place(&chart, bucket, 0.8);
        click(&mut chart, at);
        let at = place(&chart, bucket, 0.985);
        click(&mut chart, at);
        let expected = [Some(0), Some(1), None].map(|series| ChartClick { bucket, series });
        assert_eq!(std::mem::take(&mut chart.state_mut().clicks), expected);
    }
}

#[test]
fn of_bars_side_by_side_the_one_under_the_pointer_is_given() {
    let mut chart = show(even(ChartKind::Grouped));
    let width = plot(&chart).width() / 10.0;
    let middle = place(&chart, 3, 0.2);
    for (aside, series) in [(-0.15, 0), (0.15, 1)] {
        click(&mut chart, middle + vec2(width * aside, 0.0));
        assert_eq!(chart.state().clicks.last(), Some(&ChartClick { bucket: 3, series: Some(series) }));
    }
}

#[test]
fn of_lines_the_near_one_is_given_and_far_from_all_the_bucket_alone() {
    let mut chart = show(even(ChartKind::Lines));
    let top = 40.0 * (1.0 + 1.0 / 16.0);
    for (value, series) in [(40.0, Some(0)), (20.0, Some(1)), (30.0, None)] {
        let at = place(&chart, 6, value / top);
        click(&mut chart, at);
        assert_eq!(chart.state().clicks.last(), Some(&ChartClick { bucket: 6, series }), "{value}");
    }
}

#[test]
fn under_the_pointer_every_series_is_reported_exactly() {
    let mut chart = show(samples::amounts("Outcomes", "EUR", 123_456, 123_456));
    let plot = plot(&chart);
    chart.hover_at(plot.center());
    chart.run();
    chart.get_by_label("Wed 11 Nov 2026");
    assert!(chart.get_all_by_label_contains("1,234.56 EUR in").count() >= 1);
    chart.get_by_label("1,234.56 EUR");
}

#[test]
fn arrows_move_over_the_buckets_and_what_they_stand_on_is_said() {
    let mut chart = show(even(ChartKind::Stacked));
    chart.get_by_label("Outcomes, chart").focus();
    chart.run();
    assert_eq!(value(&chart), "10 Nov 2026: Won 40 disputes, Lost 20 disputes");
    for _ in 0..3 {
        chart.key_press(Key::ArrowLeft);
        chart.run();
    }
    assert_eq!(value(&chart), "7 Nov 2026: Won 40 disputes, Lost 20 disputes");
    chart.key_press(Key::ArrowDown);
    chart.run();
    assert_eq!(value(&chart), "7 Nov 2026: Won 40 disputes");
    chart.key_press(Key::ArrowDown);
    chart.run();
    assert_eq!(value(&chart), "7 Nov 2026: Lost 20 disputes");
    chart.key_press(Key::Enter);
    chart.run();
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 6, series: Some(1) }]);
    chart.key_press(Key::Home);
    chart.run();
    chart.key_press(Key::ArrowLeft);
    chart.run();
    assert_eq!(value(&chart), "1 Nov 2026: Lost 20 disputes");
    assert!(chart.get_by_label("Outcomes, chart").is_focused(), "arrows must not leave the chart");
}

#[test]
fn enter_on_a_whole_bucket_gives_no_series() {
    let mut chart = show(even(ChartKind::Stacked));
    chart.get_by_label("Outcomes, chart").focus();
    chart.run();
    chart.key_press(Key::Enter);
    chart.run();
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 9, series: None }]);
}

#[test]
fn the_legend_hides_a_series_and_shows_it_again_by_pointer_and_keyboard() {
    let mut chart = show(even(ChartKind::Stacked));
    chart.get_by_label("Show Won").click();
    chart.run();
    assert_eq!(chart.get_by_label("Show Won").accesskit_node().toggled(), Some(Toggled::False));
    let at = place(&chart, 2, 0.8);
    click(&mut chart, at);
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 2, series: Some(1) }], "the other one fills the room");
    chart.get_by_label("Show Won").focus();
    chart.run();
    chart.key_press(Key::Space);
    chart.run();
    assert_eq!(chart.get_by_label("Show Won").accesskit_node().toggled(), Some(Toggled::True));
}

#[test]
fn where_every_series_is_hidden_the_plot_says_so() {
    let mut chart = show(even(ChartKind::Lines));
    for name in ["Show Won", "Show Lost"] {
        assert!(!is_whole(&chart, "All series are hidden: choose one above"));
        chart.get_by_label(name).click();
        chart.run();
    }
    assert!(is_whole(&chart, "All series are hidden: choose one above"));
}

#[test]
fn a_chart_of_one_series_has_no_legend_to_hide_it() {
    let mut data = even(ChartKind::Stacked);
    data.series.truncate(1);
    let chart = show(data);
    assert!(chart.query_by_label("Show Won").is_none());
}

fn wheel(chart: &mut Harness<'_, Shown>, modifiers: Modifiers) {
    let at = place(chart, 5, 0.5);
    chart.hover_at(at);
    chart.run();
    chart.input_mut().events.push(Event::ModifiersChanged(modifiers));
    chart.input_mut().events.push(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers,
    });
    // The wheel is smoothed over some frames.
    chart.run_steps(12);
    chart.input_mut().events.push(Event::ModifiersChanged(Modifiers::NONE));
    chart.run();
}

#[test]
fn the_wheel_zooms_with_the_modifier_only_and_a_button_leads_back() {
    let mut chart = show(even(ChartKind::Stacked));
    wheel(&mut chart, Modifiers::NONE);
    assert!(!chart.state().view.is_zoomed(), "scrolling the page must not zoom");
    wheel(&mut chart, Modifiers::COMMAND);
    assert!(chart.state().view.is_zoomed());
    chart.get_by_label("Reset zoom").click();
    chart.run();
    assert!(!chart.state().view.is_zoomed());
    assert!(chart.query_by_label("Reset zoom").is_none());
}

#[test]
fn a_drag_zooms_into_its_buckets_and_is_no_click() {
    let mut chart = show(even(ChartKind::Stacked));
    let (from, to) = (place(&chart, 2, 0.5), place(&chart, 4, 0.5));
    drag(&mut chart, from, to);
    assert!(chart.state().view.is_zoomed());
    assert_eq!(chart.state().clicks, []);
    let plot = plot(&chart);
    click(&mut chart, pos2(plot.left() + plot.width() / 6.0, plot.bottom() - 20.0));
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 2, series: Some(0) }], "three buckets fill the room");
}

fn drag(chart: &mut Harness<'_, Shown>, from: Pos2, to: Pos2) {
    chart.hover_at(from);
    chart.run();
    chart.drag_at(from);
    chart.run();
    chart.hover_at(to);
    chart.run();
    chart.drop_at(to);
    chart.run();
}

#[test]
fn a_drag_in_a_zoomed_chart_moves_it_but_not_beyond_its_days() {
    let mut chart = show(even(ChartKind::Stacked));
    let (from, to) = (place(&chart, 4, 0.5), place(&chart, 5, 0.5));
    drag(&mut chart, from, to);
    let (left, right) = (place(&chart, 2, 0.5), place(&chart, 7, 0.5));
    drag(&mut chart, left, right);
    let plot = plot(&chart);
    let at = pos2(plot.left() + plot.width() * 0.25, plot.bottom() - 20.0);
    click(&mut chart, at);
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 3, series: Some(0) }], "half of the room is one day");
    for _ in 0..8 {
        drag(&mut chart, left, right);
    }
    click(&mut chart, at);
    assert_eq!(chart.state().clicks.last(), Some(&ChartClick { bucket: 0, series: Some(0) }), "the first day is left");
}

#[test]
fn charts_of_the_same_days_are_zoomed_and_shown_whole_together() {
    let datas = ["Outcomes", "Others"].map(|title| ChartData { title: title.into(), ..even(ChartKind::Stacked) });
    let state: Vec<_> = datas.map(|data| (std::sync::Arc::new(data), ChartView::default())).into();
    let mut charts = harness(state, |ui, charts| {
        for (data, view) in charts {
            ui.push_id(&data.title, |ui| chart_ui(ui, data, view, 200.0));
        }
    });
    charts.run();
    let zoomed = |charts: &Harness<'_, Vec<(_, ChartView)>>| -> Vec<bool> {
        charts.state().iter().map(|(_, view): &(std::sync::Arc<ChartData>, _)| view.is_zoomed()).collect()
    };
    charts.get_by_label("Outcomes, chart").focus();
    charts.run();
    charts.key_press(Key::Plus);
    charts.run();
    assert_eq!(zoomed(&charts), [true, true]);
    charts.key_press(Key::Num0);
    charts.run();
    assert_eq!(zoomed(&charts), [false, false]);
}

#[test]
fn charts_of_nothing_of_one_point_of_zeros_and_of_negative_numbers_are_drawn_and_go_by_keyboard() {
    let kinds = [ChartKind::Stacked, ChartKind::Grouped, ChartKind::Lines, ChartKind::Categories];
    let empty = kinds.map(|kind| samples::plain("None", kind, ValueUnit::Count, Vec::new()));
    let unknown = kinds.map(|kind| samples::plain("Unknown", kind, samples::money("EUR"), vec![None; 3]));
    for data in empty.into_iter().chain(unknown).chain(samples::edges()) {
        let (title, full) = (data.title.clone(), data.buckets.len());
        let mut chart = show(data);
        let name = format!("{title}, chart");
        let center = chart.get_by_label(&name).rect().center();
        click(&mut chart, center);
        chart.get_by_label(&name).focus();
        chart.run();
        for key in [Key::End, Key::ArrowLeft, Key::ArrowDown, Key::Plus, Key::Minus, Key::Home, Key::Enter] {
            chart.key_press(key);
            chart.run();
        }
        let opened = chart.state().clicks.last().map(|click| click.bucket);
        assert_eq!(opened, (full > 0).then_some(0), "{title}");
    }
}

#[test]
fn the_axis_of_values_ends_at_zero_and_at_all_of_them() {
    for days in [2, 30, 365] {
        let values = (0..days).map(|day| Some(if day % 2 == 0 { 0 } else { 1_000_000 })).collect();
        let chart = show(samples::plain("Win rate", ChartKind::Lines, ValueUnit::Rate, values));
        assert!(is_whole(&chart, "0%") && is_whole(&chart, "100%"), "{days}");
        assert!(!is_whole(&chart, "110%") && !is_whole(&chart, "120%"), "{days}");
    }
    let chart = show(samples::plain("Win rate", ChartKind::Lines, ValueUnit::Rate, vec![Some(1_000_000); 7]));
    assert!(is_whole(&chart, "99.0%") && is_whole(&chart, "100.0%") && !is_whole(&chart, "101.0%"));
    let amounts = samples::plain("Net", ChartKind::Stacked, samples::money("EUR"), vec![Some(1_234_500); 30]);
    let chart = show(amounts);
    assert!(["EUR", "0", "2,000", "12,000"].into_iter().all(|text| is_whole(&chart, text)));
}

#[test]
fn the_table_has_every_number_of_the_chart() {
    let chart = show(samples::rates());
    let data = chart.state().data.clone();
    let sheet = Sheet::of(&data);
    assert_eq!(sheet.rows.len(), data.buckets.len());
    for (bucket, row) in sheet.rows.iter().enumerate() {
        for (at, series) in data.series.iter().enumerate() {
            let value = series.value(bucket).map(|value| data.unit.text(value)).unwrap_or_default();
            assert_eq!(row[1 + 2 * at], value);
            let count = series.count(bucket).map(|count| count.to_string()).unwrap_or_default();
            assert_eq!(row[2 + 2 * at], count);
        }
    }
    assert_eq!(sheet.rows[20][0], "Sat 21 Nov 2026, incomplete");
}

#[test]
fn a_table_of_a_rate_has_what_it_counts_and_of_how_many_and_no_goal() {
    let mut data = samples::rates();
    for series in &mut data.series {
        series.hits = "Disputes";
    }
    data.series.truncate(1);
    let (values, counts) = (data.series[0].values.clone(), data.series[0].counts.clone());
    let before = ChartSeries::new("Before", SeriesColor::Slot(0), values.clone()).counts(counts.clone()).previous();
    data.series.push(before);
    data.series.push(ChartSeries::goal("Goal 3.00%", 30_000, data.buckets.len()));
    let (sheet, name) = (Sheet::of(&data), data.series[0].name.clone());
    assert_eq!(sheet.titles[..3], ["Time", "Disputes", "Payments"]);
    assert_eq!(sheet.titles[3..], [name, "Before".to_owned()]);
    let bucket = values.iter().position(|value| value.is_some_and(|value| value > 0)).unwrap();
    let (rate, cases) = (values[bucket].unwrap(), counts[bucket].unwrap());
    let hits: i64 = sheet.rows[bucket][1].parse().unwrap();
    assert!((hits * 1_000_000 - rate * cases).abs() <= 500_000, "{hits} of {cases} are {rate}");
}

#[test]
fn few_cases_have_a_mark_and_an_entry_of_their_own_and_are_not_called_incomplete() {
    let mut data = samples::rates();
    let buckets = data.buckets.len();
    let chart = show(data.clone());
    assert!(chart.query_by_label("Fewer than 10 cases").is_none());
    data.series[0].few = (0..buckets).map(|bucket| bucket == 1).collect();
    let chart = show(data);
    assert!(chart.query_by_label("Fewer than 10 cases").is_some());
}

#[test]
fn a_category_is_named_with_value_count_and_share_and_leads_to_its_rows() {
    let mut chart = show(samples::statuses());
    chart.get_by_label("Won: 6,400.75 EUR in 18 disputes, 21.1%").click();
    chart.run();
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 2, series: Some(0) }]);
    chart.get_by_label("Disputed amount by status, chart").focus();
    chart.run();
    chart.key_press(Key::ArrowDown);
    chart.run();
    chart.key_press(Key::Enter);
    chart.run();
    assert_eq!(chart.state().clicks.last(), Some(&ChartClick { bucket: 3, series: Some(0) }), "from the one clicked");
}

#[test]
fn a_share_of_money_is_not_reported_without_a_count() {
    let mut data = samples::statuses();
    data.series[0].counts.clear();
    let chart = show(data);
    chart.get_by_label("Won: 6,400.75 EUR");
}

#[test]
fn what_is_not_over_is_said_in_words() {
    let mut chart = show(samples::stacked(10));
    chart.get_by_label("Today is not over");
    chart.get_by_label("Disputes by status, chart").focus();
    chart.run();
    let node = chart.get_by_label("Disputes by status, chart");
    assert!(node.accesskit_node().value().is_some_and(|value| value.ends_with("Today is not over")));
}

/// How many shapes of a chart pass a test.
fn count(data: ChartData, which: impl Fn(&Shape) -> bool) -> usize {
    show(data).output().shapes.iter().filter(|drawn| which(&drawn.shape)).count()
}

#[test]
fn every_point_has_a_mark_or_none_but_the_one_that_no_line_leads_to() {
    let circles = |data| count(data, |shape| matches!(shape, Shape::Circle(_)));
    let line = |days: usize| samples::plain("Rate", ChartKind::Lines, ValueUnit::Rate, vec![Some(500_000); days]);
    assert_eq!((circles(line(21)), circles(line(200))), (2 * 21, 0), "a ring and what is in it");
    let mut broken = line(200);
    (broken.series[0].values[9], broken.series[0].values[11]) = (None, None);
    assert_eq!(circles(broken), 2);
}

#[test]
fn stripes_are_in_bars_of_a_time_that_is_not_over_and_nowhere_else() {
    let is_stripe = |shape: &Shape| match shape {
        Shape::LineSegment { points: [from, to], .. } => from.x != to.x && from.y != to.y,
        _ => false,
    };
    for kind in [ChartKind::Stacked, ChartKind::Grouped] {
        let over = ChartData { kind, unfinished: None, ..samples::stacked(10) };
        let running = ChartData { kind, ..samples::stacked(10) };
        assert_eq!((count(over, is_stripe), count(running, is_stripe) > 9), (0, true), "{kind:?}");
    }
    for data in [samples::statuses(), samples::reasons()] {
        assert_eq!(count(data, is_stripe), 0);
    }
}

#[test]
fn however_many_values_there_are_no_more_is_drawn_than_the_room_shows() {
    for kind in [ChartKind::Stacked, ChartKind::Grouped, ChartKind::Lines] {
        let values = |seed| samples::waves(10_000, 0, 900, seed);
        let mut data = samples::plain("Long", kind, ValueUnit::Count, values(1));
        data.series.push(ChartSeries::new("Other", SeriesColor::Slot(1), values(2)));
        data.series.push(ChartSeries::new("Before", SeriesColor::Slot(0), values(3)).previous());
        let drawn = show(data).output().shapes.len();
        assert!((20..1_000).contains(&drawn), "{kind:?} of {drawn} shapes");
    }
}

#[test]
fn where_many_days_have_one_bar_a_click_opens_the_day_that_is_drawn() {
    let mut values: Vec<Option<i64>> = vec![Some(1); 10_000];
    values[5_003] = Some(900);
    let mut chart = show(samples::plain("Outcomes", ChartKind::Stacked, ValueUnit::Count, values));
    let plot = plot(&chart);
    click(&mut chart, pos2(plot.left() + plot.width() * 0.500_1, plot.center().y));
    assert_eq!(chart.state().clicks, [ChartClick { bucket: 5_003, series: Some(0) }]);
}

#[test]
fn a_chart_that_stands_still_asks_for_no_frame() {
    let chart = show(samples::rates());
    let delay = chart.output().viewport_output.values().map(|viewport| viewport.repaint_delay).min();
    assert!(delay.is_none_or(|delay| delay > std::time::Duration::from_secs(60)), "{delay:?}");
}

#[test]
fn other_numbers_of_the_same_days_keep_what_is_hidden_and_zoomed() {
    let mut chart = show(even(ChartKind::Stacked));
    chart.get_by_label("Show Lost").click();
    chart.run();
    wheel(&mut chart, Modifiers::COMMAND);
    let mut newer = even(ChartKind::Stacked);
    newer.series[0].values[3] = Some(900);
    chart.state_mut().data = newer.into();
    chart.run();
    assert!(chart.state().view.is_zoomed());
    assert_eq!(chart.get_by_label("Show Lost").accesskit_node().toggled(), Some(Toggled::False));
}

#[test]
fn a_picture_has_no_box_of_a_series_that_is_hidden() {
    let mut chart = show(even(ChartKind::Stacked));
    chart.get_by_label("Show Lost").click();
    chart.run();
    assert!(chart.query_by_label("Show Lost").is_some(), "it can be shown again");
    chart.state_mut().view.in_picture = true;
    chart.run();
    assert!(chart.query_by_label("Show Lost").is_none());
    assert!(chart.query_by_label("Show Won").is_some());
}
