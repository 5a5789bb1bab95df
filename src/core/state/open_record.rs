//! Opens a record, or the form for a new one, in the panel of its kind.

use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use crate::features::api_keys::AdminKeyPlace;
use crate::features::forms::FormKind;
use crate::features::toasts::ToastKind;
use crate::panels::panel_of;
use crate::route::Route;
use crate::state::State;
use crate::workspace::Workspace;

impl State {
    /// Opens a record in its panel, from wherever it was named.
    pub(crate) fn open_record(&mut self, kind: ResourceKind, id: String) {
        (panel_of(kind).open)(self, kind, id);
    }

    /// The list of a kind is shown: it is read where the service has it.
    pub(crate) fn list_shown(&mut self, kind: ResourceKind) {
        self.with(|features, cx| features.record_lists.show(kind, cx));
    }

    /// The list of API keys is shown, or the admin key that reads it was found.
    pub(crate) fn api_keys_shown(&mut self) {
        let has_key = matches!(self.workspace.api_keys.admin, AdminKeyPlace::Stored(_));
        if has_key && self.workspace.route == Route::List(ResourceKind::ApiKey) {
            self.list_shown(ResourceKind::ApiKey);
        }
    }

    /// Opens a record beside the list of its kind, or closes the one that is open.
    pub(crate) fn show_record(&mut self, kind: ResourceKind, id: Option<String>) {
        (panel_of(kind).opened)(self, id.as_deref());
        self.workspace.opened.set(kind, id);
    }

    /// Opens the form for a new record in its panel, where that has one: refunds begin at their payment, disputes
    /// elsewhere.
    pub(crate) fn open_new(&mut self, kind: ResourceKind) {
        if panel_of(kind).new.is_some() {
            self.go_to(Route::List(kind));
            self.open_form(FormKind::new(kind));
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
