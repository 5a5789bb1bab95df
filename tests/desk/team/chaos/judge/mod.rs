//! What must hold in the end. The judge reads what the services recorded, the database, and what was acknowledged.

pub mod approvals;
mod claims;
pub mod drafts;
mod kept;
pub mod payments;
mod records;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use kept::Kept;
use paydesk_team::TeamConnection;
use paydesk_test_basics::waiting::PATIENCE;
use payments::OfService;

use super::desk::{Machine, Running};
use super::service::breaches;
use super::shown::{Shown, catch_up};
use super::world::World;

/// Asks again until nothing is left; fails with what is. A busy machine decides nothing: what it took is only told.
async fn until_nothing_is_left(what: &str, mut left: impl AsyncFnMut() -> Vec<String>) {
    let began = Instant::now();
    loop {
        let left = left().await;
        if left.is_empty() {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "in vain until {what}: {left:?}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Waits until every desk has taken in all that changed.
pub async fn until_all_have_caught_up(reader: &TeamConnection, world: &World, desks: &[Running]) {
    until_nothing_is_left("all desks have caught up", async || {
        let last = reader.last_change(world.profile).await.unwrap();
        let behind = desks.iter().filter(|desk| !desk.machine.shown.lock().unwrap().is_upto(last));
        behind.map(|desk| format!("{} is behind", desk.machine.number)).collect()
    })
    .await;
}

/// Waits until every desk shows what the database has.
pub async fn until_all_show_the_same(reader: &TeamConnection, world: &World, desks: &[Running]) {
    let kept = Mutex::new(Shown::default());
    until_nothing_is_left("all desks show what the database has", async || {
        catch_up(reader, world.profile, &kept).await.unwrap();
        let kept = kept.lock().unwrap();
        let differs = |desk: &Running| {
            let difference = desk.machine.shown.lock().unwrap().difference(&kept)?;
            Some(format!("desk {}: {difference}", desk.machine.number))
        };
        desks.iter().filter_map(differs).collect()
    })
    .await;
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
    .await;
}

/// Judges a run that is over.
pub async fn judge(
    reader: &TeamConnection,
    superuser: &tokio_postgres::Client,
    world: &World,
    machines: &[Arc<Machine>],
    of_service: &OfService,
) {
    assert_eq!(*world.problems.lock().unwrap(), Vec::<String>::new());
    let sent = world.service.rows();
    assert_eq!(breaches(&sent), Vec::<String>::new());
    assert_eq!(world.counted("requests above the limit"), 0);
    let acknowledged = std::mem::take(&mut *world.acknowledged.lock().unwrap());
    let kept = Kept::read(reader, superuser, world.profile).await;
    let sent_under: BTreeMap<_, _> = sent.iter().map(|row| (row.fence, row)).collect();
    claims::judge(&kept, &sent_under, &acknowledged);
    assert_eq!(approvals::breaches(&kept, &sent), Vec::<String>::new());
    approvals::judge_acknowledged(&kept, &acknowledged);
    assert_eq!(drafts::breaches(&kept), Vec::<String>::new());
    drafts::judge_acknowledged(&kept, &acknowledged);
    records::judge_notes(&kept, &acknowledged);
    records::judge_events(reader, world, &acknowledged, of_service).await;
    for machine in machines {
        let copied = acknowledged.entries.get(&machine.id).copied().unwrap_or(0);
        records::judge_journal(reader, machine, copied).await;
    }
}
