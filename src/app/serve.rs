//! Lets features handle something, and carries out what they ask of each other.

use crate::domain::ids::PaymentId;

use super::context::{Context, WorkspaceView};
use super::feature_request::FeatureRequest;
use super::features::analytics::Analytics;
use super::features::api_keys::{ApiKeys, NewKeys};
use super::features::customers::Customers;
use super::features::disputes::{Disputes, Evidence, EvidenceDrafts, EvidenceLibrary};
use super::features::export::ExportProgress;
use super::features::payment_disputes::PaymentDisputes;
use super::features::payments::{Pages, Payments};
use super::features::payouts::Payouts;
use super::features::refunds::Refunds;
use super::features::requests::Requests;
use super::features::webhooks::Webhooks;
use super::remote::Remote;
use super::state::State;
use super::workspace::Workspace;

/// The features of the workspace at hand.
#[derive(Debug)]
pub(super) struct Features<'a> {
    pub payments: &'a mut Payments,
    pub payment_disputes: &'a mut PaymentDisputes,
    pub refunds: &'a mut Refunds,
    pub payouts: &'a mut Payouts,
    pub disputes: &'a mut Disputes,
    pub drafts: &'a mut EvidenceDrafts,
    pub customers: &'a mut Customers,
    pub api_keys: &'a mut ApiKeys,
    pub analytics: &'a mut Analytics,
    pub requests: &'a mut Requests,
    pub webhooks: &'a mut Webhooks,
    /// Of the whole program.
    pub evidence: &'a mut EvidenceLibrary,
    pub new_keys: &'a mut NewKeys,
    pub export: &'a mut ExportProgress,
}

impl State {
    /// What may be read of the workspace at hand.
    pub fn view(&self) -> WorkspaceView<'_> {
        let workspace = &self.workspace;
        WorkspaceView {
            now: self.now,
            zone: self.zone(),
            settings: &self.settings,
            journal: &self.journal,
            profile_id: &workspace.profile_id,
            profiles: &self.profiles.saved,
            saved: self.profiles.find(&workspace.profile_id),
            traits: self.profiles.traits(&workspace.profile_id),
            profile: workspace.profile.as_ref(),
            is_unlocked: self.profiles.is_unlocked(&workspace.profile_id),
            is_shown: self.is_shown(),
            route: workspace.route,
            link: &workspace.connection.link,
            operations: &workspace.operations,
            records: &workspace.records,
        }
    }

    /// Lets features handle something; then what they asked of each other is done.
    pub(super) fn with<T>(&mut self, handle: impl FnOnce(Features<'_>, &mut Context<'_>) -> T) -> T {
        let mut requests = Vec::new();
        let result = self.with_requests(&mut requests, handle);
        requests.into_iter().for_each(|request| self.serve(request));
        result
    }

    /// Lets the disputes handle something, with what their rows are written from.
    pub(super) fn with_disputes<T>(
        &mut self,
        handle: impl FnOnce(&mut Disputes, &mut Evidence<'_>, &mut Context<'_>) -> T,
    ) -> T {
        self.with(|features, cx| {
            let payments = &*features.payments;
            let known_payment = |id: &PaymentId| payments.detail(id).and_then(Remote::value);
            let (drafts, library) = (features.drafts, features.evidence);
            handle(features.disputes, &mut Evidence { drafts, library, payments: &known_payment }, cx)
        })
    }

    fn with_requests<T>(
        &mut self,
        requests: &mut Vec<FeatureRequest>,
        handle: impl FnOnce(Features<'_>, &mut Context<'_>) -> T,
    ) -> T {
        let (zone, is_shown) = (self.zone(), self.is_shown());
        let Workspace {
            profile_id,
            route,
            profile,
            connection,
            rate: _,
            payments,
            payment_disputes,
            refunds,
            payouts,
            disputes,
            drafts,
            customers,
            api_keys,
            analytics,
            opened: _,
            forms: _,
            requests: call_log,
            records,
            operations,
            webhooks,
            reads,
        } = &mut self.workspace;
        let view = WorkspaceView {
            now: self.now,
            zone,
            settings: &self.settings,
            journal: &self.journal,
            profiles: &self.profiles.saved,
            saved: self.profiles.find(profile_id),
            traits: self.profiles.traits(profile_id),
            profile: profile.as_ref(),
            is_unlocked: self.profiles.is_unlocked(profile_id),
            profile_id,
            is_shown,
            route: *route,
            link: &connection.link,
            operations,
            records,
        };
        let (toasts, rng, outbox) = (&mut self.toasts, &mut self.rng, &mut self.outbox);
        let mut context = Context { view, reads, toasts, rng, outbox, requests };
        let features = Features {
            payments,
            payment_disputes,
            refunds,
            payouts,
            disputes,
            drafts,
            customers,
            api_keys,
            analytics,
            requests: call_log,
            webhooks,
            evidence: &mut self.evidence,
            new_keys: &mut self.new_keys,
            export: &mut self.export,
        };
        handle(features, &mut context)
    }

    fn serve(&mut self, request: FeatureRequest) {
        match request {
            FeatureRequest::Submit(submission) => self.submit(*submission),
            FeatureRequest::OpenForm(kind) => self.open_form(kind),
            FeatureRequest::LeaveForm(panel) => self.leave_form(panel),
            FeatureRequest::Show(route) => self.go_to(route),
            FeatureRequest::SwitchTo(route) => self.workspace.route = route,
            FeatureRequest::SelectRecord(kind, id) => self.workspace.opened.set(kind, Some(id)),
            FeatureRequest::ReadPayment(id) => self.with(|features, cx| features.payments.read_payment(&id, cx)),
            FeatureRequest::ReadDisputesOfOpenPayment => {
                self.with(|features, cx| features.payment_disputes.payment_opened(cx))
            }
            FeatureRequest::ReadDisputesOfPaymentAgain(id) => self.workspace.payment_disputes.read_again(&id),
            FeatureRequest::NeedDisputes => {
                self.with_disputes(|disputes, evidence, cx| disputes.read_once(evidence, cx))
            }
            FeatureRequest::ReadDisputeList => {
                if self.workspace.disputes.pages != Pages::Loading {
                    self.with_disputes(|disputes, evidence, cx| disputes.reload(evidence, cx));
                }
            }
            FeatureRequest::ShowFilteredPayments(filter) => {
                self.with(|features, cx| features.payments.show_filtered(*filter, cx))
            }
            FeatureRequest::ShowFilteredDisputes(filter) => {
                self.with_disputes(|disputes, evidence, cx| disputes.show_only(*filter, evidence, cx))
            }
            FeatureRequest::ReplayEvent(event) => self.replay_event(&event),
            FeatureRequest::ShowProblem(problem) => self.notice(problem),
            FeatureRequest::ShowDialog(dialog) => self.show_dialog(*dialog),
            FeatureRequest::OfferDialog(dialog) => self.dialog = self.dialog.take().or(Some(*dialog)),
            FeatureRequest::CloseNewKeyDialog(id) => {
                self.dialog.take_if(|dialog| dialog.is_of_new_key(&id));
            }
            FeatureRequest::ChangeSettings(change) => self.change_settings(change),
            FeatureRequest::ChangeTraits(change) => self.change_traits(change),
        }
    }
}
