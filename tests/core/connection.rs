//! Whether the service is there: gone and back, locked and unlocked, and what waiting costs.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::payments::{Pages, PaymentsAction};
use paydesk_core::features::requests::RequestsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::{ReadAnswer, RequestId};
use paydesk_core::remote::Remote;
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_test_core::desk::{Desk, capture, pay_1, problem, service_failed};
use paydesk_test_core::disputes::{inbox, mixed};
use paydesk_test_core::service::{Pay, bad_certificate, budget, html, no_connection, rate_limited, refused};

fn open() -> Desk {
    Desk::with_open(Pay::authorized("pay_1", 1_000))
}

/// Ticks that an hour of nothing but time takes.
fn ticks_of_an_hour(desk: &mut Desk) -> usize {
    let before = desk.ticks;
    desk.pass(3_600);
    desk.ticks - before
}

#[test]
fn a_service_that_is_gone_and_comes_back_is_noticed_and_what_failed_is_read_again() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    desk.service.reads_get = Some(no_connection());
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.pass(30);
    assert!(matches!(desk.state.workspace.connection.link, ServiceLink::Unreachable(_)));
    assert!(
        matches!(desk.state.workspace.payments.pages, Pages::Failed(_)),
        "{:?} {:?}",
        desk.state.workspace.payments.pages,
        desk.reads
    );
    desk.service.reads_get = None;
    desk.pass(6);
    assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
    assert_eq!(desk.state.workspace.payments.pages, Pages::Idle);
    assert_eq!(desk.state.workspace.payments.len(), 1);
    assert!(
        matches!(desk.state.workspace.payments.detail(&pay_1()), Some(Remote::Ready { .. })),
        "the open payment too"
    );
}

#[test]
fn home_and_the_counts_of_the_sidebar_are_read_once_a_service_that_was_not_there_is() {
    let mut desk = Desk::started(vec![Pay::authorized("pay_1", 1_000), Pay::in_review("pay_2", 500)]);
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.service.reads_get = Some(no_connection());
    desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
    desk.act(Action::GoTo(Route::Home));
    desk.pass(90);
    assert!(desk.state.workspace.payments.work_failed().is_some());
    desk.service.reads_get = None;
    desk.pass(60);
    assert_eq!(desk.state.workspace.payments.work_failed(), None);
    let waiting = |item: HomeItem| desk.state.workspace.home.entry(item).map(|entry| entry.waiting.count());
    assert_eq!(
        (waiting(HomeItem::ToCapture), waiting(HomeItem::ToReview)),
        (Some(Known::Exact(1)), Some(Known::Exact(1)))
    );
    assert_eq!(desk.state.workspace.payments.to_capture(), Known::Exact(1));
}

#[test]
fn a_service_that_was_never_there_is_read_as_soon_as_it_is() {
    let mut desk = Desk::started(vec![Pay::authorized("pay_1", 1_000)]);
    desk.service.reads_get = Some(Attempt::Lost(LostAnswer::ConnectionLost));
    desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
    desk.pass(60);
    desk.service.reads_get = None;
    desk.pass(6);
    assert_eq!(desk.state.workspace.payments.len(), 1);
}

#[test]
fn a_service_of_which_only_failures_came_is_not_called_connected() {
    for failure in [html(503), html(302), refused(503, "HE_00", "Something went wrong")] {
        let mut desk = Desk::started(vec![Pay::authorized("pay_1", 1_000)]);
        desk.service.reads_get = Some(failure.clone());
        desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
        desk.serve();
        assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connecting, "{failure:?}");
        desk.pass(60);
        assert!(matches!(desk.state.workspace.connection.link, ServiceLink::Unreachable(_)), "{failure:?}");
        assert_eq!(desk.state.workspace.connection.heard_at(), None);
        desk.service.reads_get = None;
        desk.pass(6);
        assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
        assert_eq!(desk.state.workspace.payments.len(), 1, "what failed is read again");
        desk.service.reads_get = Some(failure.clone());
        desk.pass(130);
        assert!(matches!(desk.state.workspace.connection.link, ServiceLink::Unreachable(_)), "{failure:?}");
    }
}

#[test]
fn one_endpoint_that_fails_does_not_make_the_service_unreachable() {
    let mut desk = open();
    desk.service.disputes_get = Some(refused(500, "HE_00", "Something went wrong"));
    for _ in 0..5 {
        desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
        desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
        desk.pass(10);
        assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
    }
}

#[test]
fn a_service_that_could_not_be_started_is_started_again_on_request() {
    let mut desk = Desk::started(Vec::new());
    desk.event(service_failed(problem("Port 8600 is taken")));
    assert!(matches!(desk.state.workspace.connection.link, ServiceLink::NotStarted(_)));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.pass(3_600);
    assert_eq!((desk.started, desk.reads_made), (1, 0));
    desk.act(Action::RetryService);
    assert_eq!(desk.started, 2);
}

#[test]
fn an_endpoint_that_wants_a_login_disables_itself_and_locks_nothing() {
    let mut desk = open();
    desk.service.disputes_get = Some(refused(401, "IR_17", "Access forbidden, an invalid token was used"));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    assert!(!desk.locked());
    let Pages::Failed(error) = &desk.state.workspace.disputes.inbox.reading.pages else { panic!("it was refused") };
    assert!(error.what_to_do().contains("needs a signed-in user"), "{}", error.what_to_do());
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert_eq!((&desk.state.workspace.payments.pages, desk.state.workspace.payments.len()), (&Pages::Idle, 1));
}

#[test]
fn a_refusal_without_a_documented_code_locks_once_every_kind_of_read_is_refused() {
    let mut desk = open();
    let other = refused(401, "IR_01", "API key not provided or invalid");
    desk.service.disputes_get = Some(other.clone());
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    assert!(!desk.locked(), "payments are read with the same key");
    let mut desk = Desk::started(vec![Pay::authorized("pay_1", 1_000)]);
    desk.service.reads_get = Some(other);
    desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
    desk.serve();
    assert!(desk.locked(), "nothing is read with it");
}

#[test]
fn a_refused_key_stops_all_reads_until_the_person_tries_again() {
    let mut desk = open();
    desk.service.reads_get = Some(refused(401, "AU_02", "This key was revoked"));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert!(desk.locked());
    assert!(matches!(desk.state.workspace.payments.pages, Pages::Failed(_)));
    assert!(desk.state.read_only_reason().unwrap().contains("This key was revoked"));
    let before = desk.reads_made;
    for action in [
        Action::Payments(PaymentsAction::Refresh),
        Action::Payments(PaymentsAction::ShowToCapture),
        Action::Payments(PaymentsAction::LoadMore),
        Action::Payments(PaymentsAction::ReadAnew(pay_1())),
        Action::Payments(PaymentsAction::Open(PaymentId::new("pay_2"))),
    ] {
        desk.act(action);
    }
    desk.pass(6 * 3_600);
    assert_eq!(desk.reads_made, before);
    assert_eq!(desk.state.next_due(), None);
    desk.service.reads_get = None;
    desk.act(Action::RetryService);
    desk.serve();
    assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
}

#[test]
fn filters_that_cannot_be_asked_with_a_refused_key_are_not_answered_with_none() {
    let mut desk = inbox(mixed());
    assert_eq!(
        (&desk.state.workspace.payments.pages, &desk.state.workspace.disputes.inbox.reading.pages),
        (&Pages::Idle, &Pages::Idle)
    );
    // Another read reports that the key is refused; both lists are as they were.
    desk.service.reads_get = Some(refused(401, "AU_02", "This key was revoked"));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    assert!(desk.locked());
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(Some(DisputeStatus::Lost)))));
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    for pages in [&desk.state.workspace.payments.pages, &desk.state.workspace.disputes.inbox.reading.pages] {
        assert!(matches!(pages, Pages::Failed(error) if error.what().contains("revoked")), "{pages:?}");
    }
    desk.service.reads_get = None;
    desk.act(Action::RetryService);
    desk.serve();
    assert_eq!(
        (&desk.state.workspace.payments.pages, &desk.state.workspace.disputes.inbox.reading.pages),
        (&Pages::Idle, &Pages::Idle)
    );
}

#[test]
fn the_inbox_first_opened_with_a_refused_key_says_so_and_not_that_it_is_being_read() {
    let mut desk = open();
    desk.service.reads_get = Some(refused(401, "AU_02", "This key was revoked"));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    assert_eq!((desk.locked(), &desk.state.workspace.disputes.inbox.reading.pages), (true, &Pages::NotAsked));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    assert!(
        matches!(&desk.state.workspace.disputes.inbox.reading.pages, Pages::Failed(error) if error.what().contains("revoked"))
    );
}

#[test]
fn a_polled_payment_is_not_polled_while_the_profile_is_locked() {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "processing", 1_000));
    desk.service.reads_get = Some(refused(401, "AU_02", "revoked"));
    desk.pass(30);
    assert!(desk.locked());
    let before = desk.reads_made;
    desk.pass(3_600);
    assert_eq!(desk.reads_made, before);
}

#[test]
fn an_answer_from_before_the_person_tried_again_does_not_lock_the_profile_anew() {
    let mut desk = open();
    desk.act(Action::Payments(PaymentsAction::Refresh));
    let (request_id, read) = desk.reads.remove(0);
    let (late_ticket, late_read) = desk.reads.remove(0);
    desk.answer(request_id, &read, refused(401, "AU_02", "revoked"));
    desk.act(Action::RetryService);
    desk.answer(late_ticket, &late_read, refused(401, "AU_02", "revoked"));
    assert!(!desk.locked());
    desk.serve();
    assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
}

#[test]
fn trying_again_leaves_no_payment_loading_for_ever() {
    let mut desk = open();
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.reads.clear();
    desk.act(Action::RetryService);
    desk.serve();
    assert!(matches!(desk.state.workspace.payments.detail(&pay_1()), Some(Remote::Ready { .. })));
}

#[test]
fn trying_again_while_a_payment_is_checked_sends_nothing() {
    let mut desk = open();
    desk.tick(10);
    desk.confirm(capture(1_000));
    desk.write();
    desk.reads.clear();
    desk.act(Action::RetryService);
    desk.pass(600);
    desk.assert_sent_times(0);
    assert!(desk.nothing_open());
}

#[test]
fn a_refused_certificate_is_reported_and_never_bypassed() {
    let mut desk = open();
    desk.service.reads_get = Some(bad_certificate());
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    match &desk.state.workspace.connection.link {
        ServiceLink::Unreachable(error) => assert!(error.what().contains("certificate")),
        other => panic!("{other:?}"),
    }
}

// ----- what waiting costs

#[test]
fn an_idle_desk_ticks_about_once_a_minute() {
    let mut desk = open();
    assert!((55..=65).contains(&ticks_of_an_hour(&mut desk)));
}

#[test]
fn a_locked_desk_does_not_tick_at_all() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.reads_get = Some(refused(401, "AU_02", "revoked"));
    // The outcome has been reported in a notification by then.
    desk.pass(150);
    assert_eq!((desk.notified.len(), ticks_of_an_hour(&mut desk)), (1, 1));
}

#[test]
fn waiting_never_spins_whatever_is_wrong() {
    let wrong = [
        no_connection(),
        bad_certificate(),
        refused(503, "CE_01", "down"),
        refused(403, "AU_03", "no"),
        rate_limited(1),
        rate_limited(90),
        rate_limited(-100),
        html(200),
        html(302),
        Attempt::Lost(LostAnswer::TimedOut),
        Attempt::Lost(LostAnswer::BodyTooLarge),
    ];
    for attempt in wrong {
        for status in ["requires_capture", "processing"] {
            let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
            desk.service.pay("pay_1").status = status.into();
            desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
            desk.serve();
            desk.service.reads_get = Some(attempt.clone());
            desk.act(Action::Payments(PaymentsAction::Refresh));
            let (reads, ticks) = (desk.reads_made, ticks_of_an_hour(&mut desk));
            assert!(ticks <= 4_000, "{ticks} ticks an hour with {attempt:?}");
            let reads = desk.reads_made - reads;
            assert!(reads <= 4_000, "{reads} reads an hour with {attempt:?}");
        }
    }
}

#[test]
fn a_spent_budget_never_spins_nor_sends_more_than_it_allows() {
    for remaining in [0, 1, 30, 60] {
        let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.service.rate = Some(budget(600, remaining, 60));
        desk.act(Action::Payments(PaymentsAction::Refresh));
        let ticks = ticks_of_an_hour(&mut desk);
        assert!(ticks <= 400, "{ticks} ticks an hour with {remaining} left");
    }
}

#[test]
fn a_service_that_fails_while_a_payment_is_polled_leaves_no_spinning() {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "processing", 1_000));
    desk.event(service_failed(problem("It stopped")));
    assert!(ticks_of_an_hour(&mut desk) <= 2);
}

#[test]
fn a_look_at_a_service_that_is_still_there_changes_nothing_that_is_shown() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    desk.pass(30);
    let healthy =
        |result| Message::ReadAnswered { request_id: RequestId(0), answer: ReadAnswer::Health(result), rate: None };
    let calls = Message::CallsMade { exchanges: Vec::new(), missed: 0 };
    let due = desk.state.next_due().unwrap();
    assert!(!desk.state.may_change_view_at(due));
    assert!(!desk.state.may_change_view(&healthy(Ok(()))));
    assert!(!desk.state.may_change_view(&calls));
    assert!(
        desk.state
            .may_change_view(&Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None })
    );
    desk.act(Action::Requests(RequestsAction::Toggle));
    assert!(
        desk.state.may_change_view(&calls) && desk.state.may_change_view(&healthy(Ok(()))),
        "the calls are in sight"
    );
    desk.act(Action::Requests(RequestsAction::Toggle));
    let asked = desk.state.on_tick(due);
    assert!(asked.len() == 1 && format!("{asked:?}").contains("Health"), "{asked:?}");
    desk.service.reads_get = Some(no_connection());
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.pass(3);
    assert!(desk.state.may_change_view(&healthy(Ok(()))), "it is back");
}
