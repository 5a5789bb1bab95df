//! What was done lately in this profile, by this person and by the team: the newest first.

use egui::{Align, Layout, Rect, Response, ScrollArea, Sense, Ui, UiBuilder, vec2};

use crate::customer_cell::customer_text;
use crate::panels::operations::outcome_chip;
use crate::status::{outcome_icon, outcome_tone};
use paydesk_core::features::operation_log::LoggedOperation;
use paydesk_core::features::team::TeamLink;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible_id;
use paydesk_widgets::reading_order::in_reading_order;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, Chip, label_ui, text_width};

use super::{days, text};

/// Operations beside the last days, and in a column of their own.
const BESIDE_DAYS: usize = 9;
const IN_COLUMN: usize = 60;
/// Between the parts of a line, in points.
const GAP: f32 = space::M;
/// Of an operation in two lines, in points.
const IN_TWO: f32 = 48.0;

/// Draws the last operations below the list or beside the last days.
pub fn recent_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    days::section_ui(ui, text::RECENT_ACTIVITY, "");
    operations_ui(ui, state, BESIDE_DAYS, actions);
}

/// Draws the last operations in a column of their own.
pub fn activity_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = space::S;
    title_ui(ui, text::RECENT_ACTIVITY, |_| ());
    let area = ScrollArea::vertical().id_salt("recent activity").auto_shrink([false, false]);
    in_margin_ui(ui, LANE, area, |ui| operations_ui(ui, state, IN_COLUMN, actions));
}

fn operations_ui(ui: &mut Ui, state: &State, most: usize, actions: &mut Vec<Action>) {
    let log = state.operation_log.log();
    let recent: Vec<_> =
        log.recent(&state.profiles.current).take(most).map(|record| RecentLine::of(state, record)).collect();
    if recent.is_empty() {
        let text =
            if state.operation_log.is_opening() { crate::text::READING_THE_JOURNAL } else { "No operations yet" };
        label_ui(ui, Text::Small, tokens(ui).subdued, text);
        return;
    }
    let widths = LineWidths::of(ui, &recent);
    for line in &recent {
        ui.push_id(line.record.operation_id.as_str(), |ui| line.ui(ui, &widths, actions));
    }
    if Button::link(text::SHOW_ALL_OPERATIONS).ui(ui).clicked() {
        actions.push(Action::GoTo(Route::AllOperations));
    }
}

/// An operation: when, by whom in a team, what with whom, how much, and how it ended.
struct RecentLine<'a> {
    record: &'a LoggedOperation,
    person: &'a str,
    verb: &'a str,
    /// Where it leads to is called so, and in which face.
    link: Option<(String, Text)>,
    amount: String,
    chip: Chip<'a>,
    /// What is known of the outcome now of an operation that is still followed here.
    outcome: Option<String>,
}

impl<'a> RecentLine<'a> {
    fn of(state: &'a State, record: &'a LoggedOperation) -> Self {
        let of_this_run = state.workspace.operations.ended().find(|operation| operation.id == record.operation_id);
        let result = of_this_run.and_then(|operation| Some((operation.word(), state.result_of(operation)?)));
        let (chip, outcome) = match result {
            Some((word, (kind, outcome))) => {
                let tone = outcome_tone(kind);
                (Chip::new(outcome_icon(tone), word, tone), Some(outcome))
            }
            None => (outcome_chip(record.outcome), None),
        };
        let amount = record.money.as_ref().map(ToString::to_string).unwrap_or_default();
        let verb = record.title.strip_suffix(&amount).map(str::trim_end).filter(|verb| !verb.is_empty());
        let is_team = *state.workspace.team.link() != TeamLink::NotJoined;
        let link = record.opens.as_ref().map(|(_, id)| match customer_text(state, record) {
            customer if customer.is_empty() => (visible_id(id, 64), Text::Mono),
            customer => (customer, Text::Body),
        });
        let person = if is_team { record.person.as_str() } else { "" };
        Self { record, person, verb: verb.unwrap_or(&record.title), link, amount, chip, outcome }
    }

    fn ui(&self, ui: &mut Ui, widths: &LineWidths, actions: &mut Vec<Action>) {
        let height = if widths.is_in_two { IN_TWO } else { size::ROW_COMPACT };
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - space::S, height), Sense::hover());
        let above = rect.with_max_y(rect.top() + size::ROW_COMPACT);
        let response = line_in(ui, above, |ui| {
            cell_ui(ui, widths.chip, Layout::right_to_left(Align::Center), |ui| drop(self.chip.ui(ui)));
            cell_ui(ui, widths.amount, Layout::right_to_left(Align::Center), |ui| {
                label_ui(ui, Text::Body, tokens(ui).text, &self.amount);
            });
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.what_ui(ui, widths, actions));
        });
        if widths.is_in_two {
            let below = rect.with_min_y(above.bottom() - space::XS).with_min_x(rect.left() + widths.before_verb());
            line_in(ui, below, |ui| {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.link_ui(ui, actions));
            });
        }
        if let Some(outcome) = &self.outcome {
            response.on_hover_text(outcome);
        }
    }

    /// From the left: when, by whom in a team, what was done, and with whom.
    fn what_ui(&self, ui: &mut Ui, widths: &LineWidths, actions: &mut Vec<Action>) {
        for (width, text) in [(widths.time, self.record.time_text.as_str()), (widths.person, self.person)] {
            if width > 0.0 {
                cell_ui(ui, width, Layout::left_to_right(Align::Center), |ui| {
                    label_ui(ui, Text::Small, tokens(ui).subdued, text);
                });
            }
        }
        label_ui(ui, Text::Body, tokens(ui).text, self.verb);
        if !widths.is_in_two {
            self.link_ui(ui, actions);
        }
    }

    fn link_ui(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let (Some((shown, face)), Some((kind, id))) = (&self.link, &self.record.opens) else { return };
        let link = if *face == Text::Mono { Button::link(shown).mono() } else { Button::link(shown) };
        let (hint, room) = (format!("Open {} {}", kind.noun(), visible_id(id, 64)), ui.available_width());
        if link.hint(&hint).max_width(room).ui(ui).clicked() {
            actions.push(Action::OpenRecord(*kind, id.clone()));
        }
    }
}

/// How wide the parts of all lines are, in points: each as its longest text.
struct LineWidths {
    time: f32,
    person: f32,
    amount: f32,
    chip: f32,
    /// Somebody has no room beside what was done, and stands below it.
    is_in_two: bool,
}

impl LineWidths {
    fn of(ui: &Ui, lines: &[RecentLine<'_>]) -> Self {
        let widest = |of: &dyn Fn(&RecentLine<'_>) -> f32| lines.iter().map(of).fold(0.0, f32::max).ceil();
        let mut widths = Self {
            time: widest(&|line| text_width(ui, Text::Small, &line.record.time_text)),
            person: widest(&|line| text_width(ui, Text::Small, line.person)),
            amount: widest(&|line| text_width(ui, Text::Body, &line.amount)),
            chip: widest(&|line| line.chip.measure(ui).x),
            is_in_two: false,
        };
        let link = |line: &RecentLine<'_>| line.link.as_ref().map_or(0.0, |(text, face)| text_width(ui, *face, text));
        let what = widest(&|line| text_width(ui, Text::Body, line.verb) + GAP + link(line));
        let beside = widths.before_verb() + what + GAP + widths.amount + GAP + widths.chip;
        widths.is_in_two = beside > ui.available_width() - space::S;
        widths
    }

    /// Where the verb begins.
    fn before_verb(&self) -> f32 {
        [self.time, self.person].iter().filter(|width| **width > 0.0).map(|width| width + GAP).sum()
    }
}

/// Draws from the right in this part of a line.
fn line_in(ui: &mut Ui, rect: Rect, content: impl FnOnce(&mut Ui)) -> Response {
    let line = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center));
    let content = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        in_reading_order(ui, content);
    };
    ui.scope_builder(line, content).response
}

/// As wide in every line.
fn cell_ui(ui: &mut Ui, width: f32, layout: Layout, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, size::ROW_COMPACT), layout, |ui| {
        ui.set_width(width);
        content(ui);
    });
}
