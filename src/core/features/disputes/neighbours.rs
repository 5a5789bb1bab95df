//! From the open dispute to the one before or after it, in the order of the inbox.

use crate::context::Context;
use crate::features::toasts::ToastKind;
use paydesk_domain::ids::DisputeId;

use super::{DisputeTableRow, Disputes, Evidence, Neighbour};

impl Disputes {
    /// The dispute beside the open one; `None` at the end of what is listed.
    pub fn neighbour(&self, neighbour: Neighbour) -> Option<&DisputeId> {
        let (before, after) = self.around_open()?;
        let place = match neighbour {
            Neighbour::Previous => before.checked_sub(1)?,
            Neighbour::Next => after,
        };
        self.row(place).map(|row| &row.dispute.dispute_id)
    }

    /// Which of the listed disputes that need evidence the open one is, counted from 1, and how many these are; `None`
    /// where it is none of them.
    pub fn open_number(&self) -> Option<(usize, usize)> {
        let open = self.position(self.open.id.as_ref()?)?;
        let needs = |place: usize| self.row(place).is_some_and(DisputeTableRow::may_need_evidence);
        let count = |to: usize| (0..to).filter(|place| needs(*place)).count();
        needs(open).then(|| (count(open + 1), count(self.len())))
    }

    /// How many rows are before the open dispute, and the place of the one after it. Where it is not listed any more, the
    /// one after it has taken its place.
    fn around_open(&self) -> Option<(usize, usize)> {
        let id = self.open.id.as_ref()?;
        let left = || (self.open.place.min(self.len()), self.open.place);
        Some(self.position(id).map_or_else(left, |place| (place, place + 1)))
    }

    pub(super) fn open_neighbour(&mut self, neighbour: Neighbour, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        if let Some(id) = self.neighbour(neighbour).cloned() {
            self.open(id, evidence, cx);
        }
    }

    /// Sends what was reviewed, and opens the next dispute that needs evidence: the first one behind it in the inbox, else
    /// the first of all.
    pub(super) fn submit_and_open_next(&mut self, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        let next = self.next_to_answer().cloned();
        if !self.submit(evidence, cx) {
            return;
        }
        match next {
            Some(id) => self.open(id, evidence, cx),
            None => {
                self.close_open(evidence, cx);
                let is_narrowed = self.inbox.is_filtered_by_service() || self.inbox.local_filter.is_active();
                let text = match is_narrowed {
                    true => "No other dispute in this search or filter needs evidence",
                    false => "No other dispute needs evidence",
                };
                cx.toast(ToastKind::Neutral, text, None);
            }
        }
    }

    fn next_to_answer(&self) -> Option<&DisputeId> {
        let (before, after) = self.around_open()?;
        let needs = |row: &&DisputeTableRow| row.may_need_evidence();
        let mut places = (after..self.len()).chain(0..before);
        places.find_map(|place| self.row(place).filter(needs)).map(|row| &row.dispute.dispute_id)
    }
}
