//! What a kind of things that a team shares declares.
//!
//! What is shared of a thing is what the store writes of it, without the id that this desk calls the profile by. A kind
//! says which of its things there are, what each is now, how one of a colleague is taken in, and how two versions become
//! one.

use serde::Serialize;
use serde_json::Value;

use crate::effect::{SharedKeep, StoreJob};
use crate::features::sharing::Merged;
use crate::state::State;
use paydesk_domain::document::Raw;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::shared::SharedBody;

/// Stands for the profile of the desk that reads it.
const OWN: &str = "own";
const PROFILE_ID: &str = "profile_id";

/// The id of something that is stored, and the profile that it is of, where that is not the one at hand.
pub(super) type StoredId = (Option<ProfileId>, String);

/// What a kind declares.
pub(super) struct SharedKind {
    /// As the team's database names it.
    pub name: &'static str,
    /// What the team has of it is known here too: people write it, and who changed what must be told.
    pub keeps_base: bool,
    /// The ids of all there are in the workspace at hand.
    pub ids: fn(&State) -> Vec<String>,
    /// What is here under an id; `None` where nothing is.
    pub body: fn(&State, &str) -> Option<SharedBody>,
    /// The ids under which a job stores something, each with the profile that it is of, or none where that is the one at
    /// hand.
    pub stored: fn(&State, &StoreJob) -> Vec<StoredId>,
    /// What a colleague has is so from now on, and is to be stored. False for what this version cannot read.
    pub take: fn(&mut State, &str, &SharedBody, &mut SharedKeep) -> bool,
    pub merge: fn(&MergeInput<'_>) -> Merged,
    /// Whether somebody else has it to write.
    pub is_written_elsewhere: fn(&State, &str) -> bool,
}

/// Two versions of one thing, and what both come from.
pub(super) struct MergeInput<'a> {
    pub id: &'a str,
    pub base: Option<&'a Raw>,
    pub ours: &'a SharedBody,
    pub theirs: &'a SharedBody,
    /// Who changed theirs.
    pub by: &'a str,
    /// This person, where somebody else has it to write: of what both changed theirs stays, and ours is kept beside it.
    pub yields_as: Option<&'a str>,
    /// Whether something is here under an id.
    pub is_taken: &'a dyn Fn(&str) -> bool,
}

/// What is shared of a thing: as it is stored, without the id of the profile, and without what is of this desk alone.
pub(super) fn shared(thing: &impl Serialize, local: &[&str]) -> Option<SharedBody> {
    let mut content = serde_json::to_value(thing).ok()?;
    let fields = content.as_object_mut()?;
    if let Some(profile_id) = fields.get_mut(PROFILE_ID) {
        *profile_id = Value::from(OWN);
    }
    local.iter().for_each(|name| drop(fields.remove(*name)));
    Some(SharedBody::of(content.into()))
}

/// Shared content as this desk reads it.
pub(super) fn localised(content: &Raw, profile_id: &ProfileId) -> Value {
    let mut content = Value::clone(content);
    if let Some(own) = content.get_mut(PROFILE_ID) {
        *own = Value::from(profile_id.as_str());
    }
    content
}
