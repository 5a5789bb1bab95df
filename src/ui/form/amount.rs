//! An amount: digits to the right, its currency beside it, and how what is typed is read. What can be read in two ways is
//! asked about, never guessed.

use egui::Ui;
use paydesk_domain::money::{Currency, CurrencyCode, Money, parse_amount, readings};
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, TextField, label_ui};

use super::fields::id_of;
use super::{FormFields, halves_ui, text};

/// What is asked of an amount that can mean `offered`; nothing where it is clear. Where only thousands can be meant, it
/// says what to type for anything else.
fn asked(offered: &[Money]) -> Option<String> {
    let [only] = offered else { return (!offered.is_empty()).then(|| "Ambiguous amount: choose one".to_owned()) };
    let (decimals, example) = (only.currency.exponent()?, only.with_minor(1_250));
    let (code, example) = (&only.currency, example.input_text());
    Some(text::has_decimals_choose_amount_below(code, decimals, &example))
}

impl FormFields<'_> {
    /// An amount at `path`, in the currency whose code was typed or chosen.
    pub fn amount(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String, currency: &str) {
        let reading = self.currency_of(currency).and_then(|currency| parse_amount(text, &currency).ok());
        let note = reading.map_or_else(|| "Such as 12.50 or 1 234,50".to_owned(), |money| money.to_string());
        self.amount_with(ui, path, label, (text, currency), &note);
    }

    /// As [`Self::amount`], with a note of what follows from it in the place of how it is read.
    pub fn amount_with(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        (text, currency): (&mut String, &str),
        note: &str,
    ) {
        let code = CurrencyCode::new(&currency.trim().to_uppercase());
        let half_typed = !currency.trim().is_empty() && !code.is_listed() && self.currency_of(currency).is_none();
        let currency = self.currency_of(currency);
        let offered = currency.as_ref().map(|currency| readings(text, currency)).unwrap_or_default();
        let asked = asked(&offered);
        let reported = |rule: String| asked.clone().unwrap_or(rule);
        // What a currency that is still typed makes of the amount is no fault of the amount.
        let error = self.error(path).filter(|_| !half_typed || text.trim().is_empty()).map(reported);
        let warning = self.warning(path);
        let name = self.name(label);
        let code = currency.map(|currency| visible(currency.code(), 12)).unwrap_or_default();
        let field = TextField::labelled(label, text).name(&name).numeric().suffix(&code);
        let field = field.hint(asked.as_deref().unwrap_or(note)).error(error.as_deref()).warning(warning.as_deref());
        let shown = field.required(self.requires(path)).id(id_of(path)).ui(ui);
        if let Some(meant) = readings_ui(ui, &name, &offered) {
            *text = meant.input_text();
            shown.response.request_focus();
        }
        self.settle(ui, path, text.is_empty(), &shown);
    }

    /// The currency of a code, where what is typed is one that amounts can be typed in.
    fn currency_of(&self, code: &str) -> Option<Currency> {
        let code = code.trim();
        let currency = (!code.is_empty()).then(|| self.units.currency(&code.to_uppercase()));
        currency.filter(Currency::is_known)
    }

    /// An amount and its currency side by side.
    pub fn money(&mut self, ui: &mut Ui, (path, label): (&str, &str), amount: &mut String, currency: &mut String) {
        let place = match path.rsplit_once('.') {
            Some((place, _)) => format!("{place}.currency"),
            None => "currency".to_owned(),
        };
        halves_ui(ui, |ui, column| match column {
            0 => self.amount(ui, path, label, amount, currency),
            _ => self.currency(ui, &place, text::CURRENCY, currency),
        });
    }
}

/// The amounts that it can be, to be chosen from.
fn readings_ui(ui: &mut Ui, name: &str, offered: &[Money]) -> Option<Money> {
    if offered.is_empty() {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        label_ui(ui, Text::Small, tokens(ui).subdued, "Did you mean");
        let mut meant = None;
        for money in offered {
            let name = text::is(name, money);
            if Button::secondary(&money.to_string()).name(&name).ui(ui).clicked() {
                meant = Some(money.clone());
            }
        }
        meant
    })
    .inner
}
