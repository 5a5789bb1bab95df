//! Payment links: those that were made from here.

use crate::app::action::Action;
use crate::app::effect::Effect;
use crate::app::features::form::{FormEnd, OpenForm};
use crate::app::state::State;

/// What the form is filled in for.
pub use crate::api::calls::payment_links::{CreatePaymentLink, CreatePaymentLinkInput, ONE_TIME};
pub use crate::api::calls::shapes::AuthenticationType;

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

impl PaymentLinks {
    /// Closes what is in front: the form, or the pane.
    pub fn close(&self) -> Option<Action> {
        let action = match (&self.form, &self.open) {
            (Some(_), _) => PaymentLinksAction::CloseForm,
            (None, Some(_)) => PaymentLinksAction::Open(None),
            (None, None) => return None,
        };
        Some(Action::PaymentLinks(action))
    }
}

impl State {
    pub(in crate::app) fn on_payment_links(&mut self, action: PaymentLinksAction) -> Vec<Effect> {
        match action {
            PaymentLinksAction::Open(id) => self.payment_links.open = id,
            PaymentLinksAction::OpenForm if self.payment_links.form.is_none() => {
                self.payment_links.form = Some(OpenForm::new(&mut self.chance, self.now));
            }
            // What is typed into it stays.
            PaymentLinksAction::OpenForm => {}
            PaymentLinksAction::CloseForm => self.payment_links.form = None,
        }
        Vec::new()
    }

    /// What happened to the operation of the open form decides about the form.
    pub(in crate::app) fn follow_payment_link_form(&mut self) {
        let Some(form) = &mut self.payment_links.form else { return };
        match form.end(&self.operations) {
            None => {}
            Some(FormEnd::Refused(words)) => form.again(words, &mut self.chance),
            Some(FormEnd::Done { record_id }) => {
                self.payment_links.open = record_id.or_else(|| self.payment_links.open.take());
                self.payment_links.form = None;
            }
            Some(FormEnd::Unknown) => self.payment_links.form = None,
        }
    }
}
