//! How the file is read: what is done, which sheet, which line is the header, which mark stands before decimals.

use egui::{Ui, vec2};
use strum::IntoEnumIterator as _;

use paydesk_core::Action;
use paydesk_core::features::bulk::{BulkAction, BulkKind, ColumnRole, Import, ImportChange, text as bulk_text};
use paydesk_domain::money::DecimalMark;
use paydesk_domain::sheet::FileSheet;
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{FilterChange, FilterMenu, check_unless_ui, label_ui, segmented_ui};

use super::text;

/// Lines that may be chosen as the header.
const HEADER_LINES: usize = 20;
const NAME_CHARS: usize = 30;

/// Draws the controls.
pub(super) fn controls_ui(ui: &mut Ui, import: &Import, actions: &mut Vec<Action>) {
    let mut change = |change| actions.push(Action::Bulk(BulkAction::ChangeImport(import.id(), change)));
    let subdued = tokens(ui).subdued;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::S);
        if let Some(kind) = kind_ui(ui, import.interpretation().kind()) {
            change(ImportChange::Kind(kind));
        }
        if let Some(sheet) = sheet_ui(ui, import) {
            change(ImportChange::Sheet(sheet));
        }
        if let Some(header) = header_ui(ui, import) {
            change(ImportChange::Header(header));
        }
        if let Some(mark) = mark_ui(ui, import.interpretation().mark()) {
            change(ImportChange::Mark(mark));
        }
        if let Some(is_in_full) = in_full_ui(ui, import) {
            change(ImportChange::InFull(is_in_full));
        }
        if let Some(titles) = title_lines(import) {
            label_ui(ui, Text::Small, subdued, &titles);
        }
    });
}

fn kind_ui(ui: &mut Ui, kind: BulkKind) -> Option<BulkKind> {
    let subdued = tokens(ui).subdued;
    let kinds: Vec<BulkKind> = BulkKind::iter().collect();
    let names: Vec<&str> = kinds.iter().map(|kind| bulk_text::verb(*kind)).collect();
    let chosen = kinds.iter().position(|known| *known == kind);
    label_ui(ui, Text::Body, subdued, text::OPERATION);
    let picked = set(FilterMenu::new(text::OPERATION, &names, chosen).always_set().ui(ui));
    picked.and_then(|picked| kinds.get(picked).copied()).filter(|picked| *picked != kind)
}

fn sheet_ui(ui: &mut Ui, import: &Import) -> Option<usize> {
    let subdued = tokens(ui).subdued;
    let name = |sheet: &FileSheet| {
        let name = visible(sheet.name.as_deref().unwrap_or_default(), NAME_CHARS);
        text::sheet(&name, sheet.lines.len(), sheet.is_hidden)
    };
    let names: Vec<String> = import.reading().sheets.iter().map(name).collect();
    let chosen = import.interpretation().sheet();
    if import.sheet().is_none_or(|sheet| sheet.name.is_none()) {
        return None;
    }
    label_ui(ui, Text::Body, subdued, text::SHEET);
    if names.len() <= 4 {
        return segmented_ui(ui, text::SHEET, &names, chosen).filter(|picked| *picked != chosen);
    }
    set(FilterMenu::new(text::SHEET, &names, Some(chosen)).always_set().ui(ui))
}

fn set(change: Option<FilterChange>) -> Option<usize> {
    match change {
        Some(FilterChange::Set(picked)) => Some(picked),
        Some(FilterChange::Cleared) | None => None,
    }
}

/// The header that was picked, by its place among the lines.
fn header_ui(ui: &mut Ui, import: &Import) -> Option<Option<usize>> {
    let subdued = tokens(ui).subdued;
    let lines = import.sheet().map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
    let none = std::iter::once("No header".to_owned());
    let choices: Vec<String> =
        none.chain(lines.iter().take(HEADER_LINES).map(|line| text::line(line.number))).collect();
    let chosen = import.interpretation().header().map_or(0, |place| place + 1);
    label_ui(ui, Text::Body, subdued, text::HEADER);
    let picked = set(FilterMenu::new(text::HEADER, &choices, Some(chosen)).always_set().ui(ui));
    picked.map(|picked| picked.checked_sub(1))
}

fn mark_ui(ui: &mut Ui, mark: DecimalMark) -> Option<DecimalMark> {
    let subdued = tokens(ui).subdued;
    let marks: Vec<DecimalMark> = DecimalMark::iter().collect();
    let names: Vec<&str> = marks.iter().map(|mark| text::decimal_mark(*mark)).collect();
    let chosen = marks.iter().position(|known| *known == mark);
    label_ui(ui, Text::Body, subdued, text::DECIMAL_MARK);
    let picked = set(FilterMenu::new(text::DECIMAL_MARK, &names, chosen).always_set().ui(ui));
    picked.and_then(|picked| marks.get(picked).copied())
}

/// That all of each is meant, where no column has the amounts.
fn in_full_ui(ui: &mut Ui, import: &Import) -> Option<bool> {
    let (interpretation, sheet) = (import.interpretation(), import.sheet()?);
    let is_asked = interpretation.kind().moves_money() && interpretation.column_of(ColumnRole::Amount).is_none();
    if !is_asked {
        return None;
    }
    let is_in_full = interpretation.is_in_full(sheet);
    let ignored = interpretation.ignored_amounts(sheet).next().is_some();
    let why = match ignored {
        true => "An ignored column holds amounts. Choose it as the amount, or remove it from the file.",
        false => "A column may hold amounts. Set it to Ignored first.",
    };
    let refused = (!interpretation.columns_like_amounts(sheet).is_empty()).then_some(why);
    let label = text::in_full(interpretation.kind());
    check_unless_ui(ui, is_in_full, &label, refused).clicked().then_some(!is_in_full)
}

/// What stands above the header, and whether all of it is titles.
fn title_lines(import: &Import) -> Option<String> {
    let before = import.sheet()?.lines.get(..import.interpretation().header()?)?;
    let (first, last) = (before.first()?.number, before.last()?.number);
    let is_listed = import.understood().lines.first().is_some_and(|line| line.number <= last);
    Some(if is_listed { text::lines_above(first, last) } else { text::title_lines(first, last) })
}
