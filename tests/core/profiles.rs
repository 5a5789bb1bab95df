//! Profiles: adding, switching and removing them, and what may be changed with which.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::connection_test::ProfileTest;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::effect::{
    ApiEffect, HistoryJob, ProfileTestEffect, SecretsEffect, ServiceChoice, StoreJob, SystemEffect,
};
use paydesk_core::features::api_keys::AdminKeyPlace;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::profiles::ConnectionTest;
use paydesk_core::message::SecretPlace;
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::operations::{ExecutionProof, Outcome};
use paydesk_core::profiles::{ProfileField, ProfileInput};
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::secret::{SecretKind, SecretText};
use paydesk_test_core::desk::{Desk, capture, pay_1, problem};
use paydesk_test_core::profiles::{input, keep, ready, save, with_shop};
use paydesk_test_core::service::{Pay, rate_limited, refused};
use paydesk_test_core::webhooks::event;
use serde_json::json;

fn fields(desk: &Desk) -> Vec<ProfileField> {
    desk.state.profiles.editor.as_ref().unwrap().problems.iter().map(|problem| problem.field).collect()
}

#[test]
fn a_new_profile_is_kept_without_its_key_and_worked_with_once_the_key_is_kept() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::EditProfile(None));
    save(&mut desk, input("Shop"), Some("snd_topsecret"));
    assert!(desk.state.profiles.editor.is_none());
    let Effect::Store(StoreJob::SaveProfiles(kept)) = &desk.other[0] else { panic!("{:?}", desk.other) };
    assert_eq!(kept.profiles[0].base_url, "https://shop.example.com");
    assert!(!serde_json::to_string(kept).unwrap().contains("topsecret"));
    assert!(!format!("{:?}", desk.other).contains("topsecret"), "nothing printed shows the key");
    assert!(!format!("{:?}", desk.state).contains("topsecret"));
    assert_eq!(desk.started, 1, "not before the key is there");
    keep(&mut desk);
    assert!(matches!(desk.connected_to.last(), Some(ServiceChoice::Remote(saved)) if saved.name == "Shop"));
    ready(&mut desk);
    assert_eq!(desk.state.workspace.profile.as_ref().unwrap().environment, Environment::Sandbox);
    assert_eq!(desk.saved.last().unwrap().profile_id.as_ref(), Some(&kept_id(&desk)));
}

fn kept_id(desk: &Desk) -> ProfileId {
    desk.state.profiles.saved[0].id.clone()
}

#[test]
fn everything_wrong_with_a_profile_stands_at_its_field_and_nothing_is_kept() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::EditProfile(None));
    save(&mut desk, input("Shop"), None);
    assert_eq!(fields(&desk), [ProfileField::Key]);
    save(&mut desk, ProfileInput { base_url: "http://shop.example.com".to_owned(), ..input(" ") }, Some("pk_snd_x"));
    assert_eq!(fields(&desk), [ProfileField::Name, ProfileField::Address, ProfileField::Key]);
    let local = ProfileInput { base_url: "https://localhost".to_owned(), ..input("Shop") };
    save(&mut desk, local, Some("prd_key"));
    assert_eq!(fields(&desk), [ProfileField::Address], "a production key stays off this computer");
    assert!(desk.other.is_empty() && desk.state.profiles.saved.is_empty());
}

#[test]
fn each_profile_keeps_its_own_panels_while_another_is_at_work() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::RequiresCapture))));
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.act(Action::SwitchProfile(shop.clone()));
    assert_eq!(desk.state.workspace.payments.len(), 0, "nothing of another profile is shown");
    assert!(desk.state.workspace.payments.open.is_none() && desk.state.workspace.profile.is_none());
    ready(&mut desk);
    assert_eq!(desk.state.workspace.payments.filter.status, None);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    ready(&mut desk);
    assert_eq!(desk.state.workspace.payments.filter.status, Some(PaymentStatus::RequiresCapture));
    assert_eq!(desk.state.workspace.payments.open, Some(pay_1()));
    assert_eq!(desk.state.workspace.payments.len(), 1);
    assert!(desk.started >= 4, "each switch asks for the service anew");
}

#[test]
fn a_message_of_the_profile_that_was_left_opens_nothing_in_the_other() {
    let (mut desk, shop) = with_shop("snd_topsecret");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.reply(refused(400, "IR_16", "The amount is too large"));
    desk.pass(30);
    let linked = |desk: &Desk| {
        let shown = &desk.state.workspace.profile_id;
        desk.state.toasts.shown().iter().filter(|toast| toast.payment_id(shown).is_some()).count()
    };
    assert_eq!(linked(&desk), 1);
    desk.act(Action::SwitchProfile(shop));
    assert_eq!((linked(&desk), desk.toasts().len()), (0, 1), "it is still said");
}

#[test]
fn reads_under_way_are_given_up_when_the_profile_is_switched() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Refresh));
    let waiting: Vec<_> = desk.reads.clone();
    assert!(!waiting.is_empty());
    desk.act(Action::SwitchProfile(shop));
    assert!(waiting.iter().all(|(request_id, _)| desk.given_up.contains(request_id)));
    for (request_id, read) in waiting {
        let (answer, rate) = desk.service.answer(&read);
        desk.event(Message::ReadAnswered { request_id, answer, rate });
    }
    assert_eq!(desk.state.workspace.payments.len(), 0, "an answer of the other service counts for nothing");
}

#[test]
fn a_rate_limit_of_the_profile_that_was_left_holds_up_nothing_in_the_other() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Refresh));
    let waiting = desk.reads.clone();
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    let (request_id, read) = &waiting[0];
    desk.answer(*request_id, read, rate_limited(60));
    assert_eq!(desk.state.workspace.rate.blocked_until(desk.now), None);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert!(desk.state.workspace.rate.blocked_until(desk.now).is_some(), "it is known where it was reported");
}

#[test]
fn what_is_asked_for_in_the_frame_of_a_switch_is_not_done_in_the_other_profile() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act_all(vec![
        Action::SwitchProfile(shop.clone()),
        Action::Payments(PaymentsAction::Open(pay_1())),
        Action::GoTo(Route::Settings),
    ]);
    assert_eq!(desk.state.profiles.current, shop);
    assert_eq!(desk.state.workspace.payments.open, None, "it has a payment of the same id");
    assert_ne!(desk.state.workspace.route, Route::Settings);
}

#[test]
fn what_ends_in_a_profile_that_is_not_on_screen_is_reported_as_of_that_profile() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.reply_truly();
    desk.write_all();
    let toast = desk.state.toasts.shown().last().unwrap();
    assert_eq!((&toast.profile_id, toast.payment_id(&shop)), (&ProfileId::embedded(), None));
    assert_eq!(desk.state.place_of(&toast.profile_id), "SANDBOX · Embedded sandbox");
    assert_eq!(toast.payment_id(&ProfileId::embedded()), Some(&pay_1()), "opened once its profile is on screen");
}

#[test]
fn what_was_about_to_be_sent_is_not_when_the_profile_is_switched() {
    let (mut desk, shop) = with_shop("snd_key");
    for steps in 0..3 {
        desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
        desk.serve();
        desk.confirm(capture(400));
        for _ in 0..steps {
            if !desk.writes.is_empty() {
                desk.write();
            }
        }
        if steps == 2 {
            assert_eq!(desk.sends.len(), 1, "the third time it has left");
            break;
        }
        desk.act(Action::SwitchProfile(shop.clone()));
        desk.write_all();
        assert!(matches!(desk.outcome(), Outcome::NotSent { .. }), "{:?}", desk.outcome());
        desk.assert_sent_times(0);
        ready(&mut desk);
        desk.act(Action::SwitchProfile(ProfileId::embedded()));
        ready(&mut desk);
    }
}

#[test]
fn what_was_sent_ends_with_its_own_answer_while_another_profile_is_at_work() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    let reads = desk.reads_made;
    desk.reply_truly();
    assert_eq!(desk.steps().last(), Some(&JournalStepName::Sending));
    desk.write_all();
    assert_eq!(desk.steps().last(), Some(&JournalStepName::Confirmed));
    assert_eq!(desk.reads_made, reads, "nothing of it is read at the other service");
    let shown = &desk.state.workspace.profile_id;
    assert!(desk.state.toasts.shown().iter().all(|toast| toast.payment_id(shown).is_none()), "no way to a namesake");
}

#[test]
fn an_unknown_outcome_is_resolved_only_with_the_key_of_its_own_profile() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    desk.payment_reads.clear();
    desk.pass(600);
    assert!(desk.payment_reads.is_empty());
    assert!(desk.is_unknown(), "listed, whoever is at work");
    desk.service.pay("pay_1").capture(400).unwrap();
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    ready(&mut desk);
    desk.pass(40);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }));
    desk.assert_sent_times(1);
}

#[test]
fn a_key_refused_by_another_profile_s_service_does_not_lock_the_one_at_work() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    desk.reply(refused(401, "AU_02", "This key was revoked"));
    assert!(!desk.locked());
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }));
}

#[test]
fn a_service_that_is_ready_after_another_was_chosen_counts_for_nothing() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    let late = desk.state.profiles.find(&shop.clone()).unwrap().profile();
    desk.event(Message::ServiceReady { profile: late, key_place: None });
    assert!(desk.state.workspace.profile.is_none());
    desk.event(Message::ServiceFailed { profile_id: shop, problem: problem("gone"), key_missing: true });
    assert!(
        !matches!(desk.state.workspace.connection.link, ServiceLink::NotStarted(_)) && !desk.state.profiles.key_missing
    );
    ready(&mut desk);
    assert!(desk.state.workspace.profile.as_ref().unwrap().embedded);
}

#[test]
fn production_changes_nothing_until_it_is_unlocked_for_the_session() {
    let (mut desk, shop) = with_shop("prd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    assert!(desk.state.read_only_reason().unwrap().contains("PRODUCTION"));
    desk.confirm(capture(400));
    assert!(desk.writes.is_empty());
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    assert!(desk.state.read_only_reason().is_some(), "only through the dialog");
    desk.act(Action::AskUnlockProduction);
    assert!(matches!(desk.state.workspace.dialog, Some(Dialog::UnlockProduction { .. })));
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    assert_eq!(desk.state.read_only_reason(), None);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    ready(&mut desk);
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    assert_eq!(desk.state.read_only_reason(), None, "for the session");
    desk.act(Action::LockProduction);
    assert!(desk.state.read_only_reason().is_some());
}

#[test]
fn a_profile_that_is_said_to_be_read_only_changes_nothing() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    save(&mut desk, ProfileInput { read_only: true, ..input("Shop") }, Some("snd_key"));
    keep(&mut desk);
    ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    assert!(desk.state.read_only_reason().unwrap().contains("read-only") && desk.writes.is_empty());
}

#[test]
fn a_key_of_the_other_environment_does_not_slip_into_a_profile() {
    let (mut desk, shop) = with_shop("snd_key");
    let typed = ProfileInput::of(desk.state.profiles.find(&shop.clone()).unwrap());
    desk.act(Action::EditProfile(Some(shop.clone())));
    save(&mut desk, typed.clone(), Some("prd_key"));
    assert_eq!(fields(&desk), [ProfileField::Key]);
    save(&mut desk, ProfileInput { name: "Shop two".to_owned(), ..typed }, None);
    assert!(desk.state.profiles.editor.is_none(), "without a new key the old one stays");
    assert_eq!(desk.state.profiles.find(&shop.clone()).unwrap().name, "Shop two");
}

/// Whether something was asked for that would send the kept key.
fn uses_kept_key(effect: &Effect) -> bool {
    matches!(effect, Effect::Api(ApiEffect::TestProfile(ProfileTestEffect { key: None, .. })))
}

#[test]
fn a_kept_key_never_follows_its_profile_to_another_service() {
    for kept in ["prd_key", "snd_key"] {
        let (mut desk, shop) = with_shop(kept);
        let typed = ProfileInput::of(desk.state.profiles.find(&shop).unwrap());
        desk.act(Action::EditProfile(Some(shop.clone())));
        for elsewhere in ["https://shop.example.org", "https://shop.example.com:8443", "https://evil.example/shop"] {
            let moved = ProfileInput { base_url: elsewhere.to_owned(), ..typed.clone() };
            save(&mut desk, moved.clone(), None);
            assert_eq!(fields(&desk), [ProfileField::Key], "{elsewhere}");
            desk.act(Action::TestProfile { input: Box::new(moved), key: None });
            assert_eq!(fields(&desk), [ProfileField::Key], "{elsewhere}");
        }
        assert!(!desk.other.iter().any(uses_kept_key));
        assert_eq!(desk.state.profiles.find(&shop).unwrap().base_url, "https://shop.example.com");
        let text = &desk.state.profiles.editor.as_ref().unwrap().problems[0].what;
        assert!(text.contains("enter the new service's secret key") && text.contains("shop.example.com"), "{text}");
        // The same service under another path, or as it is written otherwise, is asked with the kept key.
        let same = ProfileInput { base_url: "https://SHOP.example.com:443/v2".to_owned(), ..typed };
        desk.act(Action::TestProfile { input: Box::new(same), key: None });
        assert!(fields(&desk).is_empty() && desk.other.iter().any(uses_kept_key));
    }
}

#[test]
fn a_profile_that_moves_with_a_new_key_forgets_every_secret_of_the_old_service_first() {
    let (mut desk, shop) = with_shop("prd_key");
    let moved = ProfileInput {
        base_url: "https://shop.example.org".to_owned(),
        ..ProfileInput::of(desk.state.profiles.find(&shop).unwrap())
    };
    desk.act(Action::EditProfile(Some(shop.clone())));
    save(&mut desk, moved, Some("prd_new"));
    let replaced = |effect: &Effect| match effect {
        Effect::Secrets(SecretsEffect::ReplaceSecrets { profile_id, key }) => {
            *profile_id == shop && key.expose() == "prd_new"
        }
        _ => false,
    };
    assert_eq!(desk.other.iter().filter(|effect| replaced(effect)).count(), 1);
    assert_eq!(desk.state.profiles.find(&shop).unwrap().base_url, "https://shop.example.org");
}

#[test]
fn a_new_key_for_the_profile_at_work_is_used_once_it_is_kept() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.service.reads_get = Some(refused(401, "AU_02", "This key was revoked"));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert!(desk.locked());
    desk.service.reads_get = None;
    let typed = ProfileInput::of(desk.state.profiles.find(&shop.clone()).unwrap());
    desk.act(Action::EditProfile(Some(shop)));
    save(&mut desk, typed, Some("snd_new"));
    let started = desk.started;
    keep(&mut desk);
    assert_eq!(desk.started, started + 1);
    ready(&mut desk);
    assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
}

#[test]
fn a_key_held_for_this_session_only_is_reported_with_the_reason() {
    let (mut desk, shop) = with_shop("snd_key");
    let place = SecretPlace::ThisSession(problem("This computer has no keyring service"));
    let kind = SecretKind::SecretKey;
    desk.event(Message::SecretStored { profile_id: shop.clone(), kind, result: Ok(place) });
    let why = &desk.state.profiles.session_only[&(shop.clone(), kind)];
    assert!(why.what.contains("no keyring"));
    desk.event(Message::SecretStored { profile_id: shop, kind, result: Ok(SecretPlace::Keyring) });
    assert!(desk.state.profiles.session_only.is_empty());
}

#[test]
fn a_key_that_is_kept_nowhere_is_never_said_to_be_held_and_can_be_given_again() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    for kind in SecretKind::ALL {
        let lost = problem(&format!("The {} was not kept", kind.name()));
        desk.event(Message::SecretStored { profile_id: shop.clone(), kind, result: Err(lost.clone()) });
        assert!(desk.state.problems.contains(&lost), "{kind:?}");
    }
    assert!(desk.state.profiles.session_only.is_empty());
    assert_eq!(desk.state.workspace.api_keys.admin, AdminKeyPlace::NotLookedFor, "the one of before may be there");
    assert!(!format!("{:?}", desk.state.toasts).contains("kept in the keyring"));
}

#[test]
fn the_password_of_a_proxy_goes_to_the_keyring_and_its_arrival_asks_for_the_service() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    let typed = |password: &str| ProfileInput {
        id: Some(shop.clone()),
        proxy: "http://desk@proxy.example.com:3128".to_owned(),
        proxy_password: SecretText::new(password),
        ..input("Shop")
    };
    desk.act(Action::EditProfile(Some(shop.clone())));
    desk.act(Action::TestProfile { input: Box::new(typed("topsecret")), key: None });
    let login = "http://desk:topsecret@proxy.example.com:3128/";
    let tried = desk.other.iter().find_map(|effect| match effect {
        Effect::Api(ApiEffect::TestProfile(test)) => test.proxy_login.clone(),
        _ => None,
    });
    assert_eq!(tried.unwrap().expose(), login);
    let asked = desk.connected_to.len();
    desk.other.clear();
    save(&mut desk, typed("topsecret"), None);
    assert_eq!(desk.connected_to.len(), asked, "the password is on its way");
    let kind = SecretKind::ProxyPassword;
    let secret = SecretText::new(login);
    assert!(
        desk.other.contains(&Effect::Secrets(SecretsEffect::KeepSecret { profile_id: shop.clone(), kind, secret })),
        "{:?}",
        desk.other
    );
    assert!(!format!("{:?}", desk.other).contains("topsecret"));
    desk.event(Message::SecretStored { profile_id: shop.clone(), kind, result: Ok(SecretPlace::Keyring) });
    assert_eq!(desk.connected_to.len(), asked + 1);
    desk.act(Action::EditProfile(Some(shop.clone())));
    save(&mut desk, typed(""), None);
    assert_eq!(desk.connected_to.len(), asked + 2, "the one in the keyring stays");
}

#[test]
fn a_try_of_what_is_typed_is_reported_in_the_editor_and_a_late_one_is_not() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::EditProfile(None));
    let test = |desk: &mut Desk| {
        let key = Some(SecretText::new("snd_key".to_owned()));
        desk.act(Action::TestProfile { input: Box::new(input("Shop")), key });
        match desk.other.last() {
            Some(Effect::Api(ApiEffect::TestProfile(test))) => test.number,
            other => panic!("{other:?}"),
        }
    };
    let first = test(&mut desk);
    let second = test(&mut desk);
    let (environment, access) = (Environment::Sandbox, Vec::new());
    let answered = ProfileTest { environment, answered_in_ms: 12, access, early_end: None };
    let tested = |number, result| Message::ProfileTested { number, profile_id: None, result, rate: None };
    desk.event(tested(first, Ok(answered)));
    assert_eq!(desk.state.profiles.editor.as_ref().unwrap().test, ConnectionTest::Trying { number: second });
    desk.event(tested(second, Err(problem("nobody answers"))));
    assert!(matches!(desk.state.profiles.editor.as_ref().unwrap().test, ConnectionTest::Failed(_)));
    assert!(desk.state.profiles.saved.is_empty(), "a try keeps nothing");
}

#[test]
fn a_profile_with_open_operations_is_neither_removed_nor_sent_elsewhere() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.act(Action::AskRemoveProfile(shop.clone()));
    assert!(desk.state.workspace.dialog.is_none());
    assert!(desk.toasts().last().unwrap().contains("1 open operation"), "{:?}", desk.toasts());
    let moved = ProfileInput {
        base_url: "https://elsewhere.example.com".to_owned(),
        ..ProfileInput::of(desk.state.profiles.find(&shop.clone()).unwrap())
    };
    desk.act(Action::EditProfile(Some(shop.clone())));
    save(&mut desk, moved, Some("snd_elsewhere"));
    assert_eq!(fields(&desk), [ProfileField::Address]);
}

#[test]
fn removing_the_profile_at_work_forgets_its_keys_and_goes_back_to_the_sandbox() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.act(Action::AskRemoveProfile(shop.clone()));
    desk.act(Action::Confirm(Confirmation::RemoveProfile));
    assert!(desk.state.profiles.saved.is_empty());
    assert_eq!(desk.other.last(), Some(&Effect::Secrets(SecretsEffect::ForgetSecrets { profile_id: shop.clone() })));
    assert!(desk.history.contains(&HistoryJob::Forget { profile_id: shop.clone() }), "with the payments stored of it");
    assert_eq!(desk.connected_to.last(), Some(&ServiceChoice::EmbeddedSandbox));
    assert_eq!(desk.state.workspace.route, Route::Settings);
    desk.event(Message::SecretsForgotten { profile_id: shop, problem: Some(problem("The keyring is locked")) });
    assert!(desk.state.problems.iter().any(|problem| problem.what.contains("keyring")));
}

#[test]
fn an_event_for_a_profile_that_is_not_shown_reads_nothing_and_is_there_when_it_is_shown() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    desk.serve();
    desk.payment_reads.clear();
    let reads = desk.reads_made;
    // It is of the sandbox: `event` says so.
    let payment = json!({"payment_id": "pay_1", "status": "cancelled", "amount": 1_000, "currency": "EUR",
        "created": "2026-11-20T10:00:00Z"});
    desk.event(Message::WebhooksArrived { events: vec![event("evt_1", "payment", payment, 1)] });
    desk.pass(60);
    assert!(desk.state.toasts.shown().is_empty(), "{:?}", desk.state.toasts.shown());
    assert_eq!(desk.state.workspace.webhooks.log().rows().count(), 0, "the list is of the profile that is shown");
    assert!(desk.payment_reads.is_empty(), "{:?}", desk.payment_reads);
    assert!(desk.reads_made - reads <= 2, "health alone: {}", desk.reads_made - reads);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(desk.state.workspace.webhooks.log().len(), 1);
    let status = |desk: &Desk| desk.state.workspace.payments.row(0).unwrap().payment.status.clone();
    assert_eq!(status(&desk), PaymentStatus::Cancelled);
}

#[test]
fn the_receiver_of_a_profile_that_is_removed_stops() {
    let mut desk = Desk::ready(Vec::new());
    let with_webhooks = ProfileInput { receives_webhooks: true, ..input("Shop") };
    save(&mut desk, with_webhooks, Some("snd_key"));
    keep(&mut desk);
    ready(&mut desk);
    let shop = kept_id(&desk);
    desk.act(Action::AskRemoveProfile(shop.clone()));
    desk.act(Action::Confirm(Confirmation::RemoveProfile));
    let stopped = Effect::System(SystemEffect::StopListening { profile_id: shop.clone() });
    assert!(desk.receivers.contains(&stopped), "{:?}", desk.receivers);
    assert!(desk.state.workspace_of(&shop).is_none(), "nothing of it is left in memory");
}

#[test]
fn the_embedded_sandbox_in_other_shapes_is_a_profile_of_its_own_that_is_listed_while_it_is_at_work() {
    let mut desk = Desk::ready(Vec::new());
    let (usual, other) = (ProfileId::embedded(), ProfileId::embedded_hyperswitch());
    assert_eq!(desk.state.profiles.all_ids().count(), 1);
    desk.act(Action::SwitchProfile(other.clone()));
    assert_eq!(desk.connected_to.last(), Some(&ServiceChoice::EmbeddedHyperswitch));
    ready(&mut desk);
    assert_eq!(desk.state.profiles.current_name(), "Embedded sandbox (hyperswitch)");
    assert_eq!(desk.state.profiles.all_ids().collect::<Vec<_>>(), [usual.clone(), other]);
    desk.act(Action::SwitchProfile(usual.clone()));
    assert_eq!(desk.connected_to.last(), Some(&ServiceChoice::EmbeddedSandbox));
    assert_eq!(desk.state.profiles.all_ids().collect::<Vec<_>>(), [usual]);
}
