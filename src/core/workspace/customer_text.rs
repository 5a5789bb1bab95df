//! What the customer of an object is called, wherever the object is known here.

use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::visible;
use paydesk_index::payment_columns::KnownCustomer;

use crate::records::CustomerSources;
use crate::remote::Remote;
use crate::workspace::Workspace;

/// Longest name or address, in characters.
const LABEL_CHARS: usize = 80;

impl Workspace {
    /// The customer that an operation on the object with this ID concerns: the name, else the e-mail address, else the
    /// ID; empty where nothing is known. A refund works on its payment, whose ID it is asked for with.
    pub fn customer_text(&self, kind: ResourceKind, id: &str) -> String {
        if matches!(kind, ResourceKind::Payment | ResourceKind::Refund) {
            self.payer_text(&PaymentId::new(id))
        } else if kind == ResourceKind::Dispute {
            self.disputes.find(&DisputeId::new(id)).map(|row| row.customer_text.clone()).unwrap_or_default()
        } else {
            self.records.find(kind, id).map(|known| known.customer_text()).unwrap_or_default()
        }
    }

    /// Who paid a payment, in the same words.
    fn payer_text(&self, payment_id: &PaymentId) -> String {
        visible(self.payer(payment_id).label(), LABEL_CHARS)
    }

    /// Who paid a payment, as far as it is known here.
    pub fn payer(&self, payment_id: &PaymentId) -> KnownCustomer {
        let read = |id: &PaymentId| self.payments.detail(id).and_then(Remote::value);
        CustomerSources { stored: self.history.columns(), read: &read }.of_payment(payment_id)
    }
}
