//! A chart by keyboard and for screen readers: arrows move over buckets and series, and what they are on is said.

use egui::{
    EventFilter, Key, Modifiers, Response, Ui, WidgetInfo,
    accesskit::{Live, Role},
};

use super::data::{ChartClick, ChartData, ChartKind};
use super::text;
use super::view::ChartView;

/// How far one press of + or − zooms.
const ZOOM: f64 = 1.5;

/// Moves the cursor while the chart has the keyboard; what was opened with Enter.
pub(super) fn handle_key(ui: &Ui, data: &ChartData, view: &mut ChartView, response: &Response) -> Option<ChartClick> {
    if !response.has_focus() || data.buckets.is_empty() {
        return None;
    }
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    let cursor = view.cursor.unwrap_or_else(|| begin(data, view));
    let moved = step(ui, data, view, cursor);
    let is_moved = moved != cursor || view.cursor.is_none();
    if is_moved {
        view.move_to(moved);
    }
    let is_zoomed = data.kind != ChartKind::Categories && zoom(ui, view, moved.bucket as f64 + 0.5);
    if is_moved || is_zoomed {
        ui.request_repaint();
    }
    ui.input(|input| input.key_pressed(Key::Enter)).then_some(moved)
}

/// The last bucket in view of a time, the first of categories.
fn begin(data: &ChartData, view: &ChartView) -> ChartClick {
    let last = (view.range().1.max(0.0).ceil() as usize).clamp(1, data.buckets.len()) - 1;
    ChartClick { bucket: if data.kind == ChartKind::Categories { 0 } else { last }, series: data.only_series() }
}

fn pressed(ui: &Ui, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

/// Zooms around a place between the buckets where a key asks for it.
fn zoom(ui: &Ui, view: &mut ChartView, around: f64) -> bool {
    if pressed(ui, Key::Num0) {
        view.show_all();
    } else if pressed(ui, Key::Plus) || pressed(ui, Key::Equals) {
        view.zoom(ZOOM, around);
    } else if pressed(ui, Key::Minus) {
        view.zoom(1.0 / ZOOM, around);
    } else {
        return false;
    }
    true
}

fn step(ui: &Ui, data: &ChartData, view: &ChartView, from: ChartClick) -> ChartClick {
    let last = data.buckets.len() - 1;
    let (back, forth) = match data.kind {
        ChartKind::Categories => (Key::ArrowUp, Key::ArrowDown),
        ChartKind::Stacked | ChartKind::Grouped | ChartKind::Lines => (Key::ArrowLeft, Key::ArrowRight),
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
    } else if data.only_series().is_none() {
        // All series shown and "all of them", in a round.
        let round: Vec<Option<usize>> = std::iter::once(None).chain(view.shown(data).map(Some)).collect();
        let at = round.iter().position(|series| *series == from.series).unwrap_or(0) + round.len();
        let next = at + usize::from(pressed(ui, Key::ArrowDown)) - usize::from(pressed(ui, Key::ArrowUp));
        to.series = round[next % round.len()];
    }
    to
}

/// The name of the chart, a sentence on it, and what the cursor is on, said when it changes.
pub(super) fn describe(ui: &Ui, data: &ChartData, view: &ChartView, response: &Response) {
    response.widget_info(|| WidgetInfo::labeled(Role::Figure, ui.is_enabled(), text::chart(&data.title)));
    // Asked before: the context is locked while a node is built.
    let cursor = view.cursor.filter(|_| response.has_focus());
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(data.summary());
        if let Some(ChartClick { bucket, series }) = cursor {
            let is_said = |index| series.map_or_else(|| view.shows(data, index), |series| index == series);
            node.set_value(data.bucket_text(bucket, is_said));
            node.set_live(Live::Polite);
        }
    });
}
