//! Every panel in every state it can be in, in both themes: what is there by name, and that a click pushes exactly
//! the action it promises. Nothing here is executed: the state does not change between frames.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::crash_report::CrashReport;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::{CreatedRange, PaymentsAction};
use paydesk_core::operations::{Intent, ResourceKind};
use paydesk_core::problem::Problem;
use paydesk_core::read::Read;
use paydesk_core::records::Opening;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{PaymentActionsChange, PaymentActionsTrait, TraitChange};
use paydesk_core::settings::{Density, ThemeChoice};
use paydesk_core::{Action, Message, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{PaymentAction, PaymentStatus};
use paydesk_index::payment_columns::SortKey;
use paydesk_test_core::desk::{Desk, capture, pay_1, problem, profile, service_failed};
use paydesk_test_core::export::export;
use paydesk_test_core::restart::restarted_from_a_part;
use paydesk_test_core::service::{Pay, Service, refused};
use paydesk_ui::WindowDrafts;
use paydesk_ui::panels::payments::PaymentsDraft;

use super::kit;
use super::layout::assert_layout;
use paydesk_test_desk::vulkan::needs_vulkan;

/// What a window holds, without the loop around it.
pub struct Shown {
    pub state: State,
    pub drafts: WindowDrafts,
    pub actions: Vec<Action>,
}

pub type Window = Harness<'static, Shown>;

pub const LARGE: [f32; 2] = [1440.0, 900.0];

pub const SMALL: [f32; 2] = [1000.0, 640.0];

/// The points that a window of [`SMALL`] has where the text is 150%.
pub const SMALL_AT_150_PERCENT: [f32; 2] = [667.0, 427.0];

pub const FULL_HD: [f32; 2] = [1920.0, 1080.0];

pub const QUAD_HD: [f32; 2] = [2560.0, 1440.0];

pub const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

pub fn window_of(desk: Desk, theme: Theme, size: [f32; 2]) -> Window {
    window_of_state(desk.into_state(), theme, size)
}

pub fn window_of_state(mut state: State, theme: Theme, size: [f32; 2]) -> Window {
    if state.workspace.notes.opening == Opening::Reading {
        state.on_message(Message::NotesOpened { annotations: Vec::new(), problem: None });
    }
    let shown = Shown { state, drafts: WindowDrafts::default(), actions: Vec::new() };
    let draw = |ui: &mut egui::Ui, shown: &mut Shown| {
        kit::full_window(ui, |ui| paydesk_ui::draw(ui, &shown.state, &mut shown.drafts, &mut shown.actions));
    };
    let mut window = kit::builder(theme, size).build_ui_state(draw, shown);
    window.run_steps(3);
    assert_layout(&window, &format!("a window of {size:?} points"));
    window.state_mut().actions.clear();
    window
}

/// A picture of each desk in each theme, under its name and that of the theme.
pub fn pictures_of(subject: &str, desks: impl Fn() -> Vec<(&'static str, Desk, [f32; 2])>) {
    if needs_vulkan(&format!("pictures of {subject}")).is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        for (what, desk, size) in desks() {
            let mut window = window_of(desk, theme, size);
            kit::snapshot(&mut window, &format!("{what}-{name}"));
            results.extend_harness(&mut window);
        }
    }
}

pub fn window(desk: Desk) -> Window {
    window_of(desk, Theme::Light, LARGE)
}

/// All names on the screen, one a line.
pub fn names(window: &Window) -> String {
    names_of(window)
}

/// What the core does with an action, drawn.
pub fn act(window: &mut Window, action: Action) {
    window.state_mut().state.on_action(action);
    window.run_steps(4);
}

/// The same of any window.
pub fn names_of<State>(window: &Harness<'_, State>) -> String {
    let nodes = window.root().children_recursive();
    let name = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        let name = node.label().filter(|label| !label.is_empty()).or_else(|| node.value());
        name.into_iter().chain(node.description())
    };
    nodes.flat_map(name).collect::<Vec<String>>().join("\n")
}

#[track_caller]
pub fn assert_shows(window: &Window, expected: &[&str]) {
    let names = names(window);
    for text in expected {
        assert!(names.replace('\u{a0}', " ").contains(text), "“{text}” is not on the screen:\n{names}");
    }
}

#[track_caller]
pub fn assert_hides(window: &Window, absent: &[&str]) {
    let names = names(window).to_lowercase();
    for text in absent {
        assert!(!names.contains(&text.to_lowercase()), "“{text}” is on the screen:\n{names}");
    }
}

/// Clicks the widget with this name and tells what it pushed.
#[track_caller]
pub fn click(window: &mut Window, name: &str) -> Vec<Action> {
    window.state_mut().actions.clear();
    window.get_by(|node| node.label().as_deref() == Some(name) && !is_text(node)).click();
    window.run_steps(2);
    std::mem::take(&mut window.state_mut().actions)
}

/// Clicks the widget of this role and name and tells what it pushed. A row of payments ends with its ID.
#[track_caller]
pub fn click_role(window: &mut Window, role: Role, name: &str) -> Vec<Action> {
    window.state_mut().actions.clear();
    let is_called = |label: String| label.starts_with(name) || label.ends_with(&format!(", {name}"));
    window.get_by(|node| node.role() == role && node.label().is_some_and(is_called)).click();
    window.run_steps(2);
    std::mem::take(&mut window.state_mut().actions)
}

fn is_text(node: &egui_kittest::kittest::AccessKitNode<'_>) -> bool {
    matches!(node.role(), Role::Label | Role::Heading | Role::Dialog | Role::AlertDialog)
}

pub fn press(window: &mut Window, modifiers: Modifiers, key: Key) -> Vec<Action> {
    window.state_mut().actions.clear();
    window.key_press_modifiers(modifiers, key);
    window.run_steps(2);
    std::mem::take(&mut window.state_mut().actions)
}

/// Only what a person asked for: the list asks for its next page by itself.
fn asked(actions: Vec<Action>) -> Vec<Action> {
    actions.into_iter().filter(|action| *action != Action::Payments(PaymentsAction::LoadMore)).collect()
}

fn pays() -> Vec<Pay> {
    vec![
        Pay::authorized("pay_1", 12_840),
        Pay::captured("pay_2", 920_400),
        Pay::with_status("pay_3", "failed", 4_510),
        Pay::in_review("pay_4", 31_250),
        Pay::with_status("pay_5", "processing", 699),
        Pay::with_status("pay_6", "cancelled", 24_000),
        Pay::with_status("pay_7", "on_hold", 100),
    ]
}

fn row(desk: &Desk, id: &str) -> String {
    let position = desk.state.workspace.payments.position(&PaymentId::new(id)).unwrap();
    desk.state.workspace.payments.row(position).unwrap().id_text.clone()
}

/// A desk whose list cannot be read.
fn failing(mut desk: Desk) -> Desk {
    desk.act(Action::Payments(PaymentsAction::Refresh));
    // Refused with POST, the list is asked for with GET.
    for _ in 0..2 {
        for (request_id, read) in desk.pages() {
            desk.reads.retain(|(asked, _)| *asked != request_id);
            desk.answer(request_id, &read, refused(403, "IR_99", "This key may not list payments"));
        }
    }
    desk
}

#[test]
fn the_list_is_honest_in_every_state_it_can_be_in() {
    for theme in THEMES {
        for size in [LARGE, SMALL] {
            let show = |desk: Desk| window_of(desk, theme, size);
            let never = show(Desk::started(vec![]));
            assert_shows(&never, &["All payments", "Connecting"]);
            assert_hides(&never, &["No payment", "No payments"]);

            let mut loading = Desk::started(pays());
            loading.event(Message::ServiceReady { profile: profile(), key_place: None });
            let loading = show(loading);
            assert_shows(&loading, &["SANDBOX", "Embedded sandbox"]);
            assert_hides(&loading, &["No payment", "No payments", "pay_1"]);

            let empty = show(Desk::ready(vec![]));
            assert_shows(&empty, &["No payments yet"]);

            let failed = show(failing(Desk::ready(vec![])));
            assert_shows(&failed, &["This key may not list payments", "IR_99", "Retry"]);
            assert_hides(&failed, &["No payments yet"]);

            let ready = show(Desk::ready(pays()));
            assert_shows(
                &ready,
                &["pay_1", "128.40", "EUR", "Requires capture", "In review", "Failed", "on_hold", "Connected"],
            );

            let stale = show(failing(Desk::ready(pays())));
            assert_shows(&stale, &["This key may not list payments", "Retry", "pay_1", "128.40"]);
        }
    }
}

#[test]
fn a_service_that_did_not_start_says_why_and_can_be_started_again() {
    let mut desk = Desk::started(vec![]);
    desk.event(service_failed(problem("The port is taken")));
    let mut window = window(desk);
    assert_shows(&window, &["The port is taken", "Free some space", "No service"]);
    assert_eq!(click(&mut window, "Retry"), [Action::RetryService]);
}

#[test]
fn the_list_s_own_controls_push_exactly_what_they_say() {
    let mut window = window(Desk::ready(pays()));
    assert_eq!(asked(click(&mut window, "Refresh")), [Action::Payments(PaymentsAction::Refresh)]);
    for (title, column) in [
        ("Customer", SortKey::Payer),
        ("Amount", SortKey::Amount),
        ("Status", SortKey::Status),
        ("Created", SortKey::Created),
        ("Deadline", SortKey::CaptureBefore),
    ] {
        assert_eq!(
            asked(click_role(&mut window, Role::ColumnHeader, title)),
            [Action::Payments(PaymentsAction::Sort(column))]
        );
    }
}

#[test]
fn a_click_on_a_row_opens_its_payment() {
    let desk = Desk::ready(pays());
    let id = row(&desk, "pay_3");
    let mut window = window(desk);
    let opened = click_role(&mut window, Role::Row, &id);
    assert_eq!(asked(opened), [Action::Payments(PaymentsAction::Open(PaymentId::new("pay_3")))]);
}

#[test]
fn every_filter_can_be_set_seen_and_cleared() {
    let mut window_ = window(Desk::ready(pays()));
    for (menu, choice, action) in [
        ("Status", "Succeeded", Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Succeeded)))),
        (
            "Status",
            "In review",
            Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::RequiresMerchantAction))),
        ),
        ("Currency", "JPY", Action::Payments(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("JPY"))))),
        ("Created", "Last 7 days", Action::Payments(PaymentsAction::FilterCreated(CreatedRange::LastDays(7)))),
    ] {
        click_role(&mut window_, Role::Button, menu);
        assert_eq!(asked(click_role(&mut window_, Role::ListBoxOption, choice)), [action]);
    }

    let mut desk = Desk::ready(pays());
    desk.act(Action::Payments(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("EUR")))));
    desk.act(Action::Payments(PaymentsAction::FilterCreated(CreatedRange::LastDays(30))));
    desk.serve();
    let mut window = window(desk);
    assert_shows(&window, &["Currency: EUR", "Created: Last 30 days"]);
    assert_eq!(asked(click(&mut window, "Clear currency")), [Action::Payments(PaymentsAction::FilterCurrency(None))]);
    assert_eq!(asked(click(&mut window, "Clear filters")), [Action::Payments(PaymentsAction::ClearFilters)]);
}

#[test]
fn the_first_of_two_days_is_picked_and_the_filter_stays_open() {
    let mut window = window(Desk::ready(pays()));
    drop(click_role(&mut window, Role::Button, "Created"));
    drop(click_role(&mut window, Role::Button, "Open calendar: from"));
    window.run_steps(3);
    assert_eq!(click_role(&mut window, Role::Button, "12 November 2026"), []);
    assert_shows(&window, &["2026-11-12"]);
    drop(click_role(&mut window, Role::Button, "Open calendar: to"));
}

#[test]
fn filters_that_match_nothing_say_so_and_offer_the_way_out() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed))));
    desk.serve();
    let mut window = window(desk);
    assert_shows(&window, &["No payment matches"]);
    assert_eq!(asked(click(&mut window, "Clear filters")), [Action::Payments(PaymentsAction::ClearFilters)]);
}

#[test]
fn the_open_payment_offers_what_its_status_allows_and_nothing_else() {
    let offers = [
        ("Capture ", PaymentAction::Capture),
        ("Cancel payment…", PaymentAction::Cancel),
        ("Approve ", PaymentAction::Approve),
    ];
    for (pay, allowed) in [
        (Pay::authorized("pay_1", 12_840), vec![PaymentAction::Capture, PaymentAction::Cancel]),
        (Pay::in_review("pay_1", 12_840), vec![PaymentAction::Approve, PaymentAction::Cancel]),
        (Pay::captured("pay_1", 12_840), vec![]),
        (Pay::with_status("pay_1", "failed", 12_840), vec![]),
        (Pay::with_status("pay_1", "cancelled", 12_840), vec![]),
        (Pay::with_status("pay_1", "on_hold", 12_840), vec![PaymentAction::Approve, PaymentAction::Cancel]),
        (
            Pay { capturable: 12_840, ..Pay::with_status("pay_1", "on_hold", 12_840) },
            vec![PaymentAction::Approve, PaymentAction::Capture, PaymentAction::Cancel],
        ),
    ] {
        let status = pay.status.clone();
        for theme in THEMES {
            let window = window_of(Desk::with_open(pay.clone()), theme, LARGE);
            let names = names(&window);
            for (name, action) in offers {
                let offered = names.lines().any(|line| line.starts_with(name) && line.ends_with('…'));
                assert_eq!(offered, allowed.contains(&action), "{status}: {name}\n{names}");
            }
        }
    }
}

#[test]
fn fields_that_could_not_be_read_are_named_beside_the_payment() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    let mut body = desk.service.pay("pay_1").json();
    body["description"] = serde_json::json!(["not", "a", "text"]);
    desk.answer_payment(paydesk_test_core::service::answered(200, body));
    let names = names(&window_of(desk, Theme::Light, LARGE));
    assert!(names.contains("1 field could not be read and is not shown"), "{names}");
    assert!(names.contains("description: "), "{names}");
}

#[test]
fn the_buttons_of_a_payment_ask_first() {
    let mut desk_window = window(Desk::with_open(Pay::authorized("pay_1", 12_840)));
    let asks = |action| [Action::Payments(PaymentsAction::Ask(pay_1(), action))];
    assert_eq!(asked(click(&mut desk_window, "Capture 128.40 EUR…")), asks(PaymentAction::Capture));
    assert_eq!(asked(click(&mut desk_window, "Cancel payment…")), asks(PaymentAction::Cancel));
    assert_eq!(
        asked(click(&mut desk_window, "Refresh payment")),
        [Action::Payments(PaymentsAction::ReadAnew(pay_1()))]
    );
    assert_eq!(asked(click(&mut desk_window, "Close pane")), [Action::Payments(PaymentsAction::Close)]);
    let mut in_review = window(Desk::with_open(Pay::in_review("pay_1", 12_840)));
    assert_eq!(asked(click(&mut in_review, "Approve 128.40 EUR…")), asks(PaymentAction::Approve));
}

#[test]
fn a_payment_that_does_not_exist_is_named_with_the_service_s_code() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::Payments(PaymentsAction::LookUp("pay_unknown".into())));
    let (request_id, read) = desk.reads.remove(0);
    desk.answer(request_id, &read, refused(404, "IR_05", "Payment not found"));
    let window = window(desk);
    assert_shows(&window, &["pay_unknown", "Payment not found", "IR_05", "HTTP 404"]);
}

#[test]
fn the_dialogs_name_amount_object_and_environment_and_confirm_exactly_that() {
    for (pay, action, confirm, intent) in [
        (Pay::authorized("pay_1", 12_840), PaymentAction::Capture, "Capture 128.40 EUR", capture(12_840)),
        (
            Pay::authorized("pay_1", 12_840),
            PaymentAction::Cancel,
            "Cancel and release 128.40 EUR",
            Intent::Cancel { reason: None },
        ),
        (Pay::in_review("pay_1", 12_840), PaymentAction::Approve, "Approve 128.40 EUR", Intent::Approve),
    ] {
        let mut desk = Desk::with_open(pay);
        desk.ask(action);
        desk.tick(1);
        let mut window = window(desk);
        assert_shows(&window, &["pay_1", "128.40 EUR", "SANDBOX", "Embedded sandbox"]);
        assert_eq!(click(&mut window, confirm), [Action::Confirm(Confirmation::Payment(intent))]);
    }
}

#[test]
fn an_approval_that_captures_and_a_rejection_are_named_for_what_the_service_does() {
    let mut desk = Desk::with_open(Pay::in_review("pay_1", 12_840));
    for id in [PaymentActionsTrait::ApprovalCaptures, PaymentActionsTrait::ReviewIsRejected] {
        let change = PaymentActionsChange { id, from: "Via: HyperSwitch".to_owned() };
        desk.act(Action::ChangeTraits(TraitChange::PaymentActions(change)));
    }
    let open = window(desk);
    assert_shows(&open, &["Approve and capture 128.40 EUR…", "Reject payment…", "reject it to release the money"]);
    for (action, confirm, says) in [
        (PaymentAction::Approve, "Approve and capture 128.40 EUR", "The customer is charged now"),
        (PaymentAction::Cancel, "Reject 128.40 EUR", "128.40 EUR is released to the customer"),
    ] {
        let mut desk = Desk::with_open(Pay::in_review("pay_1", 12_840));
        for id in [PaymentActionsTrait::ApprovalCaptures, PaymentActionsTrait::ReviewIsRejected] {
            let change = PaymentActionsChange { id, from: "Via: HyperSwitch".to_owned() };
            desk.act(Action::ChangeTraits(TraitChange::PaymentActions(change)));
        }
        desk.ask(action);
        desk.tick(1);
        assert_shows(&window(desk), &[confirm, says]);
    }
}

#[test]
fn a_dialog_that_just_appeared_takes_no_click_and_enter_is_harmless() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.ask(PaymentAction::Cancel);
    let mut fresh = window(desk);
    assert_eq!(click(&mut fresh, "Cancel and release 128.40 EUR"), []);

    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.ask(PaymentAction::Cancel);
    desk.tick(1);
    let mut window = window(desk);
    let enter = press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(enter.iter().all(|action| *action == Action::DismissDialog), "{enter:?}");
    let escape = press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(escape.contains(&Action::DismissDialog), "{escape:?}");
}

#[test]
fn too_much_or_an_ambiguous_amount_cannot_be_confirmed_and_says_why() {
    for (typed, why) in
        [("128.41", "At most 128.40 EUR"), ("0", "above zero"), ("1.234", "two ways"), ("abc", "not an amount")]
    {
        let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
        desk.ask(PaymentAction::Capture);
        desk.tick(1);
        let mut window = window(desk);
        window.state_mut().drafts.capture.amount = typed.to_owned();
        window.run_steps(2);
        assert_shows(&window, &[why]);
        let confirm = window.get_by(|node| {
            let label = node.label().unwrap_or_default();
            label.starts_with("Capture") && !label.ends_with('…') && node.role() == Role::Button
        });
        assert!(confirm.accesskit_node().is_disabled(), "{typed}");
    }
}

#[test]
fn an_unknown_outcome_is_shown_as_such_and_its_button_is_not_free() {
    for theme in THEMES {
        let desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
        let mut window = window_of(desk, theme, LARGE);
        assert_shows(&window, &["outcome unknown", "Check now"]);
        assert_hides(&window, &["failed", "rejected"]);
        let capture = window.get_by(|node| node.label().as_deref() == Some("Capture 128.40 EUR…"));
        assert!(capture.accesskit_node().is_disabled());
        let id = window.state().state.workspace.operations.open()[0].id.clone();
        assert_eq!(asked(click(&mut window, "Check now")), [Action::CheckOperationNow(id)]);
    }
}

#[test]
fn operations_list_what_is_open_and_what_ended() {
    let mut quiet = Desk::ready(vec![]);
    quiet.act(Action::GoTo(Route::OpenOperations));
    assert_shows(&window(quiet), &["Operations", "No open operations"]);

    for theme in THEMES {
        let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
        desk.act(Action::GoTo(Route::OpenOperations));
        let mut window = window_of(desk, theme, SMALL);
        assert_shows(&window, &["pay_1", "Capture 128.40 EUR", "outcome unknown", "kim"]);
        assert_shows(&window, &["Automatic", "1 operation · 128.40 EUR · nothing to do"]);
        assert_hides(&window, &["Needs your decision"]);
        assert_eq!(click(&mut window, "pay_1"), [Action::Payments(PaymentsAction::Open(pay_1()))]);
    }

    let mut desk = Desk::sending(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.reply_truly();
    desk.write_all();
    desk.serve();
    desk.act(Action::GoTo(Route::OpenOperations));
    assert_shows(&window(desk), &["Done", "128.40 EUR captured"]);
}

#[test]
fn an_open_refund_is_listed_with_its_own_amount() {
    let mut desk = paydesk_test_core::refunds::captured();
    paydesk_test_core::refunds::ask(&mut desk);
    paydesk_test_core::refunds::confirm(&mut desk, 1_780);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.act(Action::GoTo(Route::OpenOperations));
    let window = window(desk);
    assert_shows(&window, &["refund of 17.80 EUR"]);
    assert_hides(&window, &["refund of 128.40 EUR"]);
}

#[test]
fn a_refund_without_an_answer_says_whether_it_is_read_or_sent_again() {
    for (reads, says, hides) in [
        (true, "Paydesk looks the refund up by its ID", "Repeats the same request"),
        (false, "Paydesk sends the same request again", "Reads again in"),
    ] {
        let mut desk = paydesk_test_core::refunds::captured();
        if reads {
            desk.service.records.insert(ResourceKind::Refund, Vec::new());
        }
        desk.act(Action::GoTo(Route::Home));
        desk.serve();
        paydesk_test_core::refunds::ask(&mut desk);
        paydesk_test_core::refunds::confirm(&mut desk, 1_780);
        desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        desk.write_all();
        desk.act(Action::GoTo(Route::OpenOperations));
        let window = window(desk);
        assert_shows(&window, &[says]);
        assert_hides(&window, &[hides]);
    }
}

#[test]
fn an_id_whose_digits_could_be_those_of_a_card_is_shown_whole() {
    const ID: &str = "4242424242424242";
    let mut desk = Desk::ready(vec![Pay::authorized(ID, 12_840)]);
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(ID))));
    desk.serve();
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &[ID, &format!("Copy {ID}")]);
    assert_hides(&window, &["************4242"]);
}

#[test]
fn what_was_prepared_and_kept_only_in_part_says_so_and_can_only_be_discarded() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.confirm(capture(12_840));
    desk.write();
    let mut whole = desk.restarted();
    whole.act(Action::GoTo(Route::OpenOperations));
    assert_shows(&window(whole), &["Needs your decision", "1 operation · 128.40 EUR", "Send now", "Discard"]);

    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.confirm(capture(12_840));
    desk.write();
    let mut part = restarted_from_a_part(desk);
    part.act(Action::GoTo(Route::OpenOperations));
    let window = window(part);
    assert_shows(&window, &["It cannot be sent: some text was too long", "Discard it and create it again.", "Discard"]);
    assert_hides(&window, &["Send now"]);
}

#[test]
fn a_locked_profile_and_a_journal_that_is_gone_stand_above_everything() {
    let mut desk = Desk::ready(pays());
    desk.act(Action::Payments(PaymentsAction::Refresh));
    let (request_id, read) = desk.pages().remove(0);
    desk.answer(request_id, &read, refused(401, "AU_02", "API key revoked"));
    let locked = window(desk);
    assert_shows(&locked, &["API key revoked", "Locked"]);

    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.event(Message::JournalUnavailable { problem: problem("The disk is full") });
    let read_only = window(desk);
    assert_shows(&read_only, &["Read-only", "The disk is full", "Free some space"]);
    let capture = read_only.get_by(|node| node.label().as_deref() == Some("Capture 128.40 EUR…"));
    assert!(capture.accesskit_node().is_disabled());
}

#[test]
fn problems_met_at_the_start_are_reported_until_dismissed() {
    let mut desk = Desk::ready(vec![]);
    desk.event(Message::Noticed { problem: problem("The settings file is damaged") });
    let mut window = window(desk);
    assert_shows(&window, &["The settings file is damaged", "Free some space"]);
    assert_eq!(asked(click(&mut window, "Dismiss")), [Action::DismissProblem(0)]);
}

#[test]
fn a_report_of_an_internal_error_is_opened_or_dismissed_from_its_notice() {
    let with_report = || {
        let mut desk = Desk::ready(vec![]);
        let at = desk.state.now;
        let report = CrashReport { path: "/data/crash-reports/crash-1.txt".into(), name: "crash-1.txt".into(), at };
        desk.state.offer_crash_report(vec![report]);
        desk
    };
    assert_shows(&window(with_report()), &["Paydesk had an internal error on", "no customer data"]);
    assert_eq!(asked(click(&mut window(with_report()), "Open report")), [Action::OpenCrashReport]);
    assert_eq!(asked(click(&mut window(with_report()), "Dismiss")), [Action::DismissCrashReport]);
}

#[test]
fn a_toast_tells_what_happened_and_leads_to_its_payment() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.act(Action::Payments(PaymentsAction::Close));
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    let mut window = window(desk);
    assert_shows(&window, &["sent, outcome unknown"]);
    let actions = asked(click(&mut window, "Open payment"));
    assert_eq!(actions.first(), Some(&Action::Payments(PaymentsAction::Open(pay_1()))));
}

#[test]
fn what_strangers_wrote_is_made_visible_and_odd_amounts_are_marked() {
    let odd = Pay { currency: "XQQ".into(), ..Pay::authorized("pay_\u{202e}kcab", 1_234) };
    let long = Pay::with_status(&"p".repeat(400), &"s".repeat(400), 5);
    let window = window(Desk::ready(vec![odd, long, Pay::with_status("pay_zero", "succeeded", 0)]));
    assert_shows(&window, &["pay_‹U+202E›kcab", "1,234 minor units", "XQQ", "0.05"]);
    assert!(!names(&window).contains('\u{202e}'));
    assert!(!names(&window).contains(&"p".repeat(100)) && !names(&window).contains(&"s".repeat(100)));
}

#[test]
fn rows_out_of_the_memory_of_a_proxy_are_said_below_the_list_and_replace_nothing() {
    let modified = |pay: Pay, at: &str| Pay { modified: Some(at.to_owned()), ..pay };
    let mut desk = Desk::with_open(modified(Pay::captured("pay_1", 1_000), "2026-11-18T10:00:05Z"));
    desk.pass(600);
    let before = Service {
        payments: vec![modified(Pay::authorized("pay_1", 1_000), "2026-11-18T10:00:00Z")],
        ..Service::default()
    };
    desk.act(Action::Payments(PaymentsAction::Refresh));
    while let Some(place) = desk.reads.iter().position(|(_, read)| matches!(read, Read::Payments(_))) {
        let (request_id, read) = desk.reads.remove(place);
        let copy = before.body_of(&read);
        desk.answer(request_id, &read, copy);
    }
    let window = window(desk);
    assert_shows(&window, &["1 outdated row ignored", "Succeeded"]);
}

#[test]
fn the_keyboard_moves_opens_and_asks() {
    let mut list = window(Desk::ready(pays()));
    let keys = |window: &mut Window, key| asked(press(window, Modifiers::NONE, key));
    for key in [Key::J, Key::J, Key::K, Key::End, Key::Home] {
        assert_eq!(keys(&mut list, key), [], "moving opens nothing");
    }
    assert_eq!(keys(&mut list, Key::Enter), [Action::Payments(PaymentsAction::Open(pay_1()))]);
    assert_eq!(asked(press(&mut list, Modifiers::COMMAND, Key::K)), [Action::OpenPalette]);
    assert_eq!(
        asked(press(&mut list, Modifiers::COMMAND, Key::Num3)),
        [Action::Payments(PaymentsAction::ShowToCapture)]
    );

    let mut open = window(Desk::with_open(Pay::authorized("pay_1", 12_840)));
    assert_eq!(keys(&mut open, Key::C), [Action::Payments(PaymentsAction::Ask(pay_1(), PaymentAction::Capture))]);
    assert_eq!(keys(&mut open, Key::X), [Action::Payments(PaymentsAction::Ask(pay_1(), PaymentAction::Cancel))]);
    assert_eq!(keys(&mut open, Key::Escape), [Action::Payments(PaymentsAction::Close)]);
}

#[test]
fn slash_puts_the_keyboard_into_the_search_and_letters_stay_there() {
    let mut window = window(Desk::ready(pays()));
    press(&mut window, Modifiers::NONE, Key::Slash);
    window.event(egui::Event::Text("pay_jkc".into()));
    let typed = Action::Payments(PaymentsAction::FilterWords("pay_jkc".into()));
    assert_eq!(asked(press(&mut window, Modifiers::NONE, Key::J)), [typed]);
    assert_eq!(window.state_mut().drafts.of::<PaymentsDraft>().view().search, "pay_jkc");
    act(&mut window, Action::Payments(PaymentsAction::FilterWords("pay_jkc".into())));
    assert_eq!(
        asked(press(&mut window, Modifiers::NONE, Key::Enter)),
        [Action::Payments(PaymentsAction::LookUp("pay_jkc".into()))]
    );
}

#[test]
fn the_palette_finds_commands_and_payments_by_id() {
    let mut desk = Desk::ready(pays());
    desk.act(Action::OpenPalette);
    let mut window = window(desk);
    window.event(egui::Event::Text("dark".into()));
    window.run_steps(2);
    assert_shows(&window, &["Dark theme"]);
    assert_hides(&window, &["Light theme"]);
    let run = press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(asked(run), [Action::DismissDialog, Action::SetTheme(ThemeChoice::Dark)]);
    window.event(egui::Event::Text("pay_42".into()));
    window.run_steps(2);
    let run = press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(asked(run), [Action::DismissDialog, Action::OpenRecord(ResourceKind::Payment, "pay_42".into())]);
}

#[test]
fn the_shortcuts_list_every_command_that_has_keys() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::ShowShortcuts);
    let window = window(desk);
    for command in paydesk_core::command::Command::all().filter(|command| !command.texts().keys.is_empty()) {
        assert_shows(&window, &[command.texts().text]);
    }
}

#[test]
fn settings_are_kept_at_once() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::GoTo(Route::Settings));
    let mut window = window(desk);
    assert_eq!(click(&mut window, "Dark"), [Action::SetTheme(ThemeChoice::Dark)]);
    assert_eq!(click(&mut window, "Compact"), [Action::SetDensity(Density::Compact)]);
    assert_eq!(click(&mut window, "Larger text"), [Action::SetTextPercent(110)]);
    assert_eq!(click(&mut window, "Reduced"), [Action::SetReducedMotion(true)]);
}

#[test]
fn pictures_of_a_list_an_unknown_outcome_and_a_dialog() {
    pictures_of("the panels", || {
        let mut list = Desk::ready(pays());
        list.act(Action::Payments(PaymentsAction::Open(pay_1())));
        list.serve();

        let mut unknown = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(10_000));
        unknown.tick(20);

        let mut dialog = Desk::with_open(Pay::authorized("pay_1", 12_840));
        dialog.ask(PaymentAction::Capture);
        dialog.tick(1);
        let all = Desk::ready(paydesk_test_core::payments_list::many(60));
        let wide = || {
            let mut wide = Desk::ready(pays());
            wide.act(Action::Payments(PaymentsAction::Open(pay_1())));
            wide.serve();
            wide
        };
        let settings = || {
            let mut settings = Desk::ready(vec![]);
            settings.act(Action::GoTo(Route::Settings));
            settings
        };
        vec![
            ("settings", settings(), LARGE),
            ("settings-2560", settings(), QUAD_HD),
            ("payments-1920", wide(), FULL_HD),
            ("payments-2560", wide(), QUAD_HD),
            ("payments-list-2560", all, QUAD_HD),
            ("payments", list, LARGE),
            ("unknown-small", unknown, SMALL),
            ("capture", dialog, LARGE),
        ]
    });
}

#[test]
fn production_says_so_in_words_on_the_banner_and_in_the_dialog() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
    paydesk_test_core::profiles::save(&mut desk, paydesk_test_core::profiles::input("Acme"), Some("prd_key"));
    paydesk_test_core::profiles::keep(&mut desk);
    paydesk_test_core::profiles::ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    desk.ask(PaymentAction::Capture);
    desk.tick(1);
    let window = window(desk);
    assert_shows(&window, &["PRODUCTION Acme", "real money", "PRODUCTION, Acme"]);
    assert_hides(&window, &["SANDBOX", "nothing here moves real money"]);
}

#[test]
fn a_missing_journal_is_looked_for_again_or_started_new_from_beside_the_words_about_it() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    let problem = Problem { what: "The journal is missing".to_owned(), what_to_do: "You decide".to_owned() };
    desk.event(Message::JournalMissing { problem });
    let mut window = window(desk);
    assert_shows(&window, &["Read-only. The journal is missing", "You decide"]);
    assert_hides(&window, &["Export journal…"]);
    assert_eq!(click(&mut window, "Check again"), [Action::FindJournal]);
    assert_eq!(click(&mut window, "Start a new journal"), [Action::StartNewJournal]);
}

#[test]
fn a_part_that_is_on_its_way_was_not_refused_because_of_the_rate_limit() {
    let window = window(Desk::sending(Pay::authorized("pay_1", 2_000), capture(1_000)));
    assert_shows(&window, &["Waiting for a response"]);
    assert_hides(&window, &["because of its rate limit", "may still have been executed"]);
}

#[test]
fn a_window_that_waits_to_be_closed_says_what_for_and_can_be_closed_now() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert!(!desk.state.on_close_requested());
    desk.tick(3);
    let mut window = window(desk);
    assert_shows(&window, &["Waiting for a response", "Capture 10.00 EUR of pay_1", "after at most 7 s"]);
    assert_eq!(click(&mut window, "Close now"), [Action::CloseNow]);
    assert_eq!(click(&mut window, "Keep Paydesk open"), [Action::DismissDialog]);
}

#[test]
fn a_damaged_journal_is_exported_from_beside_the_words_about_it() {
    for theme in THEMES {
        let mut desk = Desk::ready(pays());
        desk.event(Message::JournalUnavailable { problem: problem("entry 6 was changed after it was written") });
        let mut window_ = window_of(desk, theme, SMALL);
        assert_shows(&window_, &["Read-only", "entry 6 was changed"]);
        assert_eq!(asked(click(&mut window_, "Export journal…")), [Action::ExportJournal]);
    }
    let mut desk = Desk::ready(pays());
    desk.event(Message::JournalUnavailable { problem: problem("entry 6 was changed after it was written") });
    desk.act(Action::ExportJournal);
    desk.event(Message::JournalExported { export: export(2) });
    desk.tick(3_600);
    let window = window(desk);
    assert_shows(&window, &["1,800 entries, 2 damaged parts", "/data/exports/journal-20261121-100000.jsonl"]);
}

#[test]
fn a_whole_journal_is_exported_from_the_settings() {
    let mut desk = Desk::ready(pays());
    desk.act(Action::GoTo(Route::Settings));
    // Tall enough to show all settings.
    let mut window_ = window_of(desk, Theme::Light, [1440.0, 1600.0]);
    assert_eq!(click(&mut window_, "Export journal…"), [Action::ExportJournal]);
    let mut desk = Desk::ready(pays());
    desk.act(Action::GoTo(Route::Settings));
    desk.event(Message::JournalNotExported { problem: problem("The disk is full") });
    desk.tick(3_600);
    assert_shows(&window(desk), &["Journal of operations", "The disk is full. Free some space"]);
}
