//! A file of the evidence on its way: where it is to go, and what the service made of it.

use crate::problem::Problem;
use paydesk_domain::evidence::{EvidenceField, FileService};
use paydesk_domain::ids::DisputeId;
use paydesk_domain::profile::ProfileId;

use super::evidence_draft::FileNote;

/// A file that the service has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedFile {
    pub file_id: String,
    pub note: FileNote,
}

/// Where a file is to go: the field of a dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePlace {
    pub profile_id: ProfileId,
    pub dispute_id: DisputeId,
    pub field: EvidenceField,
}

/// The kinds of files that are taken, and how large they may be.
pub fn file_kinds(service: FileService) -> &'static str {
    match service {
        FileService::Sandbox => "PDF, PNG, JPEG, TIFF or text, at most 16 MB",
        FileService::Service => "PDF, PNG or JPEG, at most 16 MB; the processor's limit may be lower",
    }
}

/// The upload that is under way, or why the last one failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EvidenceUpload {
    /// The person looks for a file in the dialog of the system.
    Choosing(FilePlace),
    UnderWay(FilePlace),
    Failed(FilePlace, Problem),
}

impl EvidenceUpload {
    pub fn is_of(&self, dispute_id: &DisputeId, field: EvidenceField) -> bool {
        let (Self::Choosing(place) | Self::UnderWay(place) | Self::Failed(place, _)) = self;
        place.dispute_id == *dispute_id && place.field == field
    }
}
