//! The last calls of the desk for the person who builds upon the service: what left, what came, what went wrong.
//!
//! Each profile has a log of its own, in memory only. Calls come without their secrets; rows are prepared when they come.
//! What the outcome of an *operation* is, the core judges and tells here: a call alone does not know what was asked before.

mod filter;
mod groups;
pub mod http_text;
mod log;
mod row;

use crate::api::exchange::Exchange;
use crate::app::operations::rules::Decision;
use crate::app::state::State;
use crate::app::zone::Zone;
use crate::domain::ids::OperationId;

pub use crate::api::call::CallKind;
pub use crate::api::exchange::{CapturedBody, ExchangeEnd, Proof, ResponseMeta, TEXT_MAX_BYTES, curl};
pub use filter::{CallFilter, GroupKey};
pub use groups::Group;
pub use log::{BODIES_MAX_BYTES, CALLS_MAX, CallLog};
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

/// See the module.
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

    /// The profile is shown again: nothing is open, and times are in its zone.
    pub(in crate::app) fn begin_again(&mut self, zone: Zone) {
        self.filter.group = None;
        self.open = None;
        self.prepare_again(zone);
    }

    pub(in crate::app) fn prepare_again(&mut self, zone: Zone) {
        self.log.prepare_again(zone);
        self.filter_again();
    }

    fn add(&mut self, exchange: Exchange, zone: Zone) {
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

    /// The core has judged what an attempt of an operation proves.
    fn judged(&mut self, operation_id: &OperationId, attempt: u32, proof: Proof) {
        if self.log.judged(operation_id, attempt, proof) {
            self.filter_again();
        }
    }
}

impl State {
    pub(in crate::app) fn on_requests(&mut self, action: RequestsAction) {
        match action {
            RequestsAction::Toggle => self.change_settings(|settings| settings.requests_open = !settings.requests_open),
            RequestsAction::RememberHeight(height) => {
                self.change_settings(|settings| settings.requests_height = Some(height));
            }
            RequestsAction::Show(view) => self.workspace.requests.view = view,
            RequestsAction::Filter(filter) => {
                if self.workspace.requests.filter != filter {
                    self.workspace.requests.filter = filter;
                    self.workspace.requests.questions += 1;
                    self.workspace.requests.filter_again();
                }
            }
            RequestsAction::Open(number) => self.workspace.requests.open = number,
            RequestsAction::Pause(paused) => {
                self.workspace.requests.paused = paused;
                self.workspace.requests.log.passed = 0;
            }
            RequestsAction::Clear => {
                self.workspace.requests.open = None;
                self.workspace.requests.filter.group = None;
                self.workspace.requests.log.clear();
            }
        }
    }

    /// Calls ended. Those of a profile that is not here (one that was only tried out, say) are not kept.
    pub(in crate::app) fn calls_made(&mut self, exchanges: Vec<Exchange>, missed: u64) {
        self.workspace.requests.log.missed += missed;
        for exchange in exchanges {
            let profile_id = exchange.profile.clone();
            if profile_id.is_embedded() || self.profiles.find(&profile_id).is_some() {
                self.in_workspace(&profile_id, |state| state.workspace.requests.add(exchange, state.zone()));
            }
        }
        self.workspace.requests.log.group();
    }

    /// What the answer of an operation proves was decided by the [law](crate::app::operations::law); the log says the
    /// same.
    pub(in crate::app) fn note_reconciliation(&mut self, id: &OperationId, attempt: u32, decision: Decision) {
        let proof = match decision {
            Decision::Ignore => return,
            Decision::Done => Proof::Answered,
            Decision::Declined => Proof::Declined,
            Decision::Rejected | Decision::WaitThenRepeat => Proof::Rejected,
            Decision::NotSent => Proof::NotSent,
            Decision::ResolveByReading | Decision::ResolveByRepeating | Decision::Park => Proof::Unknown,
        };
        self.workspace.requests.judged(id, attempt, proof);
    }
}
