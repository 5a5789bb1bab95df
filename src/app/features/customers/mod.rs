//! Customers: those that were made, found or paid from here.

use crate::app::effect::Effect;
use crate::app::features::form::OpenForm;
use crate::app::state::State;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Customers {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form that is filled in.
    pub form: Option<OpenForm>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomersAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl State {
    pub(in crate::app) fn on_customers(&mut self, action: CustomersAction) -> Vec<Effect> {
        match action {
            CustomersAction::Open(id) => self.customers.open = id,
            CustomersAction::OpenForm => self.customers.form = Some(OpenForm::new(&mut self.chance, self.now)),
            CustomersAction::CloseForm => self.customers.form = None,
        }
        Vec::new()
    }
}
