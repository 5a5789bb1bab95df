//! The last calls of Paydesk for the person who builds upon the service: what left, what came, what went wrong.
//!
//! Each profile has a log of its own, in memory only. Calls come without their secrets; rows are prepared when they come.
//! What the outcome of an *operation* is, the core decides and reports here: a call alone does not know what was asked before.

mod filter;
mod groups;
pub mod http_text;
mod log;
mod row;
mod text;

use crate::context::Context;
use crate::context::fact::{EndedOperation, FeatureFact};
use crate::context::request::FeatureRequest;
use crate::operations::Outcome;
use crate::operations::rules::Decision;
use crate::settings::SettingsChange;
use paydesk_api::exchange::Exchange;
use paydesk_domain::ids::OperationId;
use paydesk_domain::zone::Zone;

pub use filter::{CallFilter, FailureGroupKey};
pub use groups::FailureGroup;
pub use log::{BODIES_MAX_BYTES, CALLS_MAX, CallLog};
pub use paydesk_domain::operation::{CallKind, Proof};
pub use row::{LoggedCall, RowTexts};

/// What the pane shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumIter)]
pub enum RequestsView {
    #[default]
    Calls,
    /// What went wrong, by code and endpoint.
    Errors,
}

/// What a person can ask of the pane.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestsAction {
    /// Opens the pane, or closes it.
    Toggle,
    Show(RequestsView),
    Filter(CallFilter),
    /// Opens a call beside the list, by its number.
    Open(Option<u64>),
    Pause(bool),
    Clear,
    RememberHeight(f32),
}

/// The request log: the calls, which of them are shown, and which one is open.
#[derive(Debug, Default)]
pub struct Requests {
    pub view: RequestsView,
    pub filter: CallFilter,
    pub open: Option<u64>,
    pub paused: bool,
    log: CallLog,
    /// Counts how often other calls were asked for.
    questions: u64,
    last_number: u64,
}

impl Requests {
    pub fn log(&self) -> &CallLog {
        &self.log
    }

    /// Another number whenever other calls are asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The call that is open beside the list.
    pub fn open_call(&self) -> Option<&LoggedCall> {
        self.log.call(self.open?)
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &Context<'_>) {
        match fact {
            FeatureFact::ZoneChanged { .. } => self.zone_changed(cx.zone),
            FeatureFact::ProfileEntered => self.begin_again(cx.zone),
            FeatureFact::OperationEnded(ended) if matches!(ended.outcome, Outcome::Rejected { .. }) => {
                let EndedOperation { operation, .. } = &**ended;
                self.note_reconciliation(&operation.id, operation.attempts, Decision::Rejected);
            }
            _ => {}
        }
    }

    /// The profile is shown again: nothing is open, and times are in its zone.
    fn begin_again(&mut self, zone: Zone) {
        self.filter.group = None;
        self.open = None;
        self.zone_changed(zone);
    }

    fn zone_changed(&mut self, zone: Zone) {
        self.log.prepare_again(zone);
        self.filter_again();
    }

    pub(crate) fn add(&mut self, exchange: Exchange, zone: Zone) {
        if self.paused {
            self.log.passed += 1;
            return;
        }
        self.last_number += 1;
        self.log.add(LoggedCall::new(self.last_number, exchange, zone), &self.filter);
    }

    fn filter_again(&mut self) {
        self.log.filter(&self.filter);
    }

    /// What the answer of an operation proves was decided by the [law](crate::operations::law); the log says the
    /// same.
    pub(crate) fn note_reconciliation(&mut self, id: &OperationId, attempt: u32, decision: Decision) {
        let proof = match decision {
            Decision::Ignore => return,
            Decision::Done => Proof::Answered,
            Decision::Declined => Proof::Declined,
            Decision::Rejected | Decision::WaitThenRepeat => Proof::Rejected,
            Decision::NotSent => Proof::NotSent,
            Decision::ResolveByReading | Decision::ResolveByRepeating | Decision::Park => Proof::Unknown,
        };
        if self.log.set_proof(id, attempt, proof) {
            self.filter_again();
        }
    }

    pub(crate) fn handle(&mut self, action: RequestsAction, cx: &mut Context<'_>) {
        match action {
            RequestsAction::Toggle => {
                let change = SettingsChange::RequestsOpen(!cx.settings.requests_open);
                cx.request(FeatureRequest::ChangeSettings(change));
            }
            RequestsAction::RememberHeight(height) => {
                cx.request(FeatureRequest::ChangeSettings(SettingsChange::RequestsHeight(height)));
            }
            RequestsAction::Show(view) => self.view = view,
            RequestsAction::Filter(filter) => self.show_filtered(filter),
            RequestsAction::Open(number) => self.open = number,
            RequestsAction::Pause(paused) => {
                self.paused = paused;
                self.log.passed = 0;
            }
            RequestsAction::Clear => {
                self.open = None;
                self.filter.group = None;
                self.log.clear();
            }
        }
    }

    fn show_filtered(&mut self, filter: CallFilter) {
        if self.filter != filter {
            self.filter = filter;
            self.questions += 1;
            self.filter_again();
        }
    }

    /// Calls ended that cannot be shown: there were too many at once.
    pub(crate) fn calls_missed(&mut self, missed: u64) {
        self.log.missed += missed;
    }

    /// All calls that ended were added.
    pub(crate) fn calls_added(&mut self) {
        self.log.group();
    }
}
