//! Subscriptions: made, confirmed, put on another plan, and how long their client secret is good.

use chrono::TimeDelta;
use paydesk_api::input::{ConfirmSubscriptionInput, SubscriptionData, SubscriptionMethod, UpdateSubscriptionInput};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, UpdateSubscription};
use paydesk_core::effect::SystemEffect;
use paydesk_core::features::payments::test_card;
use paydesk_core::features::subscriptions::{
    SecretLife, StepForm, SubscriptionStep, SubscriptionsAction as Do, client_secret_life,
    open_subscription_operations, subscription_refusal,
};
use paydesk_core::operations::{OperationPlan, Outcome, ResourceKind};
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{BusinessProfileId, SubscriptionId};
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::SecretText;
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::profiles;
use paydesk_test_core::service::{answered, refused};
use paydesk_test_core::subscriptions::{act, create, created, desk, reported, submit};
use serde_json::json;

fn confirm(desk: &Desk) -> OperationPlan {
    let id = SubscriptionId::new("sub_1");
    let input = ConfirmSubscriptionInput::new(BusinessProfileId::new("pro_1"), id, SubscriptionMethod::Card);
    let card = test_card(&desk.state.view(), &TEST_CARDS[0], "Ada Lovelace").unwrap();
    let input = ConfirmSubscriptionInput { data: Some(SubscriptionData::Card(card)), ..input };
    OperationPlan::of(&ConfirmSubscription::new(input, desk.now).unwrap())
}

fn change(desk: &mut Desk) {
    let input = UpdateSubscriptionInput {
        profile_id: BusinessProfileId::new("pro_1"),
        subscription_id: SubscriptionId::new("sub_1"),
        plan_id: "plan_2".into(),
        item_price_id: "price_2".into(),
    };
    let plan = OperationPlan::of(&UpdateSubscription::new(input).unwrap());
    act(desk, Do::OpenStep(SubscriptionStep::ChangePlan, "sub_1".into()));
    submit(desk, plan);
}

fn life(desk: &Desk) -> Option<SecretLife> {
    client_secret_life(&desk.state.view(), desk.state.workspace.records.find(ResourceKind::Subscription, "sub_1")?)
}

#[test]
fn one_that_was_made_is_open_beside_the_list_and_known_after_a_restart() {
    let mut desk = desk();
    created(&mut desk);
    assert_eq!(
        (desk.state.form(ResourceKind::Subscription), desk.state.workspace.opened.get(ResourceKind::Subscription)),
        (None, Some("sub_1"))
    );
    let records: Vec<_> =
        desk.state.workspace.records.of(ResourceKind::Subscription).map(|known| known.record.clone()).collect();
    assert_eq!(records.len(), 1);
    let mut restarted = desk.restarted();
    restarted.event(Message::RecordsOpened { records, problem: None });
    let known = restarted.state.workspace.records.find(ResourceKind::Subscription, "sub_1").unwrap();
    assert_eq!(known.subscription().unwrap().invoice.as_ref().unwrap().id, "inv_1");
    assert_eq!(known.record.payment_id.as_ref().unwrap().as_str(), "pay_sub");
    // The run that saw the answer is over: it is counted from when it was prepared.
    assert!(matches!(life(&restarted), Some(SecretLife::Until(_))));
}

#[test]
fn a_refusal_stays_on_the_form_and_the_next_try_is_another_operation() {
    for (status, code, text) in
        [(400, "IR_06", "item_price_id: is a price of another plan"), (404, "IR_05", "customer not found: cus_1")]
    {
        let mut desk = desk();
        desk.act(Action::OpenNew(ResourceKind::Subscription));
        let first = desk.state.form(ResourceKind::Subscription).unwrap().clone();
        submit(&mut desk, create());
        desk.reply(refused(status, code, text));
        let form = desk.state.form(ResourceKind::Subscription).unwrap().clone();
        let reported = form.refusal.unwrap();
        assert!(reported.contains(text) && reported.contains(code), "{reported}");
        assert_ne!(form.operation_id, first.operation_id);
        assert_eq!(form.opened_at, first.opened_at, "what was typed is gone");
    }
}

#[test]
fn a_lost_answer_closes_the_form_and_parks_the_operation() {
    let mut desk = desk();
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    submit(&mut desk, create());
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert_eq!(desk.state.form(ResourceKind::Subscription), None);
    assert_eq!(open_subscription_operations(&desk.state.view()).count(), 1);
    assert_eq!(desk.word(), "Sent, outcome unknown");
    assert_eq!(desk.state.workspace.records.of(ResourceKind::Subscription).len(), 0);
}

#[test]
fn a_confirmation_makes_it_active_and_is_not_offered_again() {
    let mut desk = desk();
    created(&mut desk);
    act(&mut desk, Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into()));
    let plan = confirm(&desk);
    submit(&mut desk, plan);
    desk.reply(answered(200, reported("active", false)));
    desk.write_all();
    assert_eq!(desk.state.form(ResourceKind::Subscription).and_then(StepForm::of), None);
    let known = desk.state.workspace.records.find(ResourceKind::Subscription, "sub_1").unwrap();
    assert_eq!(known.subscription().unwrap().status.as_str(), "active");
    let why = subscription_refusal(&desk.state.view(), SubscriptionStep::Confirm, known).unwrap();
    assert!(why.contains("Already confirmed"), "{why}");
    assert_eq!(subscription_refusal(&desk.state.view(), SubscriptionStep::ChangePlan, known), None);
    act(&mut desk, Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into()));
    assert_eq!(desk.state.form(ResourceKind::Subscription).and_then(StepForm::of), None);
}

#[test]
fn refusals_of_a_confirmation_and_of_a_change_stay_on_their_forms() {
    let mut desk = desk();
    created(&mut desk);
    act(&mut desk, Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into()));
    for (status, code, text) in [(400, "IR_06", "card_number: 12 to 19 digits"), (404, "IR_05", "no such subscription")]
    {
        let plan = confirm(&desk);
        submit(&mut desk, plan);
        desk.reply(refused(status, code, text));
        desk.write_all();
        let reported =
            desk.state.form(ResourceKind::Subscription).and_then(StepForm::of).unwrap().form.refusal.clone().unwrap();
        assert!(reported.contains(text), "{reported}");
    }
    let plan = confirm(&desk);
    submit(&mut desk, plan);
    desk.reply(answered(200, reported("active", false)));
    desk.write_all();
    for (status, code, text) in [(400, "IR_06", "plan_id: is required"), (404, "IR_05", "plan not found: plan_2")] {
        change(&mut desk);
        desk.reply(refused(status, code, text));
        desk.write_all();
        let reported =
            desk.state.form(ResourceKind::Subscription).and_then(StepForm::of).unwrap().form.refusal.clone().unwrap();
        assert!(reported.contains(text), "{reported}");
    }
}

#[test]
fn confirmed_already_may_be_our_own_echo_and_is_not_called_refused() {
    let mut desk = desk();
    created(&mut desk);
    act(&mut desk, Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into()));
    let plan = confirm(&desk);
    submit(&mut desk, plan);
    desk.reply(refused(409, "IR_10", "subscription sub_1 is already confirmed"));
    assert!(desk.is_unknown());
    assert_eq!(desk.state.form(ResourceKind::Subscription).and_then(StepForm::of), None);
    let known = desk.state.workspace.records.find(ResourceKind::Subscription, "sub_1").unwrap();
    let why = subscription_refusal(&desk.state.view(), SubscriptionStep::ChangePlan, known).unwrap();
    assert!(why.contains("already under way"), "{why}");
}

#[test]
fn another_plan_is_shown_once_the_service_took_it() {
    let mut desk = desk();
    created(&mut desk);
    let known = desk.state.workspace.records.find(ResourceKind::Subscription, "sub_1").unwrap();
    assert_eq!(
        subscription_refusal(&desk.state.view(), SubscriptionStep::ChangePlan, known).as_deref(),
        Some("Only an active subscription can change its plan")
    );
    act(&mut desk, Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into()));
    let plan = confirm(&desk);
    submit(&mut desk, plan);
    desk.reply(answered(200, reported("active", false)));
    desk.write_all();
    change(&mut desk);
    let mut body = reported("active", false);
    body["plan_id"] = json!("plan_2");
    desk.reply(answered(200, body));
    let known = desk.state.workspace.records.find(ResourceKind::Subscription, "sub_1").unwrap();
    assert_eq!(known.subscription().unwrap().plan_id.as_deref(), Some("plan_2"));
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
}

#[test]
fn the_client_secret_can_be_copied_once_told_and_is_wiped_by_the_person_or_after_its_fifteen_minutes() {
    let held = |desk: &Desk| {
        let known = desk.state.workspace.records.find(ResourceKind::Subscription, "sub_1").unwrap();
        desk.state.workspace.subscriptions.client_secret(&desk.state.view(), known).is_some()
    };
    let made = || {
        let mut desk = desk();
        desk.act(Action::OpenNew(ResourceKind::Subscription));
        submit(&mut desk, create());
        let operation_id = desk.operation().id.clone();
        desk.event(Message::ClientSecret { operation_id, value: SecretText::new("sub_1_secret_canary") });
        desk.reply(answered(200, reported("created", true)));
        desk.write_all();
        assert!(held(&desk));
        desk
    };
    let mut desk = made();
    act(&mut desk, Do::CopySecret("sub_1".into()));
    let copied = Effect::System(SystemEffect::CopySecret(SecretText::new("sub_1_secret_canary")));
    assert!(desk.other.contains(&copied));
    assert!(!format!("{:?}{:?}", desk.state, desk.disk).contains("canary"));
    act(&mut desk, Do::ForgetSecret("sub_1".into()));
    assert!(!held(&desk));
    desk.other.clear();
    act(&mut desk, Do::CopySecret("sub_1".into()));
    assert_eq!(desk.other, [], "what was wiped cannot be copied");
    let mut desk = made();
    desk.tick(15 * 60 + 1);
    assert!(!held(&desk));
    assert!(
        !format!("{:?}", desk.state.workspace.subscriptions).contains("SecretText"),
        "it is wiped, not only hidden"
    );
}

#[test]
fn a_client_secret_is_counted_down_for_fifteen_minutes() {
    let mut desk = desk();
    desk.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    created(&mut desk);
    let until = desk.now + TimeDelta::minutes(15);
    assert_eq!(life(&desk), Some(SecretLife::Until(until)));
    assert!(desk.state.counts_seconds());
    desk.pass(15 * 60 - 1);
    assert!(matches!(life(&desk), Some(SecretLife::Until(_))));
    desk.pass(1);
    assert_eq!(life(&desk), Some(SecretLife::Ended(until)));
    assert!(!desk.state.counts_seconds());
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
}

#[test]
fn an_answer_without_a_client_secret_ends_the_count() {
    let mut desk = desk();
    created(&mut desk);
    act(&mut desk, Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into()));
    let plan = confirm(&desk);
    submit(&mut desk, plan);
    desk.reply(answered(200, reported("pending", false)));
    assert_eq!(life(&desk), None);
}

#[test]
fn without_a_profile_id_and_in_production_nothing_that_needs_more_is_offered() {
    let mut plain = Desk::ready(Vec::new());
    plain.act(Action::OpenNew(ResourceKind::Subscription));
    assert!(plain.state.view().business_profile_id().is_none());
    let mut desk = desk();
    assert!(desk.state.view().takes_cards());
    profiles::save(&mut desk, profiles::input("Live"), Some("prd_key"));
    profiles::keep(&mut desk);
    profiles::ready(&mut desk);
    assert_eq!(desk.state.workspace.profile.as_ref().unwrap().environment, Environment::Production);
    assert!(!desk.state.view().takes_cards());
    assert_eq!(test_card(&desk.state.view(), &TEST_CARDS[0], "Ada"), None);
}
