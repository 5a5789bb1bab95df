//! Payment links: those that were made from here.

use crate::app::effect::Effect;
use crate::app::features::form::OpenForm;
use crate::app::state::State;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct PaymentLinks {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form that is filled in.
    pub form: Option<OpenForm>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PaymentLinksAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
}

impl State {
    pub(in crate::app) fn on_payment_links(&mut self, action: PaymentLinksAction) -> Vec<Effect> {
        match action {
            PaymentLinksAction::Open(id) => self.payment_links.open = id,
            PaymentLinksAction::OpenForm => self.payment_links.form = Some(OpenForm::new(&mut self.chance, self.now)),
            PaymentLinksAction::CloseForm => self.payment_links.form = None,
        }
        Vec::new()
    }
}
