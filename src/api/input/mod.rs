//! What a person gives to make or change something at the service, plain data with one type per form, and the rules of
//! its fields, checked when a call is built. An error names the field and the rule. A text that is empty counts as not
//! given; how an input is sent is the business of the calls.
//!
//! Forms show the rule beside the field. What the documentation names as a limit refuses: a call that breaks it cannot be
//! made. What has no source there warns, and the service has the last word.
//!
//! # Every check and its source
//!
//! | check | of | source | severity |
//! |---|---|---|---|
//! | required fields | all calls | [reference](crate::resources) of the call | refuses |
//! | [`currency`] | amounts | ISO 4217, rule 2 of the documentation | refuses |
//! | [`positive`] | amounts of payments, refunds, payouts, links | ours: a service may take 0 for “not given”, which is everything | refuses |
//! | [`id`] | `payment_id` | [limits](crate::reference::limits#field-limits) | refuses |
//! | [`usual_id`] | `customer_id`, `refund_id` | none | warns |
//! | `payment_id` is not `list` | payments | the path of the list | refuses |
//! | [`at_most`] 255 | `merchant_order_reference_id` | [limits](crate::reference::limits#field-limits) | refuses |
//! | descriptor of 22 characters with a letter | `statement_descriptor_name` | [limits](crate::reference::limits#field-limits) | refuses |
//! | prefix and suffix of 22 together | capture | *should not* exceed | warns |
//! | [`metadata`] | payments, payouts | [limits](crate::reference::limits#field-limits) | refuses |
//! | the same limits | customers, refunds | none | warns |
//! | names of metadata are there, once; ours is not taken | all metadata | ours: a JSON object, found again by our name | refuses |
//! | [`one_of`] | methods, types, priorities, entity types, capture methods | listed words | refuses |
//! | [`country`] | billing and shipping of payments and subscriptions, `business_country` | two-letter ISO code | refuses |
//! | the same form | address of a customer, billing of a payout | none | warns |
//! | [`email`] | everywhere | ours: nobody can write to anything else | refuses |
//! | [`phone`], [`phone_country_code`] | everywhere | none; the code is given as an example | warns |
//! | [`url()`] | `return_url` | none | warns |
//! | [`ip_address`], range of `time_zone` | browsers | none | warns |
//! | [`header`] | `X-Profile-Id` | HTTP: nothing else can be sent | refuses |
//! | month of two digits, year of four digits in the future, code of 3 or 4 | card of a payment and a subscription | shape of the card | refuses |
//! | number of 12 to 19 digits | card of a payment and a subscription | none | warns |
//! | forms of fields of a payout method | payouts | none, but a network's name in CamelCase | warns |
//! | check digits of IBAN, BIC, routing numbers, sort codes | payouts | ISO 13616, ISO 9362, ABA, Vocalink: the money would go nowhere | refuses |
//! | expiry of a card in the past | payouts | none | warns |
//! | expiry in the past | payment links, API keys | none | warns |
//! | quantity of 1 or more, amount of 0 or more | `order_details` | none | warns |
//! | `session_expiry` of 1 or more | payouts | none | warns |
//! | somebody to send a link to | payment links | none | warns |
//! | deprecated fields repeat those of `customer` | payouts | ours: nobody knows which of the two is taken | refuses |
//! | `payment_token` or data, not both | confirmation of a subscription | ours: nobody knows which of the two is charged | refuses |
//! | data or a token of a card | confirmation of a subscription | none | warns |
//! | nothing is changed | updates | ours: nothing to send | refuses |

mod address;
mod api_key;
mod customer;
mod payment;
mod payment_link;
mod refund;
mod rule;
mod subscription;

use std::net::IpAddr;

use paydesk_domain::ids::PaymentId;
use paydesk_domain::metadata::check_metadata;
use paydesk_domain::money::{Currency, CurrencyCode};
use paydesk_domain::payout::is_country;
use paydesk_domain::person::is_email;
use paydesk_domain::text::is_hidden;

pub use address::{
    Address, AddressShape, Billing, BillingShape, CUSTOMER_ADDRESS, Contact, PAYMENT_BILLING, PAYOUT_BILLING, Phone,
    SUBSCRIPTION_BILLING,
};
pub use api_key::{CreateApiKeyInput, KeyExpiration};
pub use customer::{CreateCustomerInput, UpdateCustomerInput};
pub use payment::{
    AuthenticationType, BrowserInfo, CardData, CreatePaymentInput, CryptoData, MethodData, MethodInput, NamedData,
    OrderDetail, Payer, PaymentDetails, PaymentMethod, SetupFutureUsage,
};
pub use payment_link::{CreatePaymentLinkInput, ONE_TIME, PaymentLinkConfig};
pub use refund::{CreateRefundInput, INSTANT};
pub use rule::{InputError, Rule, Severity, is_refused};
pub use subscription::{
    Acceptance, CaptureSchedule, ConfirmSubscriptionInput, CreateSubscriptionInput, CustomerAcceptance, PaymentType,
    SubscriptionData, SubscriptionMethod, UpdateSubscriptionInput,
};

/// How an e-mail address is written.
pub const E_MAIL_FORM: &str = "an e-mail address, such as name@shop.example";

/// What a check says.
pub type Checked = Result<(), InputError>;

/// There must be something in it.
pub fn required(field: &str, text: &str) -> Checked {
    if text.trim().is_empty() { Err(InputError::new(field, Rule::Required)) } else { Ok(()) }
}

/// At most `max` characters.
pub fn at_most(field: &str, text: &str, max: usize) -> Checked {
    let chars = text.chars().count();
    if chars <= max {
        Ok(())
    } else {
        Err(InputError::new(field, format!("at most {max} characters; this has {chars}")))
    }
}

/// One of the values the specification lists.
pub fn one_of(field: &str, word: &str, allowed: &[&str]) -> Checked {
    if allowed.contains(&word) { Ok(()) } else { Err(InputError::new(field, format!("one of {}", allowed.join(", ")))) }
}

/// A two-letter ISO 3166-1 code.
pub fn country(field: &str, code: &str) -> Checked {
    if is_country(code) {
        Ok(())
    } else {
        Err(InputError::new(field, "a two-letter country code (ISO 3166-1), such as DE"))
    }
}

/// A currency whose decimals are known at the service.
pub fn currency(field: &str, currency: &Currency) -> Checked {
    match (currency.is_known(), currency.currency_code().is_listed()) {
        (true, _) => Ok(()),
        (false, true) => Err(InputError::new(
            field,
            "a currency whose decimal places Paydesk knows for this \
            service",
        )),
        (false, false) => Err(InputError::new(field, "a three-letter ISO 4217 code")),
    }
}

/// A code that ISO 4217 lists.
pub fn currency_code(field: &str, code: &CurrencyCode) -> Checked {
    if code.is_listed() { Ok(()) } else { Err(InputError::new(field, "a three-letter ISO 4217 code")) }
}

/// More than nothing, in the lowest unit.
pub fn positive(field: &str, minor: i64) -> Checked {
    if minor > 0 { Ok(()) } else { Err(InputError::new(field, "more than 0")) }
}

/// At most 50 pairs of 40 and 500 characters.
pub fn metadata<'a>(field: &str, pairs: impl ExactSizeIterator<Item = (&'a str, &'a str)>) -> Checked {
    check_metadata(pairs).map_err(|error| InputError::new(field, Rule::fault(&error)))
}

/// The usual limits where none are documented.
pub fn usual_metadata<'a>(field: &str, pairs: impl ExactSizeIterator<Item = (&'a str, &'a str)>) -> Checked {
    check_metadata(pairs).map_err(|error| InputError::warning(field, Rule::sentence(format!("On payments, {error}"))))
}

/// What a check said, which then only warns.
pub fn warned(checked: Checked) -> Checked {
    checked.map_err(InputError::into_warning)
}

/// Every broken rule of an input, in the order of its fields: what a form shows at once.
///
/// Convention of all inputs: a plain struct of public fields (texts that are empty count as not given), `check`
/// returns what is broken, and the call's `new` takes only an input of which nothing is.
#[derive(Debug, Default)]
pub struct Checks(Vec<InputError>);

impl Checks {
    /// Notes what a check said.
    pub fn add(&mut self, checked: Checked) {
        self.0.extend(checked.err());
    }

    /// Notes what a check of something given said; what is not given breaks no rule.
    pub fn add_given(&mut self, field: &str, text: &str, check: impl FnOnce(&str, &str) -> Checked) {
        if !text.is_empty() {
            self.add(check(field, text));
        }
    }

    /// Notes that `field` breaks `rule` where `is_broken`.
    pub fn forbid(&mut self, is_broken: bool, field: &str, rule: impl Into<Rule>) {
        if is_broken {
            self.0.push(InputError::new(field, rule));
        }
    }

    /// Notes that `field` is not as usual where `is_unusual`: no documentation speaks against it.
    pub fn warn(&mut self, is_unusual: bool, field: &str, rule: impl Into<Rule>) {
        if is_unusual {
            self.0.push(InputError::warning(field, rule));
        }
    }

    /// Notes what is broken within a part.
    pub fn extend(&mut self, errors: Vec<InputError>) {
        self.0.extend(errors);
    }

    pub fn into_errors(self) -> Vec<InputError> {
        self.0
    }
}

/// What a call is built of: `input`, unless something in `errors` refuses it.
pub fn sound<T>(input: T, errors: Vec<InputError>) -> Result<T, Vec<InputError>> {
    if is_refused(&errors) { Err(errors) } else { Ok(input) }
}

/// What an id that we choose is made of.
pub const ID_RULE: &str = "1 to 64 letters, digits, “_” and “-”";

/// The id of a payment: 1 to 64 letters, digits, `_` and `-` ([limits](crate::reference::limits#field-limits)).
pub fn id(field: &str, id: &str) -> Checked {
    let fits = PaymentId::parse(id).is_ok();
    if fits { Ok(()) } else { Err(InputError::new(field, ID_RULE)) }
}

/// The id of something else that we choose: not documented, and taken by every service where it is like that of a payment.
pub fn usual_id(field: &str, text: &str) -> Checked {
    required(field, text)?;
    warned(id(field, text))
}

/// `min` to `max` digits and nothing else. Never repeats the text.
pub fn digits(field: &str, text: &str, min: usize, max: usize) -> Checked {
    let fits = (min..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let count = if min == max { format!("{min}") } else { format!("{min} to {max}") };
    if fits { Ok(()) } else { Err(InputError::new(field, format!("{count} digits"))) }
}

/// The address of a page, with its scheme.
pub fn url(field: &str, text: &str) -> Checked {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let has_host = rest.starts_with(|c: char| c.is_alphanumeric() || c == '[');
    let fits = has_host && !text.contains(|c: char| c.is_whitespace() || is_hidden(c));
    if fits { Ok(()) } else { Err(InputError::warning(field, "an address that starts with https:// or http://")) }
}

/// Nobody can write to anything else. The rest is the business of the mail server.
pub fn email(field: &str, text: &str) -> Checked {
    if is_email(text.trim()) { Ok(()) } else { Err(InputError::new(field, E_MAIL_FORM)) }
}

/// A number without its country code ([API reference](crate::resources::payments::reference#create)).
pub fn phone(field: &str, number: &str) -> Checked {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'(' | b')' | b'.' | b'/');
    if number.starts_with('+') {
        Err(InputError::warning(field, "without the country code, which has a field of its own"))
    } else if number.bytes().any(|byte| byte.is_ascii_digit()) && number.bytes().all(is_part) {
        Ok(())
    } else {
        Err(InputError::warning(field, "a telephone number"))
    }
}

/// A plus sign and one to four digits.
pub fn phone_country_code(field: &str, code: &str) -> Checked {
    let digits = code.strip_prefix('+').unwrap_or_default();
    let fits = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if fits { Ok(()) } else { Err(InputError::warning(field, "a plus sign and digits: +44")) }
}

/// An address of the internet protocol.
pub fn ip_address(field: &str, text: &str) -> Checked {
    let fits = text.parse::<IpAddr>().is_ok();
    if fits { Ok(()) } else { Err(InputError::warning(field, "an IPv4 or IPv6 address")) }
}

/// What travels in a header: something, and only visible ASCII characters.
pub fn header(field: &str, text: &str) -> Checked {
    required(field, text)?;
    let fits = text.bytes().all(|byte| byte.is_ascii_graphic());
    if fits { Ok(()) } else { Err(InputError::new(field, "only visible ASCII characters")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_field_and_the_rule() {
        let error = at_most("statement_descriptor_name", &"x".repeat(23), 22).unwrap_err();
        assert_eq!(error.to_string(), "statement_descriptor_name: at most 22 characters; this has 23");
        let error = one_of("priority", "slow", &["instant", "fast"]).unwrap_err();
        assert_eq!(error.to_string(), "priority: one of instant, fast");
        assert!(required("name", "  ").is_err());
        assert!(country("billing.address.country", "GER").is_err());
        assert!(currency("currency", &Currency::iso4217("ZZZ")).is_err());
        assert!(positive("amount", 0).is_err());
    }

    #[test]
    fn ids_addresses_and_numbers_are_checked_by_their_form() {
        let fits = |check: fn(&str, &str) -> Checked, good: &[&str], bad: &[&str]| {
            assert!(good.iter().all(|text| check("f", text).is_ok()), "{good:?}");
            assert!(bad.iter().all(|text| check("f", text).is_err()), "{bad:?}");
        };
        let (longest, too_long) = ("a".repeat(64), "a".repeat(65));
        fits(id, &["a", "Re-fund_1", &longest], &["", &too_long, "a b", "å", "a/b"]);
        fits(url, &["https://shop.example/back?x=1", "http://[::1]:8080"], &["shop.example", "https://", "https:// x"]);
        fits(email, &["ada@mail.example"], &["ada", "@mail.example", "ada@", "a@b@c", "a b@c.de"]);
        fits(phone, &["7700900123", "(0)30 123-45"], &["+447700900123", "", "call me", "()"]);
        fits(phone_country_code, &["+44", "+1", "+1868"], &["44", "+", "+12345", "0044", "+4a"]);
        fits(ip_address, &["203.0.113.7", "::1"], &["203.0.113.256", "localhost", "203.0.113.7:80", ""]);
        fits(header, &["pro_test-1"], &["", " ", "pro test", "pro\ntest", "pró"]);
        fits(|f, t| digits(f, t, 3, 4), &["123", "1234"], &["12", "12345", "12a", "１２３"]);
        assert_eq!(digits("card_cvc", "12", 3, 4).unwrap_err().to_string(), "card_cvc: 3 to 4 digits");
    }

    #[test]
    fn only_what_is_documented_as_a_limit_refuses() {
        for (check, bad) in [
            (phone as fn(&str, &str) -> Checked, "+447700900123"),
            (phone, "call me"),
            (phone_country_code, "44"),
            (url, "shop.example"),
            (ip_address, "localhost"),
            (usual_id, "cus 1"),
        ] {
            assert!(!check("f", bad).unwrap_err().refuses(), "{bad}");
        }
        for (check, bad) in [
            (id as fn(&str, &str) -> Checked, "a b"),
            (usual_id, ""),
            (header, "a b"),
            (country, "GER"),
            (email, "ada"),
        ] {
            assert!(check("f", bad).unwrap_err().refuses(), "{bad}");
        }
        assert_eq!(
            sound(1, vec![phone("phone", "call me").unwrap_err()]),
            Ok(1),
            "a warning keeps nothing from being sent"
        );
        assert!(sound(1, vec![id("payment_id", "a b").unwrap_err()]).is_err());
    }

    #[test]
    fn all_broken_rules_are_reported_in_order_and_what_is_not_given_breaks_none() {
        let mut checks = Checks::default();
        checks.add(required("name", ""));
        checks.add_given("email", "", email);
        checks.add_given("email", "ada", email);
        checks.forbid(true, "confirm", "not now");
        let fields: Vec<String> = checks.into_errors().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["name", "email", "confirm"]);
    }
}
