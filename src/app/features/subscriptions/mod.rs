//! Subscriptions: those that were made from here.

use crate::app::effect::Effect;
use crate::app::features::form::OpenForm;
use crate::app::state::State;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form that is filled in.
    pub form: Option<OpenForm>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum SubscriptionsAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl State {
    pub(in crate::app) fn on_subscriptions(&mut self, action: SubscriptionsAction) -> Vec<Effect> {
        match action {
            SubscriptionsAction::Open(id) => self.subscriptions.open = id,
            SubscriptionsAction::OpenForm => self.subscriptions.form = Some(OpenForm::new(&mut self.chance, self.now)),
            SubscriptionsAction::CloseForm => self.subscriptions.form = None,
        }
        Vec::new()
    }
}
