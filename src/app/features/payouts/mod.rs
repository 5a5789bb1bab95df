//! Payouts: money that leaves, of which the service lists nothing.

use crate::app::effect::Effect;
use crate::app::features::form::OpenForm;
use crate::app::state::State;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Payouts {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form that is filled in.
    pub form: Option<OpenForm>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PayoutsAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl State {
    pub(in crate::app) fn on_payouts(&mut self, action: PayoutsAction) -> Vec<Effect> {
        match action {
            PayoutsAction::Open(id) => self.payouts.open = id,
            PayoutsAction::OpenForm => self.payouts.form = Some(OpenForm::new(&mut self.chance, self.now)),
            PayoutsAction::CloseForm => self.payouts.form = None,
        }
        Vec::new()
    }
}
