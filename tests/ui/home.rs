//! Home: one list of what waits, moved through by keys.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::{Read, ReadAnswer, RequestId};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::journal_copy::with_colleague;
use paydesk_test_core::known_boards::knowing;
use paydesk_test_core::operation_log::{serve_journal, with_history};
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::Pay;
use strum::IntoEnumIterator as _;

use super::layout::is_whole;
use super::panels::{
    FULL_HD, QUAD_HD, act, assert_hides, assert_shows, click, click_role, pictures_of, press, window, window_of,
};

fn at_home(pays: Vec<Pay>) -> Desk {
    let mut desk = Desk::ready(pays);
    desk.act(Action::GoTo(Route::Home));
    let disputes: Vec<RequestId> =
        desk.reads.iter().filter(|(_, read)| matches!(read, Read::Disputes(_))).map(|(id, _)| *id).collect();
    for request_id in disputes {
        let answer = ReadAnswer::Disputes(Ok(DisputePage { total_count: Some(0), ..DisputePage::default() }));
        desk.event(Message::ReadAnswered { request_id, answer, rate: None });
    }
    desk.serve();
    serve_journal(&mut desk);
    desk
}

fn busy() -> Desk {
    let review = Pay::with_status("pay_3", "requires_merchant_action", 2_285);
    at_home(vec![Pay::authorized("pay_1", 12_840), Pay::authorized("pay_2", 950), review])
}

/// A payment was captured before.
fn with_activity() -> Desk {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.service.payments.push(Pay::authorized("pay_2", 950));
    desk.reply_truly();
    desk.write_all();
    desk.serve();
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    serve_journal(&mut desk);
    desk
}

/// The last 28 days of three currencies; the rate of one fell.
fn with_days() -> Desk {
    let of_day = |day: i64| {
        let amounts = (0..20).map(move |nth| 1_000 + (day * 37 + nth * 113) % 900);
        let euros = amounts.enumerate().map(move |(nth, minor)| {
            let failed = nth == 3 || (nth == 7 && day % 3 == 0);
            (day, if failed { "failed" } else { "succeeded" }, minor, "EUR")
        });
        let pounds = (0..8).map(move |nth| {
            let failed = nth == 0 || (day <= 9 && nth < 4);
            (day, if failed { "failed" } else { "succeeded" }, 2_400 + day * 20, "GBP")
        });
        euros
            .chain(pounds)
            .chain([(day, "succeeded", 1_500 + day * 10, "JPY")].into_iter().filter(move |_| day % 4 == 0))
    };
    let older = (40, "succeeded", 1_000, "EUR");
    let mut desk = knowing((0..28).flat_map(of_day).chain([older]));
    desk.act(Action::GoTo(Route::Home));
    serve_journal(&mut desk);
    desk
}

#[test]
fn the_last_days_of_a_currency_lead_to_its_payments() {
    let mut home = window(with_days());
    assert_shows(&home, &["Last 14 days", "4–17 Nov, dashed: 21 Oct – 3 Nov"]);
    let shown = click_role(&mut home, Role::Button, "Show payments in GBP");
    let query = "currency:gbp created:2026-11-04..2026-11-17 status:succeeded,failed".to_owned();
    assert_eq!(shown, [Action::SearchPayments(query)]);
    let shown = click_role(&mut home, Role::Button, "Show succeeded payments in GBP");
    let query = "currency:gbp created:2026-11-04..2026-11-17 status:succeeded".to_owned();
    assert_eq!(shown, [Action::SearchPayments(query)], "a volume is of what succeeded");
    assert_shows(&window(at_home(Vec::new())), &["Shown once all payments from the last 28 days have loaded"]);
}

#[test]
fn last_days_that_data_begins_in_are_not_compared_and_the_caption_says_since_when_there_is_data() {
    let payments = (1..=20).flat_map(|day| std::iter::repeat_n((day, "succeeded", 1_000 * day, "EUR"), 12));
    let mut desk = knowing(payments);
    desk.act(Action::GoTo(Route::Home));
    serve_journal(&mut desk);
    let home = window(desk);
    assert_shows(&home, &["dashed: 21 Oct – 3 Nov. Not compared: data begins on 29 Oct", "168 of 168; Not compared"]);
    assert_hides(&home, &["before 1,", "% before", "significant"]);
}

/// The shop in production is on screen, and an operation of the sandbox needs attention.
pub fn sandbox_needs_attention() -> Desk {
    let (mut desk, shop) = with_shop("prd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    desk
}

#[test]
fn operations_of_another_profile_are_listed_under_its_name_and_its_environment() {
    let mut desk = sandbox_needs_attention();
    desk.act(Action::GoTo(Route::Home));
    let mut home = window(desk);
    assert_shows(&home, &["PRODUCTION", "SANDBOX", "Other profile: 1 operation needs attention in Embedded sandbox"]);
    assert_hides(&home, &["Outcome unknown, 1", "4.00 EUR", "You're all caught up"]);
    let name = "Other profile: 1 operation needs attention in Embedded sandbox";
    assert_eq!(click(&mut home, name), [Action::GoTo(Route::OpenOperations)]);
    act(&mut home, Action::GoTo(Route::OpenOperations));
    assert_shows(
        &home,
        &["Nothing to do in this profile", "Other profiles", "Belongs to the profile “Embedded sandbox”"],
    );
    assert_hides(&home, &["You're all caught up"]);
}

#[test]
fn a_message_about_another_profile_names_it_and_opens_nothing() {
    let (mut desk, shop) = with_shop("prd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    desk.reply_truly();
    desk.write_all();
    let window = window(desk);
    assert_shows(&window, &["SANDBOX · Embedded sandbox: 4.00 EUR captured"]);
    assert_hides(&window, &["Open payment"]);
}

#[test]
fn recent_activity_is_below_the_list_or_beside_it_and_leads_to_the_payment() {
    for size in [[1000.0, 640.0], FULL_HD, QUAD_HD] {
        let mut wide = window_of(with_activity(), Theme::Light, size);
        assert_shows(&wide, &["Recent activity", "Capture", "128.40 EUR", "Done", "To capture, 1, "]);
        assert_eq!(click(&mut wide, "pay_1"), [Action::OpenRecord(ResourceKind::Payment, "pay_1".to_owned())]);
        let row = wide.query_all_by_role(Role::Row).next().expect("a row").rect();
        assert!(row.width() <= 1_420.0, "rows of {} points are too long for the eye", row.width());
    }
    let idle = window_of(at_home(Vec::new()), Theme::Light, QUAD_HD);
    assert_shows(&idle, &["No operations yet"]);
}

/// Found by a clerk: they were cut beside empty room.
#[test]
fn e_mails_are_whole_in_recent_activity_at_every_width() {
    let email = "amelia.osuilleabhain31@post.example";
    for size in [[1000.0, 640.0], [1440.0, 900.0], FULL_HD, QUAD_HD] {
        let mut desk = with_activity();
        know(&mut desk, &[paid_by("pay_1", "", "", email)]);
        let window = window_of(desk, Theme::Light, size);
        assert!(is_whole(&window, email), "{size:?}");
        assert_shows(&window, &["Capture", "128.40 EUR", "Done"]);
    }
}

/// It was empty after each start, and knew nothing of colleagues.
#[test]
fn recent_activity_has_what_was_done_before_and_what_colleagues_do() {
    let history = with_history();
    let mut after_restart = Desk::ready(Vec::new());
    after_restart.disk.clone_from(&history.disk);
    after_restart.act(Action::GoTo(Route::Home));
    serve_journal(&mut after_restart);
    assert_shows(&window(after_restart), &["Capture", "25.00 EUR", "Cancel payment"]);
    let mut team = with_colleague();
    team.act(Action::GoTo(Route::Home));
    let mut home = window(team);
    assert_shows(&home, &["Done", "Capture", "10.00 EUR", "bob1"]);
    assert_eq!(click(&mut home, "Show all operations"), [Action::GoTo(Route::AllOperations)]);
}

#[test]
fn what_waits_is_listed_with_its_count_and_its_money_and_what_does_not_is_quiet() {
    let window = window(busy());
    assert_shows(&window, &["To capture, 2, ", "137.90 EUR", "To review, 1, ", "22.85 EUR", "Nothing to do: "]);
    assert_hides(&window, &["You're all caught up"]);
}

#[test]
fn sums_of_five_currencies_are_not_cut_beside_an_empty_column() {
    let amounts = [("EUR", 1_234_567_890), ("USD", 987_654_321), ("GBP", 456_789_012), ("SEK", 345_678_901)];
    let mut pays: Vec<Pay> = Vec::new();
    for (place, (currency, amount)) in amounts.into_iter().chain([("CHF", 234_567_890)]).enumerate() {
        let pay = Pay::authorized(&format!("pay_{place}"), amount);
        pays.push(Pay { currency: currency.to_owned(), ..pay });
    }
    let window = window(at_home(pays));
    let row = window.get_by_label_contains("To capture, 5, ");
    let sums = row.accesskit_node().label().unwrap_or_default();
    let sums = sums.rsplit(", ").next().map(str::to_owned).unwrap_or_default();
    assert!(sums.contains("CHF"), "{sums}");
    assert_shows(&window, &["EUR", "USD", "GBP", "SEK", "CHF"]);
    for amount in sums.split(" · ").filter_map(|sum| sum.split(' ').next()) {
        assert!(is_whole(&window, amount), "cut: {amount}");
    }
}

#[test]
fn sums_of_many_currencies_take_two_lines_and_none_is_cut() {
    let codes = ["EUR", "USD", "GBP", "SEK", "CHF", "NOK", "PLN", "CZK"];
    let pays = codes.iter().enumerate().map(|(place, code)| {
        let pay = Pay::authorized(&format!("pay_{place}"), 987_654_321);
        Pay { currency: (*code).to_owned(), ..pay }
    });
    let window = window(at_home(pays.collect()));
    let nodes = window.root().children_recursive();
    let names = nodes.filter_map(|node| node.value().or_else(|| node.accesskit_node().label()));
    let lines: Vec<String> = names.filter(|name| name.starts_with("9,876,543.21 ")).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|line| is_whole(&window, line)), "{lines:?}");
    assert!(codes.iter().all(|code| lines.iter().any(|line| line.contains(code))), "{lines:?}");
}

#[test]
fn all_empty_is_said_in_one_sentence() {
    assert_shows(&window(at_home(Vec::new())), &["You're all caught up"]);
}

#[test]
fn keys_alone_lead_to_the_rows() {
    let mut window = window(busy());
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    let opened = press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(opened, [Action::Home(HomeAction::Open(HomeItem::ToCapture))]);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::R), [Action::Home(HomeAction::Refresh)]);
    assert_eq!(press(&mut window, Modifiers::COMMAND, Key::Num1), [Action::GoTo(Route::Home)]);
}

#[test]
fn a_click_on_the_words_or_on_the_count_of_a_row_opens_it() {
    for text in ["To capture", "2"] {
        let mut window = window(busy());
        window.state_mut().actions.clear();
        let row = window.get_by_label_contains("To capture, 2, ").rect();
        let of_row = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Label && node.value().as_deref() == Some(text)
        };
        let texts: Vec<_> = window.query_all_by(of_row).filter(|node| row.contains_rect(node.rect())).collect();
        assert_eq!(texts.len(), 1, "{text}");
        texts[0].click();
        drop(texts);
        window.run_steps(2);
        assert_eq!(window.state().actions, [Action::Home(HomeAction::Open(HomeItem::ToCapture))], "{text}");
    }
}

#[test]
fn the_button_of_a_row_begins_its_work_and_the_row_leads_to_its_rows() {
    let mut home = window(busy());
    assert_eq!(click(&mut home, "Capture: To capture"), [Action::Home(HomeAction::Open(HomeItem::ToCapture))]);
    assert_eq!(click(&mut home, "Review: To review"), [Action::GoTo(Route::ReviewQueue)]);
    let opened = click_role(&mut home, Role::Row, "To review, 1, ");
    assert_eq!(opened, [Action::Home(HomeAction::Open(HomeItem::ToReview))], "not the button's step");
}

#[test]
fn from_whatever_rows_an_entry_leads_to_there_is_a_way_back() {
    for item in HomeItem::iter() {
        let mut desk = busy();
        desk.act(Action::Home(HomeAction::Open(item)));
        desk.serve();
        let mut window = window(desk);
        assert_eq!(click(&mut window, "Back to Home"), [Action::GoBack], "{item:?}");
        act(&mut window, Action::GoTo(Route::Home));
        assert_eq!(press(&mut window, Modifiers::ALT, Key::ArrowLeft), [], "{item:?}: home is where it began");
    }
}

#[test]
fn the_mouse_has_a_button_that_leads_back() {
    let mut desk = busy();
    desk.act(Action::Home(HomeAction::Open(HomeItem::ToCapture)));
    desk.serve();
    let mut window = window(desk);
    window.state_mut().actions.clear();
    for pressed in [true, false] {
        let (pos, button, modifiers) = (egui::pos2(700.0, 400.0), egui::PointerButton::Extra1, Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        window.step();
    }
    assert_eq!(window.state().actions, [Action::GoBack]);
}

#[test]
fn refunds_that_are_pending_are_listed_alone_once_they_are_asked_for() {
    let mut desk =
        with_records(vec![record("ref_1", 2_840, "EUR", "succeeded"), record("ref_2", 1_000, "EUR", "pending")]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    let mut window = window(desk);
    assert_shows(&window, &["28.40 EUR refunded, 10.00 EUR pending"]);
    act(&mut window, Action::GoTo(Route::Home));
    act(&mut window, Action::Home(HomeAction::Open(HomeItem::RefundsPending)));
    assert_shows(&window, &["at least 10.00 EUR pending"]);
    click(&mut window, "Clear status");
    window.run_steps(2);
    assert_shows(&window, &["28.40 EUR refunded"]);
    act(&mut window, Action::GoTo(Route::Home));
    act(&mut window, Action::GoTo(Route::List(ResourceKind::Refund)));
    assert_shows(&window, &["28.40 EUR refunded"]);
}

#[test]
fn the_first_entry_of_the_sidebar_leads_home() {
    let mut window = window(Desk::ready(Vec::new()));
    let role = Role::Button;
    assert_eq!(click_role(&mut window, role, "Home"), [Action::GoTo(Route::Home)]);
}

#[test]
fn pictures_in_light_and_dark() {
    pictures_of("home", || {
        let mut unknown = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
        unknown.act(Action::GoTo(Route::Home));
        unknown.serve();
        serve_journal(&mut unknown);
        let mut other_profile = sandbox_needs_attention();
        other_profile.act(Action::GoTo(Route::Home));
        serve_journal(&mut other_profile);
        vec![
            ("home-waiting", busy(), [1440.0, 900.0]),
            ("home-unknown", unknown, [1000.0, 640.0]),
            ("home-other-profile", other_profile, [1000.0, 640.0]),
            ("home-days", with_days(), [1440.0, 900.0]),
            ("home-2560", with_activity(), QUAD_HD),
            ("home-empty", at_home(Vec::new()), [1000.0, 640.0]),
            // A window of 1000×640 at 200%.
            ("home-low", busy(), [500.0, 320.0]),
        ]
    });
}
