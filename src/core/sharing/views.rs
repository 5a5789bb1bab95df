//! Saved views of payments. They are in the settings, which are stored as a whole: which view changed is told from what
//! the team has.

use crate::effect::{SharedKeep, StoreJob};
use crate::features::sharing::{Merged, merged_values, text};
use crate::settings::SettingsChange;
use crate::state::State;
use paydesk_domain::shared::{SHARED_VIEWS, SharedBody, SharedKey};
use paydesk_index::payment_view::PaymentView;

use super::kind::{MergeInput, SharedKind, StoredId, shared};

pub(super) const KIND: SharedKind = SharedKind {
    name: SHARED_VIEWS,
    keeps_base: true,
    ids,
    body,
    stored,
    take,
    merge,
    is_written_elsewhere: |_, _| false,
};

fn views(state: &State) -> &[PaymentView] {
    state.settings.views(&state.workspace.profile_id)
}

fn ids(state: &State) -> Vec<String> {
    views(state).iter().map(|view| view.name.clone()).collect()
}

fn body(state: &State, id: &str) -> Option<SharedBody> {
    shared(views(state).iter().find(|view| view.name == id)?, &[])
}

fn stored(state: &State, job: &StoreJob) -> Vec<StoredId> {
    if !matches!(job, StoreJob::SaveSettings(_)) {
        return Vec::new();
    }
    let sharing = &state.workspace.sharing;
    let is_changed = |id: &String| {
        let body = body(state, id).map(|body| body.content);
        body.as_ref() != sharing.base(&SharedKey::new(KIND.name, id.as_str()))
    };
    let known = sharing.bases_of(KIND.name).map(|key| key.id.clone());
    let gone = known.filter(|id| views(state).iter().all(|view| view.name != *id));
    ids(state).into_iter().filter(is_changed).chain(gone).map(|id| (None, id)).collect()
}

fn take(state: &mut State, id: &str, body: &SharedBody, _: &mut SharedKeep) -> bool {
    let Ok(view) = serde_json::from_value::<PaymentView>(serde_json::Value::clone(&body.content)) else { return false };
    let mut views = views(state).to_vec();
    match (views.iter().position(|known| known.name == id), body.is_deleted) {
        (Some(place), true) => drop(views.remove(place)),
        (Some(place), false) => views[place] = view,
        (None, false) => views.push(view),
        (None, true) => return true,
    }
    state.change_settings(SettingsChange::Views(state.workspace.profile_id.clone(), views));
    true
}

/// One that only one deleted stays; of one that both changed, ours is kept under another name.
fn merge(input: &MergeInput<'_>) -> Merged {
    match (input.ours.is_deleted, input.theirs.is_deleted) {
        (true, _) => return Merged::into(input.theirs.clone()),
        (false, true) => return Merged::into(input.ours.clone()),
        (false, false) => {}
    }
    let base = input.base.map(|base| &**base);
    let (merged, is_conflict) = merged_values(base, &input.ours.content, &input.theirs.content);
    let own = text::free_name(input.id, input.is_taken);
    let mut renamed = serde_json::Value::clone(&input.ours.content);
    match renamed.get_mut("name").filter(|_| is_conflict) {
        Some(name) => {
            *name = own.as_str().into();
            let message = Some(text::both_kept(input.by, input.id, &own));
            let beside = vec![(own, SharedBody::of(renamed.into()))];
            Merged { body: input.theirs.clone(), beside, message }
        }
        None => Merged::into(SharedBody::of(merged.into())),
    }
}
