//! Files of the evidence: by the specification the service takes ids of files that were uploaded elsewhere; the embedded
//! sandbox takes the files themselves, and so do services that are known to.

use crate::context::{Context, WorkspaceView};
use crate::effect::{ApiEffect, SystemEffect};
use crate::problem::Problem;
use paydesk_domain::evidence::{EvidenceField, FileService};
use paydesk_domain::ids::DisputeId;

use super::EvidenceFileAction;
use super::file_place::{EvidenceUpload, FilePlace, UploadedFile};
use super::{Disputes, Evidence};

/// What takes files here, where anything does: the specification leaves that out.
pub fn file_service(view: &WorkspaceView<'_>) -> Option<FileService> {
    match view.profile {
        Some(profile) if profile.embedded => Some(FileService::Sandbox),
        Some(_) => view.traits.disputes.takes_files().then_some(FileService::Service),
        None => None,
    }
}

/// Whether files can be uploaded.
pub fn takes_files(view: &WorkspaceView<'_>) -> bool {
    file_service(view).is_some()
}

/// Whether a text is written as the sandbox writes the ids of files.
pub fn is_sandbox_file_id(text: &str) -> bool {
    text.strip_prefix("file_")
        .is_some_and(|rest| !rest.contains(['/', '\\', '.']) && !rest.contains(char::is_whitespace))
}

impl Disputes {
    pub(super) fn handle_file(&mut self, action: EvidenceFileAction, cx: &mut Context<'_>) {
        match action {
            EvidenceFileAction::ChooseFile { dispute_id, field } => self.choose_file(dispute_id, field, cx),
            EvidenceFileAction::Upload { dispute_id, field, path } => self.upload_file(dispute_id, field, path, cx),
        }
    }

    /// What is said of a failed upload goes once something else stands in its field, or all of it once the person leaves.
    pub(super) fn forget_failed_upload(&mut self, field: Option<(&DisputeId, EvidenceField)>) {
        self.upload.take_if(|upload| {
            let is_of = field.is_none_or(|(dispute_id, field)| upload.is_of(dispute_id, field));
            is_of && matches!(upload, EvidenceUpload::Failed(..))
        });
    }

    /// Opens the dialog of the system for a field. One at a time.
    pub(super) fn choose_file(&mut self, dispute_id: DisputeId, field: EvidenceField, cx: &mut Context<'_>) {
        let busy = matches!(self.upload, Some(EvidenceUpload::Choosing(_) | EvidenceUpload::UnderWay(_)));
        if !takes_files(cx) || busy || self.is_decided(&dispute_id) {
            return;
        }
        let place = FilePlace { profile_id: cx.profile_id.clone(), dispute_id, field };
        self.upload = Some(EvidenceUpload::Choosing(place.clone()));
        cx.outbox.push(SystemEffect::ChooseFile { place });
    }

    /// A file was chosen, none, or there is no dialog. What was chosen for another profile is left.
    pub(crate) fn file_chosen(
        &mut self,
        place: FilePlace,
        result: Result<Option<String>, Problem>,
        cx: &mut Context<'_>,
    ) {
        if self.upload != Some(EvidenceUpload::Choosing(place.clone())) {
            return;
        }
        self.upload = None;
        match result {
            Ok(Some(path)) if cx.is_shown => self.upload_file(place.dispute_id, place.field, path, cx),
            Ok(_) => {}
            Err(problem) => self.upload = Some(EvidenceUpload::Failed(place, problem)),
        }
    }

    /// Uploads a file into a field. One at a time; a path that is given ends the looking for one.
    pub(super) fn upload_file(
        &mut self,
        dispute_id: DisputeId,
        field: EvidenceField,
        path: String,
        cx: &mut Context<'_>,
    ) {
        let busy = matches!(self.upload, Some(EvidenceUpload::UnderWay(_)));
        let Some(service) = file_service(cx).filter(|_| !busy && !self.is_decided(&dispute_id)) else { return };
        let place = FilePlace { profile_id: cx.profile_id.clone(), dispute_id, field };
        self.upload = Some(EvidenceUpload::UnderWay(place.clone()));
        cx.outbox.push(ApiEffect::UploadFile { place, path, service });
    }

    /// The file has an id now, or has none.
    pub(crate) fn file_uploaded(
        &mut self,
        place: FilePlace,
        result: Result<UploadedFile, Problem>,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let awaited = self.upload.take_if(|upload| *upload == EvidenceUpload::UnderWay(place.clone())).is_some();
        match result {
            Ok(UploadedFile { file_id, note }) => {
                self.forget_failed_upload(Some((&place.dispute_id, place.field)));
                let FilePlace { dispute_id, field, .. } = place;
                self.record_in_draft(&dispute_id, evidence, cx, |draft| {
                    draft.files.insert(file_id.clone(), note);
                    draft.edit(field, file_id);
                });
            }
            Err(problem) if awaited => self.upload = Some(EvidenceUpload::Failed(place, problem)),
            Err(_) => {}
        }
    }
}
