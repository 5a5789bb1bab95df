//! Opens a record, or the form for a new one, in the panel of its kind.

use crate::context::fact::FeatureFact;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use crate::features::forms::FormKind;
use crate::features::toasts::ToastKind;
use crate::panels::panel_of;
use crate::route::Route;
use crate::state::State;
use crate::workspace::Workspace;

impl State {
    /// Opens a record in its panel, from wherever it was named.
    pub(crate) fn open_record(&mut self, kind: ResourceKind, id: String) {
        // A payment may have to leave the list that is in front first.
        if kind != ResourceKind::Payment {
            self.workspace.route = Route::List(kind);
        }
        if !matches!(kind, ResourceKind::Payment | ResourceKind::Dispute) {
            self.workspace.opened.set(kind, Some(id.clone()));
        }
        self.publish(FeatureFact::RecordOpened { kind, id: Some(id), from_elsewhere: true });
    }

    /// Opens a record beside the list of its kind, or closes the one that is open.
    pub(crate) fn show_record(&mut self, kind: ResourceKind, id: Option<String>) {
        self.workspace.opened.set(kind, id.clone());
        self.publish(FeatureFact::RecordOpened { kind, id, from_elsewhere: false });
    }

    /// Opens the form for a new record in its panel, where that has one: refunds begin at their payment, disputes
    /// elsewhere.
    pub(crate) fn open_new(&mut self, kind: ResourceKind) {
        if panel_of(kind).new.is_some() {
            self.go_to(Route::List(kind));
            self.with(|features, cx| features.forms.open_in_panel(FormKind::new(kind), cx));
        }
    }

    /// Opens the form for a new record of a customer, from whose page it was asked for.
    pub(crate) fn open_new_for(&mut self, kind: ResourceKind, customer_id: CustomerId) {
        self.open_new(kind);
        if panel_of(kind).new.is_some_and(|new| new.for_customer.is_some()) {
            let Workspace { forms, operations, .. } = &mut self.workspace;
            forms.begin_for(kind, customer_id, operations, self.now);
        }
    }

    /// Opens the form for a new payment with the texts of one that was declined.
    pub(crate) fn try_payment_again(&mut self, payment_id: PaymentId) {
        self.open_new(ResourceKind::Payment);
        let Workspace { forms, operations, .. } = &mut self.workspace;
        if forms.begin_again(payment_id, operations, self.now).is_none() {
            let text = "Another payment is being created: try again once it has finished".to_owned();
            self.toasts.show(self.now, ToastKind::Attention, text, None);
        }
    }
}
