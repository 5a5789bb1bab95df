//! Where the money goes and where it comes from: a method, and only the fields that it has.

use egui::Ui;

use crate::app::State;
use crate::app::features::payouts::input::MethodChoice;
use crate::app::features::payouts::numbers::{place_of, takes_card};
use crate::domain::payout::{PayoutFamily, PayoutVariant};
use crate::domain::profile::Environment;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{Filter, FilterChange, label_ui};

use super::fields::{self, Fields};
use super::frame::{per_row, row_ui, rows_ui};

/// What the end of an account does in the embedded sandbox.
const SANDBOX_ENDS: &str =
    "In this sandbox an account that ends in 0001 is paid later, 0002 fails, 0003 comes back, 0004 is not eligible";

/// Draws the choice of the method, and its fields.
pub fn method_ui(ui: &mut Ui, state: &State, fields: &mut Fields<'_>) {
    let production = state.profile.as_ref().is_none_or(|profile| profile.environment == Environment::Production);
    let current = fields.draft.method;
    let picked = Filter::new("Method", Some(method_words(current))).always_set().width(280.0).ui(ui, |body| {
        // What is set at first stands first: the list begins at its top.
        let mut taken = None;
        for choice in [MethodChoice::Later, MethodChoice::Token, MethodChoice::Saved] {
            taken = taken.or(body.choice(method_words(choice), choice == current).then_some(choice));
        }
        for (family, caption) in FAMILIES {
            let offered = family.variants().filter(|variant| !(production && takes_card(variant)));
            let offered: Vec<_> = offered.collect();
            if !offered.is_empty() {
                body.caption(caption);
            }
            for variant in offered {
                let choice = MethodChoice::Variant(variant);
                taken = taken.or(body.choice(variant.label, choice == current).then_some(choice));
            }
        }
        taken
    });
    if let Some(FilterChange::Set(choice)) = picked {
        fields.draft.choose_method(choice);
    }
    ui.add_space(space::S);
    match fields.draft.method {
        MethodChoice::Variant(variant) => {
            variant_ui(ui, variant, "method", fields);
            if state.profile.as_ref().is_some_and(|profile| profile.embedded) {
                label_ui(ui, Text::Small, tokens(ui).subdued, SANDBOX_ENDS);
            }
        }
        MethodChoice::Token => rows_ui(ui, &[fields::TOKEN], fields),
        MethodChoice::Saved => rows_ui(ui, &[fields::SAVED], fields),
        MethodChoice::Later => {
            let words = "Without a method the payout waits: the recipient can name one on the page of a payout link";
            label_ui(ui, Text::Small, tokens(ui).subdued, words);
        }
    }
    if fields.draft.method.asks_type() {
        rows_ui(ui, &[fields::TYPE], fields);
    }
}

const FAMILIES: [(PayoutFamily, &str); 5] = [
    (PayoutFamily::BankTransfer, "Bank transfer"),
    (PayoutFamily::Card, "Card"),
    (PayoutFamily::Wallet, "Wallet"),
    (PayoutFamily::BankRedirect, "Bank redirect"),
    (PayoutFamily::Passthrough, "Passed through"),
];

fn method_words(choice: MethodChoice) -> &'static str {
    match choice {
        MethodChoice::Later => "Said later",
        MethodChoice::Variant(variant) => variant.label,
        MethodChoice::Token => "Stored method, by token",
        MethodChoice::Saved => "Saved method, by id",
    }
}

fn variant_ui(ui: &mut Ui, variant: &'static PayoutVariant, own: &str, fields: &mut Fields<'_>) {
    let place = match own {
        "source" => "source_bank_data".to_owned(),
        _ => place_of(variant),
    };
    let all: Vec<_> = variant.fields().collect();
    for pair in all.chunks(per_row(ui)) {
        row_ui(ui, |ui, width| {
            for field in pair {
                fields.method_ui(ui, field, (own, &place), variant.required.contains(field), width);
            }
        });
    }
}

/// The same of the account the money comes from: a bank transfer.
pub fn source_ui(ui: &mut Ui, fields: &mut Fields<'_>) {
    let current = fields.draft.source;
    let value = current.map(|variant| variant.label);
    let picked = Filter::new("Source account", value).width(280.0).ui(ui, |body| {
        let mut banks = PayoutFamily::BankTransfer.variants();
        banks.by_ref().filter(|variant| body.choice(variant.label, Some(*variant) == current)).last()
    });
    match picked {
        Some(FilterChange::Set(variant)) => fields.draft.choose_source(Some(variant)),
        Some(FilterChange::Cleared) => fields.draft.choose_source(None),
        None => {}
    }
    ui.add_space(space::S);
    if let Some(variant) = fields.draft.source {
        variant_ui(ui, variant, "source", fields);
    }
}
