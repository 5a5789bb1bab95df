//! What many clients do: upon an unknown outcome they look once and, seeing “not done”, send again at once.
//!
//! It has the same plans, the same journal and the same eyes (`observe`, `judge`) as the engine; only its policy is
//! another. The simulation must catch it: a check that cannot fail proves nothing.

use chrono::{DateTime, Utc};
use paydesk_api::outcome::{Attempt, Observation, observe};
use paydesk_api::proof::Judgement;
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_core::effect::{ApiEffect, StoreJob};
use paydesk_core::operations::journal::{Description, JournalEntry, JournalStep, JournalStepName, Recorded};
use paydesk_core::operations::reconcile::reconcile;
use paydesk_core::operations::{Outcome, Reading, Submission};
use paydesk_core::read::{Read, ReadAnswer, RequestId};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::{Environment, ProfileId};

struct Tried {
    submission: Submission,
    attempt: u32,
    request_id: RequestId,
}

/// A client that sends again after one look.
#[derive(Default)]
pub struct Naive {
    pub now: DateTime<Utc>,
    pub ended: Vec<(OperationId, Outcome)>,
    open: Vec<Tried>,
    request_ids: u64,
}

impl Naive {
    pub fn on_action(&mut self, action: Action) -> Vec<Effect> {
        let Action::Submit(submission) = action else { return Vec::new() };
        if self.open.iter().any(|tried| tried.submission.plan.target == submission.plan.target) {
            return Vec::new();
        }
        let description = Description {
            environment: Environment::Sandbox,
            operator: "kim".to_owned(),
            plan: submission.plan.clone(),
            precondition: submission.precondition.clone(),
        };
        let tried = Tried { submission: *submission, attempt: 0, request_id: RequestId(0) };
        let entry = self.entry(&tried, JournalStep::Prepared(Recorded::Known(Box::new(description))));
        self.open.push(tried);
        vec![Effect::Store(StoreJob::WriteJournal(entry))]
    }

    pub fn on_message(&mut self, event: Message) -> Vec<Effect> {
        match event {
            Message::JournalWritten { operation_id, step: JournalStepName::Prepared } => self.begin(&operation_id),
            Message::JournalWritten { operation_id, step: JournalStepName::Sending } => self.send(&operation_id),
            Message::JournalRefused { operation_id, .. } => {
                self.open.retain(|tried| tried.submission.id != operation_id);
                Vec::new()
            }
            Message::OperationAnswered { operation_id, attempt, result } => {
                self.answered(&operation_id, attempt, &result)
            }
            Message::ReadAnswered { request_id, answer: ReadAnswer::Payment(result), .. } => match *result {
                Ok(payment) => self.looked(request_id, Reading::Payment(&payment)),
                Err(error) if error.is_absent() => self.looked(request_id, Reading::Absent),
                Err(_) => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn entry(&self, tried: &Tried, step: JournalStep) -> JournalEntry {
        let (operation_id, target) = (tried.submission.id.clone(), tried.submission.plan.target.clone());
        JournalEntry {
            operation_id,
            profile_id: "embedded-sandbox".into(),
            target,
            at: self.now,
            step,
            is_alone: false,
        }
    }

    fn find(&self, id: &OperationId) -> Option<usize> {
        self.open.iter().position(|tried| tried.submission.id == *id)
    }

    fn begin(&mut self, id: &OperationId) -> Vec<Effect> {
        let Some(index) = self.find(id) else { return Vec::new() };
        self.open[index].attempt += 1;
        let entry = self.entry(&self.open[index], JournalStep::Sending { attempt: self.open[index].attempt });
        vec![Effect::Store(StoreJob::WriteJournal(entry))]
    }

    fn send(&mut self, id: &OperationId) -> Vec<Effect> {
        let Some(index) = self.find(id) else { return Vec::new() };
        let Tried { submission, attempt, .. } = &self.open[index];
        let request = submission.plan.request.clone();
        let profile_id = "embedded-sandbox".into();
        vec![Effect::Api(ApiEffect::SendOperation { profile_id, operation_id: id.clone(), attempt: *attempt, request })]
    }

    fn answered(&mut self, id: &OperationId, attempt: u32, result: &Attempt) -> Vec<Effect> {
        let Some(index) = self.find(id).filter(|index| self.open[*index].attempt == attempt) else { return Vec::new() };
        match observe(result, &self.open[index].submission.plan.expectation) {
            Observation::Complete | Observation::UnknownStatus | Observation::Declined => {
                drop(self.open.remove(index));
                Vec::new()
            }
            _ => self.look(index),
        }
    }

    fn look(&mut self, index: usize) -> Vec<Effect> {
        self.request_ids += 1;
        let request_id = RequestId(self.request_ids);
        self.open[index].request_id = request_id;
        let submission = &self.open[index].submission;
        let precondition = submission.precondition.payment().map(|precondition| precondition.payment_id.clone());
        let payment_id = precondition.unwrap_or_else(|| PaymentId::new(&*submission.plan.target.resource));
        let read = Read::Payment(RetrievePayment { payment_id });
        vec![Effect::Api(ApiEffect::Read {
            profile_id: ProfileId::embedded(),
            request_id,
            read,
            priority: Priority::Ordinary,
            units: MinorUnits::Iso4217,
        })]
    }

    /// One look: done is done, and not done is sent again.
    fn looked(&mut self, request_id: RequestId, reading: Reading<'_>) -> Vec<Effect> {
        let Some(index) = self.open.iter().position(|tried| tried.request_id == request_id) else { return Vec::new() };
        let Submission { id, plan, precondition } = &self.open[index].submission;
        match reconcile(plan, precondition, reading) {
            Judgement::Untouched => {
                let id = id.clone();
                self.begin(&id)
            }
            _ => {
                drop(self.open.remove(index));
                Vec::new()
            }
        }
    }
}
