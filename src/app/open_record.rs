//! Opens a record, or the form for a new one, in the panel of its kind.

use crate::domain::ids::{CustomerId, DisputeId, PaymentId};
use crate::domain::operation::ResourceKind;

use super::features::forms::FormKind;
use super::features::payment_links::link_opened;
use super::panels::panel_of;
use super::route::Route;
use super::state::State;
use super::workspace::Workspace;

impl State {
    /// Opens a record in its panel, from wherever it was named.
    pub(super) fn open_record(&mut self, kind: ResourceKind, id: String) {
        match kind {
            ResourceKind::Payment => {
                return self.with(|features, cx| features.payments.open_payment(PaymentId::new(id), cx));
            }
            ResourceKind::Dispute => {
                self.workspace.route = Route::Disputes;
                return self.with_disputes(|disputes, evidence, cx| disputes.open(DisputeId::new(id), evidence, cx));
            }
            ResourceKind::Customer => self.with(|features, cx| features.customers.opened_elsewhere(&id, cx)),
            ResourceKind::PaymentLink => self.with(|_, cx| link_opened(&id, cx)),
            ResourceKind::Refund | ResourceKind::Payout | ResourceKind::Subscription | ResourceKind::ApiKey => {}
        }
        self.workspace.route = panel_of(kind).route;
        self.workspace.opened.set(kind, Some(id));
    }

    /// Opens a record beside the list of its kind, or closes the one that is open.
    pub(super) fn show_record(&mut self, kind: ResourceKind, id: Option<String>) {
        match (kind, id.as_deref()) {
            (ResourceKind::Customer, id) => self.with(|features, cx| features.customers.opened(id, cx)),
            (ResourceKind::PaymentLink, Some(id)) => self.with(|_, cx| link_opened(id, cx)),
            (_, _) => {}
        }
        self.workspace.opened.set(kind, id);
    }

    /// Opens the form for a new record in its panel. Refunds begin at their payment, disputes elsewhere.
    pub(super) fn open_new(&mut self, family: ResourceKind) {
        match family {
            ResourceKind::Refund | ResourceKind::Dispute => return,
            ResourceKind::Payment
            | ResourceKind::Payout
            | ResourceKind::Customer
            | ResourceKind::PaymentLink
            | ResourceKind::Subscription
            | ResourceKind::ApiKey => self.go_to(panel_of(family).route),
        }
        self.open_form(FormKind::new(family));
    }

    /// Opens the form for a new record of a customer, from whose page it was asked for.
    pub(super) fn open_new_for(&mut self, family: ResourceKind, customer_id: CustomerId) {
        self.open_new(family);
        let names_customer =
            matches!(family, ResourceKind::Payout | ResourceKind::PaymentLink | ResourceKind::Subscription);
        if names_customer {
            let Workspace { forms, operations, .. } = &mut self.workspace;
            forms.begin_for(family, customer_id, operations, self.now);
        }
    }

    /// However it came that another customer is open, its payments are read.
    pub(super) fn follow_open_customer(&mut self) {
        if self.workspace.route == Route::Customers {
            let open = self.workspace.opened.get(ResourceKind::Customer).map(str::to_owned);
            self.with(|features, cx| features.customers.follow(open.as_deref(), cx));
        }
    }
}
