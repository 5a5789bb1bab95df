//! Lists beside that of the payments name the customer too: refunds, subscriptions, disputes, approvals and operations.

use chrono::TimeDelta;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::approvals::ApprovalFilter;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::approval::ApprovalStage;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::team::TeamRole;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{inbox, mixed};
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::refunds::record;
use paydesk_test_core::service::start_time;
use paydesk_test_core::subscriptions;

use super::live::LiveWindow;
use super::panels::{LARGE, QUAD_HD, SMALL, pictures_of};
use super::{approvals, operations};

fn pay_id(number: usize) -> String {
    format!("pay_Vb71mQx19KdLs4T{number:02}")
}

fn refund(number: usize, minor: i64, currency: &str, status: &str) -> Record {
    let record = record(&format!("ref_Kx02{number}"), minor, currency, status);
    let made_at = start_time() - TimeDelta::minutes(97 * number as i64);
    Record { payment_id: Some(PaymentId::new(pay_id(number))), made_at, ..record }
}

/// Refunds of payments that are known by name, by e-mail address, by customer ID and not at all.
fn refunds() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    let records = vec![
        refund(1, 9_115, "EUR", "succeeded"),
        refund(2, 2_285, "GBP", "pending"),
        refund(3, 31_000, "JPY", "succeeded"),
        refund(4, 500, "EUR", "failed"),
        refund(5, 123_456_789, "USD", "succeeded"),
    ];
    desk.event(Message::RecordsOpened { records, problem: None });
    know(
        &mut desk,
        &[
            paid_by(&pay_id(1), "cus_1", "Björn Großmann", "bjoern@post.example"),
            paid_by(&pay_id(2), "", "", "ari.lowe-featherstonehaugh@post.example"),
            paid_by(&pay_id(3), "cus_9fA2", "", ""),
            paid_by(&pay_id(5), "cus_5", "Dimitra Oikonomou", ""),
        ],
    );
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk
}

fn with_refund_open() -> Desk {
    let mut desk = refunds();
    desk.act(Action::OpenRecord(ResourceKind::Refund, "ref_Kx021".into()));
    desk
}

fn subscriptions() -> Desk {
    let mut desk = subscriptions::desk();
    know(&mut desk, &[paid_by("pay_1", "cus_1", "Ada Lovelace", "")]);
    subscriptions::created(&mut desk);
    desk.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    desk.act(Action::OpenRecord(ResourceKind::Subscription, "sub_1".into()));
    desk
}

fn disputes() -> Desk {
    let mut desk = inbox(mixed());
    let payments: Vec<StoredPayment> =
        (1..=6).map(|number| paid_by(&format!("pay_{number}"), "", "", "ari.lowe-featherstone@post.example")).collect();
    know(&mut desk, &payments);
    desk
}

fn approvals_list() -> Desk {
    let mut desk = approvals::listed(TeamRole::Approver, ApprovalFilter::All);
    know(&mut desk, &[paid_by("pay_1", "cus_1", "Björn Großmann", "")]);
    desk
}

fn approval() -> Desk {
    let mut desk = approvals::opened(TeamRole::Approver, 1);
    know(&mut desk, &[paid_by("pay_1", "cus_1", "Björn Großmann", "")]);
    desk
}

fn approval_of_run() -> Desk {
    let mut desk = approvals::run(TeamRole::Approver, ApprovalStage::Open);
    know(&mut desk, &[paid_by("pay_1", "cus_1", "Björn Großmann", "")]);
    desk
}

fn all_operations() -> Desk {
    let mut desk = operations::listed();
    know(&mut desk, &[paid_by("pay_1", "cus_1", "Björn Großmann", "")]);
    desk
}

fn open_operations() -> Desk {
    let mut desk = operations::open();
    know(&mut desk, &[paid_by("pay_1", "cus_1", "Björn Großmann", "")]);
    desk
}

fn titles(desk: Desk, size: [f32; 2]) -> Vec<String> {
    let window = LiveWindow::of_size(desk, size);
    let titles = window.0.query_all_by_role(Role::ColumnHeader);
    titles.filter_map(|title| title.accesskit_node().label()).collect()
}

#[test]
fn refunds_begin_with_the_customer_and_the_payment_id_gives_way() {
    for (desk, size) in [(refunds(), LARGE), (with_refund_open(), LARGE), (refunds(), SMALL)] {
        assert!(titles(desk, size)[0].starts_with("Customer"), "{size:?}");
    }
    assert!(titles(with_refund_open(), QUAD_HD).iter().any(|title| title.starts_with("Payment")));
    assert!(!titles(with_refund_open(), LARGE).iter().any(|title| title.starts_with("Payment")));
}

#[test]
fn a_screen_reader_says_whose_refund_it_is_and_the_payment_last() {
    let rows = LiveWindow::new(refunds()).rows();
    let of = |text: &str| rows.iter().find(|row| row.contains(text)).unwrap();
    let row = of("91.15 EUR");
    assert!(row.starts_with("91.15 EUR of Björn Großmann, Refunded, "), "{row}");
    assert!(row.ends_with(&pay_id(1)), "{row}");
    assert!(of("5.00 EUR").starts_with(&format!("5.00 EUR of {}, Failed, ", pay_id(4))), "{rows:?}");
}

#[test]
fn the_pane_of_a_refund_and_of_a_subscription_names_the_customer_and_leads_there() {
    let mut window = LiveWindow::new(with_refund_open());
    window.click(Role::Link, "Björn Großmann");
    assert_eq!(window.state().workspace.opened.get(ResourceKind::Customer), Some("cus_1"));
    let window = LiveWindow::new(subscriptions());
    assert!(window.shows("Ada Lovelace") && window.shows("cus_1"));
}

#[test]
fn an_approval_says_whom_it_concerns_and_so_do_the_items_of_a_run() {
    for (desk, size) in [(approvals_list(), LARGE), (approvals_list(), SMALL), (approval(), LARGE)] {
        assert!(LiveWindow::of_size(desk, size).shows("Björn Großmann"), "{size:?}");
    }
    let rows = LiveWindow::new(approval_of_run()).rows();
    assert!(rows.iter().any(|row| row.starts_with("Björn Großmann, pay_1, ")), "{rows:?}");
    assert!(rows.iter().any(|row| row.starts_with("pay_2, ")), "{rows:?}");
}

#[test]
fn operations_say_the_customer_where_they_said_the_payment_id_alone() {
    let rows = LiveWindow::new(all_operations()).rows();
    assert!(rows.iter().any(|row| row.contains(", Björn Großmann, pay_1, ")), "{rows:?}");
    assert!(LiveWindow::new(open_operations()).has(Role::Link, "Björn Großmann"));
}

#[test]
fn an_email_is_whole_in_the_list_of_disputes_and_ids_give_way_to_it() {
    let has_ids = |size| {
        let titles = titles(disputes(), size);
        assert!(titles.iter().any(|title| title == "Customer"), "{titles:?}");
        titles.iter().any(|title| title == "Dispute" || title == "Payment")
    };
    assert!(has_ids(QUAD_HD) && !has_ids(LARGE));
}

#[test]
fn pictures_of_people_in_other_lists() {
    pictures_of("people in other lists", || {
        vec![
            ("refunds-people", refunds(), LARGE),
            ("refunds-people-open", with_refund_open(), LARGE),
            ("refunds-people-small", refunds(), SMALL),
            ("refunds-people-2560", with_refund_open(), QUAD_HD),
            ("subscriptions-people", subscriptions(), LARGE),
            ("disputes-people", disputes(), LARGE),
            ("disputes-people-small", disputes(), SMALL),
            ("approvals-people", approvals_list(), LARGE),
            ("approvals-people-open", approval(), LARGE),
            ("approvals-people-small", approvals_list(), SMALL),
            ("approvals-people-run", approval_of_run(), LARGE),
            ("operations-people-all", all_operations(), LARGE),
            ("operations-people-open", open_operations(), LARGE),
        ]
    });
}
