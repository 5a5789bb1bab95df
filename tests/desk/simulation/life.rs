//! What a desk lives through: a disk that is slow, full or lies, crashes between any two steps, clocks that jump.

use chrono::TimeDelta;
use paydesk_api::operation::Endpoint;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::journal::{JournalEntry, JournalRefusal, JournalStep, JournalStepName, Recorded};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::Profile;

use super::desk::Core;
use super::disk::problem;
use super::faults::Fault;
use super::world::{Op, Scheduled, World, at};

/// What becomes of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    Fine,
    Full,
    ErrorLanded,
    CrashBefore,
    CrashAfter,
}

impl World {
    // ----- the disk

    pub fn write_next(&mut self, index: usize) {
        let desk = &self.desks[index];
        let (Some(entry), false) = (desk.writes.front(), desk.is_writing) else { return };
        let (step, life) = (entry.step.name(), desk.life);
        let (before, after) = match step {
            JournalStepName::Prepared => (Fault::CrashBeforePrepared, Fault::CrashAfterPrepared),
            JournalStepName::Sending => (Fault::CrashBeforeSending, Fault::CrashAfterSending),
            JournalStepName::Unknown => (Fault::CrashBeforeUnknown, Fault::CrashAfterUnknown),
            _ => (Fault::CrashBeforeOutcome, Fault::CrashAfterOutcome),
        };
        let mut takes = self.rng.from(1, 4);
        let mut write_outcome = WriteOutcome::Fine;
        if self.trouble(12) {
            let weights = [
                (2, (WriteOutcome::CrashBefore, before)),
                (2, (WriteOutcome::CrashAfter, after)),
                (1, (WriteOutcome::Full, Fault::DiskFull)),
                (1, (WriteOutcome::ErrorLanded, Fault::CommitErrorLanded)),
                (3, (WriteOutcome::Fine, Fault::SlowDisk)),
            ];
            let (outcome, fault) = self.rng.weighted(&weights);
            write_outcome = outcome;
            takes = if fault == Fault::SlowDisk { self.rng.from(1_000, 30_000) } else { takes };
            self.fault(fault);
        }
        if step == JournalStepName::Sending && self.trouble(25) {
            self.fault(Fault::ChangedBetweenCheckAndSend);
            let target = self.desks[index].writes[0].target.clone();
            self.plan(0, Scheduled::OutsideChange { target });
        }
        self.desks[index].is_writing = true;
        self.plan(takes, Scheduled::Wrote { desk: index, life, write_outcome });
    }

    pub fn wrote(&mut self, index: usize, life: u32, write_outcome: WriteOutcome) {
        let desk = &mut self.desks[index];
        if desk.life != life {
            return;
        }
        desk.is_writing = false;
        let Some(entry) = desk.writes.pop_front() else { return };
        let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
        self.note(|_| format!("desk {index} writes {step:?} of {operation_id}: {write_outcome:?}"));
        let landed = match write_outcome {
            WriteOutcome::Full | WriteOutcome::CrashBefore => Err(JournalRefusal::Failed(problem("the disk is full"))),
            WriteOutcome::Fine | WriteOutcome::CrashAfter => self.append(index, entry),
            WriteOutcome::ErrorLanded => {
                let _ = self.append(index, entry);
                Err(JournalRefusal::Failed(problem("the commit returned an error")))
            }
        };
        if matches!(write_outcome, WriteOutcome::CrashBefore | WriteOutcome::CrashAfter) {
            return self.crash(index, false);
        }
        match landed {
            Err(JournalRefusal::AlreadyOpen) => self.fault(Fault::OpenInJournal),
            Err(JournalRefusal::WrittenAlready) => self.fault(Fault::PreparedBefore),
            _ => {}
        }
        match landed {
            Ok(()) => self.event(index, Message::JournalWritten { operation_id, step }),
            Err(refusal) => self.event(index, Message::JournalRefused { operation_id, step, refusal }),
        }
        if self.desks[index].life == life {
            self.write_next(index);
        }
    }

    fn append(&mut self, index: usize, entry: JournalEntry) -> Result<(), JournalRefusal> {
        let prepared = (entry.step.name() == JournalStepName::Prepared).then(|| entry.operation_id.clone());
        let disk = self.desks[index].disk;
        self.disks[disk].append(entry)?;
        // Prepared by this process, whatever an earlier one tried: what that one said is over.
        if let Some(op) = prepared.and_then(|id| self.op_of(&id)) {
            self.ops[op].claims.retain(|(desk, _)| *desk != index);
            self.ops[op].known_in_life = self.desks[index].life;
        }
        Ok(())
    }

    // ----- life and death

    /// The process dies; some of what it was about to write may have landed.
    pub fn crash(&mut self, index: usize, with_writes: bool) {
        if self.die(index, with_writes) {
            let after = if self.calm { 100 } else { self.rng.from(500, 40_000) };
            self.plan(after, Scheduled::Restart { desk: index });
        }
    }

    fn crash_for(&mut self, index: usize, away_ms: i64) {
        if self.die(index, true) {
            self.plan(away_ms, Scheduled::Restart { desk: index });
        }
    }

    /// Whether it was alive.
    fn die(&mut self, index: usize, with_writes: bool) -> bool {
        let desk = &mut self.desks[index];
        if !desk.up {
            // It is dead already, and will be started once.
            return false;
        }
        desk.life += 1;
        desk.up = false;
        desk.is_writing = false;
        let writes = std::mem::take(&mut desk.writes);
        let (disk, kept) = (desk.disk, self.rng.below(writes.len() as u64 + 1) as usize);
        if with_writes {
            for entry in writes.into_iter().take(kept) {
                let _ = self.disks[disk].append(entry);
            }
        }
        self.note(|_| format!("desk {index} dies"));
        true
    }

    /// A new process on the same disk.
    pub fn restart(&mut self, index: usize) {
        if self.trouble(6) {
            self.fault(Fault::ClockSetWhileDown);
            self.desks[index].offset_ms += self.rng.from(-200_000, 200_000);
        }
        let seed = self.rng.next();
        let desk = &mut self.desks[index];
        let (naive, disk) = (matches!(desk.core, Core::Naive(_)), desk.disk);
        desk.core = Core::new(naive, seed, at(self.now_ms + desk.offset_ms));
        (desk.up, desk.ended, desk.asleep_until_ms) = (true, 0, i64::MIN);
        desk.looks.clear();
        let unfinished = self.disks[disk].unfinished();
        self.note(|_| format!("desk {index} starts, {} entries unfinished", unfinished.len()));
        for entry in &unfinished {
            // What was said of it in the earlier run was true then; it is open again.
            if let Some(op) = self.op_of(&entry.operation_id) {
                self.ops[op].claims.retain(|(desk, _)| *desk != index);
                self.ops[op].known_in_life = self.desks[index].life;
            }
            self.count_restored(entry);
        }
        let entries = self.disks[disk].entries().to_vec();
        self.event(index, Message::JournalOpened { entries });
        let profile = Profile::embedded_sandbox("http://127.0.0.1:8600");
        self.event(index, Message::ServiceReady { profile, key_place: None });
        for payment in 0..3 {
            let id = PaymentId::new(format!("pay_{payment}"));
            self.act(index, Action::Payments(PaymentsAction::Open(id)));
        }
    }

    fn count_restored(&mut self, entry: &JournalEntry) {
        match &entry.step {
            JournalStep::Prepared(Recorded::Foreign(_)) => self.fault(Fault::NewerEntry),
            JournalStep::Prepared(Recorded::Known(description)) if description.plan.with_secret => {
                self.fault(Fault::CardDataForgotten);
            }
            _ => {}
        }
    }

    /// The clock of a desk is set, or its machine sleeps.
    pub fn disturb_clock(&mut self, index: usize) {
        let by = self.rng.from(10_000, 4_000_000);
        match self.rng.below(3) {
            0 => {
                self.fault(Fault::Suspend);
                let for_ms = self.rng.from(3_000, 200_000);
                self.desks[index].asleep_until_ms = self.now_ms + for_ms;
                // Clocks of some systems go on meanwhile: then nothing is noticed.
                if self.rng.one_in(2) {
                    let life = self.desks[index].life;
                    self.plan(for_ms, Scheduled::Woke { desk: index, life, by_ms: for_ms });
                }
            }
            1 => {
                self.fault(Fault::ClockForward);
                self.set_clock(index, by);
            }
            _ => {
                self.fault(Fault::ClockBackward);
                self.set_clock(index, -by);
            }
        }
    }

    /// The desks that run are shut, or their machines sleep, for a day and more; nothing is on its way any more when they are
    /// back. Longer than a refund's id is known by more than clocks are set wrong.
    pub fn be_away_for_a_day(&mut self) {
        let away_ms = self.rng.from(30 * 3_600_000, 72 * 3_600_000);
        for index in (0..self.desks.len()).filter(|index| self.desks[*index].up).collect::<Vec<_>>() {
            if self.rng.one_in(2) {
                self.fault(Fault::DayAsleep);
                self.desks[index].asleep_until_ms = self.now_ms + away_ms;
                let life = self.desks[index].life;
                self.plan(away_ms, Scheduled::Woke { desk: index, life, by_ms: away_ms });
            } else {
                self.fault(Fault::DayAway);
                self.crash_for(index, away_ms);
            }
        }
        if self.has_refund_to_forget() {
            self.fault(Fault::RefundIdForgotten);
        }
        let until_ms = self.now_ms + away_ms + 60_000;
        self.run(until_ms, |_| false);
    }

    /// Whether a refund was made whose outcome no desk has said, at a service that forgets the ids of refunds.
    pub fn has_refund_to_forget(&self) -> bool {
        let unknown = |op: &Op| op.endpoint == Endpoint::CreateRefund && op.effects > 0 && op.claims.is_empty();
        self.service.refund_ids_known_ms.is_some() && self.ops.iter().any(unknown)
    }

    fn set_clock(&mut self, index: usize, by_ms: i64) {
        self.desks[index].offset_ms += by_ms;
        self.jumped(index, self.desks[index].life, by_ms);
    }

    /// The window notices that its clock went another way than time did, and reports the core.
    pub fn jumped(&mut self, index: usize, life: u32, by_ms: i64) {
        if self.desks[index].life != life {
            return;
        }
        self.set_now(index);
        if let Core::Real(state) = &mut self.desks[index].core {
            state.on_clock_jump(TimeDelta::milliseconds(by_ms));
        }
        self.take(index, Vec::new());
    }
}
