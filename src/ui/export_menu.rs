//! The button that exports a list, with the formats it can have; and the line that shows how far an export is.

use egui::{Context, Frame, Id, Margin, Panel, Popup, Ui};
use strum::IntoEnumIterator as _;

use paydesk_core::features::table_exports::{
    ExportList, ExportPhase, RunningExport, TableExportAction, text as export_text,
};
use paydesk_core::{Action, State};
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::export::{ExportFormat, ExportKind};

use super::text;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Choice, Meter, choices_popup_ui, label_ui, segmented_ui};

const MENU_WIDTH: f32 = 280.0;
/// With less room the button is its icon alone, in points.
const LABEL_ROOM: f32 = 112.0;
/// Widest line of progress, in points.
const METER_WIDTH: f32 = 420.0;
const CSV_SEPARATOR: &str = "Separator in CSV files";
const CSV_DECIMALS: &str = "Amounts in CSV files";

/// The menu of a list.
#[derive(Debug, Clone, Copy)]
pub struct ExportMenu<'a> {
    pub kind: ExportKind,
    /// How many rows are listed.
    pub rows: usize,
    /// Not all pages of the list are loaded: they are first.
    pub loads_first: bool,
    /// What else can be exported here.
    pub other: Option<&'a str>,
    /// What the button says; only the one of the whole list is meant by the command.
    pub label: &'a str,
}

/// What was chosen in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportChoice {
    Format(ExportFormat),
    Other,
}

impl<'a> ExportMenu<'a> {
    /// Of a list that is there at once.
    pub fn new(kind: ExportKind, rows: usize) -> Self {
        Self { kind, rows, loads_first: false, other: None, label: text::EXPORT_AS }
    }

    /// Offers to export the selected rows alone.
    pub fn of_selected(self, label: &'a str) -> Self {
        Self { label, ..self }
    }

    /// Draws the button and its menu, and asks for what is chosen.
    pub fn ui(self, ui: &mut Ui, state: &State, list: ExportList, actions: &mut Vec<Action>) {
        if let Some(ExportChoice::Format(format)) = self.choice_ui(ui, state, actions) {
            actions.push(Action::TableExport(TableExportAction::Start(list, format)));
        }
    }

    /// Draws the button and a menu that has another choice as well.
    pub fn choice_ui(self, ui: &mut Ui, state: &State, actions: &mut Vec<Action>) -> Option<ExportChoice> {
        let refusal = self.refusal(state);
        let button = match ui.available_width() < LABEL_ROOM {
            true => Button::icon_only(Icon::Export, self.label),
            false => Button::secondary(self.label).icon(Icon::Export),
        };
        let button = button.disabled(refusal).ui(ui);
        if self.label == text::EXPORT_AS && take_asked(ui.ctx()) && refusal.is_none() {
            Popup::open_id(ui.ctx(), Popup::default_response_id(&button));
        }
        choices_popup_ui(&button, self.label, MENU_WIDTH, |body| {
            body.caption(&match self.loads_first {
                true => export_text::menu_loads(self.kind),
                false => export_text::menu(self.kind, self.rows as u64),
            });
            let format = ExportFormat::iter().filter(|format| body.choice(export_text::format(*format), false)).last();
            let other = self.other.filter(|other| {
                body.divider();
                body.offer(Choice::new(other), false)
            });
            body.divider();
            body.form(|ui| csv_style_ui(ui, state.csv(), actions));
            format.map(ExportChoice::Format).or(other.map(|_| ExportChoice::Other))
        })
    }

    /// Why nothing can be exported now.
    fn refusal(&self, state: &State) -> Option<&'static str> {
        let is_empty = self.rows == 0 && !self.loads_first && self.other.is_none();
        match state.table_exports.running() {
            Some(_) => Some("Another export is running"),
            None => is_empty.then_some("Nothing to export"),
        }
    }
}

/// How CSV is written: the spreadsheet that opens it expects it so.
fn csv_style_ui(ui: &mut Ui, style: CsvStyle, actions: &mut Vec<Action>) {
    let subdued = tokens(ui).subdued;
    label_ui(ui, Text::Caption, subdued, CSV_SEPARATOR);
    let separators: Vec<CsvSeparator> = CsvSeparator::iter().collect();
    let labels: Vec<&str> = separators.iter().map(|separator| separator_label(*separator)).collect();
    let chosen = separators.iter().position(|separator| *separator == style.separator).unwrap_or_default();
    if let Some(separator) = segmented_ui(ui, CSV_SEPARATOR, &labels, chosen).and_then(|index| separators.get(index)) {
        actions.push(Action::SetCsvStyle(CsvStyle { separator: *separator, ..style }));
    }
    label_ui(ui, Text::Caption, subdued, CSV_DECIMALS);
    let decimals: Vec<CsvDecimal> = CsvDecimal::iter().collect();
    let labels: Vec<&str> = decimals.iter().map(|decimal| decimal_label(*decimal)).collect();
    let chosen = decimals.iter().position(|decimal| *decimal == style.decimal).unwrap_or_default();
    if let Some(decimal) = segmented_ui(ui, CSV_DECIMALS, &labels, chosen).and_then(|index| decimals.get(index)) {
        actions.push(Action::SetCsvStyle(CsvStyle { decimal: *decimal, ..style }));
    }
}

fn separator_label(separator: CsvSeparator) -> &'static str {
    match separator {
        CsvSeparator::Comma => "Comma",
        CsvSeparator::Semicolon => "Semicolon",
        CsvSeparator::Tab => "Tab",
    }
}

fn decimal_label(decimal: CsvDecimal) -> &'static str {
    match decimal {
        CsvDecimal::Point => "1.50",
        CsvDecimal::Comma => "1,50",
    }
}

fn asked_id() -> Id {
    Id::unique("export of the current list")
}

/// Opens the menu of the list in front, as its button does.
pub fn ask(ctx: &Context) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(asked_id(), pass));
}

/// Whether it was asked for just now: what no list took is not kept for another.
pub fn is_asked(ctx: &Context) -> bool {
    let asked = ctx.data(|data| data.get_temp::<u64>(asked_id()));
    asked.is_some_and(|pass| pass + 2 >= ctx.cumulative_pass_nr())
}

fn take_asked(ctx: &Context) -> bool {
    let is_asked = is_asked(ctx);
    ctx.data_mut(|data| data.remove_temp::<u64>(asked_id()));
    is_asked
}

/// Draws the line at the bottom of the window, once an export has been under way for a moment.
pub fn progress_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(export) = state.table_exports.running().filter(|export| export.shown_at() <= state.now) else { return };
    let margin = Margin { left: space::XL as i8, right: space::XL as i8, top: space::S as i8, bottom: space::S as i8 };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::bottom("export").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            let (sentence, fraction) = progress(export);
            let width = METER_WIDTH.min(ui.available_width() - LABEL_ROOM);
            ui.allocate_ui(egui::vec2(width, size::CONTROL), |ui| {
                Meter { name: text::EXPORT, text: &sentence, fraction, tone: Tone::Accent }.ui(ui);
            });
            let is_cancelling = export.phase() == ExportPhase::Cancelling;
            if Button::secondary(text::CANCEL).name("Cancel export").busy(is_cancelling).ui(ui).clicked() {
                actions.push(Action::TableExport(TableExportAction::Cancel));
            }
        });
    });
}

/// How far it is, in words and from 0 to 1.
fn progress(export: &RunningExport) -> (String, f32) {
    let share = |done: u64, of: u64| done as f32 / of.max(1) as f32;
    match export.phase() {
        ExportPhase::Loading { loaded, of } => {
            (export_text::loading(export.kind(), loaded, of), of.map_or(0.0, |of| share(loaded, of)))
        }
        ExportPhase::Writing { rows, of } => (export_text::writing(export.kind(), rows, of), share(rows, of)),
        ExportPhase::Cancelling => (export_text::cancelling(export.kind()), 0.0),
    }
}
