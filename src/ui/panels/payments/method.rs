//! How a payment is paid, as it is created or confirmed: a published test card in a sandbox, or one of the other methods with
//! what its provider asks for. Card numbers are typed nowhere; the data of other methods leaves once and is stored nowhere.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::form::FormFields;
use crate::panels::payments::text;
use paydesk_api::input::{CryptoData, MethodData, MethodInput, NamedData, PaymentMethod};
use paydesk_core::State;
use paydesk_core::features::payments::test_card;
use paydesk_domain::method::method_text;
use paydesk_domain::secret::SecretText;
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Notice, SecretInput};

/// Where the card is in the body.
const CARD: &str = "payment_method_data.card";
const METHOD: &str = "payment_method";
const TYPE: &str = "payment_method_type";
const DATA: &str = "payment_method_data";
/// The type that a test card is charged as unless a person takes the other.
const CREDIT: &str = "credit";

/// What the method is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodFor {
    NewPayment,
    Confirmation,
}

impl MethodFor {
    /// The choice of no method.
    fn none(self) -> &'static str {
        match self {
            Self::NewPayment => text::SPECIFY_LATER,
            Self::Confirmation => "As attached to the payment",
        }
    }

    /// The choice of no test card.
    fn without_card(self) -> &'static str {
        match self {
            Self::NewPayment => "Without a card: it is charged later",
            Self::Confirmation => "Without a card: the attached one is charged",
        }
    }

    /// What follows where cards are entered elsewhere.
    fn no_cards(self) -> &'static str {
        match self {
            Self::NewPayment => {
                "The payment is created without a card: in production, card data is never entered in Paydesk. The \
                 customer enters it when confirming."
            }
            Self::Confirmation => {
                "In production, card data is never entered in Paydesk. The card attached to the payment is charged; \
                 without one, the customer has to confirm."
            }
        }
    }
}

/// What is typed for a method.
#[derive(Debug, Default)]
pub struct MethodDraft {
    pub method: Option<PaymentMethod>,
    pub method_type: String,
    /// What the data is below: the word of the provider.
    pub name: String,
    /// The data as JSON: it may hold account numbers.
    pub data: SecretInput,
    pub crypto: CryptoData,
    /// It is charged as the payment is made.
    pub charge: bool,
    card: Option<CardDraft>,
}

/// A test card that is charged, with what goes with it and is sent with no other method.
#[derive(Debug, Default)]
pub struct CardDraft {
    /// Its index among the test cards.
    pub card: usize,
    pub holder_name: String,
}

impl MethodDraft {
    /// The test card that is charged; none where the profile takes no cards.
    pub fn card(&self, state: &State) -> Option<&CardDraft> {
        self.card.as_ref().filter(|_| state.view().takes_cards())
    }

    /// Another test card, or none.
    fn choose_card(&mut self, card: Option<usize>) {
        let Some(card) = card else { return self.card = None };
        self.choose(Some(PaymentMethod::Card));
        if self.card.is_none() {
            CREDIT.clone_into(&mut self.method_type);
        }
        self.card.get_or_insert_default().card = card;
    }

    /// Whether the payment is paid otherwise than by card.
    pub fn is_other(&self) -> bool {
        self.method.is_some_and(|method| method != PaymentMethod::Card)
    }

    /// What was typed for another method is wiped with it.
    pub fn choose(&mut self, method: Option<PaymentMethod>) {
        if self.method != method {
            *self = Self { method, ..Self::default() };
        }
    }

    /// The data leaves once.
    pub fn wipe(&mut self) {
        self.data.clear();
    }

    /// As it is sent; the data only where some is typed.
    pub fn input(&self, state: &State) -> Option<MethodInput> {
        let method = self.method?;
        let method_type = self.method_type.trim().to_owned();
        if let Some(draft) = self.card(state) {
            let card = test_card(&state.view(), TEST_CARDS.get(draft.card)?, &draft.holder_name)?;
            return Some(MethodInput { method, method_type, data: Some(MethodData::Card(card)) });
        }
        let data = match method {
            PaymentMethod::Card | PaymentMethod::PayLater | PaymentMethod::Upi => None,
            PaymentMethod::Crypto => {
                let data = self.crypto.trimmed();
                (data != CryptoData::default()).then_some(MethodData::Crypto(data))
            }
            PaymentMethod::BankTransfer | PaymentMethod::Wallet | PaymentMethod::BankRedirect => self.named(),
        };
        Some(MethodInput { method, method_type, data })
    }

    fn named(&self) -> Option<MethodData> {
        let (name, is_typed) = (self.name.trim().to_owned(), !self.data.is_empty());
        // Its shape is the provider's, who may ask for nothing.
        let json = if is_typed { SecretText::new(self.data.text().trim()) } else { SecretText::new("{}") };
        (is_typed || !name.is_empty()).then_some(MethodData::Named(NamedData { name, json }))
    }
}

/// Draws the choice of the method, and its fields. Whether a test card was picked.
pub fn method_ui(
    ui: &mut Ui,
    state: &State,
    entry: &mut FormFields<'_>,
    draft: &mut MethodDraft,
    chosen_for: MethodFor,
) -> bool {
    let shown = draft.method.map_or_else(|| chosen_for.none().to_owned(), text_of);
    let taken = entry.choice(ui, METHOD, text::PAYMENT_METHOD, &shown, |body| {
        let none = body.choice(chosen_for.none(), draft.method.is_none()).then_some(None);
        let chosen = PaymentMethod::iter().find(|method| body.choice(&text_of(*method), draft.method == Some(*method)));
        chosen.map(Some).or(none)
    });
    if let Some(taken) = taken {
        draft.choose(taken);
        entry.forget_below("payment_method_data.");
    }
    match draft.method {
        None | Some(PaymentMethod::Card) if state.view().takes_cards() => {
            return card_ui(ui, entry, draft, chosen_for.without_card());
        }
        None | Some(PaymentMethod::Card) => {
            Notice::new(Tone::Neutral, chosen_for.no_cards()).icon(Icon::Lock).ui(ui);
            ui.add_space(space::S);
            card_type_ui(ui, entry, draft);
        }
        Some(method) => other_ui(ui, entry, method, draft),
    }
    if draft.is_other() && chosen_for == MethodFor::NewPayment {
        let label = "Confirm now: the customer is charged, or sent to the provider";
        entry.check(ui, "confirm", label, &mut draft.charge);
    }
    false
}

/// Whether it is a credit or a debit card, once the method is a card.
fn card_type_ui(ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut MethodDraft) {
    if draft.method == Some(PaymentMethod::Card) {
        entry.method_type(ui, TYPE, PaymentMethod::Card.types(), &mut draft.method_type);
    }
}

/// One of the published test cards, or none: numbers are never typed. Whether one was picked.
fn card_ui(ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut MethodDraft, without: &str) -> bool {
    let chosen = draft.card.as_ref().map(|card| card.card);
    let text_of = |index: usize| TEST_CARDS.get(index).map(|card| format!("{} · {}", card.grouped(), card.text()));
    let text = chosen.and_then(text_of).unwrap_or_else(|| without.to_owned());
    let taken = entry.wide_choice(ui, &format!("{CARD}.card_number"), text::TEST_CARD, &text, |body| {
        body.caption(text::PUBLISHED_TEST_CARDS_REAL_ONES);
        let none = body.choice(without, chosen.is_none()).then_some(None);
        let offered = (0..TEST_CARDS.len()).filter_map(|index| Some((index, text_of(index)?)));
        offered
            .filter(|(index, text)| body.choice(text, chosen == Some(*index)))
            .last()
            .map(|(at, _)| Some(at))
            .or(none)
    });
    if let Some(taken) = taken {
        draft.choose_card(taken);
    }
    if let Some(card) = &mut draft.card {
        let path = format!("{CARD}.card_holder_name");
        entry.text(ui, &path, text::NAME_ON_CARD, &mut card.holder_name, text::OPTIONAL);
    }
    card_type_ui(ui, entry, draft);
    taken.flatten().is_some()
}

fn text_of(method: PaymentMethod) -> String {
    method_text(method.word())
}

fn other_ui(ui: &mut Ui, entry: &mut FormFields<'_>, method: PaymentMethod, draft: &mut MethodDraft) {
    entry.method_type(ui, TYPE, method.types(), &mut draft.method_type);
    let place = format!("{DATA}.{}", method.word());
    match method {
        PaymentMethod::Crypto => entry.crypto(ui, &place, &mut draft.crypto, false),
        PaymentMethod::BankTransfer | PaymentMethod::Wallet | PaymentMethod::BankRedirect => {
            let (label, hint) = match method {
                PaymentMethod::BankTransfer => (text::TRANSFER_TYPE, text::ACH_SEPA_BACS_OR_LOCAL),
                PaymentMethod::BankRedirect => (text::BANK_REDIRECT, text::AS_PROVIDER_NAMES_IT),
                _ => (text::WALLET, text::PROVIDER_NAME_AND_SDK),
            };
            entry.text(ui, &format!("{place}.<name>"), label, &mut draft.name, hint);
            let hint = text::JSON_OBJECT_IN_PROVIDERS_FORMAT;
            let place = format!("{place}.{}", draft.name.trim());
            entry.secret(ui, &place, text::METHOD_DATA, &mut draft.data, hint);
        }
        PaymentMethod::Card | PaymentMethod::PayLater | PaymentMethod::Upi => {}
    }
    entry.others_ui(ui, &[DATA]);
}
