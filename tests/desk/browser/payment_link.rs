//! The page of a payment link.

use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use serde_json::{Value, json};

use super::Shop;

const PAY: &str = "form button";

fn url(link: &Value) -> &str {
    link["link"].as_str().unwrap()
}

fn first_payment(link: &Value) -> PaymentId {
    PaymentId::new(link["payment_id"].as_str().unwrap())
}

#[test]
fn a_link_is_paid_once_however_often_it_is_sent_and_the_desk_shows_it() {
    let Some(mut shop) = Shop::open("paying a link in a browser") else { return };
    let link = shop.link(json!({}));
    shop.until_link_is(&link, "Active");
    shop.browser.open(url(&link));
    assert_eq!(shop.browser.heading(), "Pay 45.99 EUR");
    for text in ["Kettles & Co", "One pour-over kettle"] {
        assert!(shop.browser.text("main").contains(text), "{text}");
    }
    assert_eq!(shop.browser.spoken("#card_number"), ("textbox".into(), "Card number".into()));
    shop.browser.assert_page_is_sound("to-pay");
    let [first, second] = shop.browser.second_window();
    shop.browser.open(url(&link));
    shop.browser.click(PAY);
    shop.browser.until_heading("45.99 EUR paid");
    shop.browser.assert_page_is_sound("paid");
    shop.until_link_is(&link, "Paid");
    shop.until_payment_is(&first_payment(&link), &PaymentStatus::Succeeded);
    shop.browser.bring_up(&first);
    shop.browser.click(PAY);
    shop.browser.until_heading("45.99 EUR paid");
    assert!(shop.browser.text(".notice").contains("Your card was not charged again"));
    shop.browser.assert_page_is_sound("paid-twice");
    shop.browser.bring_up(&second);
    shop.browser.open(url(&link));
    assert!(shop.browser.text(".notice").contains("There is nothing more to pay"));
    assert_eq!(shop.ledger("capture"), [4_599]);
    shop.close();
}

#[test]
fn a_declined_card_is_explained_and_another_one_pays() {
    let Some(mut shop) = Shop::open("a declined card in a browser") else { return };
    let link = shop.link(json!({}));
    shop.browser.open(url(&link));
    shop.browser.fill("#card_number", "4000 0000 0000 9995");
    shop.browser.click(PAY);
    shop.browser.until_heading("Pay 45.99 EUR");
    let notice = shop.browser.text(".notice");
    for text in ["Your card was declined", "No money was taken", "Use another card"] {
        assert!(notice.contains(text), "{notice}");
    }
    assert_eq!(shop.browser.script("document.querySelector('.notice').getAttribute('role')"), "alert");
    shop.browser.assert_page_is_sound("declined");
    shop.until_link_is(&link, "Payment failed");
    shop.until_payment_is(&first_payment(&link), &PaymentStatus::Failed);
    assert_eq!(shop.ledger("capture"), Vec::<i64>::new());
    shop.browser.fill("#card_number", "4242424242424242");
    // By keyboard: Enter sends the form.
    shop.browser.type_into("#card_number", "\u{E007}");
    shop.browser.until_heading("45.99 EUR paid");
    shop.until_link_is(&link, "Paid");
    assert_eq!(shop.ledger("capture"), [4_599]);
    shop.close();
}

#[test]
fn what_is_wrong_stands_at_its_field_and_nothing_secret_is_written_back() {
    let Some(shop) = Shop::open("the errors of a form in a browser") else { return };
    let link = shop.link(json!({"require_customer_info": true}));
    shop.browser.open(url(&link));
    for (field, value, what_to_do) in [
        ("card_number", "4242", "Enter a card number of 12 to 19 digits"),
        ("card_exp_month", "13", "Enter the month as two digits, from 01 to 12"),
        ("card_exp_year", "2019", "Enter a four-digit year that has not passed"),
        ("card_cvc", "1", "Enter the 3 or 4 digits of the security code"),
        ("card_holder_name", "", "Enter the name shown on the card"),
    ] {
        shop.browser.open(url(&link));
        for (field, good) in [("card_holder_name", "Ada Lovelace"), ("email", "ada@example.com")] {
            shop.browser.fill(&format!("#{field}"), good);
        }
        shop.browser.fill(&format!("#{field}"), value);
        shop.browser.click(PAY);
        let invalid = "document.querySelector('[aria-invalid]')";
        paydesk_test_basics::waiting::step_until("the field is marked", || {
            (shop.browser.script(&format!("{invalid}?.id ?? ''")) == field).then_some(())
        });
        let described = format!(
            "{invalid}.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText)"
        );
        assert!(shop.browser.script(&described).to_string().contains(what_to_do), "{field}");
        // The browser gives the keyboard to the field once the page is drawn.
        paydesk_test_basics::waiting::step_until("the field has the keyboard", || {
            (shop.browser.script("document.activeElement.id") == field).then_some(())
        });
        assert!(shop.browser.text(".notice a").contains(what_to_do), "{field}");
        assert_eq!(shop.browser.script("document.getElementById('card_number').value"), "");
        assert_eq!(shop.browser.script("document.getElementById('email').value"), "ada@example.com");
    }
    shop.browser.assert_page_is_sound("wrong-field");
    assert_eq!(shop.ledger("authorize"), Vec::<i64>::new());
    shop.close();
}

#[test]
fn an_expired_link_a_cancelled_one_and_one_that_is_processing_take_no_card() {
    let Some(mut shop) = Shop::open("links that take no card in a browser") else { return };
    let (expired, cancelled, slow) = (shop.link(json!({})), shop.link(json!({})), shop.link(json!({})));
    shop.post("/_sandbox/clock", json!({"freeze": true}));
    shop.browser.open(url(&slow));
    shop.browser.fill("#card_number", "4000000000005050");
    shop.browser.click(PAY);
    shop.browser.until_heading("Payment of 45.99 EUR is processing");
    shop.browser.assert_page_is_sound("processing");
    shop.until_link_is(&slow, "Processing");
    shop.post("/_sandbox/clock", json!({"advance_seconds": 5}));
    shop.browser.click("main a");
    shop.browser.until_heading("45.99 EUR paid");
    shop.until_link_is(&slow, "Paid");
    let payment_id = first_payment(&cancelled);
    shop.post(&format!("/payments/{payment_id}/cancel"), json!({"cancellation_reason": "requested_by_customer"}));
    shop.browser.open(url(&cancelled));
    assert_eq!(shop.browser.heading(), "This payment was cancelled");
    shop.browser.assert_page_is_sound("cancelled");
    shop.until_link_is(&cancelled, "Cancelled");
    shop.post("/_sandbox/clock", json!({"advance_seconds": 24 * 3_600}));
    shop.browser.open(url(&expired));
    assert_eq!(shop.browser.heading(), "This payment link has expired");
    assert!(shop.browser.text(".notice").contains("Ask Kettles & Co for a new link"));
    shop.browser.assert_page_is_sound("expired");
    shop.until_link_is(&expired, "Expired");
    for link in [&expired, &cancelled, &slow] {
        shop.browser.open(url(link));
        assert_eq!(shop.browser.script("document.forms.length"), 0);
    }
    assert_eq!(shop.ledger("capture"), [4_599]);
    shop.close();
}
