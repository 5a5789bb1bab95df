//! The value of a key that was just made, told once.
use crate::app::{Action, State};
use crate::domain::ids::OperationId;
use crate::ui::drafts::Drafts;
use chrono::{DateTime, Utc};
use egui::Ui;
pub fn new_key_ui(
    _ui: &Ui,
    _state: &State,
    _id: &OperationId,
    _opened_at: DateTime<Utc>,
    _drafts: &mut Drafts,
    _actions: &mut Vec<Action>,
) {
}
