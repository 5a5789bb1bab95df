//! What is saved for disputes: evidence drafts with what was submitted, templates, who works on what, and the policies.

use crate::effect::{SharedKeep, StoreJob};
use crate::features::disputes::{DocumentKind, DraftDocument, merged_drafts};
use crate::features::sharing::{Merged, merged_values, text};
use crate::state::State;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::open_item::OpenItemKind;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::shared::SharedBody;

use super::kind::{MergeInput, SharedKind, StoredId, localised, shared};

pub(super) const KIND: SharedKind =
    SharedKind { name: "document", keeps_base: true, ids, body, stored, take, merge, is_written_elsewhere };

/// Each desk reads the dispute itself.
const LOCAL: [&str; 1] = ["last_read"];
/// What is saved for all profiles, and for one.
const ALL: &str = "all";
const ONE: &str = "one";

/// `template/all/Delivered as ordered`.
fn id_of(document: &DraftDocument) -> String {
    let (profile_id, kind, id) = document.key();
    let word: &str = kind.into();
    format!("{word}/{}/{id}", if profile_id.is_empty() { ALL } else { ONE })
}

/// Kind, whether it is of a profile, and the id.
fn parts(id: &str) -> Option<(DocumentKind, bool, &str)> {
    let (word, rest) = id.split_once('/')?;
    let (scope, id) = rest.split_once('/')?;
    Some((word.parse().ok()?, scope == ONE, id))
}

fn ids(state: &State) -> Vec<String> {
    let workspace = &state.workspace;
    let drafts = workspace.drafts.all().filter(|draft| !draft.is_untouched());
    let drafts = drafts.cloned().map(DraftDocument::Draft);
    let handlings = workspace.disputes.handling.all().cloned().map(DraftDocument::Handling);
    let reviews = workspace.review_queue.assignments().cloned().map(DraftDocument::Review);
    let library = state.evidence.documents().into_iter();
    let is_ours = |document: &DraftDocument| [workspace.profile_id.as_str(), ""].contains(&document.key().0);
    drafts.chain(handlings).chain(reviews).chain(library).filter(is_ours).map(|document| id_of(&document)).collect()
}

fn find(state: &State, id: &str) -> Option<DraftDocument> {
    let (kind, is_of_profile, id) = parts(id)?;
    let workspace = &state.workspace;
    match kind {
        DocumentKind::Draft => workspace.drafts.draft(&DisputeId::new(id)).cloned().map(DraftDocument::Draft),
        DocumentKind::Handling => {
            workspace.disputes.handling.get(&DisputeId::new(id)).cloned().map(DraftDocument::Handling)
        }
        DocumentKind::Review => {
            workspace.review_queue.assignment(&PaymentId::new(id)).cloned().map(DraftDocument::Review)
        }
        DocumentKind::Template
        | DocumentKind::CaseTemplate
        | DocumentKind::Rule
        | DocumentKind::Reason
        | DocumentKind::Requirements => {
            let profile_id = if is_of_profile { workspace.profile_id.as_str() } else { "" };
            state.evidence.document(profile_id, kind, id)
        }
    }
}

fn body(state: &State, id: &str) -> Option<SharedBody> {
    shared(&find(state, id)?, &LOCAL)
}

fn stored(_: &State, job: &StoreJob) -> Vec<StoredId> {
    let StoreJob::SaveDocument { document, .. } = job else { return Vec::new() };
    let profile_id = Some(document.key().0).filter(|id| !id.is_empty()).map(ProfileId::new);
    vec![(profile_id, id_of(document))]
}

fn take(state: &mut State, id: &str, body: &SharedBody, keep: &mut SharedKeep) -> bool {
    let read = serde_json::from_value::<DraftDocument>(localised(&body.content, &keep.profile_id));
    let Some(document) = read.ok().filter(|document| id_of(document) == id) else { return false };
    if self::body(state, id).as_ref() == Some(body) {
        return true;
    }
    let document = match document {
        DraftDocument::Draft(draft) => {
            let now = state.now;
            DraftDocument::Draft(state.workspace.drafts.take_in(draft, now))
        }
        DraftDocument::Handling(handling) => {
            state.workspace.disputes.handling.take_in(handling.clone());
            DraftDocument::Handling(handling)
        }
        DraftDocument::Review(review) => {
            state.workspace.review_queue.assign(review.clone());
            DraftDocument::Review(review)
        }
        library @ (DraftDocument::Template(_)
        | DraftDocument::CaseTemplate(_)
        | DraftDocument::Rule { .. }
        | DraftDocument::Reason { .. }
        | DraftDocument::Requirements { .. }) => {
            state.evidence.take_in(library.clone());
            library
        }
    };
    keep.documents.push(document);
    true
}

fn read(body: &SharedBody) -> Option<DraftDocument> {
    serde_json::from_value(serde_json::Value::clone(&body.content)).ok()
}

fn merge(input: &MergeInput<'_>) -> Merged {
    let base = input.base.and_then(|base| read(&SharedBody::of(base.clone())));
    match (read(input.ours), read(input.theirs)) {
        (Some(DraftDocument::Draft(ours)), Some(DraftDocument::Draft(theirs))) => {
            let base =
                base.as_ref().and_then(|base| if let DraftDocument::Draft(base) = base { Some(base) } else { None });
            let (draft, conflicts) = match input.yields_as {
                Some(own) => (merged_drafts(base, theirs, ours, own).0, 0),
                None => merged_drafts(base, ours, theirs, input.by),
            };
            let message = text::evidence_kept(input.by, draft.dispute_id.as_str(), conflicts);
            let merged = shared(&DraftDocument::Draft(draft), &LOCAL).unwrap_or_else(|| input.theirs.clone());
            Merged { message: Some(message).filter(|_| conflicts > 0), ..Merged::into(merged) }
        }
        (Some(ours), Some(_)) => merge_values(input, ours),
        (_, _) => Merged::into(input.theirs.clone()),
    }
}

/// Evidence is written by one person at a time.
fn is_written_elsewhere(state: &State, id: &str) -> bool {
    let draft = parts(id).filter(|(kind, _, _)| *kind == DocumentKind::Draft);
    draft.is_some_and(|(_, _, id)| state.workspace.team.items.holder_here(OpenItemKind::Draft, id).is_some())
}

/// Field by field; of a text that both changed, ours is kept under another name.
fn merge_values(input: &MergeInput<'_>, ours: DraftDocument) -> Merged {
    let base = input.base.map(|base| &**base);
    let (merged, is_conflict) = merged_values(base, &input.ours.content, &input.theirs.content);
    if !is_conflict {
        return Merged::into(SharedBody::of(merged.into()));
    }
    let name = parts(input.id).map_or(input.id, |(_, _, name)| name).to_owned();
    let prefix = input.id.strip_suffix(name.as_str()).unwrap_or_default();
    let own = text::free_name(&name, |own| (input.is_taken)(&format!("{prefix}{own}")));
    let renamed = match ours {
        DraftDocument::Template(template) => Some(DraftDocument::Template(template.named(&own))),
        DraftDocument::CaseTemplate(template) => Some(DraftDocument::CaseTemplate(template.named(&own))),
        DraftDocument::Draft(_)
        | DraftDocument::Handling(_)
        | DraftDocument::Review(_)
        | DraftDocument::Rule { .. }
        | DraftDocument::Reason { .. }
        | DraftDocument::Requirements { .. } => None,
    };
    match renamed.and_then(|renamed| Some((id_of(&renamed), shared(&renamed, &LOCAL)?))) {
        Some(beside) => Merged {
            body: input.theirs.clone(),
            beside: vec![beside],
            message: Some(text::both_kept(input.by, &name, &own)),
        },
        None => Merged {
            message: Some(text::other_kept(input.by, &what(input.id, &name))),
            ..Merged::into(SharedBody::of(merged.into()))
        },
    }
}

/// What a person calls it.
fn what(id: &str, name: &str) -> String {
    match parts(id).map(|(kind, _, _)| kind) {
        Some(DocumentKind::Review) => format!("who reviews {name}"),
        Some(DocumentKind::Handling) => format!("who works on {name}"),
        Some(DocumentKind::Rule) => format!("the deadline for “{name}”"),
        Some(DocumentKind::Reason) => format!("the meaning of “{name}”"),
        Some(DocumentKind::Requirements) => format!("the recommended fields for “{name}”"),
        _ => format!("“{name}”"),
    }
}
