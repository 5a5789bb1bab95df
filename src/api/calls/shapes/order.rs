//! The goods of a payment ([API reference](crate::resources::payments::reference#create)).

use serde_json::Value;

use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, InputError, OrderDetail};

impl OrderDetail {
    /// Every broken rule; `field` is where the line is.
    pub fn check(&self, field: &str) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required(&format!("{field}.name"), &self.name));
        checks.warn(self.quantity == 0, &format!("{field}.quantity"), "1 or more");
        checks.warn(self.amount.minor < 0, &format!("{field}.amount"), "0 or more");
        checks.add(input::currency(&format!("{field}.currency"), &self.amount.currency));
        checks.into_errors()
    }

    pub fn to_json(&self) -> Value {
        BodyFields::new()
            .set("name", self.name.as_str())
            .set("quantity", self.quantity)
            .set("amount", self.amount.minor)
            .set("currency", self.amount.currency.code())
            .into_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;
    use paydesk_domain::money::Money;

    #[test]
    fn a_line_has_a_name_a_quantity_and_an_amount_that_is_not_negative() {
        let line = |name: &str, quantity, minor, code| OrderDetail {
            name: name.to_owned(),
            quantity,
            amount: Money::new(minor, Currency::iso4217(code)),
        };
        assert_eq!(line("Gift", 1, 0, "EUR").check("order_details[0]"), []);
        let broken = line("", 0, -1, "ZZZ").check("order_details[2]");
        let fields: Vec<String> = broken.into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["name", "quantity", "amount", "currency"].map(|name| format!("order_details[2].{name}")));
    }
}
