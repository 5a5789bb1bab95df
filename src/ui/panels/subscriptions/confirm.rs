//! The form that confirms a subscription: the method, and how the customer agreed.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::form::{FormAction, FormFields, FormPage, fold_ui, group_ui, help_ui, readable, word_ui};
use crate::panels::form_action::on_form_action;
use paydesk_core::features::forms::{FormInput, InputError, SUBSCRIPTION_BILLING};
use paydesk_core::features::subscriptions::StepForm;
use paydesk_core::features::subscriptions::{PaymentType, SubscriptionMethod};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::money::Money;
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Notice, check_ui, segmented_ui};

use super::confirm_draft::{ACCEPTED_AT, CARD, ConfirmDraft};
use super::method_fields::{DATA, named_ui, object_ui};
use super::plan::{is_busy, step_refusal, subject_ui};
use super::text;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, open: &StepForm, draft: &mut ConfirmDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.input(state, &open.subscription_id);
    let blocked = step_refusal(state, open);
    let submit = text::confirm(first_amount(state, open));
    let page = FormPage::new(text::CONFIRM_SUBSCRIPTION, &submit)
        .refusal(open.form.refusal.as_deref())
        .validated(&draft.entry, &errors);
    let form_action = page
        .looked_into(state.workspace.operations.refusal_looked_into(&open.form.operation_id))
        .busy(is_busy(state, open))
        .blocked(blocked.as_deref())
        .ui(ui, |ui| fields_ui(ui, state, open, draft, &errors));
    on_form_action(
        form_action,
        Action::LeaveForm(ResourceKind::Subscription),
        || FormInput::new(input),
        (&mut draft.entry, &errors),
        actions,
    );
}

/// The first payment, where the service reported it.
fn first_amount<'a>(state: &'a State, open: &StepForm) -> Option<&'a Money> {
    let known = state.workspace.records.find(ResourceKind::Subscription, &open.subscription_id)?;
    known.subscription()?.payment.as_ref().map(|payment| &payment.amount)
}

fn no_card_ui(ui: &mut Ui) {
    let text = "In production, card data is never entered in Paydesk: enter the token of a stored method";
    Notice::new(Tone::Neutral, text).icon(Icon::Lock).ui(ui);
    ui.add_space(space::S);
}

fn fields_ui(
    ui: &mut Ui,
    state: &State,
    open: &StepForm,
    draft: &mut ConfirmDraft,
    errors: &[InputError],
) -> Option<FormAction> {
    subject_ui(ui, state, open);
    help_ui(ui, &text::after_confirmation(first_amount(state, open)));
    let at = |name: &str| format!("payment_details.{name}");
    let has_card = draft.has_card(state);
    let mut entry = FormFields::new(&mut draft.entry, errors, &at("payment_method"));
    let method = draft.method;
    if let Some(taken) = method_ui(ui, &mut entry, method) {
        draft.method = taken;
        draft.data.clear();
        draft.name.clear();
        draft.payment_method_type.clear();
    }
    match method {
        SubscriptionMethod::Card if state.view().takes_cards() => {
            test_card_ui(ui, &mut entry, &mut draft.card);
            if has_card {
                let place = format!("{CARD}.card_holder_name");
                entry.require(&place);
                entry.text(ui, &place, text::NAME_ON_CARD, &mut draft.holder_name, "");
                let is_filled = !draft.network.is_empty() || !draft.nick_name.is_empty();
                fold_ui(ui, "More about the card", &mut draft.shows_card_names, is_filled, |ui| {
                    card_names_ui(ui, &mut entry, &mut draft.network, &mut draft.nick_name);
                });
            }
        }
        SubscriptionMethod::Card => no_card_ui(ui),
        SubscriptionMethod::Crypto => {
            let is_stored = !draft.payment_token.trim().is_empty();
            entry.crypto(ui, &format!("{DATA}.crypto"), &mut draft.crypto, !is_stored);
        }
        SubscriptionMethod::Wallet | SubscriptionMethod::BankRedirect | SubscriptionMethod::BankTransfer => {
            named_ui(ui, &mut entry, method, &mut draft.name, &mut draft.data);
        }
        SubscriptionMethod::BankDebit
        | SubscriptionMethod::PayLater
        | SubscriptionMethod::Upi
        | SubscriptionMethod::Voucher
        | SubscriptionMethod::GiftCard
        | SubscriptionMethod::OpenBanking
        | SubscriptionMethod::MobilePayment
        | SubscriptionMethod::NetworkToken => object_ui(ui, &mut entry, DATA, &mut draft.data),
    }
    if !has_card {
        token_ui(ui, &mut entry, method, &mut draft.payment_token);
    }
    let types = method.of_payment().map_or(&[][..], |method| method.types());
    entry.method_type(ui, &at("payment_method_type"), types, &mut draft.payment_method_type);
    word_ui(ui, &mut entry, &at("payment_type"), text::PAYMENT_TYPE, &mut draft.payment_type, PaymentType::word);
    let is_filled = !draft.client_secret.is_empty();
    fold_ui(ui, "Client secret of the subscription", &mut draft.shows_secret, is_filled, |ui| {
        let hint =
            "Optional. The service returned it when the subscription was created. Valid for 15 minutes, never stored.";
        entry.secret(ui, "client_secret", text::CLIENT_SECRET, &mut draft.client_secret, hint);
    });
    acceptance_ui(
        ui,
        &mut entry,
        AcceptanceFields {
            accepts: &mut draft.accepts,
            online: &mut draft.online,
            ip_address: &mut draft.ip_address,
            user_agent: &mut draft.user_agent,
            accepted_at: &mut draft.accepted_at,
        },
    );
    entry.optional_address(ui, &at("billing"), text::BILLING, &SUBSCRIPTION_BILLING, &mut draft.billing);
    entry.optional_address(ui, &at("shipping"), text::SHIPPING, &SUBSCRIPTION_BILLING, &mut draft.shipping);
    entry.form_action()
}

/// Another method, if one was chosen.
fn method_ui(ui: &mut Ui, entry: &mut FormFields<'_>, method: SubscriptionMethod) -> Option<SubscriptionMethod> {
    let taken =
        entry.choice(ui, "payment_details.payment_method", text::PAYMENT_METHOD, &readable(method.word()), |body| {
            SubscriptionMethod::iter().find(|one| body.choice(&readable(one.word()), *one == method))
        });
    taken.filter(|taken| *taken != method)
}

/// The stored method, without which a card cannot be charged.
fn token_ui(ui: &mut Ui, entry: &mut FormFields<'_>, method: SubscriptionMethod, token: &mut String) {
    let is_card = method == SubscriptionMethod::Card;
    // The rule about a card that is missing is of the body's place for the card.
    let place = if is_card { DATA } else { "payment_details.payment_token" };
    if is_card {
        entry.require(place);
    }
    entry.text(ui, place, "Token of a stored method", token, "");
}

/// What else the card is called.
fn card_names_ui(ui: &mut Ui, entry: &mut FormFields<'_>, network: &mut String, nick_name: &mut String) {
    let [network_at, nick_name_at] = ["card_network", "nick_name"].map(|name| format!("{CARD}.{name}"));
    entry.pair(
        ui,
        [
            (&network_at, "Card network", network, text::IN_CAMEL_CASE),
            (&nick_name_at, "Name for the card", nick_name, "What the customer calls it"),
        ],
    );
}

/// One of the published test cards, or a stored method: numbers are never typed.
fn test_card_ui(ui: &mut Ui, entry: &mut FormFields<'_>, card: &mut Option<usize>) {
    let chosen = card.and_then(|index| TEST_CARDS.get(index));
    let text = chosen
        .map_or_else(|| text::NO_CARD_STORED_METHOD.to_owned(), |card| format!("{} · {}", card.grouped(), card.text()));
    let taken = entry.wide_choice(ui, &format!("{CARD}.card_number"), text::TEST_CARD, &text, |body| {
        body.caption(text::PUBLISHED_TEST_CARDS_REAL_ONES);
        let mut taken = None;
        for (index, offered) in TEST_CARDS.iter().enumerate() {
            if body.choice(&format!("{} · {}", offered.grouped(), offered.text()), *card == Some(index)) {
                taken = Some(Some(index));
            }
        }
        if body.choice(text::NO_CARD_STORED_METHOD, card.is_none()) {
            taken = Some(None);
        }
        taken
    });
    if let Some(taken) = taken {
        *card = taken;
    }
}

/// How the customer agreed to be charged.
struct AcceptanceFields<'a> {
    accepts: &'a mut bool,
    online: &'a mut bool,
    ip_address: &'a mut String,
    user_agent: &'a mut String,
    accepted_at: &'a mut String,
}

fn acceptance_ui(ui: &mut Ui, entry: &mut FormFields<'_>, fields: AcceptanceFields<'_>) {
    group_ui(ui, "Customer consent");
    if check_ui(ui, *fields.accepts, "Include how the customer agreed to be charged").clicked() {
        *fields.accepts = !*fields.accepts;
    }
    if !*fields.accepts {
        return;
    }
    let chosen = usize::from(!*fields.online);
    if let Some(index) = segmented_ui(ui, "Acceptance", &["Online", "Offline"], chosen) {
        *fields.online = index == 0;
    }
    ui.add_space(space::S);
    let place = "payment_details.customer_acceptance.online";
    if *fields.online {
        help_ui(ui, "From the customer's browser when they agreed, not from this computer");
        let [ip, agent] = [format!("{place}.ip_address"), format!("{place}.user_agent")];
        entry.require(&ip);
        entry.require(&agent);
        entry.pair(
            ui,
            [
                (&ip, text::IP_ADDRESS, fields.ip_address, text::SUCH_AS_203_0_113),
                (&agent, text::BROWSER, fields.user_agent, text::ITS_USER_AGENT),
            ],
        );
    }
    entry.text(ui, ACCEPTED_AT, "Accepted at, in UTC", fields.accepted_at, "2026-11-21 10:30; now if left empty");
}
