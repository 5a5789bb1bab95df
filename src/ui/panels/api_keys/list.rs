//! The list of keys made here, without their values.

use egui::Ui;

use crate::app::features::api_keys::ApiKeysAction;
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::panels::payments::open_operation_ui;
use crate::ui::tokens::{Tone, space};
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, Notice, empty_ui};

use super::super::record_list::{RecordTable, made_text, maker_text, nothing_found_ui, search_ui};
use super::{ApiKeysDraft, admin};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Col {
    Name,
    Status,
    Id,
    Created,
    Expires,
    By,
}

const WIDE: [Column<Col>; 6] = [
    Column::new(Col::Name, "Name", ColumnWidth::Remainder { min: 120.0 }),
    Column::new(Col::Status, "Status", ColumnWidth::Exact(116.0)),
    Column::new(Col::Id, "Key id", ColumnWidth::Resizable { initial: 190.0, min: 90.0 }),
    Column::new(Col::Created, "Created", ColumnWidth::Exact(100.0)),
    Column::new(Col::Expires, "Expires", ColumnWidth::Exact(140.0)),
    Column::new(Col::By, "By", ColumnWidth::Exact(80.0)),
];

const NARROW: [Column<Col>; 3] = [
    Column::new(Col::Name, "Name", ColumnWidth::Remainder { min: 90.0 }),
    Column::new(Col::Status, "Status", ColumnWidth::Exact(116.0)),
    Column::new(Col::Expires, "Expires", ColumnWidth::Exact(140.0)),
];

/// One row, in words.
struct Row<'a> {
    known: &'a Known,
    name: String,
    id: String,
    created: String,
    expires: String,
    by: String,
    expired: bool,
}

impl<'a> Row<'a> {
    fn of(state: &State, known: &'a Known) -> Self {
        let record = &known.record;
        let key = known.api_key();
        let sent = record.sent.as_deref().and_then(|sent| sent.get("name")?.as_str());
        let name = key.map(|key| key.name.as_str()).or(sent).unwrap_or("Name not told");
        let expiration = key.and_then(|key| key.expiration);
        Self {
            known,
            name: visible(name, 80),
            id: visible(&record.id, 80),
            created: made_text(state, known),
            expires: match (key, expiration) {
                (Some(_), Some(at)) => state.zone().full(at),
                (Some(_), None) => "Never".to_owned(),
                (None, _) => String::new(),
            },
            by: maker_text(known),
            expired: expiration.is_some_and(|at| at <= state.now),
        }
    }

    fn matches(&self, wanted: &str) -> bool {
        let of_text = |text: &String| text.to_lowercase().contains(wanted);
        [&self.name, &self.id, &self.by].into_iter().any(of_text)
    }

    fn chip(&self) -> Chip<'static> {
        if self.expired {
            Chip::new(Icon::Prohibited, "Expired", Tone::Neutral)
        } else {
            Chip::new(Icon::Clock, "Not expired", Tone::Neutral)
        }
    }
}

impl AsRef<Known> for Row<'_> {
    fn as_ref(&self) -> &Known {
        self.known
    }
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut ApiKeysDraft, actions: &mut Vec<Action>) {
    let refusal = state.api_key_refusal();
    super::super::title_ui(ui, "API keys", |ui| {
        if Button::primary("New API key…").icon(Icon::Add).disabled(refusal.as_deref()).ui(ui).clicked() {
            actions.push(Action::ApiKeys(ApiKeysAction::OpenForm));
        }
    });
    ui.add_space(space::M);
    admin::admin_ui(ui, state, draft, actions);
    held_ui(ui, state, actions);
    for operation in state.open_api_key_operations() {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
    if state.records.of(Family::ApiKey).len() == 0 {
        let sentence = "No API key was made from here yet. Those made elsewhere are not shown: the service has no list";
        let offer = refusal.is_none().then_some("New API key…");
        if empty_ui(ui, Icon::ApiKey, sentence, offer) {
            actions.push(Action::ApiKeys(ApiKeysAction::OpenForm));
        }
        return;
    }
    search_ui(ui, "API keys", "Name, id or maker", &mut draft.list);
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let rows: Vec<Row<'_>> = state.records.of(Family::ApiKey).map(|known| Row::of(state, known)).collect();
    let rows: Vec<Row<'_>> = rows.into_iter().filter(|row| row.matches(&wanted)).collect();
    if rows.is_empty() {
        nothing_found_ui(ui, "API key", &mut draft.list);
        return;
    }
    table_ui(ui, state, draft, &rows, actions);
}

/// Values that are still held: told once, they are not to be forgotten.
fn held_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for key in state.new_keys.held() {
        let title = format!("The value of “{}” is held until you have it", visible(&key.name, 60));
        let text = "The service does not tell it again, and it is gone when the desk is closed";
        let notice = Notice::new(Tone::Attention, text).icon(Icon::ApiKey).title(&title).action("Show the value…");
        if ui.push_id(key.operation_id.as_str(), |ui| notice.ui(ui)).inner {
            actions.push(Action::ApiKeys(ApiKeysAction::ShowValue(key.operation_id.clone())));
        }
        ui.add_space(space::S);
    }
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut ApiKeysDraft, rows: &[Row<'_>], actions: &mut Vec<Action>) {
    let columns: &[Column<Col>] = if ui.available_width() >= 830.0 { &WIDE } else { &NARROW };
    let table = RecordTable { name: "API keys table", columns, open: state.api_keys.open.as_deref() };
    let name = |row: &Row<'_>| format!("{}, {}", row.name, row.id);
    let open = table.ui(ui, state, &mut draft.list, rows, name, cell_ui);
    actions.extend(open.map(|id| Action::ApiKeys(ApiKeysAction::Open(Some(id.to_owned())))));
}

fn cell_ui(cell: &mut Cell<'_, Col>, row: &Row<'_>) {
    match cell.column {
        Col::Name => drop(cell.text(&row.name)),
        Col::Status => drop(cell.chip(row.chip())),
        Col::Id => drop(cell.mono(&row.id)),
        Col::Created => drop(cell.subdued(&row.created)),
        Col::Expires => drop(cell.subdued(&row.expires)),
        Col::By => drop(cell.subdued(&row.by)),
    }
}
