//! A person types faster than the window draws: what is typed lands in the field it was meant for, and nowhere else.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::dialog::Dialog;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payouts::PayoutsAction;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::team::TeamRole;
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::disputes::{inbox, mixed, open};
use paydesk_test_core::payouts::{make, po_1, reported};
use paydesk_test_core::service::Pay;
use paydesk_test_core::{api_keys, approvals, subscriptions};

use super::live::LiveWindow;
use super::profiles::at_shop;

/// More stops of Tab than are walked in any form.
const STOPS: usize = 24;

/// A key, with the text that it writes.
fn stroke(key: Key, text: &str) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    let text = (!text.is_empty()).then(|| Event::Text(text.to_owned()));
    [event(true)].into_iter().chain(text).chain([event(false)]).collect()
}

/// A sentence as a keyboard writes it.
fn typed(sentence: &str) -> Vec<Event> {
    let letter = |letter: char| {
        let name = if letter == ' ' { "Space".to_owned() } else { letter.to_uppercase().to_string() };
        stroke(Key::from_name(&name).unwrap(), &letter.to_string())
    };
    sentence.chars().flat_map(letter).collect()
}

fn asked(action: Action) -> LiveWindow {
    let mut window = LiveWindow::new(Desk::with_open(Pay::authorized("pay_1", 11_780)));
    window.act(action);
    window
}

fn capture_dialog() -> LiveWindow {
    asked(Action::Payments(PaymentsAction::Ask(pay_1(), PaymentAction::Capture)))
}

fn cancel_dialog() -> LiveWindow {
    asked(Action::Payments(PaymentsAction::Ask(pay_1(), PaymentAction::Cancel)))
}

fn refund_dialog() -> LiveWindow {
    let mut window = LiveWindow::new(Desk::with_open(Pay::captured("pay_1", 12_840)));
    window.act(Action::Refunds(RefundsAction::Ask(pay_1())));
    window
}

/// Of a partial capture whose amount is typed again.
fn send_again_dialog() -> LiveWindow {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 11_780), capture(5_000));
    desk.pass(600);
    let id = desk.operation().id.clone();
    let mut window = LiveWindow::new(desk);
    window.act(Action::AskSendAgain(id));
    window
}

fn unlock_dialog() -> LiveWindow {
    let mut window = LiveWindow::new(at_shop("prd_key").0);
    window.act(Action::AskUnlockProduction);
    window
}

fn fulfil_dialog() -> LiveWindow {
    let mut desk = super::profiles::environment::unlocked();
    make(&mut desk, "requires_fulfillment");
    let mut window = LiveWindow::new(desk);
    window.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
    window
}

fn approval_dialog() -> LiveWindow {
    let mut desk = approvals::connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    LiveWindow::new(desk)
}

/// Opens something in a window of its own.
type OpenWindow = fn() -> LiveWindow;

/// Every dialog with a text field, but for the palette and help, which answer nothing.
const DIALOGS: [(&str, OpenWindow); 7] = [
    ("capture", capture_dialog),
    ("cancel", cancel_dialog),
    ("refund", refund_dialog),
    ("send again", send_again_dialog),
    ("unlock production", unlock_dialog),
    ("fulfil in production", fulfil_dialog),
    ("request approval", approval_dialog),
];

fn form(desk: Desk, kind: ResourceKind) -> LiveWindow {
    let mut window = LiveWindow::new(desk);
    window.act(Action::OpenNew(kind));
    window
}

fn evidence() -> LiveWindow {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = LiveWindow::new(desk);
    window.key(Key::Tab);
    window
}

fn settings() -> LiveWindow {
    let mut window = LiveWindow::new(Desk::ready(Vec::new()));
    window.act(Action::GoTo(Route::Settings));
    window.key(Key::Tab);
    window
}

/// Every form that is filled in.
fn forms() -> Vec<(&'static str, LiveWindow)> {
    let empty = || Desk::ready(Vec::new());
    let mut profile = LiveWindow::new(empty());
    profile.act(Action::EditProfile(None));
    vec![
        ("new payment", form(subscriptions::desk(), ResourceKind::Payment)),
        ("new payout", form(empty(), ResourceKind::Payout)),
        ("new customer", form(empty(), ResourceKind::Customer)),
        ("new payment link", form(empty(), ResourceKind::PaymentLink)),
        ("new subscription", form(subscriptions::desk(), ResourceKind::Subscription)),
        ("new API key", form(api_keys::desk(), ResourceKind::ApiKey)),
        ("new profile", profile),
        ("evidence", evidence()),
        ("settings", settings()),
    ]
}

fn everything() -> Vec<(&'static str, LiveWindow)> {
    DIALOGS.into_iter().map(|(name, open)| (name, open())).chain(forms()).collect()
}

fn is_text(role: Role) -> bool {
    matches!(role, Role::TextInput | Role::MultilineTextInput | Role::PasswordInput)
}

/// The role of what has the keyboard, and its name.
fn focused(window: &LiveWindow) -> Option<(Role, String)> {
    let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.is_focused() && node.role() != Role::Window;
    let node = window.0.query_all_by(is_it).next()?;
    let node = node.accesskit_node();
    Some((node.role(), node.label().unwrap_or_default()))
}

/// What is written in each field.
fn texts(window: &LiveWindow) -> Vec<(String, String)> {
    let fields = window.0.query_all_by(|node| is_text(node.role()));
    fields
        .map(|field| field.accesskit_node())
        .map(|node| (node.label().unwrap_or_default(), node.value().unwrap_or_default()))
        .collect()
}

/// Types a number into each text field, one event at a time, and Tab after each. Returns all that was typed.
fn type_slowly(window: &mut LiveWindow, entry: impl Fn(usize) -> Event) -> Vec<Event> {
    let mut events = Vec::new();
    for nth in 0..STOPS {
        if focused(window).is_some_and(|(role, _)| is_text(role)) {
            events.push(entry(nth));
            window.at_once(vec![entry(nth)]);
        }
        events.extend(stroke(Key::Tab, ""));
        window.key(Key::Tab);
    }
    events
}

#[test]
fn every_dialog_and_form_that_is_typed_in_one_frame_is_filled_in_as_if_it_were_typed_slowly() {
    let number = |nth: usize| Event::Text((100 + nth).to_string());
    for ((name, mut slow), (_, mut fast)) in everything().into_iter().zip(everything()) {
        let before = texts(&slow);
        let events = type_slowly(&mut slow, number);
        fast.at_once(events);
        assert_ne!(texts(&slow), before, "{name}: nothing was typed");
        assert_eq!(texts(&fast), texts(&slow), "{name}");
        assert_eq!(focused(&fast), focused(&slow), "{name}");
    }
}

#[test]
fn text_with_line_breaks_that_is_pasted_in_one_frame_stays_in_its_fields_and_sends_nothing() {
    let lines = |nth: usize| Event::Paste(format!("{nth}\n{nth}\r\n"));
    for ((name, mut slow), (_, mut fast)) in everything().into_iter().zip(everything()) {
        let sent = fast.0.state().desk.sent.len();
        let events = type_slowly(&mut slow, lines);
        let dialog = fast.state().workspace.dialog.is_some();
        fast.at_once(events);
        assert_eq!(texts(&fast), texts(&slow), "{name}");
        assert_eq!((fast.state().workspace.dialog.is_some(), fast.0.state().desk.sent.len()), (dialog, sent), "{name}");
        let one_line = fast.0.query_all_by(|node| node.role() == Role::TextInput);
        let broken = one_line.filter(|field| field.accesskit_node().value().is_some_and(|text| text.contains('\n')));
        assert_eq!(broken.count(), 0, "{name}");
    }
}

#[test]
fn five_tab_twelve_captures_five() {
    let mut window = capture_dialog();
    let events = [typed("5"), stroke(Key::Tab, ""), typed("12")].concat();
    window.at_once(events);
    assert_eq!(window.text("Amount to capture, required"), "5");
    assert_eq!(window.text("Descriptor prefix"), "12");
}

#[test]
fn what_is_typed_behind_the_key_that_opens_a_dialog_lands_in_its_field() {
    let mut window = LiveWindow::new(Desk::with_open(Pay::authorized("pay_1", 11_780)));
    window.at_once([typed("c"), typed("12")].concat());
    assert!(
        matches!(&window.state().workspace.dialog, Some(Dialog::Payment(_))),
        "{:?}",
        window.state().workspace.dialog
    );
    assert_eq!(window.text("Amount to capture, required"), "12");
}

#[test]
fn every_dialog_with_a_text_field_opens_in_it_and_enter_answers_nothing() {
    for (name, open) in DIALOGS {
        let mut window = open();
        let first = focused(&window).filter(|(role, _)| is_text(*role));
        assert!(first.is_some(), "{name}: {:?}", focused(&window));
        let before = (window.0.state().desk.sent.len(), window.0.state().desk.writes.len());
        window.at_once([typed("x"), stroke(Key::Enter, "")].concat());
        assert!(window.state().workspace.dialog.is_some(), "{name}");
        assert!(focused(&window).is_some_and(|(role, _)| is_text(role)), "{name}: {:?}", focused(&window));
        assert_eq!((window.0.state().desk.sent.len(), window.0.state().desk.writes.len()), before, "{name}");
    }
}

#[test]
fn a_reason_with_blanks_is_written_and_closes_nothing() {
    let mut window = cancel_dialog();
    window.at_once(typed("kunde storniert"));
    assert!(window.state().workspace.dialog.is_some());
    assert_eq!(window.text("Reason, optional"), "kunde storniert");
}

#[test]
fn letters_that_were_meant_for_a_dialog_that_has_just_closed_are_no_commands() {
    let mut window = cancel_dialog();
    window.at_once([stroke(Key::Escape, ""), typed("cx r")].concat());
    assert_eq!(window.state().workspace.dialog, None, "the dialog is closed, and none was opened");
    assert!(focused(&window).is_some_and(|(role, _)| role == Role::Row), "the keyboard is on the row it came from");
    window.at_once(typed("c"));
    assert!(window.state().workspace.dialog.is_some(), "a moment later the key is a command");
}

#[test]
fn a_dialog_that_closes_by_itself_leaves_no_letters_behind() {
    let mut window = cancel_dialog();
    window.0.state_mut().desk.act(Action::DismissDialog);
    window.at_once(typed("c"));
    assert_eq!(window.state().workspace.dialog, None);
}

fn open_payment(window: &LiveWindow) -> PaymentId {
    window.state().workspace.payments.open_detail().map(|(id, _)| id.clone()).expect("a payment is open")
}

fn authorized(count: usize) -> Vec<Pay> {
    (0..count).map(|nth| Pay::authorized(&format!("pay_{nth}"), 1_000 + nth as i64)).collect()
}

#[test]
fn after_a_capture_commands_are_about_the_payment_in_the_pane_and_not_about_the_next_row() {
    let mut window = LiveWindow::new(Desk::ready(authorized(4)));
    window.act(Action::Payments(PaymentsAction::ShowToCapture));
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    let captured = open_payment(&window);
    window.key(Key::C);
    window.0.state_mut().desk.tick(1);
    window.keys(Modifiers::COMMAND, Key::Enter);
    let desk = &mut window.0.state_mut().desk;
    desk.write_all();
    desk.reply_truly();
    desk.write_all();
    desk.pass(3);
    window.run();
    assert!(!window.rows().iter().any(|row| row.ends_with(captured.as_str())), "{:?}", window.rows());
    assert_ne!(window.focused_row(), None, "the keyboard is on the row that came in its place");
    window.at_once(typed("c"));
    assert_eq!(window.state().workspace.dialog, None, "it is captured");
    assert_eq!(open_payment(&window), captured, "no other one is opened");
    window.at_once(typed("b"));
    let Some(Dialog::Refund(dialog)) = &window.state().workspace.dialog else {
        panic!("{:?}", window.state().workspace.dialog)
    };
    assert_eq!(dialog.payment.payment_id, captured);
}

#[test]
fn the_palette_names_the_payment_that_a_command_is_about() {
    let mut window = LiveWindow::new(Desk::with_open(Pay::authorized("pay_1", 11_780)));
    window.keys(Modifiers::COMMAND, Key::K);
    window.type_text("this payment");
    let named = |name: &str| {
        let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.label().as_deref() == Some(name);
        window.0.get_by(is_it).accesskit_node().description()
    };
    assert_eq!(named("Capture this payment…").as_deref(), Some("pay_1"));
    assert_eq!(named("Cancel this payment…").as_deref(), Some("pay_1"));
}

#[test]
fn the_palette_offers_first_what_can_be_done_with_what_is_open() {
    let mut window = LiveWindow::new(Desk::with_open(Pay::captured("pay_1", 11_780)));
    window.keys(Modifiers::COMMAND, Key::K);
    window.type_text("refund");
    window.key(Key::Enter);
    let Some(Dialog::Refund(dialog)) = &window.state().workspace.dialog else {
        panic!("{:?}", window.state().workspace.dialog)
    };
    assert_eq!(dialog.payment.payment_id.as_str(), "pay_1");
}

#[test]
fn what_is_typed_after_the_key_of_the_palette_does_not_land_in_an_open_list_of_choices() {
    let mut window = LiveWindow::new(Desk::ready(authorized(2)));
    window.click(Role::Button, "Currency");
    assert_eq!(focused(&window).map(|(_, name)| name).as_deref(), Some("Currency"));
    let palette =
        |pressed| Event::Key { key: Key::K, physical_key: None, pressed, repeat: false, modifiers: Modifiers::COMMAND };
    window.at_once([vec![palette(true), palette(false)], typed("re")].concat());
    assert_eq!(window.state().workspace.dialog, Some(Dialog::Palette));
    assert!(texts(&window).iter().all(|(_, text)| text.is_empty()), "what comes at once is dropped");
    window.at_once(typed("refunds"));
    assert!(texts(&window).iter().any(|(_, text)| text == "refunds"), "{:?}", texts(&window));
    assert_eq!(texts(&window).iter().filter(|(name, _)| name == "Currency").count(), 0, "the list is closed");
}

#[test]
fn a_row_that_is_gone_from_its_list_leaves_the_command_to_the_pane() {
    let mut window = LiveWindow::new(Desk::ready(authorized(3)));
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    let open = open_payment(&window);
    window.0.state_mut().desk.service.payments.retain(|pay| pay.id != open.as_str());
    window.act(Action::Payments(PaymentsAction::Refresh));
    assert!(!window.rows().iter().any(|row| row.ends_with(open.as_str())), "{:?}", window.rows());
    window.at_once(typed("x"));
    let Some(Dialog::Payment(dialog)) = &window.state().workspace.dialog else {
        panic!("{:?}", window.state().workspace.dialog)
    };
    assert_eq!(dialog.payment.payment_id, open);
}

/// Every row of `length` of these keys.
fn bursts(keys: &[Key], length: u32) -> Vec<Vec<Key>> {
    let nth = |nth: usize| (0..length).map(|at| keys[nth / keys.len().pow(at) % keys.len()]).collect();
    (0..keys.len().pow(length)).map(nth).collect()
}

fn strokes(keys: &[Key]) -> Vec<Event> {
    let text = |key: &Key| if key.name().len() == 1 { key.name().to_lowercase() } else { String::new() };
    keys.iter().flat_map(|key| stroke(*key, &text(key))).collect()
}

/// The id of what the dialog in front is about.
fn asked_object(window: &LiveWindow) -> Option<String> {
    let id = match window.state().workspace.dialog.as_ref()? {
        Dialog::Payment(dialog) => dialog.payment.payment_id.as_str(),
        Dialog::FulfillPayout(dialog) => dialog.payout.payout_id.as_str(),
        other => panic!("{other:?}"),
    };
    Some(id.to_owned())
}

/// The id of what is open beside the list, which its pane names.
fn object_in_pane(window: &LiveWindow) -> Option<String> {
    let workspace = &window.state().workspace;
    let payment = || workspace.payments.open.as_ref().map(PaymentId::as_str);
    let open = if workspace.route == Route::List(ResourceKind::Payout) {
        workspace.opened.get(ResourceKind::Payout)
    } else {
        payment()
    };
    assert!(open.is_none_or(|open| window.shows(open)), "the pane names {open:?}");
    open.map(str::to_owned)
}

fn payments_list() -> LiveWindow {
    LiveWindow::new(Desk::ready(authorized(4)))
}

/// The rows of a search over all that is known.
fn found_payments() -> LiveWindow {
    let mut window = LiveWindow::new(super::payment_search::desk_of(authorized(4)));
    window.click(Role::Button, "All payments");
    window.type_into("Search payments", "status:requires_capture ");
    window.key(Key::Enter);
    assert_eq!((focused(&window), window.rows().len()), (None, 4));
    window
}

fn payouts_list() -> LiveWindow {
    let mut desk = Desk::ready(Vec::new());
    let payouts = (0..4).map(|nth| reported(&format!("po_{nth}"), "requires_fulfillment")).collect();
    desk.service.records = [(ResourceKind::Payout, payouts)].into_iter().collect();
    let mut window = LiveWindow::new(desk);
    window.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    assert_eq!(window.rows().len(), 4);
    window
}

/// Types all of it in one frame while nothing is read, and lets the answers come later.
fn assert_acts_on_the_pane(mut window: LiveWindow, burst: &[Key], command: Key) {
    let before = object_in_pane(&window);
    window.slow_down(true);
    window.at_once(strokes(burst));
    let asked = asked_object(&window);
    if asked.is_some() {
        assert_eq!(asked, object_in_pane(&window), "{burst:?}");
        let is_payout = window.state().workspace.route == Route::List(ResourceKind::Payout);
        assert!(is_payout || asked == before, "{burst:?}: no other payment was read");
    }
    window.slow_down(false);
    assert_eq!(asked_object(&window), asked, "{burst:?}: an answer asks nothing");
    let open = object_in_pane(&window);
    if asked.is_none() && open.is_some() {
        window.at_once(strokes(&[command]));
        assert_eq!(asked_object(&window), open, "{burst:?}: once it is read");
        assert_eq!(object_in_pane(&window), open, "{burst:?}");
    }
}

#[test]
fn a_burst_of_keys_acts_on_what_is_in_the_pane_however_late_its_details_arrive() {
    let lists: [(OpenWindow, Key); 3] = [(payments_list, Key::C), (found_payments, Key::C), (payouts_list, Key::F)];
    for (list, command) in lists {
        for burst in bursts(&[Key::ArrowDown, Key::Enter, command], 3) {
            for with_open in [false, true] {
                let mut window = list();
                if with_open {
                    window.at_once(strokes(&[Key::ArrowDown, Key::Enter]));
                    assert!(object_in_pane(&window).is_some());
                }
                assert_acts_on_the_pane(window, &burst, command);
            }
        }
    }
}
