//! Versions of drafts: kept by a trigger of the judge's own as they are written, whatever a desk says.

use std::collections::BTreeMap;

use paydesk_team::{ClaimStage, DeskId, SharedKey, TeamClaim};
use uuid::Uuid;

use super::kept::Kept;
use crate::team::chaos::draft_version::{DraftVersion, FAMILY};
use crate::team::chaos::world::Acknowledged;

const KEEP: &str = "
    CREATE TABLE public.draft_version (
        change bigint PRIMARY KEY, id text NOT NULL, revision bigint NOT NULL, desk_id uuid NOT NULL, body jsonb NOT NULL
    );
    CREATE FUNCTION public.keep_draft_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
        INSERT INTO public.draft_version VALUES (NEW.change, NEW.id, NEW.revision, NEW.desk_id, NEW.body);
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER keep_draft_version AFTER INSERT OR UPDATE ON paydesk.record
        FOR EACH ROW WHEN (NEW.kind = 'draft') EXECUTE FUNCTION public.keep_draft_version();
";

/// A version as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVersion {
    /// The number of the change.
    pub change: i64,
    pub id: String,
    pub revision: i64,
    pub desk: DeskId,
    pub version: DraftVersion,
}

/// From now on every version stays.
pub async fn keep_versions(superuser: &tokio_postgres::Client) {
    superuser.batch_execute(KEEP).await.unwrap();
}

pub async fn stored_versions(superuser: &tokio_postgres::Client) -> Vec<StoredVersion> {
    let sql = "SELECT change, id, revision, desk_id, body FROM public.draft_version ORDER BY change";
    let version = |row: &tokio_postgres::Row| StoredVersion {
        change: row.get(0),
        id: row.get(1),
        revision: row.get(2),
        desk: DeskId(row.get::<_, Uuid>(3)),
        version: DraftVersion::from_json(&row.get(4)),
    };
    superuser.query(sql, &[]).await.unwrap().iter().map(version).collect()
}

/// What must never happen: a version that its writer had not seen is written over, a version that is written twice, or
/// by a desk that had lost the draft over one that a colleague wrote since.
pub fn breaches(kept: &Kept) -> Vec<String> {
    let (mut last, mut found) = (BTreeMap::<&str, &StoredVersion>::new(), Vec::new());
    let mut claims = BTreeMap::<_, Vec<_>>::new();
    for claim in kept.claims.values().filter(|claim| claim.family == FAMILY) {
        claims.entry((claim.resource.as_str(), claim.desk)).or_default().push(claim);
    }
    for written in &kept.versions {
        let before = last.insert(&written.id, written);
        let (revision, previous) = before.map_or((0, None), |before| (before.revision, Some(&before.version.version)));
        let is_next = (written.revision, written.version.number) == (revision + 1, revision + 1);
        if !is_next || written.version.previous.as_ref() != previous {
            found.push(format!("{written:?} was written over {before:?}"));
        }
        let own = claims.get(&(written.id.as_str(), written.desk)).map_or(&[][..], Vec::as_slice);
        if !may_write(own, written, before) {
            found.push(format!("{written:?} by a desk that had lost it, over {before:?}"));
        }
    }
    found
}

/// Whether the desk of these claims had the draft then, or lost it after the last version of a colleague.
fn may_write(own: &[&TeamClaim], written: &StoredVersion, before: Option<&StoredVersion>) -> bool {
    let before_it = own.iter().filter(|claim| claim.fence.0 < written.change);
    // The last change of one that ended is its end.
    let ends =
        before_it.map(|claim| if matches!(claim.stage, ClaimStage::Ended { .. }) { claim.change } else { i64::MAX });
    let Some(lost) = ends.max() else { return false };
    lost > written.change || before.is_none_or(|before| before.desk == written.desk || before.change < lost)
}

/// Each version that was acknowledged was written, and the last one of each draft is what the team has.
pub fn judge_acknowledged(kept: &Kept, acknowledged: &Acknowledged) {
    let mut last = BTreeMap::new();
    let mut written = BTreeMap::new();
    for stored in &kept.versions {
        last.insert(&stored.id, stored);
        written.insert(&stored.version.version, &stored.id);
    }
    for (version, id) in &acknowledged.drafts {
        assert_eq!(written.get(version), Some(&id), "{version} is lost");
    }
    let drafts = kept.records.keys().filter(|key| key.kind == FAMILY).count();
    assert_eq!(drafts, last.len());
    for (id, stored) in last {
        let record = &kept.records[&SharedKey::new(FAMILY, id.as_str())];
        let there = (record.revision, record.change, DraftVersion::of(record));
        assert_eq!(there, (stored.revision, stored.change, Some(stored.version.clone())), "{id}");
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use paydesk_team::Fence;

    use super::*;

    const ADA: DeskId = DeskId(Uuid::from_u128(1));
    const BEN: DeskId = DeskId(Uuid::from_u128(2));

    fn version(change: i64, desk: DeskId, number: i64, previous: i64) -> StoredVersion {
        let name = |number: i64| format!("version {number}");
        let version = DraftVersion {
            version: name(number),
            previous: (previous > 0).then(|| name(previous)),
            number: previous + 1,
        };
        StoredVersion { change, id: "dsp_1-0".to_owned(), revision: number, desk, version }
    }

    fn claim(fence: i64, desk: DeskId, end: Option<i64>) -> (Fence, TeamClaim) {
        let at = DateTime::UNIX_EPOCH;
        let ended = |_| ClaimStage::Ended { at, by: "ben".to_owned(), ending: "taken over: x".to_owned() };
        let claim = TeamClaim {
            fence: Fence(fence),
            family: FAMILY.to_owned(),
            resource: "dsp_1-0".to_owned(),
            operation_id: format!("draft {fence}"),
            desk,
            user: String::new(),
            description: String::new(),
            since: at,
            age_ms: 0,
            lease_until: at,
            operation: None,
            stage: end.map_or(ClaimStage::Prepared, ended),
            change: end.unwrap_or(fence),
        };
        (Fence(fence), claim)
    }

    #[test]
    fn the_judge_of_the_chaos_finds_drafts_that_are_written_over_unseen_or_by_who_had_lost_them() {
        let claims = BTreeMap::from([claim(1, ADA, Some(4)), claim(5, BEN, None)]);
        let of = |versions: Vec<StoredVersion>| {
            breaches(&Kept { claims: claims.clone(), versions, ..Kept::default() }).len()
        };
        // What ada had under way when ben took it over is no breach, as long as he had written nothing.
        let (first, late) = (version(2, ADA, 1, 0), version(6, ADA, 2, 1));
        assert_eq!(of(vec![first.clone(), late.clone(), version(7, BEN, 3, 2)]), 0);
        let of_ben = version(6, BEN, 2, 1);
        assert_eq!(of(vec![first.clone(), of_ben.clone(), version(7, ADA, 3, 2)]), 1, "lost, and written over");
        assert_eq!(of(vec![first, of_ben, version(8, BEN, 3, 1)]), 1, "not seen");
        assert_eq!(of(vec![version(9, DeskId(Uuid::from_u128(3)), 1, 0)]), 1, "never had it");
    }
}
