//! Files of the evidence: the service takes ids of files that were uploaded elsewhere; the embedded sandbox takes the
//! files themselves.

use crate::app::effect::{ApiEffect, SystemEffect};
use crate::app::problem::Problem;
use crate::app::state::State;
use crate::domain::evidence::EvidenceField;
use crate::domain::ids::DisputeId;
use crate::domain::profile::ProfileId;

use super::evidence_draft::FileNote;

/// A file that the sandbox has taken.
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

/// The upload that is under way, or why the last one failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upload {
    /// The person looks for a file in the dialog of the system.
    Choosing(FilePlace),
    UnderWay(FilePlace),
    Failed(FilePlace, Problem),
}

impl Upload {
    pub fn is_of(&self, dispute_id: &DisputeId, field: EvidenceField) -> bool {
        let (Self::Choosing(place) | Self::UnderWay(place) | Self::Failed(place, _)) = self;
        place.dispute_id == *dispute_id && place.field == field
    }
}

impl State {
    /// Whether files can be uploaded: the specification leaves that out, our sandbox has it.
    pub fn takes_files(&self) -> bool {
        self.workspace.profile.as_ref().is_some_and(|profile| profile.embedded)
    }

    fn may_begin_upload(&self) -> bool {
        let busy = matches!(self.workspace.disputes.upload, Some(Upload::Choosing(_) | Upload::UnderWay(_)));
        self.takes_files() && !busy
    }

    /// What is said of a failed upload goes once something else stands in its field, or all of it once the person leaves.
    pub(super) fn forget_failed_upload(&mut self, field: Option<(&DisputeId, EvidenceField)>) {
        let failed = matches!(self.workspace.disputes.upload, Some(Upload::Failed(..)));
        let is_of = |upload: &Upload| field.is_none_or(|(dispute_id, field)| upload.is_of(dispute_id, field));
        if failed && self.workspace.disputes.upload.as_ref().is_some_and(is_of) {
            self.workspace.disputes.upload = None;
        }
    }

    /// Opens the dialog of the system for a field. One at a time.
    pub(super) fn choose_file(&mut self, dispute_id: DisputeId, field: EvidenceField) {
        if !self.may_begin_upload() || self.is_decided(&dispute_id) {
            return;
        }
        let place = FilePlace { profile_id: self.workspace.profile_id.clone(), dispute_id, field };
        self.workspace.disputes.upload = Some(Upload::Choosing(place.clone()));
        self.outbox.push(SystemEffect::ChooseFile { place });
    }

    /// A file was chosen, none, or there is no dialog. What was chosen for another profile is left.
    pub(in crate::app) fn file_chosen(&mut self, place: FilePlace, result: Result<Option<String>, Problem>) {
        if self.workspace.disputes.upload != Some(Upload::Choosing(place.clone())) {
            return;
        }
        self.workspace.disputes.upload = None;
        match result {
            Ok(Some(path)) if self.is_shown() => {
                self.upload_file(place.dispute_id, place.field, path);
            }
            Ok(_) => {}
            Err(problem) => {
                self.workspace.disputes.upload = Some(Upload::Failed(place, problem));
            }
        }
    }

    /// Uploads a file into a field. One at a time; a path that is given ends the looking for one.
    pub(super) fn upload_file(&mut self, dispute_id: DisputeId, field: EvidenceField, path: String) {
        let busy = matches!(self.workspace.disputes.upload, Some(Upload::UnderWay(_)));
        if !self.takes_files() || busy || self.is_decided(&dispute_id) {
            return;
        }
        let place = FilePlace { profile_id: self.workspace.profile_id.clone(), dispute_id, field };
        self.workspace.disputes.upload = Some(Upload::UnderWay(place.clone()));
        self.outbox.push(ApiEffect::UploadFile { place, path });
    }

    /// The file has an id now, or has none.
    pub(in crate::app) fn file_uploaded(&mut self, place: FilePlace, result: Result<UploadedFile, Problem>) {
        let ours = self.workspace.disputes.upload == Some(Upload::UnderWay(place.clone()));
        match result {
            Ok(UploadedFile { file_id, note }) => {
                if ours {
                    self.workspace.disputes.upload = None;
                }
                self.forget_failed_upload(Some((&place.dispute_id, place.field)));
                let FilePlace { dispute_id, field, .. } = place;
                self.record_in_draft(&dispute_id, |case| {
                    case.files.insert(file_id.clone(), note);
                    case.edit(field, file_id);
                });
            }
            Err(problem) => {
                if ours {
                    self.workspace.disputes.upload = Some(Upload::Failed(place, problem));
                }
            }
        }
    }
}
