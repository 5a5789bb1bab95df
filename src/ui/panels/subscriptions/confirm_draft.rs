//! What is filled in to confirm a subscription. Card numbers are never typed: one of the published test cards is chosen.

use chrono::{DateTime, NaiveDateTime, Utc};

use crate::form::{AddressDraft, FormFieldsDraft};
use paydesk_core::State;
use paydesk_core::features::forms::InputError;
use paydesk_core::features::payments::test_card;
use paydesk_core::features::subscriptions::{
    Acceptance, CardData, ConfirmSubscriptionInput, CryptoData, CustomerAcceptance, NamedData, PaymentType,
    SubscriptionData, SubscriptionMethod,
};
use paydesk_domain::ids::SubscriptionId;
use paydesk_domain::secret::SecretText;
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_widgets::SecretInput;

use super::shared_draft::{PrefilledOperation, profile_id};

/// Where the card is in the body.
pub const CARD: &str = "payment_details.payment_method_data.card";
/// Where the time of the acceptance is.
pub const ACCEPTED_AT: &str = "payment_details.customer_acceptance.accepted_at";

/// Texts of the form that confirms a subscription.
#[derive(Debug)]
pub struct ConfirmDraft {
    pub entry: FormFieldsDraft,
    /// The subscription it is of.
    pub of: Option<String>,
    pub method: SubscriptionMethod,
    /// Which of the test cards; `None` for a stored method.
    pub card: Option<usize>,
    pub holder_name: String,
    pub network: String,
    pub nick_name: String,
    pub shows_card_names: bool,
    /// That the creation of the subscription gave, where the person has it.
    pub client_secret: SecretInput,
    pub shows_secret: bool,
    pub payment_token: String,
    pub payment_method_type: String,
    pub payment_type: Option<PaymentType>,
    /// The method's data as JSON: it may hold account numbers.
    pub data: SecretInput,
    /// What the data is below, of the methods that have such a name.
    pub name: String,
    pub crypto: CryptoData,
    pub accepts: bool,
    pub online: bool,
    pub ip_address: String,
    pub user_agent: String,
    /// `2026-11-21 10:30`, in UTC; the moment of sending where it is empty.
    pub accepted_at: String,
    pub billing: AddressDraft,
    pub shipping: AddressDraft,
    pub filled: PrefilledOperation,
}

impl Default for ConfirmDraft {
    fn default() -> Self {
        Self {
            entry: FormFieldsDraft::default(),
            of: None,
            method: SubscriptionMethod::Card,
            card: Some(0),
            holder_name: String::new(),
            network: String::new(),
            nick_name: String::new(),
            shows_card_names: false,
            client_secret: SecretInput::default(),
            shows_secret: false,
            payment_token: String::new(),
            payment_method_type: String::new(),
            payment_type: None,
            data: SecretInput::default(),
            name: String::new(),
            crypto: CryptoData::default(),
            accepts: false,
            online: true,
            ip_address: String::new(),
            user_agent: String::new(),
            accepted_at: String::new(),
            billing: AddressDraft::default(),
            shipping: AddressDraft::default(),
            filled: PrefilledOperation::default(),
        }
    }
}

impl ConfirmDraft {
    /// Whether it was filled in for another subscription, or its form was left.
    pub fn is_of_another(&self, id: Option<&str>) -> bool {
        self.of.is_some() && self.of.as_deref() != id
    }

    /// Whether a test card is to be charged.
    pub fn has_card(&self, state: &State) -> bool {
        self.method == SubscriptionMethod::Card && self.card.is_some() && state.view().takes_cards()
    }

    fn data(&self, state: &State) -> Option<SubscriptionData> {
        let has_token = !self.payment_token.trim().is_empty();
        if self.method == SubscriptionMethod::Crypto {
            let data = self.crypto.trimmed();
            let is_given = data != CryptoData::default();
            return (is_given || !has_token).then_some(SubscriptionData::Crypto(data));
        }
        let is_typed = !self.data.is_empty();
        let typed = || SecretText::new(self.data.text().trim());
        if self.method.is_named() {
            let name = self.name.trim().to_owned();
            // Its shape is the provider's, who may ask for nothing.
            let json = if is_typed { typed() } else { SecretText::new("{}") };
            let is_given = is_typed || !name.is_empty();
            return is_given.then_some(SubscriptionData::Named(NamedData { name, json }));
        }
        if self.method != SubscriptionMethod::Card {
            return is_typed.then(|| SubscriptionData::Other(typed()));
        }
        let card = self.card.and_then(|index| TEST_CARDS.get(index))?;
        let (network, nick_name) = (self.network.trim().to_owned(), self.nick_name.trim().to_owned());
        let card = test_card(&state.view(), card, &self.holder_name)?;
        Some(SubscriptionData::Card(CardData { network, nick_name, ..card }))
    }

    fn acceptance(&self, at: DateTime<Utc>) -> CustomerAcceptance {
        let text = |text: &str| text.trim().to_owned();
        let acceptance = if self.online {
            Acceptance::Online { ip_address: text(&self.ip_address), user_agent: text(&self.user_agent) }
        } else {
            Acceptance::Offline
        };
        CustomerAcceptance { acceptance, accepted_at: Some(at) }
    }

    /// The input as it would be sent, and everything that is wrong.
    pub fn input(&self, state: &State, subscription_id: &str) -> (ConfirmSubscriptionInput, Vec<InputError>) {
        let accepted_at = read_time(&self.accepted_at, state.now);
        let is_token = !self.has_card(state);
        let input = ConfirmSubscriptionInput {
            client_secret: SecretText::new(self.client_secret.text().trim()),
            data: self.data(state),
            payment_method_type: self.payment_method_type.trim().to_owned(),
            payment_type: self.payment_type,
            payment_token: if is_token { self.payment_token.trim().to_owned() } else { String::new() },
            customer_acceptance: self.accepts.then(|| self.acceptance(accepted_at.unwrap_or(state.now))),
            billing: self.billing.value(),
            shipping: self.shipping.value(),
            ..ConfirmSubscriptionInput::new(profile_id(state), SubscriptionId::new(subscription_id), self.method)
        };
        let mut errors = input.check(state.now);
        if self.accepts && accepted_at.is_none() {
            errors.push(InputError::new(ACCEPTED_AT, "a time like 2026-11-21 10:30"));
        }
        if self.accepts && accepted_at.is_some_and(|at| at > state.now) {
            errors.push(InputError::warning(ACCEPTED_AT, "a time in the past"));
        }
        (input, errors)
    }
}

/// A time in UTC; `now` where there is none.
fn read_time(text: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    match text.trim() {
        "" => Some(now),
        text => NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").ok().map(|time| time.and_utc()),
    }
}
