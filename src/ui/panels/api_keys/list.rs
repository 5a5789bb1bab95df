//! The list of keys made here, and of those that the service lists, without their values.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::list::{ListColumn, ListRows as _};
use crate::open_operation::open_operations_ui;
use crate::record_list::{
    RecordTable, column, export_ui, none_known_ui, nothing_found_ui, read_again_ui, reading_ui, search_ui,
};
use paydesk_core::features::api_keys::{ApiKeysAction, open_api_key_operations};
use paydesk_core::features::record_lists::Listing;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, label_ui};

use super::text;
use super::{ApiKeysDraft, admin};

const COLUMNS: [ListColumn<Col>; 6] = [
    column(Col::Title, text::NAME, [90.0, 140.0, 420.0]),
    column(Col::Status, text::STATUS, [116.0, 116.0, 130.0]),
    column(Col::Id, "Key ID", [90.0, 190.0, 300.0]).mono().rank(2),
    column(Col::Created, text::CREATED, [100.0, 100.0, 140.0]).rank(3),
    column(Col::Expires, text::EXPIRES, [140.0, 140.0, 180.0]),
    column(Col::By, text::BY, [80.0, 80.0, 200.0]).rank(4),
];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut ApiKeysDraft, actions: &mut Vec<Action>) {
    let refusal = state.workspace.api_keys.refusal(&state.view());
    title_of_rows_ui(ui, state, text::API_KEYS, actions, |ui, actions| {
        if Button::primary(text::NEW_API_KEY_FORM).icon(Icon::Add).disabled(refusal.as_deref()).ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::ApiKey));
        }
        export_ui(ui, state, ExportKind::ApiKeys, &mut draft.list, actions);
        read_again_ui(ui, state, ResourceKind::ApiKey, actions);
    });
    reading_ui(ui, state, ResourceKind::ApiKey, text::API_KEYS, actions);
    not_listed_ui(ui, state);
    ui.add_space(space::M);
    admin::admin_ui(ui, state, draft, actions);
    held_ui(ui, state, actions);
    open_operations_ui(ui, state, open_api_key_operations(&state.view()), actions);
    if state.workspace.records.of(ResourceKind::ApiKey).len() == 0 {
        let sentence = "API keys appear here when you create them in Paydesk, and where the service lists them";
        let offer = refusal.is_none().then_some(text::NEW_API_KEY_FORM);
        if none_known_ui(ui, state, text::API_KEYS, Icon::ApiKey, sentence, offer) {
            actions.push(Action::OpenNew(ResourceKind::ApiKey));
        }
        return;
    }
    search_ui(ui, text::API_KEYS, "Name, ID or creator", &mut draft.list);
    ui.add_space(space::S);
    if draft.list.follow(state, ResourceKind::ApiKey).is_empty() {
        nothing_found_ui(ui, text::API_KEY, &mut draft.list);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::ApiKey);
    let table = RecordTable {
        kind: ResourceKind::ApiKey,
        name: "API keys table",
        columns: &COLUMNS,
        open,
        is_selectable: false,
    };
    let shows = table.ui(ui, state, &mut draft.list, row_name, |_, _| ());
    actions.extend(shows);
}

/// That the service was not asked for its keys, or lists none, or not for the admin key.
fn not_listed_ui(ui: &mut Ui, state: &State) {
    if let Some(why) = state.workspace.api_keys.why_not_asked(&state.view()) {
        let text = format!("Only keys created in Paydesk are listed: {why}");
        Notice::new(Tone::Neutral, &text).icon(Icon::ApiKey).ui(ui);
        return;
    }
    let listing = state.workspace.record_lists.listing(ResourceKind::ApiKey, &state.view());
    let sentence = match listing {
        Listing::None(_) if listing.is_refused_to_key() => {
            "The service does not list keys with this admin key. Keys created in Paydesk are listed here."
        }
        Listing::None(_) => "The service does not list keys. Keys created in Paydesk are listed here.",
        Listing::Unread | Listing::Failed(_) | Listing::Partial | Listing::Whole(_) => return,
    };
    label_ui(ui, Text::Small, tokens(ui).subdued, sentence);
}

fn row_name(row: &RecordRow) -> String {
    format!("{}, {}", row.title, row.id)
}

/// Values that are still held: reported once, they are not to be forgotten.
fn held_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for key in state.new_keys.held_in(&state.workspace.profile_id) {
        let title = text::value_of_is_available_until(visible(&key.name, 60));
        let text = "The service does not show it again, and it is removed when Paydesk is closed";
        let notice = Notice::new(Tone::Attention, text).icon(Icon::ApiKey).title(&title).action("Show value…");
        if ui.push_id(key.operation_id.as_str(), |ui| notice.ui(ui)).inner {
            actions.push(Action::ApiKeys(ApiKeysAction::ShowValue(key.operation_id.clone())));
        }
        ui.add_space(space::S);
    }
}
