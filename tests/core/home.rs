//! Home: what waits is counted with its money and its time, and every number leads to exactly its rows.

use chrono::TimeDelta;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::features::history::HistoryAction;
use paydesk_core::features::home::{DaysOfPeriod, HomeAction, HomeItem, RateChange, RecentDays};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::state::workspaces::AttentionElsewhere;
use paydesk_core::{Action, Message};
use paydesk_domain::exact_test::Share;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_test_core::desk::{Desk, capture, eur, pay_1, profile};
use paydesk_test_core::disputes::{dispute, inbox};
use paydesk_test_core::known_boards::{OnDay, knowing};
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::service::{Pay, answered};
use serde_json::{Value, json};

use super::payment_list_forms::{Listing, Shop};

const CREATED: &str = "2026-11-21T14:02:11Z";

fn row(id: &str, status: &str, amount: i64, currency: &str) -> Value {
    json!({"payment_id": id, "status": status, "amount": amount, "currency": currency, "created": CREATED})
}

fn captured(id: &str, amount: i64) -> Value {
    let mut row = row(id, "succeeded", amount, "EUR");
    row["amount_capturable"] = json!(0);
    row
}

fn declined(id: &str, code: &str) -> Value {
    let mut row = row(id, "failed", 700, "EUR");
    row["unified_code"] = json!(code);
    row
}

impl Shop {
    fn go(&mut self, action: Action) {
        self.desk.act(action);
        self.serve();
    }
}

fn at_home(rows: Vec<Value>) -> Shop {
    let mut shop = Shop::open(Listing::new(rows));
    shop.go(Action::GoTo(Route::Home));
    shop
}

fn said(shop: &Shop, item: HomeItem) -> (String, String) {
    let home = &shop.desk.state.workspace.home;
    let entry = home.entry(item).unwrap();
    (entry.waiting.text(), entry.sums.text())
}

#[test]
fn home_opens_first_and_says_that_nothing_is_known_before_it_was_read() {
    assert_eq!(Route::default(), Route::Home);
    let desk = Desk::ready(Vec::new());
    let home = &desk.state.workspace.home;
    assert_eq!(home.waiting().count(), 0);
    assert!(home.unread().any(|item| item == HomeItem::Declines), "it is not called empty");
}

#[test]
fn what_is_known_of_the_newest_payments_alone_is_not_called_empty() {
    let mut shop =
        Shop::open(Listing::new((0..3_000).map(|nth| row(&format!("pay_{nth}"), "succeeded", 700, "EUR")).collect()));
    shop.desk.act(Action::History(HistoryAction::TurnOff));
    shop.go(Action::GoTo(Route::Home));
    let home = &shop.desk.state.workspace.home;
    assert_eq!(home.entry(HomeItem::Declines).unwrap().waiting.count(), Known::AtLeast(0));
    assert!(home.unread().any(|item| item == HomeItem::Declines));
    assert!(home.quiet().all(|item| item != HomeItem::Declines));
}

#[test]
fn what_waits_is_counted_with_its_money_per_currency() {
    let shop = at_home(vec![
        row("pay_1", "requires_capture", 120_340, "EUR"),
        row("pay_2", "requires_capture", 310_000, "JPY"),
        row("pay_3", "requires_merchant_action", 2_285, "GBP"),
        captured("pay_4", 9_900),
        declined("pay_5", "UE_3002"),
        declined("pay_6", "UE_1007"),
    ]);
    let text = |count: &str, sums: &str| (count.to_owned(), sums.to_owned());
    assert_eq!(said(&shop, HomeItem::ToCapture), text("2", "1,203.40 EUR · 310,000 JPY"));
    assert_eq!(said(&shop, HomeItem::ToReview), text("1", "22.85 GBP"));
    assert_eq!(said(&shop, HomeItem::Declines), text("1", "7.00 EUR"), "a decline that is final is not worth a retry");
    let home = &shop.desk.state.workspace.home;
    assert!(home.quiet().any(|item| item == HomeItem::OutcomeUnknown));
}

#[test]
fn a_decline_without_a_readable_date_may_be_one_of_the_last_days() {
    let undated = |created: Value| {
        json!({"payment_id": "pay_6", "status": "failed", "amount": 500, "currency": "EUR",
        "created": created, "unified_code": "UE_3002"})
    };
    for created in [json!("17/10/2026 13:00"), json!(null)] {
        let shop = at_home(vec![declined("pay_5", "UE_3002"), undated(created)]);
        assert_eq!(said(&shop, HomeItem::Declines).0, "1+");
    }
}

/// Found by a clerk: what had been paid meanwhile was still counted and listed.
#[test]
fn a_decline_that_was_paid_since_is_not_worth_a_retry_any_more() {
    let mut shop = at_home(vec![declined("pay_5", "UE_3002"), declined("pay_6", "UE_3002")]);
    assert_eq!(said(&shop, HomeItem::Declines).0, "2");
    let mut failed = paid_by("pay_5", "", "", "ada@example.com");
    failed.row.status = PaymentStatus::Failed;
    (failed.row.amount, failed.row.unified_code) = (eur(700), Some("UE_3002".to_owned()));
    failed.row.created = Some(CREATED.parse().unwrap());
    let mut later = paid_by("pay_7", "", "", "ada@example.com");
    later.row.amount = eur(700);
    later.row.created = Some("2026-11-21T14:30:00Z".parse().unwrap());
    know(&mut shop.desk, &[failed, later]);
    assert_eq!(said(&shop, HomeItem::Declines), ("1".to_owned(), "7.00 EUR".to_owned()));
    shop.go(Action::Home(HomeAction::Open(HomeItem::Declines)));
    assert_eq!(shop.ids(), ["pay_6"]);
}

#[test]
fn a_number_leads_to_exactly_its_rows() {
    let mut shop = at_home(vec![
        row("pay_1", "requires_capture", 120_340, "EUR"),
        row("pay_3", "requires_merchant_action", 2_285, "GBP"),
        declined("pay_5", "UE_3002"),
        declined("pay_6", "UE_1007"),
    ]);
    for (item, rows) in
        [(HomeItem::ToCapture, ["pay_1"]), (HomeItem::ToReview, ["pay_3"]), (HomeItem::Declines, ["pay_5"])]
    {
        shop.go(Action::Home(HomeAction::Open(item)));
        assert_eq!(shop.ids(), rows, "{item:?}");
        assert_eq!(shop.desk.state.workspace.route, Route::List(ResourceKind::Payment));
        shop.go(Action::GoTo(Route::Home));
    }
    assert_eq!(shop.payments().filter.status, Some(PaymentStatus::Failed));
}

#[test]
fn what_is_about_to_expire_hurries_and_comes_first() {
    let mut shop = at_home(vec![
        row("pay_1", "requires_capture", 120_340, "EUR"),
        row("pay_3", "requires_merchant_action", 2_285, "GBP"),
    ]);
    let urgent = |shop: &Shop| {
        let home = &shop.desk.state.workspace.home;
        home.count(HomeItem::ToCapture).is_some_and(|waiting| waiting.is_urgent)
    };
    let created: chrono::DateTime<chrono::Utc> = CREATED.parse().unwrap();
    shop.desk.tick_at(created + TimeDelta::days(6) - TimeDelta::minutes(2));
    assert!(!urgent(&shop));
    shop.desk.tick_at(created + TimeDelta::days(6) + TimeDelta::minutes(2));
    assert!(urgent(&shop));
}

#[test]
fn disputes_whose_evidence_is_due_within_a_day_are_counted_and_hurry() {
    let opened = |id: &str, hours_ago: i64| dispute(id, "dispute_opened", "fraudulent", hours_ago);
    let fact = |disputes: Vec<Value>| {
        let mut desk = inbox(disputes);
        desk.act(Action::GoTo(Route::Home));
        let entry = desk.state.workspace.home.entry(HomeItem::DisputesToAnswer).unwrap().clone();
        (entry.waiting.is_urgent, entry.fact)
    };
    let (is_urgent, quiet) = fact(vec![opened("dsp_1", 8 * 24)]);
    assert!(!is_urgent && !quiet.contains("24 h"), "{quiet}");
    let (is_urgent, soon) = fact(vec![opened("dsp_1", 8 * 24), opened("dsp_2", 14 * 24 - 20)]);
    assert!(is_urgent && soon.starts_with("1 due within 24 h"), "{soon}");
    let (is_urgent, late) = fact(vec![opened("dsp_1", 15 * 24), opened("dsp_2", 14 * 24 - 20)]);
    assert!(is_urgent && late.starts_with("1 overdue · 1 due within 24 h"), "{late}");
}

#[test]
fn the_rest_of_a_partial_capture_waits_although_a_list_does_not_tell_what_is_left() {
    let mut read = row("pay_part", "partially_captured", 3_980, "USD");
    (read["amount_capturable"], read["amount_received"]) = (json!(1_930), json!(2_050));
    let mut shop = at_home(vec![
        row("pay_part", "partially_captured", 3_980, "USD"),
        row("pay_2", "requires_capture", 500, "USD"),
    ]);
    shop.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_part"))));
    shop.desk.answer_payment(answered(200, read));
    shop.serve();
    for again in [false, true] {
        if again {
            shop.go(Action::Home(HomeAction::Refresh));
        }
        let text = |count: &str, sums: &str| (count.to_owned(), sums.to_owned());
        assert_eq!(said(&shop, HomeItem::Remainders), text("1", "19.30 USD"), "refreshed: {again}");
        assert_eq!(said(&shop, HomeItem::ToCapture), text("2", "24.30 USD"), "refreshed: {again}");
        let rest = shop.desk.state.workspace.home.entry(HomeItem::Remainders).unwrap();
        assert!(rest.fact.starts_with("Also in To capture · First: "), "{}", rest.fact);
    }
}

/// Found by an attacker: each page gave its own rows as the total, and Home said 50 of 160.
#[test]
fn payments_to_capture_are_counted_whole_where_the_service_totals_its_pages() {
    let mut desk = Desk::started((0..160).map(|number| Pay::authorized(&format!("pay_{number}"), 100)).collect());
    (desk.service.totals_pages, desk.service.page_max) = (true, Some(50));
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.serve();
    desk.act(Action::GoTo(Route::Home));
    desk.pass(30);
    let waiting = &desk.state.workspace.home.entry(HomeItem::ToCapture).unwrap().waiting;
    assert_eq!(waiting.count(), Known::Exact(160));
}

#[test]
fn an_unknown_outcome_says_where_its_money_is_counted_too() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    let fact = &desk.state.workspace.home.entry(HomeItem::OutcomeUnknown).unwrap().fact;
    assert!(fact.starts_with("Sent ") && fact.ends_with(" · Also in To capture"), "{fact}");
}

/// Under the red bar of PRODUCTION, Home counted the sandbox's refund.
#[test]
fn operations_of_another_profile_are_in_no_count_and_no_sum() {
    let (mut desk, shop) = with_shop("prd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    let counted = |desk: &Desk| {
        let entry = desk.state.workspace.home.entry(HomeItem::OutcomeUnknown).unwrap();
        (entry.waiting.text(), entry.sums.text())
    };
    assert_eq!((counted(&desk), desk.state.attention_elsewhere().count()), (("1".to_owned(), eur(400).to_string()), 0));
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    assert_eq!(counted(&desk), ("0".to_owned(), String::new()));
    assert_eq!((Route::OpenOperations.panel().count)(&desk.state), None, "nor is it in the sidebar");
    let elsewhere: Vec<_> = desk.state.attention_elsewhere().collect();
    let profile_id = &ProfileId::embedded();
    assert_eq!(elsewhere, [AttentionElsewhere { profile_id, environment: Environment::Sandbox, count: 1 }]);
}

#[test]
fn an_unknown_outcome_without_an_amount_leaves_the_sum_of_the_others() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    desk.submit("op_customer", super::customers::create());
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    let entry = desk.state.workspace.home.entry(HomeItem::OutcomeUnknown).unwrap();
    assert_eq!((entry.waiting.count(), entry.sums.text()), (Known::Exact(2), eur(12_840).to_string()));
    assert!(entry.fact.contains(" · 1 without an amount"), "{}", entry.fact);
}

#[test]
fn what_is_read_of_old_payments_that_are_over_writes_nothing_on_home_again() {
    let mut shop = at_home(vec![row("pay_1", "requires_capture", 500, "USD"), row("pay_2", "succeeded", 500, "USD")]);
    let revision = shop.payments().work_revision();
    let mut read = |id: &str, status: &str, created: &str| {
        shop.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(id))));
        let mut payment = row(id, status, 900, "USD");
        payment["created"] = json!(created);
        shop.desk.answer_payment(answered(200, payment));
        shop.payments().work_revision()
    };
    assert_eq!(read("pay_old", "succeeded", "2026-03-01T08:00:00Z"), revision);
    assert!(read("pay_waits", "requires_capture", "2026-03-01T08:00:00Z") > revision, "an old one that waits counts");
}

#[test]
fn where_very_many_wait_home_is_written_again_a_few_times_a_second() {
    let rows = |status: &str| (0..120).map(|nth| row(&format!("pay_{nth}"), status, 500, "USD")).collect::<Vec<_>>();
    let mut shop = at_home(rows("requires_capture"));
    let written = |shop: &Shop| shop.desk.state.workspace.home.revision();
    let read = |shop: &mut Shop, nth: usize| {
        shop.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(format!("pay_{nth}")))));
        shop.desk.answer_payment(answered(200, row(&format!("pay_{nth}"), "succeeded", 500, "USD")));
    };
    shop.desk.tick(1);
    let before = written(&shop);
    (0..10).for_each(|nth| read(&mut shop, nth));
    assert!(written(&shop) - before <= 1, "{} times", written(&shop) - before);
    let due = shop.desk.state.next_due().expect("it is written again");
    assert!(due - shop.desk.state.now <= TimeDelta::milliseconds(250));
    shop.desk.tick(1);
    assert_eq!(shop.desk.state.workspace.home.deadlines().len(), 110);
}

#[test]
fn home_reads_once_and_again_when_a_person_asks() {
    let mut shop = at_home(vec![row("pay_1", "requires_capture", 120_340, "EUR")]);
    let lists = |shop: &Shop| shop.asked.iter().filter(|request| request.path == "/payments/list").count();
    shop.act(PaymentsAction::Close);
    shop.asked.clear();
    shop.go(Action::GoTo(Route::Home));
    assert_eq!(lists(&shop), 0, "what was read a moment ago holds");
    shop.go(Action::Home(HomeAction::Refresh));
    assert!(lists(&shop) > 0);
}

#[test]
fn an_outcome_that_is_not_known_hurries() {
    let desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    let home = &desk.state.workspace.home;
    let entry = home.waiting().next().unwrap();
    assert_eq!((entry.item, entry.sums.text()), (HomeItem::OutcomeUnknown, eur(12_840).to_string()));
    assert!(entry.waiting.is_urgent);
}

#[test]
fn what_left_between_two_pages_is_not_counted_any_more() {
    let rows = (0..130).map(|number| row(&format!("pay_{number:03}"), "requires_capture", 100, "EUR"));
    let mut shop = Shop::open(Listing::new(rows.collect()));
    shop.asked.clear();
    shop.desk.act(Action::GoTo(Route::Home));
    let is_page = |request: &paydesk_api::call::Request| {
        request.body.as_ref().is_some_and(|body| body["status"] == "requires_capture" && body["limit"] == 100)
    };
    while !shop.asked.iter().any(is_page) {
        shop.serve_one();
    }
    shop.service.rows[..5].iter_mut().for_each(|row| row["status"] = json!("succeeded"));
    shop.serve();
    assert_eq!(said(&shop, HomeItem::ToCapture), ("125+".to_owned(), "at least 125.00 EUR".to_owned()));
}

// ----- the last days

fn recent(payments: impl IntoIterator<Item = OnDay>) -> RecentDays {
    let mut desk = knowing(payments);
    desk.act(Action::GoTo(Route::Home));
    desk.state.workspace.home.recent_days().cloned().expect("all payments are known")
}

#[test]
fn the_last_days_are_counted_by_currency_and_day_without_today() {
    let counted = recent([
        (0, "succeeded", 9_900, "EUR"),
        (1, "succeeded", 1_000, "EUR"),
        (1, "succeeded", 250, "EUR"),
        (1, "failed", 7_000, "EUR"),
        (1, "processing", 8_000, "EUR"),
        (14, "succeeded", 30, "EUR"),
        (15, "succeeded", 500, "EUR"),
        (28, "failed", 600, "EUR"),
        (29, "succeeded", 7_700, "EUR"),
        (2, "succeeded", 400, "JPY"),
    ]);
    let date = |day: u32| chrono::NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
    assert_eq!(counted.days, (date(4), date(17)));
    let [euro, yen] = &counted.currencies[..] else { panic!("{counted:?}") };
    assert_eq!((euro.currency.code(), yen.currency.code()), ("EUR", "JPY"), "the most payments first");
    let of = |days: &DaysOfPeriod| (days.volume(&euro.currency).unwrap().minor, days.succeeded());
    assert_eq!(of(&euro.now), (1_280, Share { hits: 3, of: 4 }));
    assert_eq!(of(&euro.before), (500, Share { hits: 1, of: 2 }));
    let yesterday = euro.now.0.last().unwrap();
    assert_eq!((yesterday.volume_minor, yesterday.succeeded), (Some(1_250), Share { hits: 2, of: 3 }));
    assert_eq!((euro.now.0[0].volume_minor, euro.before.0[13].volume_minor), (Some(30), Some(500)));
    assert_eq!((euro.before.0[0].succeeded, euro.change), (Share { hits: 0, of: 1 }, RateChange::TooFew));
}

#[test]
fn days_before_in_which_data_begins_are_not_compared_with() {
    let period = |days_ago: i64, count: usize| std::iter::repeat_n((days_ago, "succeeded", 100, "EUR"), count);
    let counted = recent(period(3, 80).chain(period(16, 20)));
    assert_eq!(counted.data_since, chrono::NaiveDate::from_ymd_opt(2026, 11, 2));
    assert_eq!(counted.currencies[0].change, RateChange::NotCompared);
    let counted = recent(period(3, 80).chain(period(16, 20)).chain(period(28, 1)));
    assert_eq!((counted.data_since, counted.currencies[0].change), (None, RateChange::NotSignificant));
}

#[test]
fn a_rate_of_the_last_days_is_called_lower_only_where_chance_does_not_explain_it() {
    let period = |days_ago: i64, (succeeded, failed): (usize, usize)| {
        let good = std::iter::repeat_n((days_ago, "succeeded", 100, "EUR"), succeeded);
        good.chain(std::iter::repeat_n((days_ago, "failed", 100, "EUR"), failed))
    };
    for (now, before, change) in [
        ((40, 40), (78, 2), RateChange::Lower),
        ((78, 2), (40, 40), RateChange::Higher),
        ((75, 5), (78, 2), RateChange::NotSignificant),
        ((5, 4), (78, 2), RateChange::TooFew),
    ] {
        let older = [(40, "succeeded", 100, "EUR")];
        let counted = recent(period(3, now).chain(period(20, before)).chain(older));
        assert_eq!(counted.currencies[0].change, change, "{now:?} {before:?}");
    }
}
