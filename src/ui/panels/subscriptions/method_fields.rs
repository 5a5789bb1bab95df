//! The fields of the method that a subscription is confirmed with: those that the specification shows, each by its name;
//! of a method whose data is the provider's, the object that the provider asks for.

use egui::Ui;

use crate::form::{FormFields, TO_THE_SERVICE, readable};
use paydesk_core::features::subscriptions::{CryptoData, SubscriptionMethod};
use paydesk_widgets::SecretInput;

use super::text;

/// Where the data is in the body.
pub const DATA: &str = "payment_details.payment_method_data";
const TYPE: &str = "payment_details.payment_method_type";

/// The data of a method whose shape the specification leaves to the provider.
pub fn object_ui(ui: &mut Ui, entry: &mut FormFields<'_>, place: &str, data: &mut SecretInput) {
    let hint = text::JSON_OBJECT_IN_PROVIDERS_FORMAT;
    entry.secret(ui, place, text::METHOD_DATA, data, hint);
}

/// What is paid with a crypto currency; nothing of it where a stored method is charged.
pub fn crypto_ui(ui: &mut Ui, entry: &mut FormFields<'_>, data: &mut CryptoData, is_stored: bool) {
    let at = |name: &str| format!("{DATA}.crypto.{name}");
    let [currency, address, network, tag] = ["pay_currency", "wallet_address", "network", "wallet_address_tag"].map(at);
    let [method_id, customer] = ["payment_method_id", "external_customer_id"].map(at);
    if !is_stored {
        entry.require(&currency);
        entry.require(&address);
    }
    let CryptoData {
        pay_currency,
        wallet_address,
        network: on,
        wallet_address_tag,
        payment_method_id,
        external_customer_id,
    } = data;
    entry.pair(ui, [(&currency, text::PAID_IN, pay_currency, text::SUCH_AS_BTC), (&network, text::NETWORK, on, "")]);
    entry.text(ui, &address, text::WALLET_ADDRESS, wallet_address, "");
    entry.text(ui, &tag, text::ADDRESS_TAG, wallet_address_tag, text::IF_NETWORK_USES_TAGS);
    let ids = [
        (method_id.as_str(), "Method ID", payment_method_id, text::AT_PROVIDER),
        (customer.as_str(), "Customer ID", external_customer_id, text::AT_PROVIDER),
    ];
    entry.pair(ui, ids);
}

/// A method whose data is below a name: which bank transfer, redirect or wallet it is.
pub fn named_ui(
    ui: &mut Ui,
    entry: &mut FormFields<'_>,
    method: SubscriptionMethod,
    name: &mut String,
    data: &mut SecretInput,
) {
    let (label, hint) = match method {
        SubscriptionMethod::BankTransfer => (text::TRANSFER_TYPE, text::ACH_SEPA_BACS_OR_LOCAL),
        SubscriptionMethod::BankRedirect => (text::BANK_REDIRECT, text::AS_PROVIDER_NAMES_IT),
        _ => (text::WALLET, text::PROVIDER_NAME_AND_SDK),
    };
    let place = format!("{DATA}.{}", method.word());
    entry.text(ui, &format!("{place}.<name>"), label, name, hint);
    object_ui(ui, entry, &format!("{place}.{}", name.trim()), data);
}

/// `payment_method_type`: one of those that the specification names, or the word of a provider.
pub fn type_ui(ui: &mut Ui, entry: &mut FormFields<'_>, method: SubscriptionMethod, word: &mut String) {
    let types = method.of_payment().map_or(&[][..], |method| method.types());
    if types.is_empty() {
        entry.text(ui, TYPE, text::METHOD_TYPE, word, "");
        return;
    }
    let text = if word.is_empty() { TO_THE_SERVICE.to_owned() } else { readable(word) };
    let taken = entry.choice(ui, TYPE, text::METHOD_TYPE, &text, |body| {
        let mut taken = body.choice(TO_THE_SERVICE, word.is_empty()).then_some("");
        for one in types {
            if body.choice(&readable(one), word == one) {
                taken = Some(one);
            }
        }
        taken
    });
    if let Some(taken) = taken {
        taken.clone_into(word);
    }
}
