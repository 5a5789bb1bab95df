//! Where the money goes and where it comes from: a method, and only the fields that it has.

use egui::Ui;

use crate::form::help_ui;
use paydesk_core::State;
use paydesk_core::features::payouts::input::MethodChoice;
use paydesk_core::features::payouts::numbers::{place_of, takes_card};
use paydesk_domain::payout::PayoutMethodKind;
use paydesk_domain::profile::Environment;

use super::fields::{self, PayoutFields};
use super::text;

/// Draws the choice of the method, and its fields.
pub fn method_ui(ui: &mut Ui, state: &State, fields: &mut PayoutFields<'_, '_>) {
    let production =
        state.workspace.profile.as_ref().is_none_or(|profile| profile.environment == Environment::Production);
    let current = fields.draft.method;
    let picked = fields.entry.choice(ui, "payout_method_data", text::METHOD, method_text(current), |body| {
        // What is set at first is first: the list begins at its top.
        let mut taken = None;
        for choice in [MethodChoice::Later, MethodChoice::Token, MethodChoice::Saved] {
            taken = taken.or(body.choice(method_text(choice), choice == current).then_some(choice));
        }
        for (kind, caption) in FAMILIES {
            let offered = kind.variants().filter(|variant| !(production && takes_card(variant)));
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
    if let Some(choice) = picked {
        fields.choose_method(choice);
    }
    match fields.draft.method {
        MethodChoice::Variant(variant) => {
            fields.variant_ui(ui, variant, "method", &place_of(variant));
            if state.workspace.profile.as_ref().is_some_and(|profile| profile.embedded) {
                help_ui(
                    ui,
                    "In this sandbox, accounts ending in 0001 are paid later, 0002 fail, 0003 are returned, \
                    0004 are not eligible",
                );
            }
        }
        MethodChoice::Token => fields.rows_ui(ui, &[fields::TOKEN]),
        MethodChoice::Saved => fields.rows_ui(ui, &[fields::SAVED]),
        MethodChoice::Later => {
            let text = "Without a method the payout waits: add one later, or send the recipient a payout link";
            help_ui(ui, text);
        }
    }
    if fields.draft.method.asks_type() {
        fields.rows_ui(ui, &[fields::TYPE]);
    }
}

const FAMILIES: [(PayoutMethodKind, &str); 5] = [
    (PayoutMethodKind::BankTransfer, "Bank transfer"),
    (PayoutMethodKind::Card, text::CARD),
    (PayoutMethodKind::Wallet, text::WALLET),
    (PayoutMethodKind::BankRedirect, text::BANK_REDIRECT),
    (PayoutMethodKind::Passthrough, "Passthrough"),
];

fn method_text(choice: MethodChoice) -> &'static str {
    match choice {
        MethodChoice::Later => text::SPECIFY_LATER,
        MethodChoice::Variant(variant) => variant.label,
        MethodChoice::Token => "Stored method, by token",
        MethodChoice::Saved => "Saved method, by ID",
    }
}

/// Draws the fields of the account that the money comes from: a bank transfer.
pub fn source_ui(ui: &mut Ui, fields: &mut PayoutFields<'_, '_>) {
    let current = fields.draft.source;
    let shown = current.map_or(text::DEFAULT, |variant| variant.label);
    let picked = fields.entry.choice(ui, "source_bank_data", "Source account", shown, |body| {
        let none = body.choice(text::DEFAULT, current.is_none()).then_some(None);
        let banks = PayoutMethodKind::BankTransfer.variants();
        banks.filter(|variant| body.choice(variant.label, Some(*variant) == current)).last().map(Some).or(none)
    });
    if let Some(source) = picked {
        fields.choose_source(source);
    }
    if let Some(variant) = fields.draft.source {
        fields.variant_ui(ui, variant, "source", "source_bank_data");
    }
}
