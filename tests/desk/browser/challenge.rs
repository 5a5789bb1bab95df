//! The page on which a bank asks whether it is its customer who pays.

use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use serde_json::json;

use super::Shop;

const THREE_DS: &str = "4000003800000446";
const CONFIRM: &str = "form[action$='/complete'] button";
const DECLINE: &str = "form[action$='/reject'] button";
const LEAVE: &str = "form[action$='/abandon'] button";

fn page(shop: &Shop, id: &PaymentId) -> String {
    format!("{}/_sandbox/3ds/{id}", shop.service.running.base_url)
}

#[test]
fn a_challenge_that_is_passed_pays_and_the_desk_shows_both() {
    let Some(mut shop) = Shop::open("a challenge passed in a browser") else { return };
    let id = shop.pay("pay_passes", THREE_DS);
    shop.until_payment_is(&id, &PaymentStatus::RequiresAction);
    shop.browser.open(&page(&shop, &id));
    assert_eq!(shop.browser.heading(), "Confirm your payment of 10.00 USD");
    assert!(shop.browser.text("dl").contains("Visa ending in 0446"), "{}", shop.browser.text("dl"));
    shop.browser.assert_page_is_sound("challenge");
    shop.browser.click(CONFIRM);
    shop.browser.until_heading("Payment of 10.00 USD confirmed");
    assert_eq!(shop.browser.spoken("a.button"), ("link".into(), "Back to the shop".into()));
    shop.browser.assert_page_is_sound("challenge-passed");
    shop.until_payment_is(&id, &PaymentStatus::Succeeded);
    assert_eq!(shop.ledger("capture"), [1_000]);
    shop.close();
}

#[test]
fn a_challenge_that_is_declined_or_left_takes_no_money_and_the_desk_shows_it() {
    let Some(mut shop) = Shop::open("a challenge failed in a browser") else { return };
    for (id, button) in [("pay_declined", DECLINE), ("pay_left", LEAVE)] {
        let id = shop.pay(id, THREE_DS);
        shop.browser.open(&page(&shop, &id));
        shop.browser.click(button);
        shop.browser.until_heading("Payment of 10.00 USD declined");
        assert!(shop.browser.text(".notice").contains("No money was taken"));
        shop.until_payment_is(&id, &PaymentStatus::Failed);
    }
    shop.browser.assert_page_is_sound("challenge-failed");
    assert_eq!(shop.ledger("capture"), Vec::<i64>::new());
    shop.close();
}

#[test]
fn a_link_that_asks_for_the_bank_leads_there_and_back() {
    let Some(mut shop) = Shop::open("a link with a challenge in a browser") else { return };
    let link = shop.link(json!({"authentication_type": "three_ds"}));
    let url = link["link"].as_str().unwrap();
    shop.browser.open(url);
    shop.browser.click("form button");
    shop.browser.until_heading("Confirm your payment of 45.99 EUR");
    shop.browser.assert_page_is_sound("one-more-step");
    shop.until_link_is(&link, "Active");
    shop.browser.click("a.button");
    paydesk_test_basics::waiting::step_until("the bank's page is there", || {
        shop.browser.url().contains("/_sandbox/3ds/").then_some(())
    });
    shop.browser.click(CONFIRM);
    shop.browser.until_heading("Payment of 45.99 EUR confirmed");
    shop.browser.click("a.button");
    shop.browser.until_heading("45.99 EUR paid");
    assert_eq!(shop.browser.url(), url);
    shop.until_link_is(&link, "Paid");
    assert_eq!(shop.ledger("capture"), [4_599]);
    shop.close();
}
