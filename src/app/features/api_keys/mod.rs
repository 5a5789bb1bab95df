//! API keys: those that were made from here, without their values.

use crate::app::effect::Effect;
use crate::app::features::form::OpenForm;
use crate::app::state::State;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct ApiKeys {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form that is filled in.
    pub form: Option<OpenForm>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum ApiKeysAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl State {
    pub(in crate::app) fn on_api_keys(&mut self, action: ApiKeysAction) -> Vec<Effect> {
        match action {
            ApiKeysAction::Open(id) => self.api_keys.open = id,
            ApiKeysAction::OpenForm => self.api_keys.form = Some(OpenForm::new(&mut self.chance, self.now)),
            ApiKeysAction::CloseForm => self.api_keys.form = None,
        }
        Vec::new()
    }
}
