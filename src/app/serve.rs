//! Lets features handle something, and carries out what they ask of each other.

use super::context::{Context, WorkspaceView};
use super::feature_request::FeatureRequest;
use super::features::analytics::Analytics;
use super::features::api_keys::{ApiKeys, NewKeys};
use super::features::customers::Customers;
use super::features::disputes::{Disputes, Drafts, EvidenceLibrary};
use super::features::export::Export;
use super::features::payment_links::PaymentLinks;
use super::features::payments::Payments;
use super::features::payouts::Payouts;
use super::features::refunds::Refunds;
use super::features::requests::Requests;
use super::features::subscriptions::Subscriptions;
use super::features::webhooks::Webhooks;
use super::state::State;
use super::workspace::Workspace;

/// The features of the workspace at hand.
#[derive(Debug)]
#[expect(dead_code, reason = "features that still have an `impl State` are not handed out yet")]
pub(super) struct Features<'a> {
    pub payments: &'a mut Payments,
    pub refunds: &'a mut Refunds,
    pub payouts: &'a mut Payouts,
    pub disputes: &'a mut Disputes,
    pub drafts: &'a mut Drafts,
    pub customers: &'a mut Customers,
    pub subscriptions: &'a mut Subscriptions,
    pub payment_links: &'a mut PaymentLinks,
    pub api_keys: &'a mut ApiKeys,
    pub analytics: &'a mut Analytics,
    pub requests: &'a mut Requests,
    pub webhooks: &'a mut Webhooks,
    /// Of the whole program.
    pub evidence: &'a mut EvidenceLibrary,
    pub new_keys: &'a mut NewKeys,
    pub export: &'a mut Export,
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
            saved: self.profiles.find(&workspace.profile_id),
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
            refunds,
            payouts,
            disputes,
            drafts,
            customers,
            subscriptions,
            payment_links,
            api_keys,
            analytics,
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
            saved: self.profiles.find(profile_id),
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
            refunds,
            payouts,
            disputes,
            drafts,
            customers,
            subscriptions,
            payment_links,
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
            FeatureRequest::ReadPayment(payment_id) => {
                self.read_payment(&payment_id);
            }
            FeatureRequest::NeedDisputes => self.begin_disputes_once(),
            FeatureRequest::ReplayEvent(event) => self.replay_event(&event),
            FeatureRequest::ShowProblem(problem) => self.notice(problem),
        }
    }
}
