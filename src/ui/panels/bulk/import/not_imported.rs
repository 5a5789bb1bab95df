//! Every line that is not imported: why, how much it is, and what can be done about it.

use egui::{Ui, vec2};
use strum::IntoEnumIterator as _;

use paydesk_core::features::bulk::{
    BulkAction, Exclusion, ExclusionKind, Import, ImportChange, LineChoice, LineFate, UnderstoodLine, text as bulk_text,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Money, grouped_count};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Chip, Table, TableColumn, heading_ui, label_ui};

use super::text;

const ROW: f32 = 32.0;
/// Lines that are shown at once; what is more is scrolled to.
const LINES_AT_ONCE: usize = 8;
const TARGET_CHARS: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq)]
enum LineColumn {
    Number,
    Kind,
    Why,
    Amount,
    Currency,
    Action,
}

const COLUMNS: [TableColumn<LineColumn>; 6] = [
    TableColumn::new(LineColumn::Number, text::LINE, ColumnWidth::Exact(54.0)).right(),
    TableColumn::new(LineColumn::Kind, text::KIND, ColumnWidth::Exact(96.0)),
    TableColumn::new(LineColumn::Why, text::REASON, ColumnWidth::Remainder { min: 180.0 }),
    TableColumn::new(LineColumn::Amount, text::AMOUNT, ColumnWidth::Exact(90.0)).right(),
    TableColumn::new(LineColumn::Currency, "", ColumnWidth::Exact(36.0)).named(text::CURRENCY),
    TableColumn::new(LineColumn::Action, "", ColumnWidth::Exact(130.0)).right().named("Action"),
];

/// Draws the list.
pub(super) fn not_imported_ui(ui: &mut Ui, state: &State, import: &Import, actions: &mut Vec<Action>) {
    let understood = import.understood();
    let count = understood.not_imported.len();
    added_ui(ui, import, actions);
    if count == 0 {
        return;
    }
    head_ui(ui, import, actions);
    let line = |row: usize| understood.not_imported.get(row).and_then(|place| understood.lines.get(*place));
    let name = |row: usize| line(row).map(line_name).unwrap_or_default();
    let height = ROW + count.min(LINES_AT_ONCE) as f32 * ROW + space::XS;
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        let table = Table::new(text::NOT_IMPORTED, &COLUMNS, count).row_height(ROW);
        table.ui(ui, name, |cell: &mut TableCell<'_, LineColumn>| {
            if let Some(line) = line(cell.row) {
                line_cell(cell, state, import, line, actions);
            }
        });
    });
}

/// The lines that a person added, and the way back.
fn added_ui(ui: &mut Ui, import: &Import, actions: &mut Vec<Action>) {
    let added = import.interpretation().added();
    if added == 0 {
        return;
    }
    ui.horizontal(|ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, &text::added(added));
        if Button::link("Leave out again").ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::ChangeImport(import.id(), ImportChange::LeaveOutAgain)));
        }
    });
}

fn head_ui(ui: &mut Ui, import: &Import, actions: &mut Vec<Action>) {
    let understood = import.understood();
    line_from_right_ui(ui, vec2(ui.available_width(), size::QUIET), |ui| {
        if Button::link(text::EXPORT).ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::ExportLeftOut));
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let (color, subdued) = (tokens(ui).text, tokens(ui).subdued);
            heading_ui(ui, Text::Strong, color, &text::not_imported(understood.not_imported.len()));
            let counts = ExclusionKind::iter().map(|kind| (understood.count(kind), bulk_text::exclusion_kind(kind)));
            let counted = counts.filter(|(count, _)| *count > 0);
            let words: Vec<String> = counted
                .map(|(count, kind)| format!("{} {}", grouped_count(count as u64), kind.to_lowercase()))
                .collect();
            label_ui(ui, Text::Small, subdued, &words.join(" · "));
            let doubtful = understood.importable_together().count();
            if doubtful > 1 && Button::link(&text::import_doubtful(doubtful)).ui(ui).clicked() {
                actions.push(Action::Bulk(BulkAction::ChangeImport(import.id(), ImportChange::ImportDoubtful)));
            }
        });
    });
}

fn line_name(line: &UnderstoodLine) -> String {
    let LineFate::NotImported(why) = &line.fate else { return String::new() };
    let kind = bulk_text::exclusion_kind(why.kind());
    format!("{}, {kind}, {}, {}", line.number, visible(&line.target, TARGET_CHARS), bulk_text::exclusion(why))
}

fn line_cell(
    cell: &mut TableCell<'_, LineColumn>,
    state: &State,
    import: &Import,
    line: &UnderstoodLine,
    actions: &mut Vec<Action>,
) {
    let LineFate::NotImported(why) = &line.fate else { return };
    match cell.column {
        LineColumn::Number => drop(cell.subdued(&line.number.to_string())),
        LineColumn::Kind => drop(cell.chip(chip(why.kind()))),
        LineColumn::Why => drop(cell.text(&bulk_text::exclusion(why))),
        LineColumn::Amount => match &line.amount {
            Some(amount) => drop(cell.amount(&Money::amount_text(amount))),
            None => drop(cell.subdued(text::UNKNOWN)),
        },
        LineColumn::Currency => {
            drop(cell.currency(line.amount.as_ref().map_or("", |amount| amount.currency.code())));
        }
        LineColumn::Action => {
            let action = cell.ui(|ui| action_ui(ui, state, import, (line, why)));
            actions.extend(action);
        }
    }
}

fn chip(kind: ExclusionKind) -> Chip<'static> {
    let word = bulk_text::exclusion_kind(kind);
    match kind {
        ExclusionKind::Excluded => Chip::new(Icon::Prohibited, word, Tone::Attention),
        ExclusionKind::Hidden => Chip::new(Icon::EyeClosed, word, Tone::Neutral),
        ExclusionKind::Damaged => Chip::new(Icon::Alert, word, Tone::Danger),
    }
}

/// What can be done about a line.
fn action_ui(
    ui: &mut Ui,
    state: &State,
    import: &Import,
    (line, why): (&UnderstoodLine, &Exclusion),
) -> Option<Action> {
    let choice = import.interpretation().choice(line.number);
    let link = |ui: &mut Ui, label: &str| {
        let name = format!("{label}, {}", text::line(line.number));
        Button::link(label).name(&name).ui(ui).clicked()
    };
    let change = |choice| {
        let change = ImportChange::Line(line.number, choice);
        Action::Bulk(BulkAction::ChangeImport(import.id(), change))
    };
    match (why.kind(), choice) {
        _ if why.may_be_imported() => {
            let is_table = matches!(why, Exclusion::SecondHeader { .. } | Exclusion::PartTitle { .. });
            let label = if is_table { "Import lines below" } else { "Import line" };
            link(ui, label).then(|| change(Some(LineChoice::Import)))
        }
        (ExclusionKind::Damaged, Some(LineChoice::LeaveOut)) => {
            let is_undone = link(ui, text::UNDO);
            let subdued = tokens(ui).subdued;
            ui.add_space(space::XS);
            label_ui(ui, Text::Small, subdued, text::LEFT_OUT);
            is_undone.then(|| change(None))
        }
        (ExclusionKind::Damaged, Some(LineChoice::Import) | None) => {
            link(ui, "Leave out").then(|| change(Some(LineChoice::LeaveOut)))
        }
        (ExclusionKind::Excluded | ExclusionKind::Hidden, _) => {
            let id = PaymentId::new(line.target.as_str());
            let is_payment = import.interpretation().kind().subject() == ResourceKind::Payment;
            let is_known = is_payment && state.workspace.payments.knows(&id);
            (is_known && link(ui, "Show payment")).then(|| Action::Payments(PaymentsAction::Open(id)))
        }
    }
}
