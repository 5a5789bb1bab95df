//! A chart by keyboard and for screen readers: arrows move over buckets and series, and what they are on is said.

use egui::{
    EventFilter, Key, Modifiers, Response, Ui, WidgetInfo,
    accesskit::{Live, Role},
};

use super::data::{ChartData, ChartKind};
use super::text;
use super::view::{ChartCursor, ChartView, RangeChange};

/// How far one press of + or − zooms.
const ZOOM: f64 = 1.5;

/// Moves the cursor while the chart has the keyboard; what was opened with Enter.
pub(super) fn handle_key(ui: &Ui, data: &ChartData, view: &mut ChartView, response: &Response) -> Option<ChartCursor> {
    if !response.has_focus() || data.buckets.is_empty() {
        return None;
    }
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    let cursor = view.cursor.unwrap_or_else(|| begin(data, view));
    let moved = step(ui, data, view, cursor);
    if moved != cursor || view.cursor.is_none() {
        view.move_to(moved);
        ui.request_repaint();
    }
    let zoom = pressed(ui, Key::Plus) || pressed(ui, Key::Equals);
    let next = if pressed(ui, Key::Num0) {
        Some(RangeChange::All)
    } else if zoom || pressed(ui, Key::Minus) {
        Some(RangeChange::Zoom(if zoom { ZOOM } else { 1.0 / ZOOM }, moved.bucket as f64 + 0.5))
    } else {
        None
    };
    if next.is_some() {
        view.next = next;
        ui.request_repaint();
    }
    ui.input(|input| input.key_pressed(Key::Enter)).then_some(moved)
}

/// The last bucket in view of a time, the first of categories.
fn begin(data: &ChartData, view: &ChartView) -> ChartCursor {
    let end = view.range.map_or(data.buckets.len(), |(_, to)| to.max(0.0).ceil() as usize);
    let last = end.clamp(1, data.buckets.len()) - 1;
    let bucket = if data.kind == ChartKind::Categories { 0 } else { last };
    ChartCursor { bucket, series: (data.series.len() == 1 || data.kind == ChartKind::Categories).then_some(0) }
}

fn pressed(ui: &Ui, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

fn step(ui: &Ui, data: &ChartData, view: &ChartView, from: ChartCursor) -> ChartCursor {
    let last = data.buckets.len() - 1;
    let (back, forth, other_back, other_forth) = match data.kind {
        ChartKind::Categories => (Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight),
        ChartKind::Stacked | ChartKind::Grouped | ChartKind::Lines => {
            (Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown)
        }
    };
    let mut to = from;
    if pressed(ui, back) {
        to.bucket = from.bucket.saturating_sub(1);
    } else if pressed(ui, forth) {
        to.bucket = (from.bucket + 1).min(last);
    } else if pressed(ui, Key::Home) {
        to.bucket = 0;
    } else if pressed(ui, Key::End) {
        to.bucket = last;
    } else if pressed(ui, other_forth) {
        to.series = next_series(data, view, from.series, true);
    } else if pressed(ui, other_back) {
        to.series = next_series(data, view, from.series, false);
    }
    to
}

/// The next of all series shown and "all of them", in a round.
fn next_series(data: &ChartData, view: &ChartView, from: Option<usize>, forth: bool) -> Option<usize> {
    if data.series.len() == 1 || data.kind == ChartKind::Categories {
        return from;
    }
    let mut round: Vec<Option<usize>> = vec![None];
    round.extend((0..data.series.len()).filter(|index| view.shows(data, *index)).map(Some));
    let at = round.iter().position(|series| *series == from).unwrap_or(0);
    let to = if forth { at + 1 } else { at + round.len() - 1 };
    round[to % round.len()]
}

/// The name of the chart, a sentence on it, and what the cursor is on, said when it changes.
pub(super) fn describe(ui: &Ui, data: &ChartData, view: &ChartView, response: &Response) {
    response.widget_info(|| WidgetInfo::labeled(Role::Figure, ui.is_enabled(), text::chart(&data.title)));
    // Asked before: the context is locked while a node is built.
    let cursor = view.cursor.filter(|_| response.has_focus());
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(data.summary());
        if let Some(cursor) = cursor {
            node.set_value(text_of(data, view, cursor));
            node.set_live(Live::Polite);
        }
    });
}

/// What the cursor is on.
fn text_of(data: &ChartData, view: &ChartView, cursor: ChartCursor) -> String {
    if data.kind == ChartKind::Categories {
        return data.category_text(cursor.bucket);
    }
    data.bucket_text(cursor.bucket, |index| match cursor.series {
        Some(series) => index == series,
        None => view.shows(data, index),
    })
}
