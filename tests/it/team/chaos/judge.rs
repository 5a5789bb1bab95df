//! What must hold in the end. The judge reads what the service recorded, the database, and what was acknowledged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use paydesk::team::{ClaimStage, SharedKey, SharedRecord, TeamConnection};

use super::desk::{Machine, Running};
use super::service::breaches;
use super::world::{Acknowledged, World};
use crate::team::hub::running::stored_ids;
use crate::team::records::note;

/// Far above the goal of 5 s: a busy machine decides nothing.
const LATEST: Duration = Duration::from_secs(30);

/// All records of the profile as they are in the database.
async fn records(reader: &TeamConnection, world: &World) -> (BTreeMap<SharedKey, SharedRecord>, i64) {
    let (mut all, mut upto) = (BTreeMap::new(), 0);
    loop {
        let changes = reader.changes_after(world.profile, upto).await.unwrap();
        all.extend(changes.records.into_iter().map(|record| (record.key.clone(), record)));
        upto = changes.upto;
        if !changes.has_more {
            return (all, upto);
        }
    }
}

/// Asks again until nothing is left; fails with what is.
async fn until_nothing_is_left(what: &str, mut left: impl AsyncFnMut() -> Vec<String>) {
    let began = Instant::now();
    loop {
        let left = left().await;
        if left.is_empty() {
            return;
        }
        assert!(began.elapsed() < LATEST, "in vain until {what}: {left:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until every desk shows what the database has.
pub async fn until_all_show_the_same(reader: &TeamConnection, world: &World, desks: &[Running]) {
    until_nothing_is_left("all desks show what the database has", async || {
        let last = reader.last_change(world.profile).await.unwrap();
        let behind = |desk: &&Running| desk.machine.disk.lock().unwrap().upto < last;
        let behind: Vec<_> =
            desks.iter().filter(behind).map(|desk| format!("{} is behind", desk.machine.number)).collect();
        if !behind.is_empty() {
            return behind;
        }
        let (records, _) = records(reader, world).await;
        let events = stored_ids(reader, world.profile).await;
        let differs = |desk: &&Running| {
            let disk = desk.machine.disk.lock().unwrap();
            disk.records != records || disk.events != events
        };
        desks.iter().filter(differs).map(|desk| format!("{} differs", desk.machine.number)).collect()
    })
    .await
}

/// Waits until no operation is open, and all of each journal is copied.
pub async fn until_all_is_settled(reader: &TeamConnection, world: &World, desks: &[Running]) {
    until_nothing_is_left("all is settled and copied", async || {
        let open = reader.open_claims(world.profile).await.unwrap();
        let mut left: Vec<_> = open.iter().map(|claim| format!("{claim:?}")).collect();
        for desk in desks {
            let head = reader.journal_head(world.profile, desk.machine.id).await.unwrap();
            let disk = desk.machine.disk.lock().unwrap();
            if disk.open().is_some() || i64::try_from(disk.journal.len()) != Ok(head.number) {
                left.push(format!("desk {} has {} of {}", desk.machine.number, head.number, disk.journal.len()));
            }
        }
        left
    })
    .await
}

/// Judges a run that is over.
pub async fn judge(reader: &TeamConnection, world: &World, machines: &[Arc<Machine>]) {
    assert_eq!(*world.problems.lock().unwrap(), Vec::<String>::new());
    assert_eq!(breaches(&world.service.rows()), Vec::<String>::new());
    let acknowledged = std::mem::take(&mut *world.acknowledged.lock().unwrap());
    claims(reader, world, &acknowledged).await;
    notes(reader, world, &acknowledged).await;
    events(reader, world, &acknowledged, machines).await;
    for machine in machines {
        journal(reader, machine, acknowledged.entries.get(&machine.id).copied().unwrap_or(0)).await;
    }
}

/// Every grant, every begin and every end that was acknowledged is there, and of what was sent each has its claim.
async fn claims(reader: &TeamConnection, world: &World, acknowledged: &Acknowledged) {
    let sent: BTreeMap<_, _> = world.service.rows().into_iter().map(|row| (row.fence, row)).collect();
    let mut intervals = BTreeMap::<String, Vec<_>>::new();
    for (fence, operation) in &acknowledged.granted {
        let claim = reader.claim_of_fence(world.profile, *fence).await.unwrap();
        let claim = claim.unwrap_or_else(|| panic!("{fence:?} of {operation} is lost"));
        let ClaimStage::Ended { at, ending, .. } = &claim.stage else { panic!("open: {claim:?}") };
        assert_eq!(claim.operation_id, *operation);
        if let Some(acknowledged) = acknowledged.released.get(fence) {
            assert_eq!(ending, acknowledged, "{claim:?}");
        }
        if let Some(row) = sent.get(fence) {
            assert_eq!((&row.operation, &row.resource), (&claim.operation_id, &claim.resource));
            assert!(acknowledged.sending.contains(fence), "{row:?}");
            assert!(ending == "Done" || ending.starts_with("taken over"), "sent: {claim:?}");
        }
        intervals.entry(claim.resource.clone()).or_default().push((claim.since, *at));
    }
    assert!(sent.keys().all(|fence| acknowledged.granted.contains_key(fence)));
    for (resource, mut grants) in intervals {
        grants.sort_unstable();
        assert!(grants.windows(2).all(|pair| pair[0].1 <= pair[1].0), "two had {resource} at once");
    }
}

/// No write of a note is lost, and none is in it twice.
async fn notes(reader: &TeamConnection, world: &World, acknowledged: &Acknowledged) {
    let (records, _) = records(reader, world).await;
    for (id, (revision, text)) in &acknowledged.notes {
        let record = &records[&note(id, None, "").key];
        assert!(record.revision >= *revision, "{record:?} is older than {revision}");
        assert!(record.revision > *revision || record.body["text"] == **text, "{record:?} is not {text}");
    }
    for ((id, desk), written) in &acknowledged.shared {
        let record = &records[&note(id, None, "").key];
        let counts = record.body.as_object().unwrap();
        let all: i64 = counts.values().filter_map(serde_json::Value::as_i64).sum();
        assert_eq!(all, record.revision, "each revision counts one more: {record:?}");
        assert!(record.body[desk.to_string()].as_i64() >= Some(*written), "{written} of {desk}: {record:?}");
    }
}

/// Each webhook that was acknowledged is stored once, and was applied once by every desk.
async fn events(reader: &TeamConnection, world: &World, acknowledged: &Acknowledged, machines: &[Arc<Machine>]) {
    let stored = stored_ids(reader, world.profile).await;
    let once: BTreeSet<_> = stored.iter().cloned().collect();
    assert_eq!((stored.len(), &once), (once.len(), &acknowledged.events));
    for machine in machines {
        assert_eq!(machine.disk.lock().unwrap().events, stored, "desk {}", machine.number);
    }
}

/// The copy of a journal is what the desk wrote, to the end, and its chain is whole.
async fn journal(reader: &TeamConnection, machine: &Machine, acknowledged: i64) {
    let profile = machine.world.profile;
    let check = reader.verify_journal(profile, machine.id).await.unwrap();
    assert!(check.first_broken.is_none() && check.head.number >= acknowledged, "{check:?} {acknowledged}");
    let copied = reader.journal_after(profile, machine.id, 0, i64::MAX).await.unwrap();
    let copied: Vec<_> = copied.into_iter().map(|entry| entry.entry).collect();
    let disk = machine.disk.lock().unwrap();
    assert_eq!(copied, disk.journal.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>());
}
