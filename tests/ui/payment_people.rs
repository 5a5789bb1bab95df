//! Rows of payments show people at every width: how much, in which state, who, with what, for what, when.

use chrono::{SecondsFormat, TimeDelta};
use egui::accesskit::Role;
use egui::{Key, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::views::ViewsAction;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, SortKey, StoredPayment};
use paydesk_index::payment_view::ViewColumn;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{Pay, start_time};

use super::layout::is_whole;
use super::live::LiveWindow;
use super::panels::{LARGE, QUAD_HD, SMALL, pictures_of, window, window_of};

/// Amount, currency, status, name, e-mail, brand with last four digits or method, order and description.
type Person = (i64, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const PEOPLE: [Person; 12] = [
    (9_115, "EUR", "requires_customer_action", "Björn Großmann", "bjoern@post.example", "Visa 1926", "12041", ""),
    (2_285, "GBP", "requires_merchant_action", "Ari Lowe", "ari@post.example", "Visa 0423", "12040", ""),
    (31_000, "JPY", "succeeded", "Jun Ito", "jun@post.example", "JCB 5521", "12039", "2 × Espresso beans 1 kg"),
    (1_930, "JPY", "failed", "Jun Ito", "jun@post.example", "JCB 5521", "12038", ""),
    (28_240, "USD", "requires_merchant_action", "Camila O’Brien", "camila@post.example", " 1007", "12037", ""),
    (12_840, "EUR", "requires_capture", "Marta Ek", "marta.ek@post.example", "Visa 4242", "12036", ""),
    (14_220, "USD", "succeeded", "", "ines@post.example", "wallet", "", "Gift card, sent by e-mail"),
    (31_250, "KWD", "succeeded", "Noura Al-Sabah", "noura@post.example", "bank_transfer", "12033", ""),
    (4_705, "GBP", "cancelled", "", "", "Visa 2218", "12021", ""),
    (2_685, "EUR", "requires_capture", "Nils Hagen", "nils@post.example", "Mastercard 8841", "12029", ""),
    (123_456_789, "USD", "succeeded", "Dimitra Oikonomou", "dimitra@post.example", "Mastercard 5658", "12027", ""),
    (100, "EUR", "succeeded", "", "", "", "", ""),
];

fn pay_id(number: usize) -> String {
    format!("pay_Vb71mQx19KdLs4T{number:02}")
}

/// The payment as the service lists it, and as it is stored.
fn payment(number: usize) -> (Pay, StoredPayment) {
    let (amount, currency, status, name, email, method, order, description) = PEOPLE[number];
    let created = start_time() - TimeDelta::minutes(37 * number as i64);
    let capturable = if status.starts_with("requires_capture") { amount } else { 0 };
    let mut pay = Pay::new(&pay_id(number), status, amount, 0, capturable);
    pay.currency = currency.to_owned();
    pay.created = created.to_rfc3339_opts(SecondsFormat::Secs, true);
    let (brand, last4) = method.rsplit_once(' ').map_or(("", None), |(brand, last4)| (brand, last4.parse().ok()));
    let row = PaymentRow {
        payment_id: PaymentId::new(pay_id(number)),
        status: PaymentStatus::from_word(status),
        amount: Money::new(amount, Currency::iso4217(currency)),
        created: Some(created),
        capturable_minor: Some(capturable),
        received_minor: None,
        customer_id: (number == 8).then(|| CustomerId::new("cus_9fA2")),
        payment_method: Some(if last4.is_some() { "card" } else { method })
            .filter(|word| !word.is_empty())
            .map(str::to_owned),
        unified_code: (status == "failed").then(|| "UE_1000".to_owned()),
        unified_message: (status == "failed").then(|| "Insufficient funds".to_owned()),
    };
    let text = |text: &str| text.to_owned();
    let texts = PaymentTexts {
        name: text(name),
        email: text(email),
        brand: text(brand),
        order: text(order),
        description: text(description),
        ..PaymentTexts::default()
    };
    let stored =
        StoredPayment { texts, last4, detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) };
    (pay, stored)
}

/// A desk that knows all of them.
fn desk() -> Desk {
    let payments = || (0..PEOPLE.len()).map(payment);
    let mut desk = Desk::ready(payments().map(|(pay, _)| pay).collect());
    let mut columns = KnownPayments::default();
    payments().for_each(|(_, stored)| {
        columns.put(&stored);
    });
    columns.order_new();
    let as_of = Some(start_time());
    let place =
        ReadPlace { is_whole: true, is_read: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let report = HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true })));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.act(Action::Payments(PaymentsAction::ShowAll));
    desk.serve();
    desk
}

fn to_capture() -> Desk {
    let mut desk = desk();
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    desk
}

fn in_review() -> Desk {
    let mut desk = desk();
    desk.act(Action::Payments(PaymentsAction::ShowInReview));
    desk.serve();
    desk
}

fn found() -> Desk {
    let mut desk = desk();
    desk.act(Action::History(HistoryAction::Search("amount:>10".to_owned())));
    desk
}

fn with_pane(mut desk: Desk) -> Desk {
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(pay_id(5)))));
    desk.serve();
    desk
}

fn titles(desk: Desk, size: [f32; 2]) -> Vec<String> {
    let window = LiveWindow::of_size(desk, size);
    let titles = window.0.query_all_by_role(Role::ColumnHeader);
    titles.filter_map(|title| title.accesskit_node().label()).collect()
}

/// Found by a clerk: columns were chosen only while something was searched for, and half of them were missing.
#[test]
fn columns_are_chosen_at_rest_and_among_those_to_capture_too() {
    for shown in [desk as fn() -> Desk, to_capture, in_review] {
        let mut window = LiveWindow::of_size(shown(), QUAD_HD);
        window.click(Role::Link, "Columns…");
        for column in ["Order reference", "Last four", "Refunded", "Left to refund", "Card country", "Tags", "Note"] {
            window.click(Role::CheckBox, column);
        }
        window.key(Key::Escape);
        let titles: Vec<String> = {
            let titles = window.0.query_all_by_role(Role::ColumnHeader);
            titles.filter_map(|title| title.accesskit_node().label()).collect()
        };
        for title in ["Order reference", "Last four", "Left to refund", "Note", "Deadline or reason"] {
            assert!(titles.iter().any(|known| known.starts_with(title)), "{title}: {titles:?}");
        }
    }
    let keys = [SortKey::Amount, SortKey::OrderReference, SortKey::Last4];
    let mut desk = to_capture();
    desk.act(Action::Views(ViewsAction::Columns(keys.map(ViewColumn::new).to_vec())));
    let window = LiveWindow::of_size(desk, LARGE);
    assert!(window.shows("12036") && window.shows("4242"), "what is stored of a payment that is listed");
    assert!(window.shows("Deadline or reason"), "which is never left out there");
}

/// Found by a clerk: the line below the list summed the hundred that were loaded.
#[test]
fn all_payments_come_to_what_all_that_are_known_come_to() {
    let window = LiveWindow::of_size(desk(), QUAD_HD);
    let sums = "247.40 EUR · 69.90 GBP · 32,930 JPY";
    assert!(window.0.query_by_label_contains(sums).is_some());
    let mut desk = to_capture();
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    assert!(LiveWindow::of_size(desk, LARGE).shows("155.25 EUR"), "of those to capture");
}

#[test]
fn opening_a_payment_keeps_customer_and_date_and_a_small_window_amount_status_and_customer() {
    let has = |titles: &[String], wanted: &[&str]| {
        for title in wanted {
            assert!(titles.iter().any(|known| known.starts_with(title)), "{title}: {titles:?}");
        }
    };
    for (name, shown) in [("all", desk as fn() -> Desk), ("to capture", to_capture), ("found", found)] {
        has(&titles(with_pane(shown()), LARGE), &["Amount", "Status", "Customer", "Created"]);
        has(&titles(shown(), SMALL), &["Amount", "Status", "Customer"]);
        has(&titles(shown(), LARGE), &["Amount", "Status", "Customer", "Method", "Created"]);
        has(&titles(with_pane(shown()), QUAD_HD), &["Amount", "Status", "Customer", "Method", "Order", "Created"]);
        assert!(!titles(shown(), LARGE).iter().any(|title| title.starts_with("Payment")), "{name}");
    }
    has(&titles(with_pane(to_capture()), LARGE), &["Capture before"]);
}

/// Found by a clerk: addresses were cut beside digits that no amount had.
#[test]
fn e_mails_are_whole_beside_the_pane() {
    let email = "marta.ekberg@post.example";
    let mut columns = KnownPayments::default();
    for number in [5, 6] {
        let (_, mut stored) = payment(number);
        stored.row.amount = Money::new(9_115, Currency::iso4217("EUR"));
        stored.texts = PaymentTexts { email: email.to_owned(), ..PaymentTexts::default() };
        columns.put(&stored);
    }
    columns.order_new();
    let pays = [5, 6].map(|number| Pay { amount: 9_115, currency: "EUR".into(), ..payment(number).0 });
    let mut desk = Desk::ready(pays.into());
    let report =
        HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place: ReadPlace::default(), is_written: true })));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.act(Action::Payments(PaymentsAction::ShowAll));
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(pay_id(5)))));
    desk.serve();
    assert!(is_whole(&window(desk), email));
}

/// Found by a clerk: the title spoke of a deadline above reasons of declines.
#[test]
fn the_title_says_deadline_or_reason_at_every_width_and_is_whole() {
    for (size, has_pane) in [(LARGE, false), (LARGE, true), (QUAD_HD, true)] {
        let desk = if has_pane { with_pane(desk()) } else { desk() };
        let window = window_of(desk, Theme::Light, size);
        assert!(is_whole(&window, "Deadline or reason"), "{size:?}, {has_pane}");
        assert!(!is_whole(&window, "Deadline"), "{size:?}");
    }
}

#[test]
fn a_screen_reader_says_amount_status_and_customer_first_and_the_id_last() {
    let window = LiveWindow::new(desk());
    let row = &window.rows()[5];
    assert!(row.starts_with("128.40 EUR, Requires capture, Marta Ek, "), "{row}");
    assert!(row.ends_with(&format!(", {}", pay_id(5))), "{row}");
}

#[test]
fn the_id_is_a_column_that_can_be_chosen() {
    let mut desk = desk();
    let columns = [SortKey::PaymentId, SortKey::Payer, SortKey::CaptureBefore].map(ViewColumn::new);
    desk.act(Action::Views(ViewsAction::Columns(columns.to_vec())));
    desk.act(Action::History(HistoryAction::Search("status:failed".to_owned())));
    assert_eq!(titles(desk, LARGE), ["Payment ID", "Customer", "Deadline or reason"]);
}

#[test]
fn pictures_of_people() {
    pictures_of("people", || {
        vec![
            ("payments-people", desk(), LARGE),
            ("payments-people-open", with_pane(desk()), LARGE),
            ("payments-people-small", desk(), SMALL),
            ("payments-people-found", found(), LARGE),
            ("payments-people-2560", with_pane(desk()), QUAD_HD),
            ("payments-people-capture", to_capture(), LARGE),
            ("payments-people-review", in_review(), LARGE),
        ]
    });
}
