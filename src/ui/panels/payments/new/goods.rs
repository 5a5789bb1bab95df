//! The goods of a payment as rows, and what they come to beside the amount.

use egui::Ui;

use crate::form::{FormFields, halves_ui};
use crate::panels::payments::text;
use paydesk_core::features::forms::{InputError, Rule};
use paydesk_core::features::payments::create::{OrderDetail, goods_that_differ};
use paydesk_core::form_input::add_unreported;
use paydesk_domain::money::{Currency, Money, parse_amount};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Button, Notice};

/// Where the lines stand in the body.
const GOODS: &str = "order_details";

/// What is typed into the lines.
#[derive(Debug, Default)]
pub struct GoodsDraft {
    lines: Vec<GoodsLine>,
}

#[derive(Debug, Default)]
struct GoodsLine {
    name: String,
    quantity: String,
    amount: String,
}

impl GoodsDraft {
    /// The lines as they would be sent, in the currency of the payment; errors are reported by their place.
    pub fn lines(&self, currency: &Currency, errors: &mut Vec<InputError>) -> Vec<OrderDetail> {
        let lines = self.lines.iter().enumerate();
        lines.map(|(at, line)| line.read(&format!("{GOODS}[{at}]"), currency, errors)).collect()
    }
}

impl GoodsLine {
    fn read(&self, place: &str, currency: &Currency, errors: &mut Vec<InputError>) -> OrderDetail {
        let (quantity, amount) = (self.quantity.trim().parse().ok(), parse_amount(self.amount.trim(), currency));
        let mut wrong = Vec::new();
        if quantity.is_none() {
            wrong.push(InputError::new(format!("{place}.quantity"), text::WHOLE_NUMBER));
        }
        if let Err(error) = &amount {
            let rule = if self.amount.trim().is_empty() { Rule::Required } else { Rule::fault(error) };
            wrong.push(InputError::new(format!("{place}.amount"), rule));
        }
        let amount = amount.unwrap_or_else(|_| Money::new(0, currency.clone()));
        let line = OrderDetail { name: self.name.trim().to_owned(), quantity: quantity.unwrap_or(0), amount };
        // A currency that is not known yet is reported at the amount of the payment.
        let of_line = |error: &InputError| !error.field.ends_with(".currency");
        add_unreported(&mut wrong, line.check(place).into_iter().filter(of_line).collect());
        errors.extend(wrong);
        line
    }
}

/// Draws the lines, and a hint where they do not come to `amount`.
pub fn goods_ui(
    ui: &mut Ui,
    entry: &mut FormFields<'_>,
    draft: &mut GoodsDraft,
    currency: &str,
    (amount, goods): (Option<&Money>, &[OrderDetail]),
) {
    let mut removed = None;
    for (at, line) in draft.lines.iter_mut().enumerate() {
        if line_ui(ui, entry, (at, line), currency) {
            removed = Some(at);
        }
    }
    if let Some(at) = removed {
        draft.lines.remove(at);
        entry.forget_below(GOODS);
    }
    let message = if draft.lines.is_empty() { "Add item" } else { "Add another item" };
    if Button::link(message).icon(Icon::Add).ui(ui).clicked() {
        draft.lines.push(GoodsLine { quantity: "1".to_owned(), ..GoodsLine::default() });
        entry.focus_field(&format!("{GOODS}[{}].name", draft.lines.len() - 1));
    }
    if let Some(sum) = amount.and_then(|amount| goods_that_differ(amount, goods)) {
        ui.add_space(space::S);
        let by_piece = match sum.by_piece == sum.by_line {
            true => String::new(),
            false => text::or_if_amounts(&sum.by_piece),
        };
        let text = text::goods_total(&sum.by_line, &by_piece);
        let of = amount.map(text::this_differs_from_payment_amount).unwrap_or_default();
        Notice::new(Tone::Attention, &text::service_does_not_compare_check(&text)).title(&of).ui(ui);
    }
    ui.add_space(space::S);
}

/// One line; whether it is to go.
fn line_ui(ui: &mut Ui, entry: &mut FormFields<'_>, (at, line): (usize, &mut GoodsLine), currency: &str) -> bool {
    let place = |name: &str| format!("{GOODS}[{at}].{name}");
    let (name, quantity, amount) = (place("name"), place("quantity"), place("amount"));
    let nth = at + 1;
    for path in [&name, &quantity, &amount] {
        entry.require(path);
    }
    entry.text(ui, &name, &text::goods(nth), &mut line.name, "Product or service");
    let mut goes = false;
    halves_ui(ui, |ui, column| match column {
        0 => entry.text(ui, &quantity, &text::quantity(nth), &mut line.quantity, ""),
        _ => entry.amount(ui, &amount, &text::amount_text(nth), &mut line.amount, currency),
    });
    let text = text::remove_goods(nth);
    if Button::link(text::REMOVE).icon(Icon::Delete).name(&text).ui(ui).clicked() {
        goes = true;
    }
    ui.add_space(space::S);
    goes
}
