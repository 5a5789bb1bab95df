//! Signing in to the dashboard of a service: its steps, what it opens, and what is as before without it.

use paydesk_api::call::{Call as _, KeyRole};
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::outcome::Attempt;
use paydesk_api::record_reads::Offering;
use paydesk_api::resources::payments::calls::ListPayments;
use paydesk_core::effect::{ApiEffect, SecretsEffect, SignInEffect, SignInStep};
use paydesk_core::features::analytics::{AnalyticsAction, Board};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::profiles::{DashboardSignIn, SignInAction};
use paydesk_core::message::{SecretPlace, SignInReached};
use paydesk_core::profiles::ProfileInput;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::service_traits::{CapabilityChange, PaymentListChange, PaymentListTrait, TraitChange};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText, SignInToken};
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::profiles::{input, ready, save, with_shop};
use paydesk_test_core::service::{Pay, decode, refused};
use serde_json::json;

/// A desk that works with “Shop”, whose editor is open.
fn editing() -> (Desk, ProfileId) {
    let (mut desk, shop) = with_shop("snd_key");
    desk.service.payments = vec![Pay::authorized("pay_1", 1_000), Pay::authorized("pay_2", 2_000)];
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.act(Action::EditProfile(Some(shop.clone())));
    (desk, shop)
}

fn begin(desk: &mut Desk) {
    let (email, password) = ("ada@shop.example".to_owned(), SecretText::new("topsecret"));
    desk.act(Action::SignIn(SignInAction::Begin { email, password }));
}

/// The steps that the service was asked for.
fn steps(desk: &Desk) -> Vec<SignInEffect> {
    let step = |effect: &Effect| match effect {
        Effect::Api(ApiEffect::SignIn(step)) => Some(step.clone()),
        _ => None,
    };
    desk.other.iter().filter_map(step).collect()
}

fn token() -> SignInToken {
    SignInToken::parse("ey.topsecret").unwrap()
}

/// The last step is answered so.
fn answer(desk: &mut Desk, result: Result<SignInReached, paydesk_core::problem::Problem>) {
    let step = steps(desk).pop().unwrap();
    desk.event(Message::SignInAnswered { number: step.number, profile_id: step.profile.id, result });
    desk.serve();
}

fn signed_in() -> (Desk, ProfileId) {
    let (mut desk, shop) = editing();
    begin(&mut desk);
    answer(&mut desk, Ok(SignInReached::SignedIn(SecretPlace::Keyring)));
    (desk, shop)
}

fn forgotten(desk: &Desk, shop: &ProfileId) -> bool {
    let forget = SecretsEffect::ForgetSecret { profile_id: shop.clone(), kind: SecretKind::SignInToken };
    desk.other.contains(&Effect::Secrets(forget))
}

/// The reads of a kind that nobody has answered yet.
fn counts(desk: &Desk) -> usize {
    desk.reads.iter().filter(|(_, read)| matches!(read, Read::PaymentCount(_))).count()
}

/// The oldest read of reports is answered so.
fn answer_report(desk: &mut Desk, attempt: Attempt) {
    let is_report = |read: &Read| matches!(read, Read::PaymentMetrics(_) | Read::DisputeMetrics(_));
    let place = desk.reads.iter().position(|(_, read)| is_report(read)).expect("reports were asked for");
    let (request_id, read) = desk.reads.remove(place);
    desk.event(Message::ReadAnswered { request_id, answer: decode(&read, attempt), rate: None });
}

#[test]
fn a_password_is_handed_over_once_and_shown_nowhere() {
    let (mut desk, _) = editing();
    begin(&mut desk);
    begin(&mut desk);
    let [step] = &steps(&desk)[..] else { panic!("one step at a time: {:?}", steps(&desk)) };
    let SignInStep::Password { password, .. } = &step.step else { panic!("{step:?}") };
    assert_eq!(password.expose(), "topsecret");
    answer(&mut desk, Ok(SignInReached::SecondFactor(token())));
    let printed = format!("{:?}{:?}", desk.state, desk.other);
    assert!(!printed.contains("topsecret"), "neither the password nor the token is printed");
}

#[test]
fn a_second_factor_is_asked_for_until_it_is_right_or_skipped() {
    let (mut desk, shop) = editing();
    desk.act(Action::SignIn(SignInAction::Skip));
    assert_eq!(steps(&desk), [], "nobody asked for one");
    begin(&mut desk);
    answer(&mut desk, Ok(SignInReached::SecondFactor(token())));
    let progress = |desk: &Desk| desk.state.profiles.editor.as_ref().unwrap().sign_in.clone();
    assert!(progress(&desk).wants_second_factor() && desk.state.profiles.sign_in(&shop) == DashboardSignIn::SignedOut);
    desk.act(Action::SignIn(SignInAction::Code(SecretText::new("000000"))));
    answer(&mut desk, Err(problem("Invalid TOTP")));
    assert!(progress(&desk).wants_second_factor() && progress(&desk).problem.is_some());
    desk.act(Action::SignIn(SignInAction::Skip));
    let last = steps(&desk).pop().unwrap().step;
    assert_eq!(last, SignInStep::SecondFactor { token: token(), code: None });
    answer(&mut desk, Ok(SignInReached::SignedIn(SecretPlace::Keyring)));
    assert_eq!((desk.state.profiles.sign_in(&shop), progress(&desk)), (DashboardSignIn::SignedIn, Default::default()));
}

#[test]
fn a_late_answer_to_an_earlier_step_changes_nothing() {
    let (mut desk, shop) = editing();
    begin(&mut desk);
    let number = steps(&desk)[0].number;
    desk.act(Action::CloseProfileEditor);
    desk.act(Action::EditProfile(Some(shop.clone())));
    let result = Ok(SignInReached::SecondFactor(token()));
    desk.event(Message::SignInAnswered { number, profile_id: shop, result });
    assert!(!desk.state.profiles.editor.as_ref().unwrap().sign_in.wants_second_factor());
}

#[test]
fn the_settings_say_whether_the_service_counts_as_many_payments() {
    let (mut desk, _) = signed_in();
    let text = desk.state.workspace.payment_count.text().expect("it was counted");
    assert!(text.starts_with("The service counts 2 payments"), "{text}");
    desk.service.payments.push(Pay::authorized("pay_3", 3_000));
    desk.act(Action::GoTo(Route::Settings));
    desk.serve();
    let text = desk.state.workspace.payment_count.text().unwrap();
    assert!(text.starts_with("The service counts 3 payments"), "counted again: {text}");
}

#[test]
fn nothing_is_counted_at_a_service_that_nobody_is_signed_in_to() {
    let (mut desk, _) = editing();
    desk.act(Action::CloseProfileEditor);
    desk.act(Action::GoTo(Route::Settings));
    assert_eq!(counts(&desk), 0);
    assert_eq!(desk.state.workspace.payment_count.text(), None);
}

#[test]
fn an_expired_sign_in_is_forgotten_and_the_key_is_not_blamed() {
    for code in ["IR_17", "IR_01", "AU_01"] {
        let (mut desk, shop) = signed_in();
        desk.other.clear();
        desk.act(Action::CloseProfileEditor);
        desk.act(Action::GoTo(Route::Settings));
        let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::PaymentCount(_))).unwrap();
        let (request_id, read) = desk.reads.remove(place);
        let answer = decode(&read, refused(401, code, "the token is not good any more"));
        desk.event(Message::ReadAnswered { request_id, answer, rate: None });
        assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::Expired, "{code}");
        assert!(forgotten(&desk, &shop), "{code}");
        assert_eq!(desk.state.workspace.connection.lock(), None, "{code}: everything else goes on");
        desk.act(Action::EditProfile(Some(shop)));
        begin(&mut desk);
        assert_eq!(steps(&desk).len(), 1, "the person can sign in again");
    }
}

#[test]
fn a_token_that_is_missing_means_signed_out_and_not_that_the_service_is_unreachable() {
    let (mut desk, shop) = signed_in();
    desk.other.clear();
    desk.act(Action::CloseProfileEditor);
    desk.act(Action::GoTo(Route::Settings));
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::PaymentCount(_))).unwrap();
    let (request_id, read) = desk.reads.remove(place);
    let answer = decode(&read, Attempt::NoKey(KeyRole::SignIn));
    let error = answer.error().unwrap();
    assert_eq!(error.what(), "You are signed out of the service's dashboard");
    assert_eq!(error.what_to_do(), "Sign in again in Settings → Profiles");
    assert!(!error.may_retry_read());
    desk.event(Message::ReadAnswered { request_id, answer, rate: None });
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::Expired);
    assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
    assert!(!forgotten(&desk, &shop), "the keyring may have it again the next time");
}

#[test]
fn a_person_who_was_signed_in_before_is_told_to_sign_in_again_where_the_keyring_has_no_token() {
    let (mut desk, shop) = signed_in();
    desk.act(Action::CloseProfileEditor);
    let learned =
        CapabilityChange::Learned { endpoint: ReadEndpoint::PaymentCounts, offering: Offering::Offered, refusal: None };
    desk.act(Action::ChangeTraits(TraitChange::Capability(learned)));
    desk.act(Action::EditProfile(Some(shop.clone())));
    desk.act(Action::SignIn(SignInAction::SignOut));
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::SignedOut);
    let profile = desk.state.workspace.profile.clone().unwrap();
    desk.event(Message::ServiceReady { profile, key_place: Some(SecretPlace::Keyring) });
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::Expired);
}

#[test]
fn a_key_that_is_refused_without_a_sign_in_locks_the_profile_as_ever() {
    let (mut desk, _) = editing();
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Payments)));
    answer_report(&mut desk, refused(401, "AU_01", "the API key is not valid"));
    assert!(desk.state.workspace.connection.lock().is_some());
}

#[test]
fn reports_are_asked_for_with_the_key_and_counted_here_whoever_is_signed_in() {
    let (mut desk, _) = signed_in();
    desk.service.metrics = None;
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Payments)));
    let reports = desk.reads.iter().filter(|(_, read)| matches!(read, Read::PaymentMetrics(_)));
    assert!(reports.map(|(_, read)| read.takes_sign_in()).all(|takes| !takes));
    desk.serve();
    assert!(desk.state.workspace.analytics.refusal().is_some());
}

#[test]
fn reports_that_the_service_fails_at_are_counted_here() {
    let (mut desk, _) = signed_in();
    desk.service.metrics_error = Some((500, "HE_00", "Something went wrong"));
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Payments)));
    for _ in 0..4 {
        desk.serve();
        desk.pass(40);
    }
    desk.serve();
    assert!(desk.state.workspace.analytics.refusal().is_some());
}

/// The payments list is asked for by this status.
fn filter(desk: &mut Desk, status: PaymentStatus) {
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(status))));
}

/// The page of payments that is asked for.
fn asked_page(desk: &Desk) -> ListPayments {
    let list = |read: &Read| if let Read::Payments(list) = read { Some(list.clone()) } else { None };
    desk.reads
        .iter()
        .rev()
        .filter_map(|(_, read)| list(read))
        .find(|list| list.limit == 100)
        .expect("a page is asked for")
}

fn answer_page(desk: &mut Desk, attempt: Attempt) {
    let is_page = |read: &Read| matches!(read, Read::Payments(list) if list.limit == 100);
    let place = desk.reads.iter().rposition(|(_, read)| is_page(read)).expect("a page is asked for");
    let (request_id, read) = desk.reads.remove(place);
    desk.event(Message::ReadAnswered { request_id, answer: decode(&read, attempt), rate: None });
}

/// Of so many payments, each third failed. The service is known to list them for a key by query alone.
fn with_failed(payments: i64, is_signed_in: bool) -> (Desk, ProfileId) {
    let (mut desk, shop) = if is_signed_in { signed_in() } else { editing() };
    let status = |number: i64| if number % 3 == 0 { "failed" } else { "succeeded" };
    let pay = |number| Pay::with_status(&format!("pay_{number}"), status(number), 1_000);
    desk.service.payments = (0..payments).map(pay).collect();
    desk.act(Action::CloseProfileEditor);
    let (id, from) = (PaymentListTrait::AskedByQuery, "400 IR_04".to_owned());
    desk.act(Action::ChangeTraits(TraitChange::PaymentList(PaymentListChange::Learned { id, from })));
    (desk, shop)
}

#[test]
fn a_filter_that_the_key_does_not_have_is_asked_for_with_the_sign_in_and_counted_by_the_service() {
    let (mut desk, _) = with_failed(180, true);
    filter(&mut desk, PaymentStatus::Failed);
    let page = asked_page(&desk);
    let request = page.request();
    assert_eq!((request.key, request.path.as_str()), (KeyRole::SignIn, "/payments/list"));
    assert_eq!(request.body, Some(json!({"limit": 50, "status": ["failed"]})));
    desk.serve();
    let loaded = |desk: &Desk| {
        let payments = &desk.state.workspace.payments;
        (payments.loaded(), payments.total_count, payments.complete)
    };
    assert_eq!(loaded(&desk), (50, Some(60), false), "the total is known with the first page");
    desk.act(Action::Payments(PaymentsAction::LoadAll));
    assert_eq!(asked_page(&desk).request().body.unwrap()["offset"], 50);
    desk.serve();
    assert_eq!(loaded(&desk), (60, Some(60), true));
    let payments = &desk.state.workspace.payments;
    assert!(!payments.filters_here(), "the service filters");
    desk.act(Action::Payments(PaymentsAction::FilterStatus(None)));
    assert_eq!(asked_page(&desk).request().key, KeyRole::Secret, "without a filter the key lists as much");
}

#[test]
fn without_a_sign_in_the_same_filter_is_applied_here() {
    let (mut desk, _) = with_failed(90, false);
    filter(&mut desk, PaymentStatus::Failed);
    assert_eq!(asked_page(&desk).request().key, KeyRole::Secret);
    assert!(desk.state.workspace.payments.filters_here());
}

#[test]
fn a_sign_in_that_ended_is_forgotten_and_the_list_goes_on_with_the_key() {
    for (status, code, ends) in [(401, "IR_17", true), (403, "IR_22", false), (400, "IR_06", false)] {
        let (mut desk, shop) = with_failed(90, true);
        filter(&mut desk, PaymentStatus::Failed);
        answer_page(&mut desk, refused(status, code, "no"));
        assert_eq!(desk.state.profiles.sign_in(&shop) == DashboardSignIn::Expired, ends, "{code}");
        assert_eq!(asked_page(&desk).request().key, KeyRole::Secret, "{code}");
        assert_eq!(desk.state.workspace.connection.lock(), None, "{code}");
        desk.serve();
        let payments = &desk.state.workspace.payments;
        assert!(payments.complete && payments.filters_here(), "{code}: {:?}", payments.pages);
        assert_eq!(payments.len(), 30, "{code}");
        assert!(
            desk.state.view().traits.payment_list.has(PaymentListTrait::AskedByQuery),
            "of the key it says nothing"
        );
    }
}

#[test]
fn signing_out_forgets_the_token() {
    let (mut desk, shop) = signed_in();
    desk.act(Action::SignIn(SignInAction::SignOut));
    assert!(forgotten(&desk, &shop));
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::SignedOut);
    assert_eq!(desk.state.workspace.payment_count.text(), None);
}

#[test]
fn a_sign_in_does_not_outlive_the_account_that_it_was_made_for() {
    let (mut desk, shop) = signed_in();
    let other = ProfileInput { id: Some(shop.clone()), merchant_id: "mer_other".to_owned(), ..input("Shop") };
    save(&mut desk, other, None);
    assert!(forgotten(&desk, &shop));
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::SignedOut);
    let (mut desk, shop) = signed_in();
    let kind = SecretKind::SecretKey;
    desk.event(Message::SecretStored { profile_id: shop.clone(), kind, result: Ok(SecretPlace::Keyring) });
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::SignedOut, "another key may be of another account");
}

#[test]
fn a_sign_in_of_an_earlier_run_is_used() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    desk.event(Message::SignInFound { profile_id: shop.clone() });
    ready(&mut desk);
    assert_eq!(desk.state.profiles.sign_in(&shop), DashboardSignIn::SignedIn);
    desk.act(Action::GoTo(Route::Settings));
    assert_eq!(counts(&desk), 1);
}
