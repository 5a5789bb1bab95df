//! A desk that is started while the service cannot be reached, with a dispute somebody worked on.

use paydesk_core::features::disputes::DraftDocument;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::evidence::EvidenceField;

use crate::desk::{Desk, profile};
use crate::disputes::{edit, inbox, kept, mixed, open};
use crate::service::{Pay, no_connection};

/// What is on disk after somebody typed into the evidence of these.
pub fn worked_on(ids: &[&str]) -> Vec<DraftDocument> {
    let mut desk = inbox(mixed());
    for id in ids {
        open(&mut desk, id);
        edit(&mut desk, EvidenceField::CustomerName, "Ada");
    }
    desk.pass(1);
    kept(&desk).into_iter().map(|(_, document)| document).collect()
}

/// A desk that is started where the service is not, with the inbox shown.
pub fn started_offline(ids: &[&str]) -> Desk {
    let documents = worked_on(ids);
    let mut desk = Desk::started(vec![Pay::captured("pay_1", 4_510)]);
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::DocumentsOpened { documents, problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.service.disputes = mixed();
    desk.service.reads_get = Some(no_connection());
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    for _ in 0..12 {
        desk.serve();
        desk.pass(10);
    }
    desk
}
