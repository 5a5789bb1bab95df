//! What the refusal of something new proves that nothing reads by an id: a payout, a payment link.
//!
//! It may be the answer to a second copy of a request that was executed, in words that no list of words knows. Where the
//! service lists what it made, the refusal stands once the list, read when every worker shows what it did, has nothing that
//! may be ours. Where no list is known it stands at once: the services that are known execute a second copy instead of
//! refusing it. Should a list show it later, that is reported as a contradiction.

use chrono::{DateTime, Utc};
use serde_json::Value;

use paydesk_api::error::{ApiError, NO_PATH_CODE};
use paydesk_api::freshness::NotFresh;
use paydesk_api::outcome::Observation;
use paydesk_api::proof::may_be_made_by;
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::ListRecords;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::Resolution;

use super::context::OperationsContext;
use super::precondition::FirstSource;
use super::{Operation, Operations, Phase, ResolutionFinding, resolution_schedule};
use crate::read::Read;

impl Operation {
    /// The list that shows whether it was made all the same, where the service has one.
    pub(super) fn list_of_made(&self, cx: &OperationsContext<'_>) -> Option<ListRecords> {
        cx.known_list(self.plan.target.kind).filter(|_| self.is_made_unread())
    }

    fn is_made_unread(&self) -> bool {
        let spec = self.spec();
        spec.creates && spec.resolution == Resolution::Park
    }

    /// Whether a refusal of its first attempt needs no further look: nothing can be read of it, or the service does not know
    /// the call.
    pub(super) fn refusal_stands_at_once(
        &self,
        observation: Observation,
        refusal: &ApiError,
        cx: &OperationsContext<'_>,
    ) -> bool {
        let is_plain = matches!(observation, Observation::Refused | Observation::NotFound) && !self.is_lost();
        let is_call_unknown = observation == Observation::NotFound && refusal.code == NO_PATH_CODE;
        is_plain && self.resolution() == Resolution::Park && (is_call_unknown || self.list_of_made(cx).is_none())
    }

    /// Whether a row of that list may be this one, although it does not name it.
    pub fn may_have_made(&self, row: &Value) -> bool {
        self.is_made_unread() && may_be_made_by(self.asked(), row)
    }

    /// Whether a worker of the service may still show what was before its refusal.
    fn is_refusal_too_young(&self, now: DateTime<Utc>) -> bool {
        let Phase::Unknown(unknown) = &self.phase else { return false };
        unknown.refused_at.is_some_and(|refused| now < resolution_schedule::seen_everywhere_after(refused))
    }
}

impl Operations {
    /// What nothing reads by an id is due: a refusal of it is looked into, anything else is left to a person.
    pub(super) fn look_in_list_or_park(&mut self, id: &OperationId, cx: &OperationsContext<'_>) {
        let Some(operation) = self.find_open(id) else { return };
        if operation.plain_refusal().is_none() {
            return self.park(id, cx.now);
        }
        if operation.is_refusal_too_young(cx.now) {
            return;
        }
        // The service does not offer its list any more: nothing else shows what became of it.
        let Some(list) = operation.list_of_made(cx) else { return self.park(id, cx.now) };
        operation.first_source = Some(FirstSource::Refusal);
        operation.read_asked(cx.now);
        let read = Read::Records(list);
        self.ask(id, read, Priority::Reconciliation, cx);
    }

    /// The list does not show that it was not made: it is read again, until a person has to look.
    pub(super) fn not_shown_by_list(
        &mut self,
        id: &OperationId,
        finding: ResolutionFinding,
        cx: &OperationsContext<'_>,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        if operation.list_of_made(cx).is_none() {
            return self.look_in_list_or_park(id, cx);
        }
        if !operation.is_past_settle_window(cx.now) || matches!(finding, ResolutionFinding::ReadFailed(_)) {
            // That the list does not tell says nothing of what was executed.
            let tells = finding != ResolutionFinding::NotFresh(NotFresh::Alone);
            let finding = if tells { finding } else { ResolutionFinding::NotReadYet };
            return self.plan_next_read(id, finding, cx.now);
        }
        self.park(id, cx.now);
    }
}
