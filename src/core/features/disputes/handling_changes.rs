//! A person assigns disputes, snoozes them, or decides not to contest them: one of them, or many at once.

use chrono::{DateTime, Utc};

use crate::context::Context;
use crate::effect::StoreJob;
use crate::features::toasts::ToastKind;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::text::visible;

use super::document::DraftDocument;
use super::handling::{ASSIGNEE_CHARS, DisputeHandling, NotContested, snoozed_until};
use super::{DisputeTableRow, Disputes, Evidence, HandlingAction, text};

impl Disputes {
    pub(super) fn handle_handling(
        &mut self,
        action: HandlingAction,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        match action {
            HandlingAction::Assign { disputes, to } => {
                let name = to.map(|name| visible(name.trim(), ASSIGNEE_CHARS)).filter(|name| !name.is_empty());
                self.change_handling(&disputes, evidence, cx, |handling| handling.assignee.clone_from(&name));
            }
            HandlingAction::Snooze { disputes, until } => self.snooze(&disputes, until, evidence, cx),
            HandlingAction::Wake(disputes) => {
                self.change_handling(&disputes, evidence, cx, |handling| handling.snoozed_until = None);
            }
            HandlingAction::SetContested { disputes, contested } => {
                self.set_contested(&disputes, contested, evidence, cx);
                self.count_loaded();
            }
        }
    }

    /// Of many disputes only those that may need evidence are left uncontested; the others are counted.
    fn set_contested(
        &mut self,
        disputes: &[DisputeId],
        contested: bool,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let is_meant = |row: &&DisputeTableRow| contested || row.may_need_evidence();
        let meant = disputes.iter().filter_map(|id| self.find(id)).filter(is_meant);
        let meant: Vec<DisputeId> = meant.map(|row| row.dispute.dispute_id.clone()).collect();
        let decision = NotContested { at: cx.now, by: cx.operator.to_owned() };
        self.change_handling(&meant, evidence, cx, |handling| {
            handling.not_contested = (!contested).then(|| decision.clone());
        });
        if disputes.len() > 1 && !contested {
            let text = text::disputes_not_contested(meant.len(), disputes.len() - meant.len());
            cx.toast(ToastKind::Neutral, text, None);
        }
    }

    fn snooze(
        &mut self,
        disputes: &[DisputeId],
        until: DateTime<Utc>,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let (now, zone) = (cx.now, cx.zone);
        let rows: Vec<&DisputeTableRow> = disputes.iter().filter_map(|id| self.find(id)).collect();
        let back: Vec<(DisputeId, DateTime<Utc>)> = rows
            .iter()
            .filter(|row| row.snooze_blocker(now).is_none())
            .map(|row| (row.dispute.dispute_id.clone(), snoozed_until(until, row.snooze_end(now))))
            .collect();
        let left_out = rows.len() - back.len();
        let shortened = back.iter().filter(|(_, at)| *at < until).map(|(_, at)| *at).min();
        let ids: Vec<DisputeId> = back.iter().map(|(id, _)| id.clone()).collect();
        self.change_handling(&ids, evidence, cx, |handling| handling.snoozed_until = Some(until));
        if left_out > 0 {
            cx.toast(ToastKind::Attention, text::not_snoozed(left_out), None);
        }
        if let Some(first) = shortened {
            cx.toast(ToastKind::Neutral, text::back_a_day_before(zone.weekday(first)), None);
        }
    }

    fn change_handling(
        &mut self,
        disputes: &[DisputeId],
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
        change: impl Fn(&mut DisputeHandling),
    ) {
        for dispute_id in disputes {
            if let Some(changed) = self.handling.change(dispute_id, cx.profile_id, &change) {
                cx.outbox.push(StoreJob::save_document(DraftDocument::Handling(changed.clone())));
                self.put_row_again(dispute_id, evidence, cx);
            }
        }
        self.order(evidence, cx);
    }
}
