//! Lets a team know what is open here, and does what follows when a colleague has it, or takes it over.

use paydesk_domain::open_item::{OpenItem, OpenItemKind};

use crate::dialog::Dialog;
use crate::effect::TeamEffect;
use crate::features::team::{ItemAnswer, ItemChange, TeamLink, text};
use crate::features::toasts::ToastKind;
use crate::route::Route;
use crate::state::State;
use crate::workspace::Workspace;
use paydesk_domain::ids::DisputeId;

impl State {
    /// The end of every message: the team hears what is open here.
    pub(crate) fn report_open_items(&mut self) {
        let TeamLink::Connected(session) = self.workspace.team.link() else { return };
        if !session.role.may_operate() {
            return;
        }
        let wanted = self.open_items();
        let Workspace { team, profile_id, .. } = &mut self.workspace;
        if let Some(items) = team.items.follow(wanted, &mut self.rng) {
            self.outbox.push(TeamEffect::OpenItems { profile_id: profile_id.clone(), items });
        }
    }

    /// The case whose evidence can be written, until it is closed, and the payment that is reviewed.
    fn open_items(&self) -> Vec<OpenItem> {
        let Workspace { disputes, review_queue, route, .. } = &self.workspace;
        let case = disputes.open.id.as_ref().filter(|id| !disputes.is_decided(id)).map(OpenItem::draft);
        let reviewed = review_queue.session().filter(|_| *route == Route::ReviewQueue);
        let reviewed = reviewed.and_then(|session| session.current()).map(|item| OpenItem::review(&item.payment_id));
        case.into_iter().chain(reviewed).collect()
    }

    /// The database says who has something that is open here.
    pub(crate) fn item_answered(&mut self, item: &OpenItem, answer: ItemAnswer) {
        let change = self.workspace.team.items.answered(item, answer, self.now);
        let (Some(change), OpenItemKind::Draft) = (change, item.kind) else { return };
        let id = DisputeId::new(item.id.as_str());
        match change {
            // What was typed up to now is stored, and shared beside what the colleague writes.
            ItemChange::Lost(colleague) => {
                self.workspace.disputes.review = None;
                self.with(|features, cx| features.drafts.save_now(cx));
                let text = text::taken_over(&colleague.person, &item.id);
                self.toasts.show(self.now, ToastKind::Attention, text, None);
            }
            ItemChange::TakenOver(colleague) => {
                self.with(|features, cx| features.drafts.keep_aside(&id, &colleague.person, cx));
            }
        }
    }

    /// Asks before a colleague can write no more.
    pub(crate) fn ask_take_over(&mut self, item: OpenItem) {
        if let Some(colleague) = self.workspace.team.items.holder_here(item.kind, &item.id) {
            let (person, opened_at) = (colleague.person.clone(), self.now);
            self.show_dialog(Dialog::TakeOver { item, person, opened_at });
        }
    }

    /// A person takes over what a colleague writes.
    pub(crate) fn take_over(&mut self, item: OpenItem) {
        let Workspace { team, profile_id, .. } = &mut self.workspace;
        if team.items.take_over(&item) {
            self.outbox.push(TeamEffect::TakeOver { profile_id: profile_id.clone(), item });
        }
    }
}
