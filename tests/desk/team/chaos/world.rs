//! What simulated desks share: the services, and what the judge holds against the database afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use paydesk_team::{ApprovalId, ApprovalVerdict, DeskId, Fence, TeamProfileId};

use super::payment_service::PaymentService;
use super::service::Service;

/// What the database acknowledged: it has to be there in the end.
#[derive(Debug, Default)]
pub struct Acknowledged {
    /// With the operation of each.
    pub granted: BTreeMap<Fence, String>,
    pub sending: BTreeSet<Fence>,
    /// With how each ended.
    pub released: BTreeMap<Fence, String>,
    /// Of each note that one desk alone writes: its last revision and text.
    pub notes: BTreeMap<String, (i64, String)>,
    /// Writes to notes that all write, by the id of the note and the desk.
    pub shared: BTreeMap<(String, usize), i64>,
    /// The number of the last journal entry.
    pub entries: BTreeMap<DeskId, i64>,
    pub events: BTreeSet<String>,
    pub requested: BTreeSet<ApprovalId>,
    /// With who decided what.
    pub decided: BTreeMap<ApprovalId, (ApprovalVerdict, String)>,
    pub withdrawn: BTreeSet<ApprovalId>,
    /// Versions of drafts, with the draft of each.
    pub drafts: BTreeMap<String, String>,
}

/// See the module.
pub struct World {
    pub profile: TeamProfileId,
    pub service: Service,
    pub payments: PaymentService,
    /// Longest time between two things that a desk does, in milliseconds.
    pub pause_ms: u64,
    pub acknowledged: Mutex<Acknowledged>,
    /// Desks that were killed and are not back yet.
    pub stopped: Mutex<BTreeSet<DeskId>>,
    /// What should never have happened, as it was met.
    pub problems: Mutex<Vec<String>>,
    is_calm: AtomicBool,
    counts: Mutex<BTreeMap<&'static str, usize>>,
}

impl World {
    pub fn new(profile: TeamProfileId, payments: PaymentService, desks: usize) -> Self {
        Self {
            profile,
            service: Service::default(),
            payments,
            // Many desks keep a server busy with less from each.
            pause_ms: 250.max(desks as u64 * 25),
            acknowledged: Mutex::default(),
            stopped: Mutex::default(),
            problems: Mutex::default(),
            is_calm: AtomicBool::new(false),
            counts: Mutex::default(),
        }
    }

    /// Nothing new is begun from now on.
    pub fn calm_down(&self) {
        self.is_calm.store(true, Ordering::SeqCst);
    }

    pub fn is_calm(&self) -> bool {
        self.is_calm.load(Ordering::SeqCst)
    }

    pub fn is_stopped(&self, desk: DeskId) -> bool {
        self.stopped.lock().unwrap().contains(&desk)
    }

    pub fn acknowledge(&self, note: impl FnOnce(&mut Acknowledged)) {
        note(&mut self.acknowledged.lock().unwrap());
    }

    pub fn problem(&self, what: String) {
        self.problems.lock().unwrap().push(what);
    }

    pub fn count(&self, what: &'static str) {
        self.count_many(what, 1);
    }

    pub fn count_many(&self, what: &'static str, many: usize) {
        *self.counts.lock().unwrap().entry(what).or_default() += many;
    }

    pub fn counted(&self, what: &str) -> usize {
        self.counts.lock().unwrap().get(what).copied().unwrap_or(0)
    }

    /// All that was counted.
    pub fn tally(&self) -> String {
        let counts = self.counts.lock().unwrap();
        counts.iter().map(|(what, count)| format!("{what} {count}")).collect::<Vec<_>>().join(", ")
    }
}
