//! Addresses, telephones, and the two together.

/// Which fields an endpoint takes of an address; it refuses the others.
#[derive(Debug, PartialEq, Eq)]
pub struct AddressShape {
    pub required: &'static [&'static str],
    pub optional: &'static [&'static str],
    /// Whether the documentation says that the country has two letters.
    pub two_letters: bool,
}

/// Which fields an endpoint takes of billing or shipping.
#[derive(Debug, PartialEq, Eq)]
pub struct BillingShape {
    pub address: AddressShape,
    /// Whether the telephone is required.
    pub phone_required: bool,
    /// Whether there is an `email`.
    pub email: bool,
}

/// `billing` and `shipping` of a payment: everything but `line2` is required.
pub const PAYMENT_BILLING: BillingShape = BillingShape {
    address: AddressShape {
        required: &["line1", "city", "state", "zip", "country", "first_name", "last_name"],
        optional: &["line2"],
        two_letters: true,
    },
    phone_required: true,
    email: false,
};

/// `billing` and `shipping` of a subscription: everything is optional.
pub const SUBSCRIPTION_BILLING: BillingShape = BillingShape {
    address: AddressShape {
        required: &[],
        optional: &["line1", "line2", "line3", "city", "state", "zip", "country", "first_name", "last_name"],
        two_letters: true,
    },
    phone_required: false,
    email: true,
};

/// `billing` of a payout: its fields are not documented, and taken to be those of a subscription.
pub const PAYOUT_BILLING: BillingShape = BillingShape {
    address: AddressShape { two_letters: false, ..SUBSCRIPTION_BILLING.address },
    ..SUBSCRIPTION_BILLING
};

/// `address` of a customer.
pub const CUSTOMER_ADDRESS: AddressShape = AddressShape {
    required: &[],
    optional: &["line1", "city", "state", "zip", "country", "first_name", "last_name"],
    two_letters: false,
};

/// Where somebody lives. Which of it an endpoint takes is its [`AddressShape`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Address {
    pub line1: String,
    pub line2: String,
    pub line3: String,
    pub city: String,
    pub state: String,
    pub zip: String,
    /// Two letters of ISO 3166-1.
    pub country: String,
    pub first_name: String,
    pub last_name: String,
}

/// A telephone in two parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phone {
    /// Without the country code.
    pub number: String,
    /// `+44`.
    pub country_code: String,
}

/// Who pays, or where it is shipped: `billing` and `shipping`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Billing {
    pub address: Address,
    pub phone: Phone,
    pub email: String,
}

impl Billing {
    /// A complete address without an e-mail, as forms offer it to try things and as tests send it.
    pub fn example() -> Self {
        let text = str::to_owned;
        let address = Address {
            line1: text("12 Wharf Lane"),
            city: text("Bristol"),
            state: text("Avon"),
            zip: text("BS1 4RW"),
            country: text("GB"),
            first_name: text("Ada"),
            last_name: text("Lovelace"),
            ..Address::default()
        };
        Self { address, phone: Phone { number: text("7700900123"), country_code: text("+44") }, email: String::new() }
    }
}

/// All optional; recommended for receipts, fraud checks and 3DS.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    pub email: String,
    pub name: String,
    /// Without the country code.
    pub phone: String,
    /// `+44`.
    pub phone_country_code: String,
}
