//! Two profiles of one merchant, whose objects have the same ids: what is typed in one is never shown, changed or sent in
//! the other. Walks every panel, every pane, every form and every dialog, with a switch in the middle.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::command::list::manual_page;
use paydesk_core::dialog::{Confirmation, Dialog, DialogKind, HelpPage, HistoryDeletion};
use paydesk_core::features::approvals::request::ApprovalDialog;
use paydesk_core::features::customers::CustomersAction;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction};
use paydesk_core::features::payments::{PaymentsAction, UnconfirmedAction};
use paydesk_core::features::payouts::PayoutsAction;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_core::features::subscriptions::{SubscriptionStep, SubscriptionsAction};
use paydesk_core::operations::{Operation, ResourceKind, Submission};
use paydesk_core::panels::PANELS;
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::approval::{ApprovalId, ApprovalRule, RuleLimit};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{BusinessProfileId, CustomerId, OperationId, PaymentId, PayoutId};
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::disputes::{dsp, mixed};
use paydesk_test_core::payouts::reported as payout;
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::service::{Pay, start_time};
use paydesk_test_core::subscriptions::reported as subscription;
use paydesk_ui::panels::api_keys::ApiKeysDraft;
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use crate::live::LiveWindow;

/// What is typed in the embedded sandbox, and in the shop.
const HERE: &str = "7qz7";

const THERE: &str = "8xk8";

/// Room for long forms, in points.
const TALL: [f32; 2] = [1440.0, 2_400.0];

/// Something a person types into.
#[derive(Debug, Clone, Copy)]
enum Place {
    Panel(Route),
    /// What is open beside the list of a kind.
    Pane(ResourceKind),
    /// The form for a new one.
    Form(ResourceKind),
    /// A form that changes or confirms one.
    Step(ResourceKind, fn() -> Action),
}

/// What opens the forms that change or confirm an object of a kind.
fn steps(kind: ResourceKind) -> &'static [fn() -> Action] {
    match kind {
        ResourceKind::Payment => &[|| Action::Payments(PaymentsAction::Edit(pay_1()))],
        ResourceKind::Customer => &[|| Action::Customers(CustomersAction::Edit(CustomerId::new("id_1")))],
        ResourceKind::Payout => &[|| Action::Payouts(PayoutsAction::Edit(PayoutId::new("po_1")))],
        ResourceKind::Subscription => &[
            || Action::Subscriptions(SubscriptionsAction::OpenStep(SubscriptionStep::Confirm, "sub_1".into())),
            || Action::Subscriptions(SubscriptionsAction::OpenStep(SubscriptionStep::ChangePlan, "sub_2".into())),
        ],
        ResourceKind::Dispute | ResourceKind::Refund | ResourceKind::PaymentLink | ResourceKind::ApiKey => &[],
    }
}

fn places() -> Vec<Place> {
    let panels = PANELS.iter().map(|panel| Place::Panel(panel.route));
    let kinds = || PANELS.iter().filter_map(|panel| Some((panel.route.resource()?, panel)));
    let panes = kinds().map(|(kind, _)| Place::Pane(kind));
    let forms = kinds().filter(|(_, panel)| panel.new.is_some()).map(|(kind, _)| Place::Form(kind));
    let steps = kinds().flat_map(|(kind, _)| steps(kind).iter().map(move |step| Place::Step(kind, *step)));
    panels.chain(panes).chain(forms).chain(steps).collect()
}

/// The id of an object of a kind that both profiles have.
fn id_of(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Payment => "pay_1",
        ResourceKind::Dispute => "dsp_1",
        ResourceKind::Payout => "po_1",
        ResourceKind::Subscription => "sub_1",
        ResourceKind::Refund | ResourceKind::PaymentLink | ResourceKind::Customer | ResourceKind::ApiKey => "id_1",
    }
}

fn record(profile_id: &ProfileId, kind: ResourceKind, id: &str) -> Record {
    let at = start_time();
    let told = match kind {
        ResourceKind::Payout => payout(id, "requires_fulfillment"),
        ResourceKind::Customer => json!({"customer_id": id, "name": "Ada"}),
        ResourceKind::Subscription => {
            let mut told = subscription(if id == "sub_1" { "created" } else { "active" }, false);
            told["id"] = id.into();
            told
        }
        ResourceKind::Payment
        | ResourceKind::Dispute
        | ResourceKind::Refund
        | ResourceKind::PaymentLink
        | ResourceKind::ApiKey => Value::Null,
    };
    let mut record = json!({"profile_id": profile_id, "family": kind, "id": id, "made_at": at, "told_at": at});
    if !told.is_null() {
        record["told"] = told;
    }
    serde_json::from_value(record).unwrap()
}

/// A window on the embedded sandbox, and the id of a profile that is served the same.
fn two_profiles() -> (LiveWindow, ProfileId) {
    let (mut desk, shop) = with_shop("snd_key");
    desk.service.payments = vec![
        Pay::authorized("pay_1", 1_000),
        Pay::captured("pay_2", 2_000),
        Pay::in_review("pay_3", 3_000),
        Pay::with_status("pay_4", "requires_confirmation", 4_000),
    ];
    desk.service.disputes = mixed();
    let profiles = [ProfileId::embedded(), shop.clone()];
    let kinds: Vec<ResourceKind> = PANELS.iter().filter_map(|panel| panel.route.resource()).collect();
    let kept = kinds.iter().filter(|kind| !matches!(kind, ResourceKind::Payment | ResourceKind::Dispute));
    let kept = kept.map(|kind| (*kind, id_of(*kind))).chain([(ResourceKind::Subscription, "sub_2")]);
    let records = kept.flat_map(|(kind, id)| profiles.iter().map(move |profile_id| record(profile_id, kind, id)));
    let records = records.collect();
    desk.event(Message::RecordsOpened { records, problem: None });
    desk.event(Message::NotesOpened { annotations: Vec::new(), problem: None });
    desk.act(Action::Payments(PaymentsAction::Close));
    let mut window = LiveWindow::of_size(desk, TALL);
    switch(&mut window, &shop);
    switch(&mut window, &ProfileId::embedded());
    (window, shop)
}

fn switch(window: &mut LiveWindow, to: &ProfileId) {
    window.act(Action::SwitchProfile(to.clone()));
    let desk = &mut window.0.state_mut().desk;
    ready(desk);
    // Subscriptions need it.
    desk.state.workspace.profile.as_mut().unwrap().business_profile_id = Some(BusinessProfileId::new("pro_1"));
    window.run();
}

#[track_caller]
fn open(window: &mut LiveWindow, place: Place) {
    match place {
        Place::Panel(route) => window.act(Action::GoTo(route)),
        Place::Form(kind) => {
            window.act(Action::OpenNew(kind));
            assert!(window.state().form(kind).is_some(), "{place:?}");
        }
        Place::Step(kind, step) => {
            open(window, Place::Pane(kind));
            window.act(step());
            assert!(window.state().form(kind).is_some(), "{place:?}");
        }
        Place::Pane(kind) => {
            window.act(Action::GoTo(Route::List(kind)));
            let id = id_of(kind).to_owned();
            window.act(match kind {
                ResourceKind::Payment => Action::Payments(PaymentsAction::Open(PaymentId::new(id))),
                _ => Action::OpenRecord(kind, id),
            });
        }
    }
}

fn is_field(node: &AccessKitNode<'_>) -> bool {
    matches!(node.role(), Role::TextInput | Role::MultilineTextInput | Role::PasswordInput)
}

/// Does something to one field after the other, with the keyboard in it.
fn in_every_field(window: &mut LiveWindow, act: impl Fn(&mut LiveWindow)) {
    for nth in 0..100 {
        let Some(field) = window.0.query_all_by(is_field).nth(nth) else { return };
        field.focus();
        window.run();
        act(window);
    }
}

/// Types into every field; the names of those that show it.
fn type_everywhere(window: &mut LiveWindow, text: &str) -> Vec<String> {
    in_every_field(window, |window| window.type_text(text));
    fields_with(window, text)
}

fn fields_with(window: &LiveWindow, text: &str) -> Vec<String> {
    let fields = window.0.query_all_by(is_field);
    let typed = fields.filter(|field| field.accesskit_node().value().is_some_and(|value| value.contains(text)));
    typed.map(|field| field.accesskit_node().label().unwrap_or_default()).collect()
}

/// Nothing on the screen says `text`, and the core has it in nothing of the profile on screen.
#[track_caller]
fn assert_nothing_says(window: &LiveWindow, text: &str, what: &str) {
    for node in window.0.root().children_recursive() {
        let node = node.accesskit_node();
        let said = [node.label(), node.value(), node.description()];
        assert!(!said.iter().flatten().any(|said| said.contains(text)), "{what}: {said:?}");
    }
    let kept = format!("{:?}", window.state().workspace);
    let place = kept.find(text).map(|at| &kept[at.saturating_sub(200)..(at + 200).min(kept.len())]);
    assert_eq!(place, None, "{what}");
}

#[test]
fn what_is_typed_in_one_profile_is_not_in_another_and_is_there_again_after_the_return() {
    for place in places() {
        let what = format!("{place:?}");
        let (mut window, shop) = two_profiles();
        open(&mut window, place);
        let typed = type_everywhere(&mut window, HERE);
        assert!(!typed.is_empty() || matches!(place, Place::Panel(_) | Place::Pane(_)), "{what}: nothing to type into");
        switch(&mut window, &shop);
        assert_nothing_says(&window, HERE, &what);
        open(&mut window, place);
        assert_nothing_says(&window, HERE, &what);
        in_every_field(&mut window, |window| window.keys(Modifiers::COMMAND, Key::Z));
        assert_nothing_says(&window, HERE, &format!("{what}, undone"));
        assert_eq!(type_everywhere(&mut window, THERE), typed, "{what}: the same fields");
        assert_nothing_says(&window, HERE, &format!("{what}, typed on"));
        switch(&mut window, &ProfileId::embedded());
        assert_nothing_says(&window, THERE, &format!("{what}, after the return"));
        assert_eq!(fields_with(&window, HERE), typed, "{what}: there again");
    }
}

#[test]
fn panes_and_forms_that_take_money_or_evidence_have_fields_in_the_walk() {
    for place in [
        Place::Pane(ResourceKind::Payment),
        Place::Pane(ResourceKind::Dispute),
        Place::Pane(ResourceKind::Payout),
        Place::Form(ResourceKind::Payment),
        Place::Form(ResourceKind::Payout),
    ] {
        let (mut window, _) = two_profiles();
        open(&mut window, place);
        assert!(!type_everywhere(&mut window, HERE).is_empty(), "{place:?}");
    }
}

/// The case of the issue: one key in the form of the other profile saved the text of the first there.
#[test]
fn evidence_of_a_dispute_is_not_saved_in_another_profile_that_has_a_dispute_of_the_same_id() {
    let (mut window, shop) = two_profiles();
    open(&mut window, Place::Pane(ResourceKind::Dispute));
    let text = |window: &LiveWindow| {
        let drafts = &window.state().workspace.drafts;
        drafts.entry(&dsp("dsp_1")).map(|entry| entry.draft.text(EvidenceField::CustomerName).to_owned())
    };
    let edit = |text: &str| {
        let (dispute_id, field) = (dsp("dsp_1"), EvidenceField::CustomerName);
        Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field, text: text.into() }))
    };
    window.act(edit("Ada"));
    assert_eq!(text(&window).as_deref(), Some("Ada"));
    switch(&mut window, &shop);
    open(&mut window, Place::Pane(ResourceKind::Dispute));
    assert_eq!(text(&window), None);
    assert!(fields_with(&window, "Ada").is_empty());
    window.act(edit("Grace"));
    switch(&mut window, &ProfileId::embedded());
    assert_eq!(text(&window).as_deref(), Some("Ada"));
}

#[test]
fn the_editor_of_a_profile_stays_as_it_was_typed_whatever_profile_is_on_screen() {
    let (mut window, shop) = two_profiles();
    window.act(Action::EditProfile(None));
    window.type_into("Name, required", "Branch");
    switch(&mut window, &shop);
    window.act(Action::GoTo(Route::Settings));
    assert_eq!(window.text("Name, required"), "Branch");
    switch(&mut window, &ProfileId::embedded());
    assert_eq!(window.text("Name, required"), "Branch");
}

#[test]
fn an_admin_key_that_is_typed_is_not_saved_for_another_profile() {
    let (mut window, shop) = two_profiles();
    switch(&mut window, &shop);
    let desk = &mut window.0.state_mut().desk;
    save_profile_named(desk, "Other");
    let other = window.state().profiles.saved.last().unwrap().id.clone();
    switch(&mut window, &shop);
    open(&mut window, Place::Panel(Route::List(ResourceKind::ApiKey)));
    window.event(Message::AdminKeyLookedFor { profile_id: shop.clone(), result: Ok(None) });
    let typed = |window: &LiveWindow| {
        window.0.state().drafts.find::<ApiKeysDraft>().is_some_and(|draft| !draft.admin_key.is_empty())
    };
    in_every_field(&mut window, |window| window.type_text(HERE));
    assert!(typed(&window), "there is a field for it");
    switch(&mut window, &other);
    open(&mut window, Place::Panel(Route::List(ResourceKind::ApiKey)));
    assert!(!typed(&window));
    switch(&mut window, &shop);
    assert!(typed(&window));
}

fn save_profile_named(desk: &mut Desk, name: &str) {
    paydesk_test_core::profiles::save(desk, paydesk_test_core::profiles::input(name), Some("snd_other"));
    paydesk_test_core::profiles::keep(desk);
    ready(desk);
}

// ----- dialogs

/// A capture whose answer was lost.
fn unknown(window: &mut LiveWindow) -> Operation {
    let desk = &mut window.0.state_mut().desk;
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.pass(200);
    window.run();
    window.state().workspace.operations.open()[0].clone()
}

fn open_payment(window: &mut LiveWindow, id: &str) -> PaymentId {
    let id = PaymentId::new(id);
    window.act(Action::Payments(PaymentsAction::Open(id.clone())));
    id
}

fn show_dialog(window: &mut LiveWindow, dialog: Dialog) {
    window.0.state_mut().desk.state.workspace.dialog = Some(dialog);
    window.run();
}

fn ask_of_payment(window: &mut LiveWindow, id: &str, action: PaymentAction) {
    let id = open_payment(window, id);
    window.act(Action::Payments(PaymentsAction::Ask(id, action)));
}

/// The ways in which a dialog of a kind opens in the profile on screen.
fn openings(kind: DialogKind) -> Vec<fn(&mut LiveWindow)> {
    match kind {
        DialogKind::Payment => vec![
            |window| ask_of_payment(window, "pay_1", PaymentAction::Capture),
            |window| ask_of_payment(window, "pay_1", PaymentAction::Cancel),
            |window| ask_of_payment(window, "pay_3", PaymentAction::Approve),
        ],
        DialogKind::FulfillPayout => {
            vec![|window| window.act(Action::Payouts(PayoutsAction::AskFulfil(PayoutId::new("po_1"))))]
        }
        DialogKind::TestCard => vec![|window| {
            let id = open_payment(window, "pay_4");
            window.act(Action::Payments(PaymentsAction::Unconfirmed(UnconfirmedAction::AskTestCard(id))));
        }],
        DialogKind::Refund => vec![|window| {
            let id = open_payment(window, "pay_2");
            window.act(Action::Refunds(RefundsAction::Ask(id)));
        }],
        DialogKind::RequestApproval => vec![|window| {
            let Operation { id, plan, precondition, .. } = unknown(window);
            let above = RuleLimit::Amount(eur(100));
            let now = window.state().now;
            let rule = ApprovalRule { operation: "capture".into(), above, set_by: "anna".into(), set_at: now };
            let submission = Submission { id, plan, precondition };
            let dialog = ApprovalDialog { id: ApprovalId(7), submission, rule, opened_at: now };
            show_dialog(window, Dialog::RequestApproval(Box::new(dialog)));
        }],
        DialogKind::TakeOver => vec![|window| {
            let item = OpenItem { kind: OpenItemKind::Draft, id: "dsp_1".into() };
            let opened_at = window.state().now;
            show_dialog(window, Dialog::TakeOver { item, person: "bob".into(), opened_at });
        }],
        DialogKind::SendAgain => vec![|window| {
            let id = unknown(window).id;
            window.act(Action::AskSendAgain(id));
        }],
        DialogKind::SendAllAgain => vec![|window| {
            let operation_ids = vec![unknown(window).id];
            let opened_at = window.state().now;
            show_dialog(window, Dialog::SendAllAgain { operation_ids, opened_at });
        }],
        DialogKind::CloseUnknown => vec![|window| {
            let id = unknown(window).id;
            window.act(Action::AskCloseUnknown(id));
        }],
        DialogKind::RemoveProfile => vec![|window| {
            let shop = window.state().profiles.saved[0].id.clone();
            window.act(Action::AskRemoveProfile(shop));
        }],
        DialogKind::DeleteHistory => vec![|window| {
            let (profile_id, opened_at) = (window.state().workspace.profile_id.clone(), window.state().now);
            show_dialog(window, Dialog::DeleteHistory { deletion: HistoryDeletion::Forget, profile_id, opened_at });
        }],
        DialogKind::UnlockProduction => vec![|window| {
            let (profile_id, opened_at) = (window.state().workspace.profile_id.clone(), window.state().now);
            show_dialog(window, Dialog::UnlockProduction { profile_id, opened_at });
        }],
        DialogKind::NewApiKey => vec![|window| {
            let opened_at = window.state().now;
            show_dialog(window, Dialog::NewApiKey { operation_id: OperationId::new("op_key"), opened_at });
        }],
        DialogKind::Closing => vec![|window| {
            let opened_at = window.state().now;
            show_dialog(window, Dialog::Closing { opened_at });
        }],
        DialogKind::Palette => vec![|window| window.act(Action::OpenPalette)],
        DialogKind::Manual => vec![|window| window.act(Action::ShowHelp(manual_page(window.state())))],
        DialogKind::Shortcuts => vec![|window| window.act(Action::ShowHelp(HelpPage::Shortcuts))],
        DialogKind::Glossary => vec![|window| window.act(Action::ShowHelp(HelpPage::Glossary))],
        DialogKind::About => vec![|window| window.act(Action::ShowHelp(HelpPage::About))],
    }
}

fn open_kind(window: &LiveWindow) -> Option<DialogKind> {
    window.state().workspace.dialog.as_ref().map(DialogKind::from)
}

#[test]
fn a_dialog_neither_shows_nor_does_anything_in_another_profile() {
    for kind in DialogKind::iter() {
        for opening in openings(kind) {
            let (mut window, shop) = two_profiles();
            opening(&mut window);
            if kind == DialogKind::NewApiKey {
                // Without a key there is nothing to show: what a value does is in the flows of API keys.
                continue;
            }
            assert_eq!(open_kind(&window), Some(kind));
            let typed = type_everywhere(&mut window, HERE);
            let (sent, written) = (window.0.state().desk.sent.len(), window.0.state().desk.disk.len());
            // The switch, and in the same frame a key that presses what is in front.
            window.push(Action::SwitchProfile(shop.clone()));
            window.push(Action::Confirm(Confirmation::FulfillPayout));
            window.0.key_press(Key::Enter);
            window.run();
            ready(&mut window.0.state_mut().desk);
            window.keys(Modifiers::COMMAND, Key::Enter);
            window.key(Key::Enter);
            assert_eq!(open_kind(&window), None, "{kind:?}");
            let dialogs = window.0.query_all_by(|node| matches!(node.role(), Role::Dialog | Role::AlertDialog));
            assert_eq!(dialogs.count(), 0, "{kind:?}");
            let desk = &window.0.state().desk;
            assert_eq!((desk.sent.len(), desk.disk.len(), desk.writes.len()), (sent, written, 0), "{kind:?}");
            assert_nothing_says(&window, HERE, &format!("{kind:?}"));
            if !typed.is_empty() {
                opening(&mut window);
                assert_eq!(open_kind(&window), Some(kind), "in the other profile");
                assert_nothing_says(&window, HERE, &format!("{kind:?}, opened there"));
                in_every_field(&mut window, |window| window.keys(Modifiers::COMMAND, Key::Z));
                assert_nothing_says(&window, HERE, &format!("{kind:?}, undone there"));
            }
            switch(&mut window, &ProfileId::embedded());
            assert_eq!(open_kind(&window), None, "{kind:?}: it is asked anew");
        }
    }
}
