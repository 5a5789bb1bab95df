//! Goes back to where something was opened from.

use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use crate::action::Action;
use crate::features::analytics::AnalyticsAction;
use crate::features::disputes::DisputesAction;
use crate::features::home::HomeAction;
use crate::features::payments::PaymentsAction;
use crate::features::views::ViewsAction;
use crate::route::Route;
use crate::route::back_stack::{BackPlace, BackStep, ListedSearch, PaymentsPlace};
use crate::state::State;

impl State {
    /// Does what the person asked for, and notes where *Back* leads after it.
    pub(crate) fn act_with_way_back(&mut self, action: Action) {
        let (step, before) = (BackStep::of(&action), self.place());
        let profile_id = self.workspace.profile_id.clone();
        let goes_back = action == Action::GoBack;
        if !self.has_form() {
            self.workspace.back.form_is_gone();
        }
        if step == BackStep::StartsAnew {
            self.start_anew();
        }
        if let Some(payment_id) = opened_payment(&action) {
            self.leave_search_without(&payment_id);
        }
        if leaves_form(&action) && self.has_form() && self.workspace.back.leads_out_of_form() {
            self.action_asked(action);
            return self.go_back();
        }
        self.action_asked(action);
        if !goes_back && self.workspace.profile_id == profile_id {
            let now = self.place();
            self.workspace.back.follow(step, before, &now);
        }
    }

    /// A panel is gone to by its name: what was narrowed down on the way is not, any more.
    fn start_anew(&mut self) {
        self.workspace.back.clear();
        if self.workspace.route != Route::List(ResourceKind::Dispute) {
            self.with_disputes(|disputes, evidence, cx| disputes.leave_narrowed(evidence, cx));
        }
    }

    /// Whether a form is in front of the list in front.
    fn has_form(&self) -> bool {
        self.workspace.route.resource().is_some_and(|kind| self.form(kind).is_some())
    }

    /// A payment is not opened beside a search or a saved view that does not find it.
    fn leave_search_without(&mut self, payment_id: &PaymentId) {
        if self.workspace.history.leaves_out(payment_id) {
            self.end_payment_search();
        }
    }

    pub(crate) fn go_back(&mut self) {
        if let Some(place) = self.workspace.back.pop() {
            self.return_to(place);
        }
    }

    /// What is in front.
    fn place(&self) -> BackPlace {
        let (workspace, route) = (&self.workspace, self.workspace.route);
        let open = match route.resource() {
            Some(ResourceKind::Payment) => workspace.payments.open.as_ref().map(|id| id.as_str().to_owned()),
            Some(ResourceKind::Dispute) => workspace.disputes.open.id.as_ref().map(|id| id.as_str().to_owned()),
            Some(kind) => workspace.opened.get(kind).map(str::to_owned),
            None => None,
        };
        let payments = (route == Route::List(ResourceKind::Payment)).then(|| self.listed_payments());
        let view = payments.as_ref().and_then(|listed| listed.view.clone());
        let title = match payments {
            Some(_) => workspace.payments.title(&self.view()),
            None => route.panel().title,
        };
        BackPlace { route, title: view.unwrap_or_else(|| title.to_owned()), open, payments }
    }

    fn listed_payments(&self) -> PaymentsPlace {
        let (payments, history) = (&self.workspace.payments, &self.workspace.history);
        let is_part = payments.part(&self.view()).is_some();
        let view = self.workspace.views.shown(history, &self.view()).filter(|_| !is_part);
        PaymentsPlace {
            filter: payments.filter.clone(),
            sort: payments.sort,
            search: ListedSearch::of(history),
            view: view.map(|view| view.name.clone()),
        }
    }

    fn return_to(&mut self, place: BackPlace) {
        self.go_to(place.route);
        match (place.route, place.payments) {
            (Route::List(ResourceKind::Dispute), _) => self.return_to_dispute(place.open.map(DisputeId::new)),
            (Route::List(_), Some(listed)) => self.return_to_payments(listed, place.open.map(PaymentId::new)),
            (Route::List(kind), None) if self.workspace.opened.get(kind) != place.open.as_deref() => {
                self.show_record(kind, place.open);
            }
            _ => {}
        }
    }

    fn return_to_dispute(&mut self, open: Option<DisputeId>) {
        if self.workspace.disputes.open.id != open {
            self.with_disputes(|disputes, evidence, cx| disputes.handle(DisputesAction::Open(open), evidence, cx));
        }
    }

    /// The list as it was, with what was open beside it.
    fn return_to_payments(&mut self, listed: PaymentsPlace, open: Option<PaymentId>) {
        self.with(|features, cx| {
            if ListedSearch::of(features.history) != listed.search {
                match &listed.search {
                    Some(search) => features.history.show_search(&search.text, search.sort, &cx.view),
                    None => features.history.end_search(&cx.view),
                }
            }
            features.views.return_to(listed.view.as_deref(), cx);
            features.payments.return_to((listed.filter, listed.sort), open, cx);
        });
    }
}

impl BackStep {
    /// What `action` means for the way back.
    fn of(action: &Action) -> Self {
        if opens_form(action) {
            Self::OpensForm
        } else if opens(action) {
            Self::Opens
        } else if matches!(action, Action::Payments(PaymentsAction::Open(_) | PaymentsAction::LookUp(_))) {
            Self::OpensElsewhere
        } else if names_a_panel(action) {
            Self::StartsAnew
        } else {
            Self::Stays
        }
    }
}

fn opens(action: &Action) -> bool {
    matches!(
        action,
        Action::OpenRecord(..)
            | Action::SearchPayments(_)
            | Action::Home(HomeAction::Open(_))
            | Action::Analytics(AnalyticsAction::ShowRows(_))
            | Action::Payments(PaymentsAction::ShowOnly(_))
            | Action::Disputes(DisputesAction::Open(Some(_)))
    )
}

fn names_a_panel(action: &Action) -> bool {
    matches!(
        action,
        Action::GoTo(_)
            | Action::Views(ViewsAction::Show(_))
            | Action::Payments(PaymentsAction::ShowAll | PaymentsAction::ShowToCapture | PaymentsAction::ShowInReview)
    )
}

fn opens_form(action: &Action) -> bool {
    matches!(action, Action::OpenNew(_) | Action::OpenNewFor(..) | Action::TryPaymentAgain(_))
}

fn leaves_form(action: &Action) -> bool {
    matches!(action, Action::LeaveForm(_) | Action::Payments(PaymentsAction::CloseForm))
}

/// The payment that an action opens.
fn opened_payment(action: &Action) -> Option<PaymentId> {
    if let Action::Payments(PaymentsAction::Open(payment_id)) = action {
        Some(payment_id.clone())
    } else if let Action::Payments(PaymentsAction::LookUp(text)) = action {
        PaymentId::parse(text.trim()).ok()
    } else if let Action::OpenRecord(ResourceKind::Payment, id) = action {
        Some(PaymentId::new(id))
    } else {
        None
    }
}
