//! Lets features handle something, and carries out what they ask of each other.

use chrono::{DateTime, Utc};

use paydesk_api::rate_limit::RateGate;
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_index::note_index::NoteIndex;

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, Neighbours, WorkspaceView};
use crate::features::analytics::Analytics;
use crate::features::api_keys::{ApiKeys, NewKeys};
use crate::features::approvals::Approvals;
use crate::features::bulk::Bulk;
use crate::features::connection::ConnectionState;
use crate::features::customers::Customers;
use crate::features::disputes::{Disputes, DisputesAction, Evidence, EvidenceDrafts, EvidenceLibrary};
use crate::features::export::ExportProgress;
use crate::features::forms::Forms;
use crate::features::forms::sending::SeenPayment;
use crate::features::history::{History, HistoryAction};
use crate::features::home::Home;
use crate::features::journal_copy::JournalCopy;
use crate::features::notifications::DesktopNotifications;
use crate::features::operation_log::OperationLog;
use crate::features::payment_count::PaymentCount;
use crate::features::payment_disputes::PaymentDisputes;
use crate::features::payments::{Pages, Payments, PaymentsAction};
use crate::features::payouts::Payouts;
use crate::features::profiles::{DashboardSignIn, Profiles};
use crate::features::record_lists::RecordLists;
use crate::features::refunds::Refunds;
use crate::features::requests::Requests;
use crate::features::review_queue::ReviewQueue;
use crate::features::sending_again::SendingAgain;
use crate::features::sharing::Sharing;
use crate::features::subscriptions::Subscriptions;
use crate::features::table_exports::{ExportLists, TableExports};
use crate::features::team::Team;
use crate::features::views::Views;
use crate::features::webhooks::Webhooks;
use crate::operations::{Input, JournalHealth, Operations, PaymentPrecondition};
use crate::records::Records;
use crate::remote::Remote;
use crate::route::Route;
use crate::route::opened_records::OpenedRecords;
use crate::settings::Settings;
use crate::state::State;
use crate::workspace::{Workspace, related_known};
use paydesk_domain::zone::Zone;

/// The features of the workspace at hand.
#[derive(Debug)]
pub(crate) struct Features<'a> {
    pub payments: &'a mut Payments,
    pub history: &'a mut History,
    pub views: &'a mut Views,
    pub payment_disputes: &'a mut PaymentDisputes,
    pub refunds: &'a mut Refunds,
    pub payouts: &'a mut Payouts,
    pub record_lists: &'a mut RecordLists,
    pub subscriptions: &'a mut Subscriptions,
    pub disputes: &'a mut Disputes,
    pub drafts: &'a mut EvidenceDrafts,
    pub customers: &'a mut Customers,
    pub api_keys: &'a mut ApiKeys,
    pub analytics: &'a mut Analytics,
    pub approvals: &'a mut Approvals,
    pub bulk: &'a mut Bulk,
    pub requests: &'a mut Requests,
    pub review_queue: &'a mut ReviewQueue,
    pub sending_again: &'a mut SendingAgain,
    pub webhooks: &'a mut Webhooks,
    pub forms: &'a mut Forms,
    pub sharing: &'a mut Sharing,
    pub journal_copy: &'a mut JournalCopy,
    pub payment_count: &'a mut PaymentCount,
    pub home: &'a mut Home,
    /// Of the whole program.
    pub evidence: &'a mut EvidenceLibrary,
    pub new_keys: &'a mut NewKeys,
    pub export: &'a mut ExportProgress,
    pub operation_log: &'a mut OperationLog,
    pub table_exports: &'a mut TableExports,
    pub notifications: &'a mut DesktopNotifications,
}

/// What of a workspace its view shows.
struct ViewedParts<'a> {
    profile_id: &'a ProfileId,
    route: Route,
    profile: Option<&'a Profile>,
    connection: &'a ConnectionState,
    rate: &'a RateGate,
    opened: &'a OpenedRecords,
    operations: &'a Operations,
    records: &'a Records,
    notes: &'a NoteIndex,
    team: &'a Team,
    operator: &'a str,
}

impl<'a> ViewedParts<'a> {
    /// The view, with what it shows of the whole program.
    fn view(
        self,
        (zone, csv): (Zone, CsvStyle),
        is_shown: bool,
        now: DateTime<Utc>,
        (settings, journal, profiles, others): (&'a Settings, &'a JournalHealth, &'a Profiles, &'a dyn Neighbours),
    ) -> WorkspaceView<'a> {
        WorkspaceView {
            now,
            zone,
            settings,
            journal,
            profile_id: self.profile_id,
            profiles: &profiles.saved,
            policy: &profiles.policy,
            saved: profiles.find(self.profile_id),
            traits: profiles.traits(self.profile_id),
            is_signed_in: profiles.sign_in(self.profile_id) == DashboardSignIn::SignedIn,
            units: profiles.units(self.profile_id),
            profile: self.profile,
            is_unlocked: profiles.is_unlocked(self.profile_id),
            is_shown,
            route: self.route,
            opened: self.opened,
            link: &self.connection.link,
            rate: self.rate,
            operations: self.operations,
            records: self.records,
            others,
            notes: self.notes,
            team: self.team,
            operator: self.operator,
            csv,
        }
    }
}

impl State {
    /// What may be read of the workspace at hand.
    pub fn view(&self) -> WorkspaceView<'_> {
        let Workspace {
            profile_id, route, profile, connection, rate, opened, operations, records, notes, team, ..
        } = &self.workspace;
        let profile = profile.as_ref();
        let parts = ViewedParts {
            profile_id,
            route: *route,
            profile,
            connection,
            rate,
            opened,
            operations,
            records,
            notes: notes.index(),
            team,
            operator: &self.operator,
        };
        parts.view(
            (self.zone(), self.csv()),
            self.is_shown(),
            self.now,
            (&self.settings, &self.journal, &self.profiles, &self.others),
        )
    }

    /// Lets features handle something; then what they asked of each other is done.
    pub(crate) fn with<T>(&mut self, handle: impl FnOnce(Features<'_>, &mut Context<'_>) -> T) -> T {
        let (mut requests, mut facts) = (Vec::new(), Vec::new());
        let result = self.with_requests(&mut requests, &mut facts, handle);
        requests.into_iter().for_each(|request| self.serve(request));
        facts.into_iter().for_each(|fact| self.publish(fact));
        result
    }

    /// Lets the exports handle something, with the lists that can be exported.
    pub(crate) fn with_exports<T>(
        &mut self,
        handle: impl FnOnce(&mut TableExports, &mut ExportLists<'_>, &mut Context<'_>) -> T,
    ) -> T {
        self.with(|features, cx| {
            let Features { history, record_lists, disputes, payment_disputes, .. } = &features;
            let related = related_known(history, cx.records, record_lists, disputes, payment_disputes);
            let Features {
                payments,
                history,
                views,
                disputes,
                record_lists,
                webhooks,
                operation_log,
                table_exports,
                ..
            } = features;
            let mut lists =
                ExportLists { payments, history, views, disputes, record_lists, webhooks, operation_log, related };
            handle(table_exports, &mut lists, cx)
        })
    }

    /// Lets the forms handle something, with what the person saw of payments.
    pub(crate) fn with_forms(&mut self, handle: impl FnOnce(&mut Forms, SeenPayment<'_>, &mut Context<'_>)) {
        self.with(|features, cx| {
            let (payments, now) = (&*features.payments, cx.now);
            let seen = |id: &PaymentId| {
                let detail = payments.detail(id)?;
                Some(PaymentPrecondition::of(detail.value()?, detail.read_at().unwrap_or(now)))
            };
            handle(features.forms, &seen, cx);
        });
    }

    /// Lets the disputes handle something, with what their rows are written from.
    pub(crate) fn with_disputes<T>(
        &mut self,
        handle: impl FnOnce(&mut Disputes, &mut Evidence<'_>, &mut Context<'_>) -> T,
    ) -> T {
        self.with(|features, cx| {
            let payments = &*features.payments;
            let known_payment = |id: &PaymentId| payments.detail(id).and_then(Remote::value);
            let (drafts, library) = (features.drafts, features.evidence);
            let stored = features.history.columns();
            let mut evidence = Evidence { drafts, library, payments: &known_payment, stored };
            handle(features.disputes, &mut evidence, cx)
        })
    }

    #[expect(clippy::too_many_lines, reason = "it lists the parts of a workspace")]
    fn with_requests<T>(
        &mut self,
        requests: &mut Vec<FeatureRequest>,
        facts: &mut Vec<FeatureFact>,
        handle: impl FnOnce(Features<'_>, &mut Context<'_>) -> T,
    ) -> T {
        let (here, is_shown) = ((self.zone(), self.csv()), self.is_shown());
        let Workspace {
            profile_id,
            route,
            history,
            views,
            notes,
            profile,
            connection,
            rate,
            opened,
            forms,
            sharing,
            journal_copy,
            payment_count,
            home,
            payments,
            payment_disputes,
            refunds,
            payouts,
            record_lists,
            subscriptions,
            disputes,
            drafts,
            customers,
            api_keys,
            analytics,
            approvals,
            bulk,
            requests: call_log,
            review_queue,
            sending_again,
            team,
            records,
            operations,
            webhooks,
            reads,
            ..
        } = &mut self.workspace;
        let (route, profile, notes) = (*route, profile.as_ref(), notes.index());
        let parts = ViewedParts {
            profile_id,
            route,
            profile,
            connection,
            rate,
            opened,
            operations,
            records,
            notes,
            team,
            operator: &self.operator,
        };
        let view = parts.view(here, is_shown, self.now, (&self.settings, &self.journal, &self.profiles, &self.others));
        let (toasts, rng, outbox) = (&mut self.toasts, &mut self.rng, &mut self.outbox);
        let mut context = Context { view, reads, toasts, rng, outbox, requests, facts };
        let features = Features {
            payments,
            history,
            views,
            payment_disputes,
            refunds,
            payouts,
            record_lists,
            subscriptions,
            disputes,
            drafts,
            customers,
            api_keys,
            analytics,
            approvals,
            bulk,
            requests: call_log,
            review_queue,
            sending_again,
            webhooks,
            forms,
            sharing,
            journal_copy,
            payment_count,
            home,
            evidence: &mut self.evidence,
            new_keys: &mut self.new_keys,
            export: &mut self.export,
            operation_log: &mut self.operation_log,
            table_exports: &mut self.table_exports,
            notifications: &mut self.notifications,
        };
        handle(features, &mut context)
    }

    fn serve(&mut self, request: FeatureRequest) {
        match request {
            FeatureRequest::Submit(submission) => self.submit(*submission),
            FeatureRequest::SubmitUndoable(submission, until) => self.submit_undoable(*submission, until),
            FeatureRequest::SubmitApproved(submission) => self.submit_approved(*submission),
            FeatureRequest::StartApprovedRun(run) => self.start_approved_run(*run),
            FeatureRequest::Withdraw(id) => self.operate(Input::Withdraw(&id)),
            FeatureRequest::ShowInReview => {
                self.with(|features, cx| features.payments.handle(PaymentsAction::ShowInReview, cx))
            }
            FeatureRequest::SendPrepared(id) => self.operate(Input::SendPrepared(&id)),
            FeatureRequest::SendAgain(id) => self.operate(Input::SendAgain(&id)),
            FeatureRequest::OpenForm(kind) => self.with(|features, cx| features.forms.open_in_panel(kind, cx)),
            FeatureRequest::LeaveForm(panel) => {
                self.with(|features, cx| features.forms.leave(panel, cx.view.operations));
            }
            FeatureRequest::Show(route) => self.go_to(route),
            FeatureRequest::SwitchTo(route) => self.workspace.route = route,
            FeatureRequest::SelectRecord(kind, id) => self.workspace.opened.set(kind, Some(id)),
            FeatureRequest::ReadPayment(id) => self.with(|features, cx| features.payments.read_payment(&id, cx)),
            FeatureRequest::ReadDisputesOfPaymentAgain(id) => self.workspace.payment_disputes.read_again(&id),
            FeatureRequest::OpenDispute(id) => self
                .with_disputes(|disputes, evidence, cx| disputes.handle(DisputesAction::Open(Some(id)), evidence, cx)),
            FeatureRequest::NeedDisputes => {
                self.with_disputes(|disputes, evidence, cx| disputes.read_once(evidence, cx))
            }
            FeatureRequest::ReadDisputeList => {
                if self.workspace.disputes.inbox.reading.pages != Pages::Loading {
                    self.with_disputes(|disputes, evidence, cx| disputes.reload(evidence, cx));
                }
            }
            FeatureRequest::ReadPaymentsNow => {
                self.with(|features, cx| features.history.handle(HistoryAction::ReadNow, cx))
            }
            FeatureRequest::ReadWorkAgain => self.with(|features, cx| features.payments.read_work_again(cx)),
            FeatureRequest::NeedRecordList(kind) => self.with(|features, cx| features.record_lists.show(kind, cx)),
            FeatureRequest::ReadRecordList(kind) => self.with(|features, cx| features.record_lists.read(kind, cx)),
            FeatureRequest::ShowFilteredPayments(filter, sort) => {
                self.end_payment_search();
                self.with(|features, cx| features.payments.show_only(*filter, sort, cx))
            }
            FeatureRequest::SearchPayments(query) => self.search_payments(query),
            FeatureRequest::ShowFilteredDisputes(filter) => {
                self.with_disputes(|disputes, evidence, cx| disputes.show_only(*filter, evidence, cx))
            }
            FeatureRequest::ReplayEvent(event) => self.replay_event(&event),
            FeatureRequest::ShowProblem(problem) => self.notice(problem),
            FeatureRequest::ShowDialog(dialog) => self.show_dialog(*dialog),
            FeatureRequest::OfferDialog(dialog) => {
                self.workspace.dialog = self.workspace.dialog.take().or(Some(*dialog))
            }
            FeatureRequest::CloseNewKeyDialog(id) => {
                self.workspace.dialog.take_if(|dialog| dialog.is_of_new_key(&id));
            }
            FeatureRequest::ChangeSettings(change) => self.change_settings(change),
            FeatureRequest::ChangeTraits(change) => self.change_traits(change),
        }
    }
}
