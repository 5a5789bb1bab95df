//! The frame of a chart: title, definition, freshness, chart or table, and what is there while there is no picture.
//!
//! Copying and saving are asked for, never done here. A card keeps its height in every state, so that nothing shifts
//! when an answer arrives.

use std::sync::Arc;

use egui::{
    Align, Frame, Galley, Layout, Margin, Rect, Response, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, vec2,
};

use super::table::ChartTable;
use super::text;
use crate::chart::{ChartClick, ChartData, ChartView, chart_ui};
use crate::icons::Icon;
use crate::reading_order::in_reading_order;
use crate::tokens::{Text, Tone, size, space, tokens};
use crate::{
    Button, Choice, Failed, Notice, choices_popup_ui, empty_ui, failed_ui, label_ui, loading_line, paint, say_copied_ui,
};

/// Height of the line with the title, in points.
const HEADER: f32 = 24.0;
/// Height of the line with what must be known of the numbers.
const NOTES: f32 = 22.0;
/// Most lines that the first of them takes.
const NOTE_LINES: usize = 3;
const NOTE_ICON: f32 = 14.0;
const NOTE_GAP: f32 = 6.0;
/// Cards narrower than this tell their freshness under the pointer only, in points.
const FRESHNESS_FROM: f32 = 300.0;
/// Room for Retry at the end of a line.
const RETRY: f32 = 56.0;
/// How visible numbers are while newer ones are on their way: they can still be read.
pub(super) const DIMMED: f32 = 0.88;

/// Inside of a card, in points.
pub(super) const CARD_INNER_MARGIN: i8 = 12;
/// What is free around the content of a card, in points.
pub const CARD_MARGIN: f32 = CARD_INNER_MARGIN as f32;

/// What the menu of a card asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardAction {
    ShowQuery,
    CopyQuery,
    CopyCsv,
    SaveCsv,
    SavePng,
}

/// What happened in a card in this frame.
#[derive(Debug, Clone, PartialEq)]
pub struct CardOutput {
    pub clicked: Option<ChartClick>,
    /// Retry was used.
    pub retry: bool,
    /// What the card offers in place of numbers was used.
    pub empty_action: bool,
    pub action: Option<CardAction>,
    /// Another of [`ChartCard::choices`] was taken.
    pub chosen: Option<usize>,
    /// Where the card is, for a picture of it.
    pub rect: Rect,
}

impl Default for CardOutput {
    fn default() -> Self {
        Self { clicked: None, retry: false, empty_action: false, action: None, chosen: None, rect: Rect::NOTHING }
    }
}

/// What a person did to the card of a chart. Lives with the caller, as open and closed always do.
#[derive(Default)]
pub struct CardView {
    pub chart: ChartView,
    /// Shown as a table.
    pub table: bool,
    shown_table: Option<ChartTable>,
}

impl CardView {
    /// Shows the chart, or its numbers as a table, `height` points high.
    fn ui(&mut self, ui: &mut Ui, data: &Arc<ChartData>, height: f32) -> Option<ChartClick> {
        if !self.table {
            return chart_ui(ui, data, &mut self.chart, height);
        }
        let shown = self.shown_table.take().filter(|table| table.is_of(data));
        let table = self.shown_table.insert(shown.unwrap_or_else(|| ChartTable::new(ui, data)));
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        table.ui(ui, rect, self.chart.in_picture)
    }
}

/// A card to be shown with [`ChartCard::ui`]: what is not said is that of [`ChartCard::new`].
pub struct ChartCard<'a> {
    /// Unique on its board.
    pub title: &'a str,
    /// What the numbers are, said beside the title.
    pub definition: Option<&'a str>,
    /// When the numbers were reported: `12:04, 3 min ago`.
    pub freshness: Option<&'a str>,
    /// Newer numbers are on their way; those that are there stay, dimmed.
    pub loading: bool,
    /// The last try failed; numbers from before stay under it.
    pub failed: Option<Failed<'a>>,
    /// Why there is nothing, and what to do.
    pub empty: (&'a str, Option<&'a str>),
    /// Why no number is shown, whatever there is, and what to do.
    pub instead: Option<(&'a str, Option<&'a str>)>,
    /// What the numbers are in short, under the title; tiles alone say so.
    pub caption: Option<&'a str>,
    /// What must be known of the numbers, a sentence each.
    pub notes: &'a [String],
    /// Its menu leads to what was asked.
    pub has_query: bool,
    /// What the card can show, one at a time, such as a count and an amount a currency; and which it shows.
    pub choices: (&'a [String], usize),
    /// A picture is being taken: there is no control on the card.
    pub in_picture: bool,
    /// Of the whole card, in points.
    pub height: f32,
}

impl<'a> ChartCard<'a> {
    pub const fn new(title: &'a str) -> Self {
        Self {
            title,
            definition: None,
            freshness: None,
            loading: false,
            failed: None,
            empty: ("None in this period", None),
            instead: None,
            caption: None,
            notes: &[],
            has_query: false,
            choices: (&[], 0),
            in_picture: false,
            height: 280.0,
        }
    }

    /// Shows the card over the whole width; `None` where nothing was ever reported.
    pub fn ui(self, ui: &mut Ui, data: Option<&Arc<ChartData>>, view: &mut CardView) -> CardOutput {
        let numbers = data.filter(|data| !data.is_empty());
        let title = self.title;
        let tools = |ui: &mut Ui, view: &mut CardView| table_toggle_ui(ui, title, view);
        let body = |ui: &mut Ui, view: &mut CardView, height| numbers.and_then(|numbers| view.ui(ui, numbers, height));
        self.with_body(ui, (data.is_some(), numbers.is_some()), view, tools, body)
    }

    /// Shows the card with a body that draws something else than a chart; `has_numbers` is `None` where nothing was ever
    /// reported.
    pub fn body_ui(
        self,
        ui: &mut Ui,
        has_numbers: Option<bool>,
        body: impl FnOnce(&mut Ui) -> Option<ChartClick>,
    ) -> CardOutput {
        let state = (has_numbers.is_some(), has_numbers == Some(true));
        self.with_body(ui, state, &mut (), |_, ()| (), |ui, (), _| body(ui))
    }

    fn with_body<V>(
        self,
        ui: &mut Ui,
        (is_reported, has_numbers): (bool, bool),
        view: &mut V,
        tools: impl FnOnce(&mut Ui, &mut V),
        body: impl FnOnce(&mut Ui, &mut V, f32) -> Option<ChartClick>,
    ) -> CardOutput {
        let mut output = CardOutput::default();
        let has_numbers = has_numbers && self.instead.is_none();
        let rect = card_frame(ui, self.height, |ui| {
            let header = self.header_ui(ui, |ui| {
                if has_numbers || self.has_query {
                    let files = has_numbers.then_some(Files::WithPicture);
                    output.action = menu_ui(ui, self.title, self.has_query, files);
                }
                if has_numbers {
                    tools(ui, view);
                    output.chosen = self.choices_ui(ui);
                }
            });
            loading_line(ui, header, self.loading);
            ui.add_space(space::XS);
            if !has_numbers {
                return self.without_numbers(ui, is_reported, &mut output);
            }
            output.retry = self.stale_ui(ui);
            if self.loading {
                ui.multiply_opacity(DIMMED);
            }
            let note = self.note(ui, NOTE_LINES);
            let height = ui.available_height() - note.as_ref().map_or(0.0, note_height);
            output.clicked = body(ui, view, height);
            self.notes_ui(ui, note);
        });
        output.rect = rect;
        output
    }

    /// Which of several is shown, and the others.
    fn choices_ui(&self, ui: &mut Ui) -> Option<usize> {
        let (choices, chosen) = self.choices;
        let shown = choices.get(chosen).filter(|_| choices.len() > 1)?;
        let name = text::numbers_of(self.title);
        let button = choice_button_ui(ui, shown, &name);
        choices_popup_ui(&button, &name, 180.0, |body| {
            let mut taken = None;
            for (index, choice) in choices.iter().enumerate() {
                if body.choice(choice, index == chosen) {
                    taken = Some(index);
                }
            }
            taken
        })
    }

    /// Which of several is shown, as text.
    fn choice_label_ui(&self, ui: &mut Ui) {
        let (choices, chosen) = self.choices;
        if let Some(shown) = choices.get(chosen).filter(|_| choices.len() > 1) {
            label_ui(ui, Text::Small, tokens(ui).subdued, shown);
        }
    }

    /// The first of what must be known, with how much more there is where that can be read, in at most so many lines.
    pub(super) fn note(&self, ui: &Ui, lines: usize) -> Option<Arc<Galley>> {
        let first = self.notes.first()?;
        let more = if self.notes.len() > 1 && !self.in_picture {
            format!(" (+{})", self.notes.len() - 1)
        } else {
            String::new()
        };
        let room = ui.available_width() - NOTE_ICON - space::XS;
        Some(paint::lines(ui.painter(), &format!("{first}{more}"), Text::Caption, tokens(ui).subdued, room, lines))
    }

    /// At the foot of the card; all of it under the pointer.
    pub(super) fn notes_ui(&self, ui: &mut Ui, note: Option<Arc<Galley>>) {
        let Some(note) = note else { return };
        let tokens = tokens(ui);
        let all = self.notes.join("\n");
        let mut rect = ui.max_rect();
        rect.min.y = rect.max.y - note_height(&note);
        let response = ui.interact(rect, ui.scope_id().with("notes"), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &all));
        let bottom = rect.bottom();
        let line = note.size().y / note.rows.len().max(1) as f32;
        let first = egui::pos2(rect.left() + NOTE_ICON / 2.0, bottom - note.size().y + line / 2.0);
        Icon::Info.paint(ui.painter(), first, NOTE_ICON, tokens.attention.text);
        let left = rect.left() + NOTE_ICON + space::XS;
        let middle = bottom - note.size().y / 2.0;
        paint::galley_at(ui.painter(), note, left, middle, tokens.subdued);
        paint::focus_ring(ui, &response, rect, size::RADIUS);
        show_definition(&response, &all);
    }

    fn without_numbers(&self, ui: &mut Ui, reported: bool, output: &mut CardOutput) {
        let offered = |action: Option<&'a str>| action.filter(|_| !self.in_picture);
        if let Some((sentence, action)) = self.instead {
            output.empty_action = empty_ui(ui, Icon::Filter, sentence, offered(action));
            return;
        }
        match &self.failed {
            Some(failed) if self.in_picture => drop(empty_ui(ui, Icon::Warning, &failed_text(failed), None)),
            Some(failed) => output.retry = compact_failed_ui(ui, failed),
            None if reported => {
                output.empty_action = empty_ui(ui, Icon::Analytics, self.empty.0, offered(self.empty.1))
            }
            None => waiting_ui(ui, self.title),
        }
    }

    /// A line that says why the numbers shown are older than the last try. True where Retry was used.
    pub(super) fn stale_ui(&self, ui: &mut Ui) -> bool {
        let Some(failed) = &self.failed else { return false };
        let tokens = tokens(ui);
        let text = failed_text(failed);
        let size = vec2(ui.available_width(), HEADER);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            ui.spacing_mut().interact_size.y = HEADER;
            Icon::Warning.ui(ui, 14.0, tokens.danger.text);
            let room = ui.available_width() - RETRY;
            let galley = paint::line(ui.painter(), &text, Text::Caption, tokens.danger.text, room);
            let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x, HEADER), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
            paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, tokens.danger.text);
            response.on_hover_text(&text);
            ui.add_space(space::XS);
            !self.in_picture && Button::link(text::RETRY).busy(failed.retrying).ui(ui).clicked()
        })
        .inner
    }

    /// The line with the title and `tools` at its right end; where it is.
    pub(super) fn header_ui(&self, ui: &mut Ui, tools: impl FnOnce(&mut Ui)) -> Rect {
        let tokens = tokens(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADER), Sense::hover());
        let shows_freshness = rect.width() >= FRESHNESS_FROM;
        let mut right = rect.right();
        let builder = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center));
        ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            in_reading_order(ui, |ui| {
                if self.in_picture {
                    self.choice_label_ui(ui);
                } else {
                    tools(ui);
                }
                if let Some(text) = self.freshness.filter(|_| shows_freshness) {
                    ui.add_space(space::XS);
                    label_ui(ui, Text::Caption, tokens.subdued, text);
                }
            });
            right = ui.cursor().right();
        });
        let gap = if shows_freshness { space::S } else { 0.0 };
        let left = Rect::from_min_max(rect.min, egui::pos2(right - gap, rect.max.y));
        let builder = UiBuilder::new().max_rect(left).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(builder, |ui| {
            let spacing = if shows_freshness { space::XS } else { 0.0 };
            ui.spacing_mut().item_spacing.x = spacing;
            let definition = self.definition.filter(|_| !self.in_picture);
            let info = if definition.is_some() { size::QUIET + spacing } else { 0.0 };
            let kind = if shows_freshness { Text::Strong } else { Text::SmallStrong };
            let more = self.freshness.filter(|_| !shows_freshness);
            title_ui(ui, (self.title, kind), more, (left.width() - info).max(40.0));
            if let Some(text) = definition {
                definition_ui(ui, self.title, text);
            }
        });
        rect
    }
}

/// A frame `height` high over the whole width; where it is.
pub(super) fn card_frame(ui: &mut Ui, height: f32, content: impl FnOnce(&mut Ui)) -> Rect {
    let tokens = tokens(ui);
    let margin = CARD_INNER_MARGIN;
    let inner = vec2(ui.available_width(), height) - vec2(2.0, 2.0) * f32::from(margin);
    let frame = Frame::new()
        .fill(tokens.surface)
        .stroke(tokens.hairline())
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::same(margin));
    let (outer, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().add(frame.paint(outer.shrink(f32::from(margin))));
    let room = Rect::from_min_size(outer.min + vec2(1.0, 1.0) * f32::from(margin), inner.max(vec2(1.0, 1.0)));
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_clip_rect(ui.clip_rect().intersect(outer));
        content(ui);
    });
    outer
}

/// The title; whole, and with what has no room beside it, under the pointer.
fn title_ui(ui: &mut Ui, (title, kind): (&str, Text), more: Option<&str>, room: f32) {
    let tokens = tokens(ui);
    let galley = paint::line(ui.painter(), title, kind, tokens.text, room);
    let elided = galley.elided;
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x, HEADER), Sense::hover());
    paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, tokens.text);
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Heading);
        node.set_label(title);
    });
    match more {
        Some(more) => drop(response.on_hover_text(format!("{title}\n{more}"))),
        None if elided => drop(response.on_hover_text(title)),
        None => {}
    }
}

fn definition_ui(ui: &mut Ui, title: &str, text: &str) {
    let tokens = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(size::QUIET, size::QUIET), Sense::click());
    let name = text::what_means(title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(text));
    let color = if response.hovered() { tokens.text } else { tokens.faint };
    Icon::Info.paint(ui.painter(), rect.center(), 14.0, color);
    paint::focus_ring(ui, &response, rect, size::RADIUS);
    show_definition(&response, text);
}

/// Under the pointer, and under the keyboard too.
fn show_definition(response: &Response, text: &str) {
    if response.has_focus() {
        response.show_tooltip_text(text);
    } else {
        response.clone().on_hover_text(text);
    }
}

/// What is shown of several, as a link that is no higher than the line of the title.
fn choice_button_ui(ui: &mut Ui, shown: &str, name: &str) -> Response {
    const ROOM: f32 = 140.0;
    let color = tokens(ui).accent.text;
    let galley = paint::line(ui.painter(), shown, Text::Small, color, ROOM);
    let width = galley.size().x + space::XS + 14.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width.ceil(), size::QUIET), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{name}: {shown}")));
    let right = paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, color).right();
    Icon::Down.paint(ui.painter(), egui::pos2(right + space::XS + 7.0, rect.center().y), 14.0, color);
    paint::focus_ring(ui, &response, rect, size::RADIUS);
    response
}

fn table_toggle_ui(ui: &mut Ui, title: &str, view: &mut CardView) {
    let (icon, name) = if view.table {
        (Icon::Analytics, text::show_as_chart(title))
    } else {
        (Icon::List, text::show_as_table(title))
    };
    if Button::quiet_icon(icon, &name).ui(ui).clicked() {
        view.table = !view.table;
    }
}

/// The files that a card can be written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Files {
    Table,
    WithPicture,
}

pub(super) fn menu_ui(ui: &mut Ui, title: &str, query: bool, files: Option<Files>) -> Option<CardAction> {
    let name = text::more_for(title);
    let button = Button::quiet_icon(Icon::More, &name).ui(ui);
    let taken = choices_popup_ui(&button, &name, 200.0, |body| {
        let mut taken = None;
        let mut offer = |offered: bool, text: &str, icon: Icon, action: CardAction| {
            if offered && body.offer(Choice::new(text).icon(icon), false) {
                taken = Some(action);
            }
        };
        offer(query, "Show query", Icon::Code, CardAction::ShowQuery);
        offer(query, text::COPY_QUERY, Icon::Copy, CardAction::CopyQuery);
        offer(files.is_some(), "Copy as CSV", Icon::Copy, CardAction::CopyCsv);
        offer(files.is_some(), "Save as CSV", Icon::Download, CardAction::SaveCsv);
        offer(files == Some(Files::WithPicture), "Save as PNG", Icon::Download, CardAction::SavePng);
        taken
    });
    say_copied_ui(ui, &button, matches!(taken, Some(CardAction::CopyCsv | CardAction::CopyQuery)));
    taken
}

/// What a note takes at the foot of a card, in points.
pub(super) fn note_height(note: &Arc<Galley>) -> f32 {
    (note.size().y + NOTE_GAP).max(NOTES)
}

/// Never reported, and on its way.
pub(super) fn waiting_ui(ui: &mut Ui, title: &str) {
    let text = text::loading(title);
    let response = label_ui(ui, Text::Small, tokens(ui).subdued, &text);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
}

/// What failed, in the room of a card. True where Retry was used.
fn compact_failed_ui(ui: &mut Ui, failed: &Failed<'_>) -> bool {
    let room = ui.available_rect_before_wrap();
    if room.height() >= 200.0 {
        return failed_ui(ui, failed);
    }
    Notice::new(Tone::Danger, &failed_text(failed)).action(text::RETRY).ui(ui)
}

/// What failed, with the text and the code of the service, in one line.
pub(super) fn failed_text(failed: &Failed<'_>) -> String {
    match failed.code {
        Some(code) => format!("{}: {} ({code})", failed.title, failed.message),
        None => format!("{}: {}", failed.title, failed.message),
    }
}
