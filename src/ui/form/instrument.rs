//! What is typed of the instrument that is charged, the same for payments and subscriptions.

use egui::Ui;
use paydesk_api::input::CryptoData;
use paydesk_core::text::CUSTOMER_ID;

use super::{FormFields, TO_THE_SERVICE, readable, text};

impl FormFields<'_> {
    /// `payment_method_type` at `path`: one of `types`, or the name that a provider has for it where there are none.
    pub fn method_type(&mut self, ui: &mut Ui, path: &str, types: &[&'static str], word: &mut String) {
        if types.is_empty() {
            self.text(
                ui,
                path,
                text::METHOD_TYPE,
                word,
                "As the provider names it; if left empty, the service decides",
            );
            return;
        }
        let shown = if word.is_empty() { TO_THE_SERVICE.to_owned() } else { readable(word) };
        let taken = self.choice(ui, path, text::METHOD_TYPE, &shown, |body| {
            let none = body.choice(TO_THE_SERVICE, word.is_empty()).then_some("");
            types.iter().copied().filter(|one| body.choice(&readable(one), word == one)).last().or(none)
        });
        if let Some(taken) = taken {
            taken.clone_into(word);
        }
    }

    /// What is paid with a crypto currency, at `place` of the body. Currency and address are `required` unless a stored
    /// method is charged.
    pub fn crypto(&mut self, ui: &mut Ui, place: &str, data: &mut CryptoData, required: bool) {
        let at = |name: &str| format!("{place}.{name}");
        let [currency, address, network, tag] =
            ["pay_currency", "wallet_address", "network", "wallet_address_tag"].map(at);
        let [method_id, customer] = ["payment_method_id", "external_customer_id"].map(at);
        if required {
            self.require(&currency);
            self.require(&address);
        }
        let paid_in = (currency.as_str(), "Payment currency", &mut data.pay_currency, "Such as BTC");
        self.pair(ui, [paid_in, (&network, "Network", &mut data.network, "")]);
        self.text(ui, &address, "Wallet address", &mut data.wallet_address, "");
        self.text(ui, &tag, "Address tag", &mut data.wallet_address_tag, "If the network uses tags");
        let ids = [
            (method_id.as_str(), "Method ID", &mut data.payment_method_id, text::AT_PROVIDER),
            (customer.as_str(), CUSTOMER_ID, &mut data.external_customer_id, text::AT_PROVIDER),
        ];
        self.pair(ui, ids);
    }
}
