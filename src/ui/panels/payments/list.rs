//! The list: a title, the filters, the table, and a foot that says how much of it is loaded.

use egui::{Align, Frame, Layout, Margin, Panel, RichText, Ui};

use crate::app::features::connection::Link;
use crate::app::features::payments::list::AHEAD_ROWS;
use crate::app::features::payments::{Pages, Row, SortColumn};
use crate::app::settings::Density;
use crate::app::{Action, State};
use crate::domain::authorization::{Urgency, time_left, urgency};
use crate::domain::money::grouped_count;
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::status::payment_status;
use crate::ui::tokens::{
    self, ROW_COMFORTABLE, ROW_COMPACT, SPACE_M, SPACE_S, TEXT_BODY, TEXT_CELL, TEXT_SMALL, tokens,
};
use crate::ui::widgets::button::{Button, Emphasis};
use crate::ui::widgets::chip::chip_ui;
use crate::ui::widgets::states::{empty_ui, failed_ui, loading_line_ui, loading_rows_ui};
use crate::ui::widgets::table::{Column, Table, text_cell, title_ui};

use super::filters::filters_ui;

const fn column(title: &'static str, width: f32, align_right: bool) -> Column<'static> {
    Column { title, width, align_right, sortable: true }
}

/// The columns in their order, with what each sorts by. Where there is little room, the last ones give way.
const COLUMNS: [(SortColumn, Column<'static>); 7] = [
    (SortColumn::PaymentId, column("Payment", 196.0, false)),
    (SortColumn::Amount, column("Amount", 100.0, true)),
    (SortColumn::Currency, column("", 40.0, false)),
    (SortColumn::Status, column("Status", 140.0, false)),
    (SortColumn::Created, column("Created", 100.0, false)),
    (SortColumn::CaptureBefore, column("Capture by (est.)", 124.0, false)),
    (SortColumn::Decline, column("Decline", 160.0, false)),
];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    foot_ui(ui, state, actions);
    let loading = state.payments.pages == Pages::Loading;
    let head = ui
        .scope(|ui| {
            ui.spacing_mut().item_spacing.y = SPACE_M;
            head_ui(ui, actions);
            filters_ui(ui, state, drafts, actions);
            ui.add_space(0.0);
        })
        .response;
    let line = egui::Rect::from_min_size(head.rect.left_bottom(), egui::vec2(ui.available_width(), 2.0));
    loading_line_ui(ui, line, loading);
    ui.add_space(SPACE_S / 2.0);
    match (&state.payments.pages, state.payments.is_empty()) {
        (Pages::Failed(error), _) => {
            let retry = failed_ui(ui, &error.what(), error.code().as_deref(), error.what_to_do(), Some("Retry"));
            if retry {
                actions.push(Action::RefreshPayments);
            }
            if !state.payments.is_empty() {
                table_ui(ui, state, drafts, actions);
            }
        }
        (Pages::NotAsked, true) => not_asked_ui(ui, state, actions),
        (Pages::Loading, true) => loading_rows_ui(ui, row_height(state)),
        (Pages::Idle, true) => nothing_ui(ui, state, actions),
        (Pages::NotAsked | Pages::Loading | Pages::Idle, false) => table_ui(ui, state, drafts, actions),
    }
}

fn head_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        title_ui(ui, "Payments");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Button::new("Refresh", Emphasis::Secondary).icon(Icon::Refresh).show(ui).clicked() {
                actions.push(Action::RefreshPayments);
            }
        });
    });
}

/// Before the first answer: the service starts, or could not be started.
fn not_asked_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    match &state.connection.link {
        Link::NotStarted(problem) => {
            if failed_ui(ui, &problem.what, None, &problem.what_to_do, Some("Start again")) {
                actions.push(Action::RetryService);
            }
        }
        Link::Connecting | Link::Connected | Link::Unreachable(_) | Link::Locked(_) => {
            loading_rows_ui(ui, row_height(state));
        }
    }
}

fn nothing_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let filter = &state.payments.filter;
    if !filter.is_active() {
        empty_ui(ui, Icon::CreditCard, "There are no payments yet; they appear here when the service has some", None);
    } else if filter.picks_here() && !state.payments.complete {
        let sentence = format!("None among the {} payments read so far", grouped_count(state.payments.loaded() as u64));
        if empty_ui(ui, Icon::Search, &sentence, Some("Read on")) {
            actions.push(Action::LoadAllPayments);
        }
    } else if empty_ui(ui, Icon::Search, "No payment matches these filters", Some("Clear filters")) {
        actions.push(Action::ClearFilters);
    }
}

fn row_height(state: &State) -> f32 {
    match state.settings.density {
        Density::Comfortable => ROW_COMFORTABLE,
        Density::Compact => ROW_COMPACT,
    }
}

/// As many columns as there is room for.
fn columns_for(width: f32) -> usize {
    let mut needed = 0.0;
    let fits = COLUMNS.iter().take_while(|(_, column)| {
        needed += column.width + SPACE_S;
        needed <= width + SPACE_S
    });
    fits.count().clamp(4, COLUMNS.len())
}

fn table_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let payments = &state.payments;
    let width = ui.available_width();
    let shown = columns_for(width);
    let mut columns: Vec<Column<'_>> = COLUMNS.iter().take(shown).map(|(_, column)| *column).collect();
    if width < 520.0 {
        columns[0].width = (width - 104.0 - 40.0 - 120.0 - 4.0 * SPACE_S).max(90.0);
    }
    let sorted = COLUMNS.iter().position(|(sort, _)| *sort == payments.sort.column);
    let cursor_moved = payments.cursor != drafts.last_cursor;
    drafts.last_cursor = payments.cursor;
    let table = Table {
        id: "payments",
        columns: &columns,
        rows: payments.len(),
        row_height: row_height(state),
        sort: sorted.filter(|index| *index < shown).map(|index| (index, payments.sort.descending)),
        selected: payments.open.as_ref().and_then(|id| payments.position(id)),
        cursor: payments.cursor,
        scroll_to: payments.cursor.filter(|_| cursor_moved),
    };
    let name = |index: usize| payments.row(index).map(row_name).unwrap_or_default();
    let response = table.show(ui, name, |ui, row, column| {
        if let Some(row) = payments.row(row) {
            cell_ui(ui, state, row, COLUMNS[column].0);
        }
    });
    if let Some(row) = response.clicked.and_then(|index| payments.row(index)) {
        actions.push(Action::OpenPayment(row.payment.payment_id.clone()));
    }
    if let Some(column) = response.sort_by {
        actions.push(Action::SortPayments(COLUMNS[column].0));
    }
    let near_end = response.visible.end + AHEAD_ROWS > payments.len();
    if near_end && payments.pages == Pages::Idle && !payments.complete && !payments.filter.picks_here() {
        actions.push(Action::LoadMorePayments);
    }
}

/// What a screen reader says of a row.
fn row_name(row: &Row) -> String {
    let status = payment_status(&row.payment.status).word;
    format!("{}, {} {}, {status}, {}", row.id_text, row.amount_text, row.currency_text, row.created_text)
}

fn cell_ui(ui: &mut Ui, state: &State, row: &Row, column: SortColumn) {
    let tokens = tokens(ui);
    match column {
        SortColumn::PaymentId => text_cell(ui, &row.id_text, tokens::mono(TEXT_CELL), tokens.text),
        SortColumn::Amount => {
            let color = if row.warning.is_some() { tokens.attention.color } else { tokens.text };
            text_cell(ui, &row.amount_text, tokens::regular(TEXT_BODY), color);
            warning_ui(ui, row);
        }
        SortColumn::Currency => text_cell(ui, &row.currency_text, tokens::regular(TEXT_SMALL), tokens.subdued),
        SortColumn::Status => {
            let look = payment_status(&row.payment.status);
            chip_ui(ui, look.icon, &look.word, look.tone);
        }
        SortColumn::Created => text_cell(ui, &row.created_text, tokens::regular(TEXT_CELL), tokens.subdued),
        SortColumn::CaptureBefore => deadline_ui(ui, state, row),
        SortColumn::Decline => text_cell(ui, &row.decline_text, tokens::regular(TEXT_CELL), tokens.subdued),
    }
}

/// Says on hover what is odd about an amount.
fn warning_ui(ui: &mut Ui, row: &Row) {
    if let Some(warning) = &row.warning {
        ui.interact(ui.max_rect(), ui.scope_id().with("warning"), egui::Sense::hover()).on_hover_text(warning);
    }
}

fn deadline_ui(ui: &mut Ui, state: &State, row: &Row) {
    let Some(deadline) = row.capture_before else { return };
    let tokens = tokens(ui);
    let (icon, color) = match urgency(deadline, state.now) {
        Urgency::Expired => (Icon::WarningCircle, tokens.danger.color),
        Urgency::Soon => (Icon::Warning, tokens.danger.color),
        Urgency::Later => (Icon::Clock, tokens.attention.color),
    };
    ui.spacing_mut().item_spacing.x = 5.0;
    ui.label(icon.text(14.0).color(color));
    let left = RichText::new(time_left(deadline, state.now)).font(tokens::regular(TEXT_CELL)).color(color);
    ui.add(egui::Label::new(left).truncate());
}

/// How much is loaded, how it is ordered, how old it is, in which zone times are.
fn foot_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let tokens = tokens(ui);
    let frame = Frame::new().fill(tokens.surface).inner_margin(Margin::symmetric(0, 4));
    let small = |text: String| RichText::new(text).font(tokens::regular(TEXT_SMALL)).color(tokens.subdued);
    Panel::bottom("payments foot").exact_size(32.0).show_separator_line(true).frame(frame).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.label(small(loaded_words(state)));
            let payments = &state.payments;
            if payments.load_all && !payments.complete {
                if Button::new("Stop", Emphasis::Link).name("Stop loading").show(ui).clicked() {
                    actions.push(Action::StopLoadingPayments);
                }
            } else if !payments.complete
                && payments.loaded() > 0
                && Button::new("Load all", Emphasis::Link).show(ui).clicked()
            {
                actions.push(Action::LoadAllPayments);
            }
            if let Some((count, first)) = &payments.unreadable {
                let text = RichText::new(format!("{count} rows cannot be read"))
                    .font(tokens::regular(TEXT_SMALL))
                    .color(tokens.danger.color);
                ui.label(text).on_hover_text(format!("The first: {first}"));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let read = payments.read_at.map(|at| format!("Read {} · ", state.zone().clock(at))).unwrap_or_default();
                ui.add(egui::Label::new(small(format!("{read}Times in {}", state.zone()))).truncate());
            });
        });
    });
}

fn loaded_words(state: &State) -> String {
    let payments = &state.payments;
    let (loaded, shown) = (payments.loaded() as u64, payments.len() as u64);
    if payments.pages == Pages::NotAsked || payments.pages == Pages::Loading && loaded == 0 {
        return "Loading…".to_owned();
    }
    let of = match payments.total_count {
        Some(total) if total != loaded => format!("{} of {} loaded", grouped_count(loaded), grouped_count(total)),
        Some(_) | None if payments.complete => format!("{} payments", grouped_count(loaded)),
        Some(_) | None => format!("{} loaded", grouped_count(loaded)),
    };
    let picked = if payments.filter.picks_here() { format!("{} found in {of}", grouped_count(shown)) } else { of };
    if payments.complete || payments.sort.is_the_service_s() {
        picked
    } else {
        format!("{picked}, ordered among these")
    }
}
