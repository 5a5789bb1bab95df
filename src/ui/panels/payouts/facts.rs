//! Everything known of a payout, in groups of names and values; what is absent is not named.

use egui::Ui;

use crate::status::status_look;
use crate::web_link::web_link_ui;
use paydesk_core::command::objects::search_action;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::CachedRecord;
use paydesk_core::{Action, State};
use paydesk_domain::method::{method_text, method_type_text};
use paydesk_domain::payment::Pair;
use paydesk_domain::payout::{Payout, PayoutAttempt};
use paydesk_domain::person::address_text;
use paydesk_domain::text::{SHOWN_MAX_CHARS, is_long_word, visible, visible_id};
use paydesk_index::payment_query::QueryTerm;
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Chip, copyable_ui, facts_ui};

use super::text;

/// Under which the processor knows a payout or one attempt of it.
const PROCESSORS_TRANSACTION: &str = "Processor transaction ID";

/// A row: its name, its value, whether that is an id.
type Row<'a> = (&'a str, Option<String>, bool);

fn text<'a>(name: &'a str, value: Option<impl AsRef<str>>) -> Row<'a> {
    (name, value.map(|value| visible(value.as_ref(), SHOWN_MAX_CHARS)), false)
}

fn id<'a>(name: &'a str, value: Option<impl AsRef<str>>) -> Row<'a> {
    (name, value.map(|value| visible_id(value.as_ref(), SHOWN_MAX_CHARS)), true)
}

/// A long word is copied rather than read.
fn pair<'a>(name: &'a str, value: &str) -> Row<'a> {
    (name, Some(visible(value, SHOWN_MAX_CHARS)), is_long_word(value))
}

fn group_ui(ui: &mut Ui, title: &str, rows: &[Row<'_>]) {
    if rows.iter().all(|(_, value, _)| value.is_none()) {
        return;
    }
    facts_ui(ui, title, |facts| {
        for (name, value, is_id) in rows {
            match value {
                Some(value) if *is_id => drop(facts.id(name, value)),
                Some(value) => drop(facts.text(name, value)),
                None => {}
            }
        }
    });
}

fn pairs_ui(ui: &mut Ui, title: &str, pairs: &[Pair]) {
    let rows: Vec<Row<'_>> = pairs.iter().map(|(name, value)| pair(name, value)).collect();
    group_ui(ui, title, &rows);
}

/// `bank.account_holder_name` as `Account holder name`.
fn method_name(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last {
        "payout_method_type" => text::METHOD.to_owned(),
        "iban" | "bic" | "dpan" | "emv" | "ispb" => last.to_uppercase(),
        _ => {
            let text = last.replace('_', " ");
            text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect()
        }
    }
}

/// What the service says of the method; its type as text.
fn method_value(name: &str, value: &str) -> String {
    let is_type = name.ends_with("payout_method_type");
    let text = if is_type { method_type_text(value, None) } else { value.to_owned() };
    visible(&text, SHOWN_MAX_CHARS)
}

/// Draws the groups that have something to show.
pub fn groups_ui(ui: &mut Ui, state: &State, known: &CachedRecord, payout: &Payout, actions: &mut Vec<Action>) {
    let zone = state.zone();
    let error = &payout.error;
    group_ui(
        ui,
        text::WHY_IT_FAILED,
        &[
            text(text::UNIFIED_CODE, error.unified_code.as_deref()),
            text(text::MESSAGE, error.unified_message.as_deref()),
            text("Processor code", error.error_code.as_deref()),
            text("Processor message", error.error_message.as_deref()),
        ],
    );
    recipient_ui(ui, state, payout, actions);
    let method: Vec<Pair> =
        payout.method.iter().map(|(name, value)| (method_name(name), method_value(name, value))).collect();
    pairs_ui(ui, text::WHERE_MONEY_GOES, &method);
    group_ui(
        ui,
        text::PAYOUT,
        &[
            text(text::TYPE, payout.payout_type.as_deref().map(method_text)),
            text(text::PRIORITY, payout.priority.as_deref()),
            text(text::ENTITY_TYPE, payout.entity_type.as_deref()),
            text("Automatic payout", payout.auto_fulfill.map(yes_no)),
            text("Recurring", payout.recurring.map(yes_no)),
            text(text::BUSINESS_COUNTRY, payout.business_country.as_deref()),
            text(text::DESCRIPTION, payout.description.as_deref()),
            id(text::YOUR_REFERENCE, payout.merchant_order_reference_id.as_deref()),
            id("Saved method", payout.payout_method_id.as_deref()),
            text(text::RETURN_URL, payout.return_url.as_deref()),
            id(PROCESSORS_TRANSACTION, payout.connector_transaction_id.as_deref()),
        ],
    );
    if let Some(link) = &payout.payout_link {
        web_link_ui(ui, "Payout link", &link.link);
    }
    attempts_ui(ui, &payout.attempts);
    let maker = known.record.made_by.as_ref();
    group_ui(
        ui,
        &text::timeline(zone),
        &[
            text(text::CREATED, payout.created.map(|at| zone.full(at))),
            text(text::CHANGED, payout.modified_at.map(|at| zone.full(at))),
            text(text::LAST_READ, Some(zone.full(known.record.reported_at))),
            text(text::CREATED_BY, maker.map(|maker| maker.operator.as_str()).filter(|name| !name.is_empty())),
        ],
    );
    pairs_ui(ui, text::BILLING, &address_text(&payout.billing));
    pairs_ui(ui, text::METADATA, &payout.metadata);
    group_ui(
        ui,
        text::ACCOUNT,
        &[
            id(text::MERCHANT, payout.merchant_id.as_ref().map(|id| id.as_str())),
            id(text::PROFILE, payout.profile_id.as_ref().map(|id| id.as_str())),
            id("Processor account", payout.merchant_connector_id.as_deref()),
        ],
    );
}

/// Who is paid: the e-mail address leads to all payments of it, the ID to the customer.
fn recipient_ui(ui: &mut Ui, state: &State, payout: &Payout, actions: &mut Vec<Action>) {
    let customer = &payout.customer;
    let texts = [customer.name.as_ref(), customer.email.as_ref(), customer.phone.as_ref()];
    if texts.iter().all(|text| text.is_none_or(|text| text.is_empty())) && customer.id.is_none() {
        return;
    }
    let shown = |text: &str| visible(text, SHOWN_MAX_CHARS);
    facts_ui(ui, text::RECIPIENT, |facts| {
        if let Some(name) = &customer.name {
            facts.text(text::NAME, &shown(name));
        }
        if let Some(email) = &customer.email {
            let searches = search_action(state, QueryTerm::Email(vec![email.clone()]));
            match searches {
                Some(action) => {
                    let link = facts.link(text::E_MAIL, &shown(email), crate::text::SEARCH_BY_E_MAIL);
                    actions.extend(link.clicked().then_some(action));
                }
                None => drop(facts.text(text::E_MAIL, &shown(email))),
            }
        }
        let phone = [
            (crate::text::PHONE_COUNTRY_CODE, customer.phone_country_code.as_ref()),
            (text::PHONE, customer.phone.as_ref()),
        ];
        for (name, value) in phone {
            value.into_iter().for_each(|value| drop(facts.text(name, &shown(value))));
        }
        if let Some(customer_id) = &customer.id {
            let id = visible_id(customer_id.as_str(), SHOWN_MAX_CHARS);
            let open = || Action::OpenRecord(ResourceKind::Customer, customer_id.as_str().to_owned());
            let link = facts.copyable_link(text::CUSTOMER, &id, text::OPEN_CUSTOMER);
            actions.extend(link.clicked().then(open));
        }
    });
}

/// One line of facts for each attempt of the service.
fn attempts_ui(ui: &mut Ui, attempts: &[PayoutAttempt]) {
    if attempts.is_empty() {
        return;
    }
    facts_ui(ui, text::ATTEMPTS, |facts| {
        for (number, attempt) in attempts.iter().enumerate() {
            let look = status_look(&attempt.status);
            facts.row(&text::attempt(number + 1), |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    Chip::new(look.icon, &look.word, look.tone).ui(ui);
                    let by = attempt.connector.as_deref().map(|name| text::by(visible(name, 40)));
                    ui.label(format!("{}{}", attempt.amount, by.unwrap_or_default()));
                });
                copyable_ui(ui, &visible_id(&attempt.attempt_id, 64));
            });
            if let Some(transaction) = &attempt.connector_transaction_id {
                facts.id(PROCESSORS_TRANSACTION, &visible_id(transaction, 64));
            }
        }
    });
}

fn yes_no(flag: bool) -> &'static str {
    if flag { text::YES } else { text::NO }
}
