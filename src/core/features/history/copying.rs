//! Copies the newest payments of a team into the cache of this machine.
//!
//! They go straight to the cache, many at a time, and are read from there once all are stored: the window waits for none
//! of it. What else comes meanwhile is not taken in; the team has it too, or it is read again at the end. What was cut
//! off goes on where it was.

use crate::context::Context;
use crate::effect::{HistoryJob, TeamPaymentsRequest};
use paydesk_index::payment_columns::{PaymentKey, StoredPayment};

use super::team_source::{Copying, STORED_HERE_MAX};
use super::{CopiedPlace, History, HistoryPhase};

/// Payments that are asked for at a time: the next ones come while these are stored.
const TOGETHER: u32 = 10_000;
/// Before it is tried again where they could not be stored, in seconds.
const RETRY_STORE_S: i64 = 300;

impl History {
    /// Copies everything, in the place of what was read here.
    pub(super) fn copy_anew(&mut self, of_team: CopiedPlace, cx: &mut Context<'_>) {
        self.forget(cx);
        self.begin_copy(of_team, cx);
    }

    /// Goes on where copying was cut off.
    pub(super) fn copy_on(&mut self, of_team: CopiedPlace, cx: &mut Context<'_>) {
        self.hand_over(cx);
        self.give_up_reads(cx);
        self.begin_copy(of_team, cx);
    }

    fn begin_copy(&mut self, of_team: CopiedPlace, cx: &mut Context<'_>) {
        self.phase = HistoryPhase::Opening;
        let count = self.columns.last_stored_as();
        self.team.copying = Some(Copying { place: self.place.clone(), of_team, count, storing: 0, is_done: false });
        self.ask_for_copy(cx);
    }

    /// Asks for the next ones, while at most those before them are being stored.
    fn ask_for_copy(&mut self, cx: &mut Context<'_>) {
        let Some(copying) = &self.team.copying else { return };
        if !copying.is_done && copying.storing < 2 && !self.team.is_asked {
            let before = copying.of_team.copied_to.clone();
            self.ask_of_team(TeamPaymentsRequest::Copy { before, count: TOGETHER }, cx);
        }
    }

    /// Payments came: they are stored under the next numbers.
    pub(super) fn copied(&mut self, payments: Vec<StoredPayment>, is_last: bool, cx: &mut Context<'_>) {
        let kept_since = self.kept_since(cx);
        let Some(copying) = &mut self.team.copying else { return };
        let last = payments.last().map(PaymentKey::of);
        let is_past = |last: &PaymentKey| last.created.zip(kept_since).is_some_and(|(created, since)| created < since);
        let numbered: Vec<(u32, StoredPayment)> = (copying.count + 1..).zip(payments).collect();
        copying.count += numbered.len() as u32;
        copying.is_done = is_last || copying.count as usize >= STORED_HERE_MAX || last.as_ref().is_some_and(is_past);
        // Where everything is here, nothing older is anywhere else.
        copying.of_team.copied_to = last.or(copying.of_team.copied_to.take()).filter(|_| !is_last);
        copying.of_team.is_copied = copying.is_done;
        copying.place.team = Some(copying.of_team.clone());
        copying.storing += 1;
        let (is_done, place) = (copying.is_done, copying.place.clone());
        cx.outbox.push(HistoryJob::Keep { profile_id: cx.profile_id.clone(), payments: numbered, place });
        match is_done {
            true => self.end_copy(cx),
            false => self.ask_for_copy(cx),
        }
    }

    /// Those of one job are stored, or could not be.
    pub(super) fn copy_stored(&mut self, is_stored: bool, cx: &mut Context<'_>) {
        if !is_stored && self.phase == HistoryPhase::Opening {
            return self.team_refused(RETRY_STORE_S, cx);
        }
        if let Some(copying) = &mut self.team.copying {
            copying.storing = copying.storing.saturating_sub(1);
            self.ask_for_copy(cx);
        }
    }

    /// Copying goes on later: what was copied is there.
    pub(super) fn stop_copying(&mut self, cx: &mut Context<'_>) {
        if self.team.copying.is_some() {
            self.end_copy(cx);
        }
    }

    fn end_copy(&mut self, cx: &mut Context<'_>) {
        self.team.copying = None;
        let keep_days = cx.settings.history(cx.profile_id).keep_days;
        self.open(keep_days, cx);
    }
}
