//! The last calls of the desk for the person who builds upon the service: what left, what came, what went wrong.
//!
//! Each profile has a log of its own, in memory only. Calls come without their secrets; rows are prepared when they come.
//! What the outcome of an *operation* is, the core judges and tells here: a call alone does not know what was asked before.

mod filter;
mod groups;
pub mod http_text;
mod log;
mod row;

use std::collections::BTreeMap;

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
    /// The profile at work.
    current: String,
    logs: BTreeMap<String, CallLog>,
    /// Counts how often other calls were asked for.
    questions: u64,
    last_number: u64,
}

impl Requests {
    /// The log of the profile at work, once it made a call.
    pub fn log(&self) -> Option<&CallLog> {
        self.logs.get(&self.current)
    }

    /// Another number whenever other calls are asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The call that is open beside the list.
    pub fn open_call(&self) -> Option<&LoggedCall> {
        self.log()?.call(self.open?)
    }

    /// From now on the calls of this profile are shown, in its zone.
    pub(in crate::app) fn work_in(&mut self, profile_id: &str, zone: Zone) {
        profile_id.clone_into(&mut self.current);
        self.filter.group = None;
        self.open = None;
        self.prepare_again(zone);
    }

    pub(in crate::app) fn forget_profile(&mut self, profile_id: &str) {
        self.logs.remove(profile_id);
    }

    pub(in crate::app) fn prepare_again(&mut self, zone: Zone) {
        self.logs.values_mut().for_each(|log| log.prepare_again(zone));
        self.filter_again();
    }

    fn add(&mut self, exchange: Exchange, zone: Zone) {
        let log = self.logs.entry(exchange.profile.clone()).or_default();
        if self.paused {
            log.passed += 1;
            return;
        }
        self.last_number += 1;
        let call = LoggedCall::new(self.last_number, exchange, zone);
        let is_shown = call.exchange.profile == self.current;
        log.add(call, is_shown.then_some(&self.filter));
    }

    fn filter_again(&mut self) {
        if let Some(log) = self.logs.get_mut(&self.current) {
            log.filter(&self.filter);
        }
    }

    /// The core has judged what an attempt of an operation proves.
    fn judged(&mut self, operation_id: &OperationId, attempt: u32, proof: Proof) {
        let changed = self.logs.values_mut().any(|log| log.judged(operation_id, attempt, proof));
        if changed {
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
            RequestsAction::Show(view) => self.requests.view = view,
            RequestsAction::Filter(filter) => {
                if self.requests.filter != filter {
                    self.requests.filter = filter;
                    self.requests.questions += 1;
                    self.requests.filter_again();
                }
            }
            RequestsAction::Open(number) => self.requests.open = number,
            RequestsAction::Pause(paused) => {
                self.requests.paused = paused;
                self.requests.logs.values_mut().for_each(|log| log.passed = 0);
            }
            RequestsAction::Clear => {
                self.requests.open = None;
                self.requests.filter.group = None;
                self.requests.logs.remove(&self.requests.current);
            }
        }
    }

    /// Calls ended. Those of a profile that is not here (one that was only tried out, say) are not kept.
    pub(in crate::app) fn calls_made(&mut self, exchanges: Vec<Exchange>, missed: u64) {
        let zone = self.zone();
        if let Some(log) = self.requests.logs.get_mut(&self.profiles.current) {
            log.missed += missed;
        }
        for exchange in exchanges {
            if self.profiles.all_ids().any(|id| id == exchange.profile) {
                self.requests.add(exchange, zone);
            }
        }
        if let Some(log) = self.requests.logs.get_mut(&self.requests.current) {
            log.group();
        }
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
        self.requests.judged(id, attempt, proof);
    }
}
