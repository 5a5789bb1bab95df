//! What colleagues of a team have open.

use paydesk_core::Action;
use paydesk_core::features::team::{ItemAnswer, TeamReport};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::open_item::OpenItem;
use paydesk_domain::team::{AwayRule, ClaimHolder, TeamRole};

use crate::desk::Desk;
use crate::disputes::{dsp, edit, mixed, open};
use crate::service::Pay;
use crate::team::{joined_at, report, session};

pub const NAME: EvidenceField = EvidenceField::CustomerName;

pub fn bob() -> ClaimHolder {
    ClaimHolder { person: "bob".to_owned(), description: "Evidence".to_owned(), age_s: 360 }
}

/// Anna's desk in a team, with the inbox of disputes before her.
pub fn inbox(rule: AwayRule) -> Desk {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 4_510), Pay::in_review("pay_held", 900)]);
    desk.service.disputes = mixed();
    let mut desk = joined_at(desk, rule);
    report(&mut desk, session(TeamRole::Operator));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    assert_eq!(desk.state.workspace.disputes.loaded(), mixed().len());
    desk.team.clear();
    desk
}

pub fn answered(desk: &mut Desk, answer: ItemAnswer) {
    let item = OpenItem::draft(&dsp("dsp_1"));
    report(desk, TeamReport::ItemAnswered { item, answer });
}

/// The case that a colleague writes, open before anna.
pub fn held(rule: AwayRule) -> Desk {
    let mut desk = inbox(rule);
    open(&mut desk, "dsp_1");
    edit(&mut desk, NAME, "Ada");
    answered(&mut desk, ItemAnswer::Held(bob()));
    desk
}

/// A colleague who has something open.
pub fn person(name: &str) -> ClaimHolder {
    ClaimHolder { person: name.to_owned(), ..bob() }
}
