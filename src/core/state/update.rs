//! The dispatch table: one line an arm, bodies in the feature's own file.

use chrono::{DateTime, Utc};

use crate::context::fact::FeatureFact;
use crate::features::home::HomeSources;
use crate::records::CustomerSources;
use crate::state::serve::Features;
use crate::workspace::Workspace;
use paydesk_domain::ids::PaymentId;

use crate::action::Action;
use crate::crash_report::OfferedReport;
use crate::dialog::Dialog;
use crate::effect::{Effect, StoreJob, SystemEffect};
use crate::features::analytics::exports_saved;
use crate::features::history::HistoryAction;
use crate::features::payments::PaymentsAction;
use crate::features::refunds::read_disputes_again;
use crate::features::toasts::ToastKind;
use crate::features::webhooks::events_exported;
use crate::message::Message;
use crate::operations::ResourceKind;
use crate::operations::{Input, JournalHealth};
use crate::problem::Problem;
use crate::remote::Remote;
use crate::route::Route;
use crate::settings::SettingsChange;
use crate::state::State;

impl State {
    /// What Paydesk asks for first.
    pub fn on_start(&mut self) -> Vec<Effect> {
        let opens = [
            StoreJob::OpenJournal,
            StoreJob::OpenRecords,
            StoreJob::OpenDocuments,
            StoreJob::OpenNotes,
            StoreJob::OpenEvents,
        ];
        opens.into_iter().for_each(|job| self.outbox.push(job));
        self.forget_lost_teams();
        self.connect();
        self.settle()
    }

    /// The person asked for something.
    pub fn on_action(&mut self, action: Action) -> Vec<Effect> {
        self.workspace.reads.set_asked_by_person(true);
        self.act_with_way_back(action);
        self.workspace.reads.set_asked_by_person(false);
        self.settle()
    }

    /// What the person asked for in one frame, in that order. After a switch to another profile the rest is dropped: it
    /// was meant for what was on screen before.
    pub fn on_actions(&mut self, actions: impl IntoIterator<Item = Action>) -> Vec<Effect> {
        let on_screen = self.profiles.current.clone();
        let mut effects = Vec::new();
        for action in actions {
            if self.profiles.current == on_screen {
                effects.extend(self.on_action(action));
            }
        }
        effects
    }

    /// The outside reported something.
    pub fn on_message(&mut self, message: Message) -> Vec<Effect> {
        self.handle_message(message);
        self.settle()
    }

    /// Time has passed: `now` was set by the window. Does what is due.
    pub fn on_tick(&mut self, now: DateTime<Utc>) -> Vec<Effect> {
        self.now = now;
        self.toasts.expire(now);
        self.workspace.records.expire(self.zone(), now);
        self.check_service();
        self.operate(Input::Tick);
        let mut dialog = self.workspace.dialog.take();
        if let Some(Dialog::Refund(dialog)) = &mut dialog {
            self.with(|_, cx| read_disputes_again(dialog, cx));
        }
        self.workspace.dialog = dialog;
        self.publish(FeatureFact::TimePassed);
        self.settle()
    }

    /// The window is being closed: what was typed in the last half second is stored.
    pub fn on_exit(&mut self) -> Vec<Effect> {
        self.with(|features, cx| features.drafts.save_now(cx));
        self.with(|features, cx| features.table_exports.exiting(cx));
        self.batch()
    }

    /// Everything was taken in: what is counted over several features is counted again.
    fn settle(&mut self) -> Vec<Effect> {
        self.leave_narrowed_disputes();
        self.learn_customers();
        self.publish(FeatureFact::Settled);
        self.correct_toasts();
        self.batch()
    }

    /// What other panels narrowed the list of disputes down to ends with the way back to it.
    fn leave_narrowed_disputes(&mut self) {
        let disputes = Route::List(ResourceKind::Dispute);
        if self.workspace.route != disputes && !self.workspace.back.leads_to(disputes) {
            self.with_disputes(|disputes, evidence, cx| disputes.leave_narrowed(evidence, cx));
        }
    }

    /// Payments and records tell each other who paid.
    fn learn_customers(&mut self) {
        let (zone, now) = (self.zone(), self.now);
        let Workspace { records, history, payments, .. } = &mut self.workspace;
        history.name_customers(records.take_renamed());
        let read = |id: &PaymentId| payments.detail(id).and_then(Remote::value);
        records.learn_customers(&CustomerSources { stored: history.columns(), read: &read }, zone, now);
    }

    /// All that the message asked for. The reads among it pass the rate gate here, together and last.
    fn batch(&mut self) -> Vec<Effect> {
        self.send_due_notifications();
        self.report_open_items();
        self.share();
        let units = self.units();
        self.workspace.rate.choose(self.settings.request_limit(&self.workspace.profile_id));
        self.workspace.reads.flush(&mut self.workspace.rate, units, self.now, &mut self.outbox);
        self.outbox.take()
    }

    // A dispatch table.
    /// Does what the person asked for; features ask for what others do with it.
    #[allow(clippy::too_many_lines)]
    pub(crate) fn action_asked(&mut self, action: Action) {
        match action {
            Action::GoTo(route) => self.go_to(route),
            Action::GoBack => self.go_back(),

            Action::Confirm(confirmation) => self.confirm(confirmation),
            Action::Submit(submission) => self.submit(*submission),
            Action::SendForm(input) => self.with_forms(|forms, seen, cx| forms.send(*input, seen, cx)),
            Action::AskSendAgain(operation_id) => {
                self.show_dialog(Dialog::SendAgain { operation_id, opened_at: self.now })
            }
            Action::AskSendAllAgain => self.ask_send_all_again(),
            Action::StopSendingAgain => self.workspace.sending_again.stop(),
            Action::AskCloseUnknown(operation_id) => {
                self.show_dialog(Dialog::CloseUnknown { operation_id, opened_at: self.now })
            }
            Action::CheckOperationNow(id) => self.operate_on(&id, Input::CheckNow(&id)),
            Action::CheckOperationsNow => self.check_operations(),
            Action::SendPrepared(id) => self.operate_on(&id, Input::SendPrepared(&id)),
            Action::WithdrawOperation(id) => self.operate_on(&id, Input::Withdraw(&id)),
            Action::CloseNow => self.close_now = true,
            Action::DismissDialog => self.workspace.dialog = None,

            Action::SwitchProfile(id) => self.switch_profile(id),
            Action::EditProfile(id) => self.edit_profile(id),
            Action::CloseProfileEditor => self.profiles.editor = None,
            Action::SaveProfile { input, key } => self.save_profile(&input, key),
            Action::TestProfile { input, key } => self.test_profile(&input, key),
            Action::SignIn(action) => self.handle_sign_in(action),
            Action::AskRemoveProfile(id) => self.ask_remove_profile(id),
            Action::ChangeTraits(change) => self.choose_traits(change),
            Action::AskUnlockProduction => self.ask_unlock_production(),
            Action::LockProduction => self.profiles.lock(),

            Action::Home(action) => self.with(|features, cx| {
                let Features { home, payments, disputes, history, record_lists, bulk, approvals, .. } = features;
                home.handle(action, HomeSources { payments, disputes, history, record_lists, bulk, approvals }, cx);
            }),
            Action::ReviewQueue(action) => self.handle_review_queue(action),
            Action::TableExport(action) => {
                self.with_exports(|exports, lists, cx| exports.handle(action, lists, cx));
            }
            Action::History(action) => self.with(|features, cx| features.history.handle(action, cx)),
            Action::Views(action) => self.with(|features, cx| {
                features.views.handle(action, (features.history, features.payments), cx);
            }),
            Action::Payments(PaymentsAction::ShowAll) => self.show_all_payments(),
            Action::Payments(action @ PaymentsAction::ShowOnly(_)) => {
                self.end_payment_search();
                self.with(|features, cx| features.payments.handle(action, cx));
            }
            Action::Notes(action) => self.handle_notes(action),
            Action::Notifications(action) => self.handle_notifications(action),
            Action::Payments(action) => self.with(|features, cx| features.payments.handle(action, cx)),
            Action::Refunds(action) => self.with(|features, cx| features.refunds.handle(action, features.payments, cx)),
            Action::Disputes(action) => {
                self.with_disputes(|disputes, evidence, cx| disputes.handle(action, evidence, cx))
            }
            Action::Payouts(action) => self.with(|features, cx| features.payouts.handle(action, cx)),
            Action::Customers(action) => self.with(|features, cx| features.customers.handle(action, cx)),
            Action::Subscriptions(action) => self.with(|features, cx| features.subscriptions.handle(action, cx)),
            Action::ApiKeys(action) => {
                self.with(|features, cx| features.api_keys.handle(action, features.new_keys, cx))
            }
            Action::Approvals(action) => self.with(|features, cx| features.approvals.handle(action, cx)),
            Action::OperationLog(action) => self.with(|features, cx| features.operation_log.handle(action, cx)),
            Action::Webhooks(action) => self.with(|features, cx| features.webhooks.handle(action, cx)),
            Action::Bulk(action) => self.handle_bulk(action),
            Action::Team(action) => self.handle_team(action),
            Action::Analytics(action) => self.with(|features, cx| features.analytics.handle(action, cx)),
            Action::Requests(action) => self.with(|features, cx| features.requests.handle(action, cx)),
            Action::ReadRecords(kind) => self.with(|features, cx| features.record_lists.read(kind, cx)),
            Action::OpenRecord(resource_kind, id) => self.open_record(resource_kind, id),
            Action::ShowRecord(kind, id) => self.show_record(kind, id),
            Action::LeaveForm(panel) => {
                self.with(|features, cx| features.forms.leave(panel, cx.view.operations));
            }
            Action::SearchPayments(text) => self.search_payments(text),
            Action::OpenNew(resource_kind) => self.open_new(resource_kind),
            Action::OpenNewFor(resource_kind, customer_id) => self.open_new_for(resource_kind, customer_id),
            Action::TryPaymentAgain(payment_id) => self.try_payment_again(payment_id),
            Action::CopySecret(secret) => self.outbox.push(SystemEffect::CopySecret(secret)),

            Action::OpenPalette => self.show_dialog(Dialog::Palette),
            Action::ShowShortcuts => self.show_dialog(Dialog::Shortcuts),
            Action::ShowHelp(page) => self.show_dialog(page.dialog()),
            Action::OpenDataFolder => self.open_data_folder(),
            Action::OpenSavedFolder(toast_id) => self.open_saved_folder(toast_id),
            Action::ShowFirstStep(step) => self.change_settings(SettingsChange::FirstSteps(step)),
            Action::DismissToast(id) => self.dismiss_toast(id),
            Action::DismissProblem(index) => self.dismiss_problem(index),
            Action::OpenCrashReport => self.open_crash_report(),
            Action::DismissCrashReport => self.dismiss_crash_report(),
            Action::RetryService => self.retry_service(),
            Action::FindJournal => self.journal_decided(StoreJob::OpenJournal),
            Action::StartNewJournal => self.journal_decided(StoreJob::StartNewJournal),
            Action::ExportJournal => self.with(|features, cx| features.export.start(cx)),

            Action::SetTheme(theme) => self.change_settings(SettingsChange::Theme(theme)),
            Action::SetZone(zone) => self.change_settings(SettingsChange::TimeZone(zone)),
            Action::SetTextPercent(percent) => self.change_settings(SettingsChange::TextPercent(percent)),
            Action::SetReducedMotion(reduced) => self.change_settings(SettingsChange::ReducedMotion(reduced)),
            Action::SetRequestLimit(limit) => {
                let profile_id = self.workspace.profile_id.clone();
                self.change_settings(SettingsChange::RequestLimit(profile_id, limit));
            }
            Action::SetCsvStyle(style) => self.change_settings(SettingsChange::Csv(style)),
            Action::SetDensity(density) => self.change_settings(SettingsChange::Density(density)),
            Action::RememberWindow(size) => self.change_settings(SettingsChange::Window(size)),
            Action::RememberDetailWidth(width) => self.change_settings(SettingsChange::DetailWidth(width)),
            Action::ReviewStatus(action) => self.change_review_status(action),
            Action::RememberSidebarWidth(width) => self.change_settings(SettingsChange::SidebarWidth(width)),
        }
    }

    // A dispatch table.
    #[allow(clippy::too_many_lines)]
    fn handle_message(&mut self, message: Message) {
        match message {
            Message::ServiceReady { profile, key_place } => self.service_ready(profile, key_place),
            Message::ServiceFailed { profile_id, problem, key_missing } => {
                self.service_failed(&profile_id, problem, key_missing)
            }
            Message::ProfileTested { number, profile_id, result, rate } => {
                self.profile_tested(number, profile_id.as_ref(), result, rate);
            }
            Message::SignInFound { profile_id } => self.sign_in_found(profile_id),
            Message::SignInAnswered { number, profile_id, result } => {
                self.sign_in_answered(number, profile_id, result);
            }
            Message::SecretStored { profile_id, kind, result } => self.secret_handed_over(profile_id, kind, result),
            Message::ClientSecret { operation_id, value } => {
                self.in_workspace_of(&operation_id, |state| state.client_secret_received(&operation_id, value))
            }
            Message::SecretsForgotten { profile_id, problem } => self.secrets_forgotten(&profile_id, problem),
            Message::AdminKeyLookedFor { profile_id, result } => self.in_workspace(&profile_id, |state| {
                state.with(|features, cx| features.api_keys.admin_key_looked_for(result, cx));
            }),
            Message::ApiKeyValue { operation_id, value } => self.in_workspace_of(&operation_id.clone(), |state| {
                state.with(|features, cx| features.new_keys.value_received(operation_id, value, cx));
            }),
            Message::JournalOpened { entries } => self.journal_opened(entries),
            Message::JournalMissing { problem } => self.journal = JournalHealth::Missing(problem),
            Message::JournalUnavailable { problem } => self.journal = JournalHealth::Unavailable(problem),
            Message::JournalWritten { operation_id, step } => {
                self.operate_on(&operation_id, Input::Written { id: &operation_id, step });
                self.entry_written(&operation_id, step);
                self.with(|features, cx| features.operation_log.written(&operation_id, cx));
            }
            Message::JournalRefused { operation_id, step, refusal } => {
                self.journal_refused(&operation_id, step, refusal)
            }
            Message::JournalRead { result } => self.with(|features, cx| features.operation_log.page_read(result, cx)),
            Message::EntriesRead { profile_id, result } => self.entries_read(&profile_id, result),
            Message::OperationRead { operation_id, result } => {
                self.with(|features, cx| features.operation_log.operation_read(&operation_id, result, cx.zone));
            }
            Message::JournalChecked { result } => {
                self.with(|features, cx| features.operation_log.checked(result, cx.now))
            }
            Message::JournalExported { export } => self.with(|features, cx| features.export.written(export, cx)),
            Message::JournalNotExported { problem } => self.with(|features, cx| features.export.failed(problem, cx)),
            Message::ReadAnswered { request_id, answer, rate } => {
                self.in_workspace_that_asked(request_id, |state| state.read_answered(request_id, answer, rate));
            }
            Message::OperationAnswered { operation_id, attempt, result } => {
                self.in_workspace_of(&operation_id, |state| state.operation_answered(&operation_id, attempt, &result))
            }
            Message::CallsMade { exchanges, missed } => self.calls_made(exchanges, missed),
            Message::RecordsOpened { records, problem } => self.records_opened(records, problem),
            Message::RecordNotStored { problem } => self.notice(problem),
            Message::DocumentsOpened { documents, problem } => self.documents_opened(documents, problem),
            Message::FileChosen { place, result } => self.in_workspace(&place.profile_id.clone(), |state| {
                state.with(|features, cx| features.disputes.file_chosen(place, result, cx))
            }),
            Message::FileUploaded { place, result } => self.in_workspace(&place.profile_id.clone(), |state| {
                state.with_disputes(|disputes, evidence, cx| disputes.file_uploaded(place, result, evidence, cx))
            }),
            Message::DocumentSaved { key, revision, problem } => self.document_saved(key, revision, problem),
            Message::NotesOpened { annotations, problem } => self.notes_opened(annotations, problem),
            Message::NoteSaved { profile_id, key, revision, problem } => {
                self.note_saved(&profile_id, &key, revision, problem)
            }
            Message::EventsOpened { events, on_disk, problem } => self.events_opened(events, &on_disk, problem),
            Message::SandboxSecretFound { profile_id, secret } => self.in_workspace(&profile_id, |state| {
                state.with(|features, cx| features.webhooks.sandbox_secret_found(secret, cx))
            }),
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
            Message::ExportsSaved { paths, problems } => self.with(|_, cx| exports_saved(&paths, &problems, cx)),
            Message::BulkRunSaved { profile_id, problem } => self.in_workspace(&profile_id, |state| {
                state.with(|features, cx| features.bulk.saved(problem, cx));
            }),
            Message::TableRead { profile_id, result } => {
                self.in_workspace(&profile_id, |state| state.import_file_read(result));
            }
            Message::BulkRunsOpened { runs, problem } => self.bulk_runs_opened(runs, problem),
            Message::History { profile_id, report } => {
                self.in_workspace(&profile_id, |state| state.history_reported(report))
            }
            Message::ViewsRead { profile_id, result } => self.in_workspace(&profile_id, |state| match result {
                Ok(Some(file)) => state.with(|features, cx| features.views.file_read(&file, cx)),
                Ok(None) => {}
                Err(problem) => state.notice(problem),
            }),
            Message::Team { profile_id, report } => self.in_workspace(&profile_id, |state| state.team_reported(report)),
            Message::SharingOpened { stored, problem } => self.sharing_opened(stored, problem),
            Message::SharedKept { profile_id, is_change, problem } => {
                self.shared_kept(&profile_id, is_change, problem);
            }
            Message::TableExport { number, report } => {
                self.with(|features, cx| features.table_exports.reported(number, report, cx));
            }
            Message::NotificationSent { number, problem } => self.notification_sent(number, problem),
            Message::SettingsNotSaved { problem }
            | Message::EventsNotNoted { problem }
            | Message::Noticed { problem } => self.notice(problem),
        }
    }

    pub(crate) fn go_to(&mut self, route: Route) {
        self.with(|features, cx| features.drafts.save_now(cx));
        let from = std::mem::replace(&mut self.workspace.route, route);
        self.publish(FeatureFact::PanelShown { route, from });
    }

    /// All payments: from elsewhere with what was searched for in them, and from there without.
    fn show_all_payments(&mut self) {
        let (payments, history) = (&self.workspace.payments, &self.workspace.history);
        let is_part = payments.part(&self.view()).is_some();
        let is_elsewhere = self.workspace.route != Route::List(ResourceKind::Payment) && !payments.filter.is_active();
        let is_view = self.workspace.views.shown(history, &self.view()).is_some();
        if is_view || !(is_part || is_elsewhere) {
            self.end_payment_search();
        }
        self.with(|features, cx| features.payments.handle(PaymentsAction::ShowAll, cx));
    }

    /// Shows all payments that `text` finds.
    pub(crate) fn search_payments(&mut self, text: String) {
        self.end_payment_search();
        self.with(|features, cx| {
            features.payments.handle(PaymentsAction::ShowAll, cx);
            features.history.handle(HistoryAction::Search(text), cx);
        });
    }

    /// Other payments are shown than those of a saved view or a search, which would stand in front of them.
    pub(crate) fn end_payment_search(&mut self) {
        self.with(|features, cx| {
            features.views.leave(features.history, cx);
            if features.history.search().is_active() {
                features.history.end_search(&cx.view);
            }
        });
    }

    fn dismiss_toast(&mut self, id: u64) {
        self.toasts.dismiss(id);
    }

    fn dismiss_problem(&mut self, index: usize) {
        if index < self.problems.len() {
            self.problems.remove(index);
        }
    }

    pub(crate) fn notice(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn open_saved_folder(&mut self, toast_id: u64) {
        let toast = self.toasts.shown().iter().find(|toast| toast.id == toast_id);
        if let Some(path) = toast.and_then(|toast| toast.folder.clone()) {
            self.outbox.push(SystemEffect::OpenFolder { path });
        }
    }

    /// Without a directory, the data is in memory.
    fn open_data_folder(&mut self) {
        if let Some(path) = self.data_dir.clone() {
            self.outbox.push(SystemEffect::OpenFolder { path });
        }
    }

    /// It stays on screen: whoever opened it is not done with it yet.
    fn open_crash_report(&mut self) {
        if let Some(OfferedReport { report, .. }) = self.crash_report.clone() {
            self.outbox.push(SystemEffect::OpenFile { path: report.path });
            self.change_settings(SettingsChange::CrashReportSeen(report.name));
        }
    }

    fn dismiss_crash_report(&mut self) {
        if let Some(offered) = self.crash_report.take() {
            self.change_settings(SettingsChange::CrashReportSeen(offered.report.name));
        }
    }

    pub(crate) fn secret_copied(&mut self, problem: Option<Problem>) {
        let (kind, text) = match problem {
            None => (ToastKind::Positive, "Copied. It is cleared from the clipboard after 30 seconds.".to_owned()),
            Some(problem) => (ToastKind::Danger, problem.text()),
        };
        self.toasts.show(self.now, kind, text, None);
    }
}
