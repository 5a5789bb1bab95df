//! Refunds: money given back, of which the service lists nothing.

use crate::app::effect::Effect;
use crate::app::features::form::OpenForm;
use crate::app::state::State;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Refunds {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form that is filled in.
    pub form: Option<OpenForm>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum RefundsAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl State {
    pub(in crate::app) fn on_refunds(&mut self, action: RefundsAction) -> Vec<Effect> {
        match action {
            RefundsAction::Open(id) => self.refunds.open = id,
            RefundsAction::OpenForm => self.refunds.form = Some(OpenForm::new(&mut self.chance, self.now)),
            RefundsAction::CloseForm => self.refunds.form = None,
        }
        Vec::new()
    }
}
