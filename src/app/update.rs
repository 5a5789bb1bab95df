//! The dispatch table: one line an arm, bodies in the feature's own file.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::rate_limit::RateHeaders;

use super::action::Action;
use super::effect::{Effect, StoreJob, SystemEffect};
use super::features::dialogs::Dialog;
use super::features::payments::{PaymentSort, PaymentsFilter};
use super::features::toasts::ToastKind;
use super::features::webhooks::events_exported;
use super::message::Message;
use super::operations::{Input, JournalHealth};
use super::problem::Problem;
use super::read::{Read, ReadAnswer, RequestId};
use super::state::State;

impl State {
    /// What the desk asks for first.
    pub fn on_start(&mut self) -> Vec<Effect> {
        for job in [StoreJob::OpenJournal, StoreJob::OpenRecords, StoreJob::OpenDocuments, StoreJob::OpenEvents] {
            self.outbox.push(job);
        }
        self.connect();
        self.batch()
    }

    /// The person asked for something.
    pub fn on_action(&mut self, action: Action) -> Vec<Effect> {
        self.action_asked(action);
        self.with(|features, cx| features.customers.follow_open_customer(cx.route, cx));
        self.batch()
    }

    /// The outside reported something.
    pub fn on_message(&mut self, event: Message) -> Vec<Effect> {
        self.event_happened(event);
        self.follow_forms();
        self.with(|features, cx| features.customers.follow_open_customer(cx.route, cx));
        self.count_shown_disputes();
        self.compare_analytics_with_lists();
        self.batch()
    }

    /// Time has passed: `now` was set by the window. Does what is due.
    pub fn on_tick(&mut self, now: DateTime<Utc>) -> Vec<Effect> {
        self.now = now;
        self.toasts.expire(now);
        self.workspace.records.expire(self.zone(), now);
        self.look_at_service();
        self.operate(Input::Tick);
        self.follow_forms();
        self.poll_open_payment();
        self.read_disputes_due();
        self.poll_open_dispute();
        self.poll_pending_refunds();
        self.save_due_drafts();
        self.events_due();
        self.analytics_due();
        self.batch()
    }

    /// The window is being closed: what was typed in the last half second is kept.
    pub fn on_exit(&mut self) -> Vec<Effect> {
        self.save_now();
        self.batch()
    }

    /// All that the message asked for. The reads among it pass the rate gate here, together and last.
    fn batch(&mut self) -> Vec<Effect> {
        self.workspace.reads.flush(&mut self.workspace.rate, self.now, &mut self.outbox);
        self.outbox.take()
    }

    /// Does what the person asked for; features ask for what others do with it.
    #[expect(clippy::too_many_lines, reason = "a dispatch table: one line an arm")]
    pub(super) fn action_asked(&mut self, action: Action) {
        match action {
            Action::GoTo(route) => self.go_to(route),

            Action::ShowAllPayments => self.show_payments(PaymentsFilter::default(), PaymentSort::default()),
            Action::ShowPaymentsToCapture => {
                self.show_payments(PaymentsFilter::to_capture(), PaymentSort::MOST_URGENT_FIRST)
            }
            Action::FilterStatus(status) => self.set_filter(|filter| filter.status = status),
            Action::FilterCurrency(currency) => self.set_filter(|filter| filter.currency = currency),
            Action::FilterCustomer(customer_id) => self.filter_customer(customer_id),
            Action::FilterCreated(created) => self.set_filter(|filter| filter.created = created),
            Action::RemoveLocalFilter(part) => self.set_filter(|filter| filter.local_filter.remove(part)),
            Action::ClearFilters => self.set_filter(|filter| *filter = PaymentsFilter::default()),
            Action::RefreshPayments => self.refresh_payments(),
            Action::LoadMorePayments => self.load_more_payments(),
            Action::LoadAllPayments => self.load_all_payments(),
            Action::StopLoadingPayments => self.stop_loading_payments(),
            Action::SortPayments(column) => self.sort_payments(column),
            Action::OpenPayment(payment_id) => self.open_payment(payment_id),
            Action::LookUpPayment(text) => self.look_up_payment(&text),
            Action::ClosePayment => self.close_payment(),
            Action::CloseNewPayment => self.close_new_payment(),
            Action::RefreshPayment(payment_id) => self.refresh_payment(&payment_id),

            Action::Ask(payment_id, action) => self.ask_payment_action(&payment_id, action),
            Action::ConfirmPaymentAction(intent) => self.confirm_payment_dialog(intent),
            Action::Submit(submission) => self.submit(*submission),
            Action::SendForm(input) => self.send_form(*input),
            Action::AskSendAgain(id) => self.ask_send_again(id),
            Action::ConfirmSendAgain => self.confirm_send_again(),
            Action::AskCloseUnknown(id) => self.ask_close_unknown(id),
            Action::ConfirmCloseUnknown => self.confirm_close_unknown(),
            Action::CheckOperationNow(id) => self.operate_on(&id, Input::CheckNow(&id)),
            Action::CheckOperationsNow => self.check_operations(),
            Action::SendPrepared(id) => self.operate_on(&id, Input::SendPrepared(&id)),
            Action::WithdrawOperation(id) => self.operate_on(&id, Input::Withdraw(&id)),
            Action::CloseNow => self.close_now = true,
            Action::DismissDialog => self.show_dialog(None),

            Action::SwitchProfile(id) => self.switch_profile(id),
            Action::EditProfile(id) => self.edit_profile(id),
            Action::CloseProfileEditor => self.profiles.editor = None,
            Action::SaveProfile { input, key } => self.save_profile(&input, key),
            Action::TestProfile { input, key } => self.test_profile(&input, key),
            Action::AskRemoveProfile(id) => self.ask_remove_profile(id),
            Action::ConfirmRemoveProfile => self.confirm_remove_profile(),
            Action::AskUnlockProduction => self.ask_unlock_production(),
            Action::ConfirmUnlockProduction => self.confirm_unlock_production(),
            Action::LockProduction => self.profiles.lock(),

            Action::Refunds(action) => self.on_refunds(action),
            Action::Disputes(action) => self.on_disputes(action),
            Action::Payouts(action) => self.on_payouts(action),
            Action::Customers(action) => self.with(|features, cx| features.customers.handle(action, cx)),
            Action::Subscriptions(action) => self.on_subscriptions(action),
            Action::PaymentLinks(action) => self.with(|features, cx| features.payment_links.handle(action, cx)),
            Action::Unconfirmed(action) => self.on_unconfirmed(action),
            Action::ApiKeys(action) => self.on_api_keys(action),
            Action::Webhooks(action) => self.with(|features, cx| features.webhooks.handle(action, cx)),
            Action::Analytics(action) => self.on_analytics(action),
            Action::Requests(action) => self.on_requests(action),
            Action::OpenRecord(family, id) => self.open_record(family, id),
            Action::OpenNew(family) => self.open_new(family),
            Action::OpenNewFor(family, customer_id) => self.open_new_for(family, customer_id),
            Action::CopySecret(secret) => self.outbox.push(SystemEffect::CopySecret(secret)),

            Action::OpenPalette => self.show_dialog(Some(Dialog::Palette)),
            Action::ShowShortcuts => self.show_dialog(Some(Dialog::Shortcuts)),
            Action::DismissToast(id) => self.dismiss_toast(id),
            Action::DismissProblem(index) => self.dismiss_problem(index),
            Action::RetryService => self.retry_service(),
            Action::FindJournal => self.journal_decided(StoreJob::OpenJournal),
            Action::StartNewJournal => self.journal_decided(StoreJob::StartNewJournal),
            Action::ExportJournal => self.export_journal(),

            Action::SetTheme(theme) => self.change_settings(|settings| settings.theme = theme),
            Action::SetZone(zone) => self.change_settings(|settings| settings.time_zone = zone),
            Action::SetTextPercent(percent) => self.change_settings(|settings| settings.text_percent = percent),
            Action::SetReducedMotion(reduced) => self.change_settings(|settings| settings.reduced_motion = reduced),
            Action::SetDensity(density) => self.change_settings(|settings| settings.density = density),
            Action::RememberWindow(size) => self.change_settings(|settings| settings.window = Some(size)),
            Action::RememberDetailWidth(width) => self.change_settings(|settings| settings.detail_width = Some(width)),
            Action::RememberSidebarWidth(width) => {
                self.change_settings(|settings| settings.sidebar_width = Some(width));
            }
        }
    }

    fn event_happened(&mut self, event: Message) {
        match event {
            Message::ServiceReady { profile, key_place } => self.service_ready(profile, key_place),
            Message::ServiceFailed { profile_id, problem, key_missing } => {
                self.service_failed(&profile_id, problem, key_missing)
            }
            Message::ProfileTested { number, result } => self.profiles.tested(number, result),
            Message::SecretKept { profile_id, kind, result } => self.secret_handed_over(profile_id, kind, result),
            Message::ClientSecret { operation_id, value } => {
                self.in_workspace_of(&operation_id, |state| state.client_secret_received(&operation_id, value))
            }
            Message::SecretsForgotten { profile_id, problem } => self.secrets_forgotten(&profile_id, problem),
            Message::AdminKeyLookedFor { profile_id, result } => {
                self.in_workspace(&profile_id, |state| state.admin_key_looked_for(result))
            }
            Message::ApiKeyValue { operation_id, value } => {
                self.in_workspace_of(&operation_id.clone(), |state| state.api_key_value(operation_id, value))
            }
            Message::JournalOpened { unfinished } => self.journal_opened(unfinished),
            Message::JournalMissing { problem } => self.journal = JournalHealth::Missing(problem),
            Message::JournalUnavailable { problem } => self.journal = JournalHealth::Unavailable(problem),
            Message::JournalWritten { operation_id, step } => {
                self.operate_on(&operation_id, Input::Written { id: &operation_id, step })
            }
            Message::JournalRefused { operation_id, step, refusal } => {
                self.journal_refused(&operation_id, step, refusal)
            }
            Message::JournalExported { export } => self.journal_exported(export),
            Message::JournalNotExported { problem } => self.journal_not_exported(problem),
            Message::ReadAnswered { request_id, answer, rate } => self.read_answered(request_id, answer, rate),
            Message::OperationAnswered { operation_id, attempt, result } => {
                self.in_workspace_of(&operation_id, |state| state.operation_answered(&operation_id, attempt, &result))
            }
            Message::CallsMade { exchanges, missed } => self.calls_made(exchanges, missed),
            Message::RecordsOpened { records, problem } => self.records_opened(records, problem),
            Message::RecordNotKept { problem } => self.notice(problem),
            Message::DocumentsOpened { documents, problem } => self.documents_opened(documents, problem),
            Message::FileChosen { place, result } => {
                self.in_workspace(&place.profile_id.clone(), |state| state.file_chosen(place, result))
            }
            Message::FileUploaded { place, result } => {
                self.in_workspace(&place.profile_id.clone(), |state| state.file_uploaded(place, result))
            }
            Message::DocumentSaved { key, revision, problem } => self.document_saved(key, revision, problem),
            Message::EventsOpened { events, on_disk, problem } => self.events_opened(events, &on_disk, problem),
            Message::SandboxSecretFound { secret } => {
                self.with(|features, cx| features.webhooks.sandbox_secret_found(secret, cx))
            }
            Message::OlderEventsRead { profile_id, result } => self.in_workspace(&profile_id, |state| {
                state.with(|features, cx| features.webhooks.older_read(result, cx));
            }),
            Message::WebhooksArrived { events } => self.take_events(events),
            Message::WebhookRepeated { profile_id, event_id } => {
                self.in_workspace(&profile_id, |state| state.workspace.webhooks.repeated(&event_id))
            }
            Message::WebhookRefused { refused, more } => self.delivery_refused(*refused, more),
            Message::WebhookConnectionsClosed { profile_id, count } => {
                self.in_workspace(&profile_id, |state| state.workspace.webhooks.connections_closed(count))
            }
            Message::ReceiverChanged { profile_id, result } => {
                self.in_workspace(&profile_id, |state| state.workspace.webhooks.receiver_changed(result))
            }
            Message::EventsExported { result } => self.with(|_, cx| events_exported(result, cx)),
            Message::SecretCopied { problem } => self.secret_copied(problem),
            Message::ExportsSaved { paths, problems } => self.exports_saved(&paths, &problems),
            Message::SettingsNotSaved { problem }
            | Message::EventsNotNoted { problem }
            | Message::Noticed { problem } => self.notice(problem),
        }
    }

    /// An answer to a read came: to whom it belongs, and what it makes room for.
    fn read_answered(&mut self, request_id: RequestId, answer: ReadAnswer, rate: Option<RateHeaders>) {
        self.note_answer(request_id, &answer, rate);
        if let Some(read) = self.workspace.reads.finish(request_id, &answer, self.now, &mut self.rng) {
            match (read, answer) {
                (Read::Health(_), _) => self.workspace.connection.health_answered(self.now),
                (Read::Payments(_), ReadAnswer::Payments(result)) => self.payment_page_answered(request_id, result),
                (Read::Payment(read), ReadAnswer::Payment(result)) => {
                    self.payment_answered(request_id, &read.payment_id, *result);
                    self.read_disputed_customer(&read.payment_id);
                }
                (Read::Disputes(list), answer) => {
                    self.payment_disputes_read(request_id, &list, &answer);
                    self.disputes_answered(request_id, &answer)
                }
                (Read::Customer(_) | Read::Payout(_), answer) => self.record_answered(request_id, &answer),
                (Read::DisputeMetrics(_) | Read::PaymentMetrics(_), ReadAnswer::Metrics(result)) => {
                    self.metrics_answered(request_id, *result)
                }
                (Read::Payments(_) | Read::Payment(_), _) => {}
                (Read::DisputeMetrics(_) | Read::PaymentMetrics(_), _) => {}
            }
        }
    }

    /// The clock was set, or the machine slept: the time jumped by `by` beyond what passed for the process. What is
    /// counted goes on being counted right: a settle window neither ends early nor takes hours.
    pub fn on_clock_jump(&mut self, by: TimeDelta) {
        self.toasts.clock_jumped(by);
        self.closing_clock_jumped(by);
        self.in_every_workspace(|state| state.workspace_clock_jumped(by));
    }

    fn workspace_clock_jumped(&mut self, by: TimeDelta) {
        self.operate(Input::ClockJumped(by));
        let (zone, now) = (self.zone(), self.now);
        let workspace = &mut self.workspace;
        workspace.rate.clock_jumped(by);
        workspace.reads.clock_jumped(by);
        workspace.connection.clock_jumped(by);
        workspace.payments.clock_jumped(by);
        workspace.webhooks.clock_jumped(by);
        workspace.drafts.clock_jumped(by);
        workspace.analytics.clock_jumped(by);
        workspace.records.write_again(zone, now);
    }

    /// When [`Self::on_tick`] is next of use; nothing happens before by itself.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        [
            self.toasts.next_due(),
            self.closing_until(),
            self.workspace.connection.next_due(),
            self.operations_next_due(),
            self.poll_due(),
            self.disputes_read_due(),
            self.dispute_poll_due(),
            self.refund_poll_due(),
            self.workspace.drafts.next_due(),
            self.events_next_due(),
            self.analytics_next_due(),
            self.workspace.reads.next_due(),
            self.workspace.records.next_due(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    pub(super) fn go_to(&mut self, route: super::route::Route) {
        self.save_now();
        if route == super::route::Route::Disputes {
            if self.workspace.route == route {
                // Asked for where it is shown already, the inbox is meant.
                self.on_disputes(super::features::disputes::DisputesAction::Open(None));
            }
            self.show_disputes();
        }
        if route == super::route::Route::Analytics {
            self.show_analytics();
        }
        self.workspace.route = route;
    }

    fn refresh_payments(&mut self) {
        self.reload_payments();
        self.count_to_capture();
        self.read_open_payment();
    }

    fn dismiss_toast(&mut self, id: u64) {
        self.toasts.dismiss(id);
    }

    fn dismiss_problem(&mut self, index: usize) {
        if index < self.problems.len() {
            self.problems.remove(index);
        }
    }

    pub(super) fn notice(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    pub(super) fn secret_copied(&mut self, problem: Option<Problem>) {
        let (kind, text) = match problem {
            None => (ToastKind::Positive, "Copied. It is cleared from the clipboard after 30 seconds".to_owned()),
            Some(problem) => (ToastKind::Danger, format!("{}. {}", problem.what, problem.what_to_do)),
        };
        self.toasts.show(self.now, kind, text, None);
    }
}
