//! What any call may be refused with: 401, 403, 422, 429, and answers that leave the outcome open.

use paydesk_api::call::{KeyRole, Method};
use paydesk_api::operation::Endpoint;
use paydesk_core::Action;
use paydesk_core::features::api_keys::AdminKeyPlace;
use paydesk_core::operations::Precondition;
use paydesk_core::service_link::ServiceLink;
use paydesk_domain::operation::Resolution;
use serde_json::json;

use super::Shop;
use super::calls::{ENDPOINTS, place_and_title, plan};

fn response(shop: &mut Shop, endpoint: Endpoint, key: Option<KeyRole>) -> String {
    let id = shop.operation_id();
    let mut plan = plan(shop, endpoint, &id);
    plan.request.key = key.unwrap_or(plan.request.key);
    shop.response(&id, plan, Precondition::Nothing)
}

#[test]
fn what_is_understood_and_not_done_is_said_with_its_object_and_the_next_step() {
    let mut shop = Shop::open();
    for endpoint in ENDPOINTS {
        let (place, title) = place_and_title(endpoint);
        shop.fault(place, "status_422", 1);
        let text = response(&mut shop, endpoint, None);
        if endpoint == Endpoint::CreateRefund {
            let unproven = "Sent, outcome unknown, the service refused it: a simulated fault; nothing was done (HE_00)";
            assert!(text.contains(unproven), "{text}");
            continue;
        }
        assert!(text.starts_with(&format!("{title}: rejected. ")), "{text}");
        assert!(text.contains("(HE_00). ") && !text.contains("support"), "the code has no documented meaning: {text}");
    }
    shop.desk.close();
}

#[test]
fn a_key_without_the_permission_is_named_as_the_reason() {
    let mut shop = Shop::open();
    for endpoint in ENDPOINTS {
        let (_, title) = place_and_title(endpoint);
        let other = if endpoint == Endpoint::CreateApiKey { KeyRole::Secret } else { KeyRole::Admin };
        let text = response(&mut shop, endpoint, Some(other));
        assert!(text.starts_with(&format!("{title}: rejected. ")), "{text}");
        assert!(text.contains("(AU_03)"), "{text}");
        assert!(text.ends_with("This key has no permission for that: use a profile whose key has it."), "{text}");
        assert_eq!(shop.desk.state.workspace.connection.lock(), None, "the profile goes on");
    }
    shop.desk.close();
}

#[test]
fn answers_that_leave_the_outcome_open_are_never_called_a_refusal() {
    let mut shop = Shop::open();
    for endpoint in ENDPOINTS {
        let (place, title) = place_and_title(endpoint);
        for (kind, status) in [("status_500", 500), ("status_502", 502), ("status_503", 503)] {
            shop.fault(place, kind, 1);
            let text = response(&mut shop, endpoint, None);
            let verb = title.split(' ').next().unwrap();
            assert!(text.starts_with(verb), "{text}");
            assert!(text.contains("Sent, outcome unknown"), "{text}");
            assert!(text.contains(&format!("the service answered with HTTP {status}")), "{text}");
            for lie in ["reject", "fail", "decline", "not sent"] {
                assert!(!text.to_lowercase().contains(lie), "{text}");
            }
            let parked = [
                (Endpoint::CreatePayout, "An unfulfilled payout may exist; it moves no money"),
                (Endpoint::CreatePaymentLink, "A link may exist; two links can both be paid"),
                (Endpoint::CreateSubscription, "An unconfirmed subscription may exist; it charges nothing"),
                (Endpoint::UpdateSubscription, "The plan may have changed, and the change may have been billed"),
                (
                    Endpoint::CreateApiKey,
                    "A key with this name may exist, but its value is lost; revoke it at the service",
                ),
            ];
            for (_, orphan) in parked.iter().filter(|(of, _)| *of == endpoint) {
                assert!(text.ends_with(orphan), "{text}");
            }
        }
    }
    shop.desk.close();
}

#[test]
fn a_full_budget_is_waited_for_and_nothing_is_called_refused() {
    let mut shop = Shop::open();
    for endpoint in ENDPOINTS {
        let (place, title) = place_and_title(endpoint);
        shop.fault(place, "status_429", 1);
        let text = response(&mut shop, endpoint, None);
        let verb = title.split(' ').next().unwrap();
        // What nothing reads does not leave again by itself: another copy may have been executed.
        let is_unknown = text.contains("Sent, outcome unknown, the service refused it because of its rate limit");
        let waits = text.ends_with("Waiting for the rate limit");
        assert!(text.starts_with(verb) && (waits || is_unknown), "{text}");
        assert!(is_unknown || endpoint.spec().resolution != Resolution::Park, "{text}");
        // The gate is shut now, for every call.
        shop = shop.with_new_desk();
    }
    shop.desk.close();
}

/// A shop whose key was revoked, and what the operation came to. Where a read in the background was refused first, the
/// profile was locked and nothing was sent: then another shop is tried.
fn answer_to_a_revoked_key(endpoint: Endpoint, key: &str) -> (Shop, String) {
    for _ in 0..20 {
        let mut shop = Shop::open();
        shop.service.ask(Method::Post, &format!("/_sandbox/api_keys/{key}/revoke"), Some(json!({})));
        let text = response(&mut shop, endpoint, None);
        if !text.contains("not sent, the profile is locked") {
            return (shop, text);
        }
        shop.desk.close();
    }
    panic!("{endpoint:?}: a read was always first");
}

#[test]
fn a_revoked_key_locks_the_profile_and_an_admin_key_only_its_own_call() {
    for endpoint in ENDPOINTS {
        let (_, title) = place_and_title(endpoint);
        let is_admin = endpoint == Endpoint::CreateApiKey;
        let (mut shop, text) = answer_to_a_revoked_key(endpoint, if is_admin { "key_admin" } else { "key_secret" });
        let next = if is_admin {
            "Enter another admin key under API keys; the profile's own key is not affected"
        } else {
            "Replace the profile's key in Settings → Profiles, then try again"
        };
        assert_eq!(text, format!("{title}: rejected. the API key was revoked (AU_02). {next}."));
        assert_eq!(
            matches!(shop.desk.state.workspace.connection.link, ServiceLink::Locked(_)),
            !is_admin,
            "{endpoint:?}"
        );
        assert_eq!(shop.desk.state.workspace.api_keys.admin == AdminKeyPlace::Refused, is_admin, "{endpoint:?}");
        shop.desk.act(Action::DismissDialog);
        shop.desk.close();
    }
}

#[test]
fn a_customer_that_cannot_be_read_is_said_by_the_reason() {
    let mut shop = Shop::open();
    let get = (Method::Get, "/customers/*");
    assert_eq!(shop.find_customer("cus_9"), "The service has no customer cus_9. Check the ID and the active profile.");
    shop.fault(get, "status_422", 1);
    let text = shop.find_customer("cus_1");
    assert!(text.starts_with("cus_1 could not be loaded: ") && text.ends_with("Check the request."), "{text}");
    shop.fault(get, "status_502", 9);
    let text = shop.find_customer("cus_1");
    assert!(text.ends_with("The service has a problem: try again in a minute."), "{text}");
    shop.service.ask(Method::Post, "/_sandbox/api_keys/key_secret/revoke", Some(json!({})));
    let text = shop.find_customer("cus_2");
    let next = "Replace this profile's key; Paydesk no longer uses the old one.";
    assert!(text.contains("the API key was revoked") && text.ends_with(next), "{text}");
    shop.desk.close();
}
