//! What is open at the desks of a team: evidence is written by one person at a time, and who reviews a payment is seen.

use paydesk_core::Action;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::effect::{OpenItemClaim, StoreJob, TeamEffect};
use paydesk_core::features::disputes::{DisputesAction, DraftDocument, SubmissionAction, submit_blocker};
use paydesk_core::features::review_queue::ReviewQueueAction;
use paydesk_core::features::team::{ItemAnswer, TeamAction, TeamReport};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::disputes::{dsp, edit, kept, open};
use paydesk_test_core::open_items::{NAME, answered, bob, held, inbox, person};
use paydesk_test_core::team::{report, session};

/// What the database was told is open, the last first.
fn told(desk: &Desk) -> Vec<Vec<OpenItemClaim>> {
    let told = desk.team.iter().rev().filter_map(|effect| match effect {
        TeamEffect::OpenItems { items, .. } => Some(items.clone()),
        _ => None,
    });
    told.collect()
}

fn text(desk: &Desk) -> String {
    desk.state.workspace.drafts.draft(&dsp("dsp_1")).map(|draft| draft.text(NAME).to_owned()).unwrap_or_default()
}

#[test]
fn a_case_that_is_opened_is_claimed_once_and_free_when_it_is_closed() {
    let mut desk = inbox(AwayRule::Stop);
    open(&mut desk, "dsp_1");
    desk.tick(1);
    let claims = told(&desk);
    let [first] = &claims[..] else { panic!("{claims:?}") };
    assert_eq!(first.iter().map(|claim| &claim.item).collect::<Vec<_>>(), [&OpenItem::draft(&dsp("dsp_1"))]);
    // A look elsewhere does not close it.
    desk.act(Action::GoTo(Route::Home));
    assert_eq!(told(&desk).len(), 1);
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    open(&mut desk, "dsp_4");
    assert_eq!(told(&desk)[0][0].item, OpenItem::draft(&dsp("dsp_4")));
    desk.act(Action::Disputes(DisputesAction::Open(None)));
    assert_eq!(told(&desk)[0], [], "nothing is open");
    open(&mut desk, "dsp_3");
    assert_eq!(told(&desk).len(), 3, "a decided one is only read");
}

#[test]
fn what_a_colleague_writes_is_only_read_here_until_it_is_free() {
    let mut desk = held(AwayRule::Stop);
    edit(&mut desk, NAME, "Eve");
    assert_eq!(text(&desk), "Ada", "not changed");
    assert!(desk.toasts().iter().any(|toast| toast == "bob is editing this dispute's evidence"), "{:?}", desk.toasts());
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let blocker = submit_blocker(&desk.state.view(), row, &desk.state.workspace.drafts);
    assert!(blocker.is_some_and(|why| why.contains("bob")));
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    assert!(desk.state.workspace.disputes.review.is_none());
    let colleague = desk.state.workspace.team.items.holder_here(OpenItemKind::Draft, "dsp_1").unwrap();
    assert_eq!((desk.state.now - colleague.since).num_seconds(), 360);
    answered(&mut desk, ItemAnswer::Ours);
    edit(&mut desk, NAME, "Eve");
    assert_eq!(text(&desk), "Eve");
}

#[test]
fn what_is_taken_over_is_asked_for_first_and_the_colleague_s_text_is_kept() {
    let mut desk = held(AwayRule::Stop);
    let item = OpenItem::draft(&dsp("dsp_1"));
    desk.act(Action::Team(TeamAction::AskTakeOver(item.clone())));
    assert!(matches!(&desk.state.workspace.dialog, Some(Dialog::TakeOver { person, .. }) if person == "bob"));
    assert!(!desk.team.iter().any(|effect| matches!(effect, TeamEffect::TakeOver { .. })));
    desk.act(Action::Confirm(Confirmation::TakeOver));
    assert!(matches!(desk.team.last(), Some(TeamEffect::TakeOver { item: asked, .. }) if *asked == item));
    edit(&mut desk, NAME, "Eve");
    assert_eq!(text(&desk), "Ada", "not before the database says so");
    answered(&mut desk, ItemAnswer::Ours);
    edit(&mut desk, NAME, "Eve");
    let draft = desk.state.workspace.drafts.draft(&dsp("dsp_1")).unwrap();
    let aside: Vec<(&str, &str)> = draft.set_aside.iter().map(|aside| (&*aside.text, &*aside.by)).collect();
    assert_eq!((draft.text(NAME), &aside[..]), ("Eve", &[("Ada", "bob")][..]));
}

#[test]
fn what_a_colleague_takes_over_is_stored_to_the_last_letter_and_read_from_then_on() {
    let mut desk = inbox(AwayRule::Stop);
    open(&mut desk, "dsp_1");
    answered(&mut desk, ItemAnswer::Ours);
    edit(&mut desk, NAME, "Ada");
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    edit(&mut desk, NAME, "Ada L");
    answered(&mut desk, ItemAnswer::Held(bob()));
    let stored = kept(&desk).pop();
    assert!(matches!(&stored, Some((_, DraftDocument::Draft(draft))) if draft.text(NAME) == "Ada L"), "{stored:?}");
    assert!(desk.state.workspace.disputes.review.is_none());
    assert!(desk.toasts().iter().any(|toast| toast.starts_with("bob took over")), "{:?}", desk.toasts());
    edit(&mut desk, NAME, "Eve");
    assert_eq!(text(&desk), "Ada L");
}

#[test]
fn while_the_database_is_away_evidence_is_written_as_the_profile_s_rule_says() {
    for (rule, after) in [(AwayRule::Stop, "Ada"), (AwayRule::Alone, "Eve")] {
        let mut desk = held(rule);
        desk.team.clear();
        report(&mut desk, TeamReport::Away { problem: problem("away") });
        edit(&mut desk, NAME, "Eve");
        assert_eq!(text(&desk), after, "{rule:?}");
        report(&mut desk, session(TeamRole::Operator));
        assert_eq!(told(&desk).len(), 1, "the database is told again");
    }
}

/// Who has something open, by name.
fn colleagues(desk: &Desk, kind: OpenItemKind, id: &str) -> Vec<String> {
    let colleagues = desk.state.workspace.team.items.colleagues_at(kind, id);
    colleagues.into_iter().map(|colleague| colleague.person.clone()).collect()
}

#[test]
fn all_who_have_one_item_open_are_known_once_and_who_writes_it_is_the_first() {
    let mut desk = inbox(AwayRule::Stop);
    open(&mut desk, "dsp_1");
    let item = OpenItem::draft(&dsp("dsp_1"));
    let people = ["cleo", "bob", "cleo", "dora"].map(|name| (item.clone(), person(name)));
    report(&mut desk, TeamReport::ItemsOpen(people.into()));
    assert_eq!(colleagues(&desk, OpenItemKind::Draft, "dsp_1"), ["cleo", "bob", "dora"]);
    answered(&mut desk, ItemAnswer::Held(bob()));
    assert_eq!(colleagues(&desk, OpenItemKind::Draft, "dsp_1"), ["bob", "cleo", "dora"]);
    report(&mut desk, TeamReport::ItemsOpen(Vec::new()));
    answered(&mut desk, ItemAnswer::Ours);
    assert!(colleagues(&desk, OpenItemKind::Draft, "dsp_1").is_empty());
}

#[test]
fn what_colleagues_have_open_is_seen_while_the_database_is_there() {
    let mut desk = inbox(AwayRule::Stop);
    let items = vec![(OpenItem::draft(&dsp("dsp_4")), bob()), (OpenItem::review(&PaymentId::new("pay_held")), bob())];
    report(&mut desk, TeamReport::ItemsOpen(items));
    let at = |desk: &Desk, kind, id: &str| !colleagues(desk, kind, id).is_empty();
    assert!(at(&desk, OpenItemKind::Draft, "dsp_4") && at(&desk, OpenItemKind::Review, "pay_held"));
    assert!(!at(&desk, OpenItemKind::Draft, "pay_held"));
    report(&mut desk, TeamReport::Away { problem: problem("away") });
    assert!(!at(&desk, OpenItemKind::Draft, "dsp_4"));
}

#[test]
fn who_reviews_a_payment_is_seen_and_keeps_nobody_from_deciding() {
    let mut desk = inbox(AwayRule::Stop);
    desk.act(Action::GoTo(Route::ReviewQueue));
    desk.serve();
    let item = OpenItem::review(&PaymentId::new("pay_held"));
    assert_eq!(told(&desk)[0].iter().map(|claim| &claim.item).collect::<Vec<_>>(), [&item]);
    report(&mut desk, TeamReport::ItemAnswered { item, answer: ItemAnswer::Held(bob()) });
    assert_eq!(colleagues(&desk, OpenItemKind::Review, "pay_held"), ["bob"]);
    desk.act(Action::ReviewQueue(ReviewQueueAction::Approve));
    assert!(matches!(desk.team.last(), Some(TeamEffect::Claim { .. } | TeamEffect::OpenItems { .. })));
    assert!(!desk.nothing_open());
    desk.act(Action::GoTo(Route::Home));
    assert_eq!(told(&desk)[0], [], "closed with its panel");
}

#[test]
fn a_payment_in_review_is_assigned_and_that_is_stored() {
    let mut desk = inbox(AwayRule::Stop);
    let payment_id = PaymentId::new("pay_held");
    let assign = |to: Option<&str>| {
        let (payment_id, to) = (payment_id.clone(), to.map(str::to_owned));
        Action::ReviewQueue(ReviewQueueAction::Assign { payment_id, to })
    };
    desk.act(assign(Some(" Grace ")));
    assert_eq!(desk.state.workspace.review_queue.assignee(&payment_id), Some("Grace"));
    let (_, stored) = kept(&desk).pop().unwrap();
    assert!(matches!(&stored, DraftDocument::Review(review) if review.assignee.as_deref() == Some("Grace")));
    let before = kept(&desk).len();
    desk.act(assign(Some("Grace")));
    assert_eq!(kept(&desk).len(), before, "nothing changed");
    desk.act(assign(None));
    assert_eq!(desk.state.workspace.review_queue.assignee(&payment_id), None);
    let profile_id = desk.state.profiles.current.clone();
    let is_job = |job: &StoreJob| matches!(job, StoreJob::SaveDocument { .. });
    assert!(desk.other.iter().any(|effect| matches!(effect, paydesk_core::Effect::Store(job) if is_job(job))));
    let text = serde_json::to_string(&stored).unwrap();
    assert!(text.contains(profile_id.as_str()), "{text}");
    assert_eq!(serde_json::from_str::<DraftDocument>(&text).unwrap(), stored);
}
