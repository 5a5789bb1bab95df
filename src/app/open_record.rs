//! Opens a thing, or the form for a new one, in the panel of its kind.

use crate::api::operation::ResourceKind;
use crate::domain::ids::{CustomerId, DisputeId, PaymentId};

use super::features::forms::FormKind;
use super::panels::panel_of;
use super::route::Route;
use super::state::State;
use super::workspace::Workspace;

impl State {
    /// Opens a thing in its panel.
    pub(super) fn open_record(&mut self, family: ResourceKind, id: String) {
        self.workspace.route = match family {
            ResourceKind::Payment => {
                return self.with(|features, cx| features.payments.open_payment(PaymentId::new(id), cx));
            }
            ResourceKind::Dispute => {
                self.workspace.route = Route::Disputes;
                return self.with_disputes(|disputes, evidence, cx| disputes.open(DisputeId::new(id), evidence, cx));
            }
            ResourceKind::Refund => {
                self.workspace.refunds.open = Some(id);
                Route::Refunds
            }
            ResourceKind::Payout => {
                self.workspace.payouts.open = Some(id);
                Route::Payouts
            }
            ResourceKind::Customer => {
                self.workspace.route = Route::Customers;
                return self.with(|features, cx| features.customers.open_and_read(id, cx));
            }
            ResourceKind::PaymentLink => {
                self.workspace.route = Route::PaymentLinks;
                return self.with(|features, cx| features.payment_links.open(Some(id), cx));
            }
            ResourceKind::Subscription => {
                self.workspace.subscriptions.open = Some(id);
                Route::Subscriptions
            }
            ResourceKind::ApiKey => {
                self.workspace.api_keys.open = Some(id);
                Route::ApiKeys
            }
        };
    }

    /// Opens the form for a new thing in its panel. Refunds begin at their payment, disputes elsewhere.
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

    /// Opens the form for a new thing of a customer, from whose page it was asked for.
    pub(super) fn open_new_for(&mut self, family: ResourceKind, customer_id: CustomerId) {
        self.open_new(family);
        let names_customer =
            matches!(family, ResourceKind::Payout | ResourceKind::PaymentLink | ResourceKind::Subscription);
        if names_customer {
            let Workspace { forms, operations, .. } = &mut self.workspace;
            forms.begin_for(family, customer_id, operations, self.now);
        }
    }
}
