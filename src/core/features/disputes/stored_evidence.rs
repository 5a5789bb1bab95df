//! The files of the open dispute's evidence as the service lists them, where it does: also those that were submitted
//! elsewhere. It is read when a dispute is opened, and after each submission.

use crate::context::Context;
use crate::features::record_lists::learn;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::error::CallError;
use paydesk_api::resources::disputes::evidence::RetrieveEvidence;
use paydesk_domain::evidence::{EvidenceField, EvidenceFile};
use paydesk_domain::ids::DisputeId;

/// What the service last listed of one dispute.
#[derive(Debug, Default)]
pub(super) struct StoredEvidence {
    of: Option<DisputeId>,
    files: Vec<EvidenceFile>,
    request_id: Option<RequestId>,
}

impl StoredEvidence {
    /// The file that the service has in a field of a dispute.
    pub(super) fn file(&self, dispute_id: &DisputeId, field: EvidenceField) -> Option<&EvidenceFile> {
        let files = (self.of.as_ref() == Some(dispute_id)).then_some(&self.files)?;
        files.iter().rev().find(|file| file.field.known() == Some(field))
    }

    /// Asks a service that takes files for those of a dispute.
    pub(super) fn read(&mut self, dispute_id: DisputeId, cx: &mut Context<'_>) {
        let traits = cx.traits;
        let may_ask = traits.disputes.takes_files() && traits.capabilities.may_offer(ReadEndpoint::RetrieveEvidence);
        if !may_ask || !cx.can_read() {
            return;
        }
        if self.of.as_ref() != Some(&dispute_id) {
            *self = Self { of: Some(dispute_id.clone()), ..Self::default() };
        }
        self.request_id = Some(cx.read(ReadOwner::Disputes, Read::Evidence(RetrieveEvidence { dispute_id })));
    }

    /// The files came.
    pub(super) fn answered(
        &mut self,
        request_id: RequestId,
        result: Result<Vec<EvidenceFile>, CallError>,
        cx: &mut Context<'_>,
    ) {
        learn(ReadEndpoint::RetrieveEvidence, result.as_ref().err(), cx);
        let is_asked = self.request_id.take_if(|id| *id == request_id).is_some();
        if let Ok(files) = result
            && is_asked
        {
            self.files = files;
        }
    }
}
