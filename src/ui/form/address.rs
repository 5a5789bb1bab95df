//! The fields of an address, of which each endpoint takes those that its shape names.

use egui::Ui;
use paydesk_core::features::forms::{Address, AddressShape, Billing, BillingShape, Phone};
use paydesk_widgets::check_ui;

use super::{FormFields, group_ui, halves_ui, text};

/// A billing or shipping address that may be given.
#[derive(Debug, Default)]
pub struct AddressDraft {
    pub given: bool,
    pub value: Billing,
}

impl AddressDraft {
    /// The address, where one is given.
    pub fn value(&self) -> Option<Billing> {
        self.given.then(|| self.value.trimmed())
    }
}

impl FormFields<'_> {
    /// A box that asks for the address, and once it is ticked its fields at `path`. `title` is `Billing` or `Shipping`.
    pub fn optional_address(
        &mut self,
        ui: &mut Ui,
        path: &str,
        title: &str,
        shape: &BillingShape,
        draft: &mut AddressDraft,
    ) {
        let label = text::add_address(title.to_lowercase());
        if check_ui(ui, draft.given, &label).clicked() {
            draft.given = !draft.given;
        }
        if draft.given {
            group_ui(ui, &text::address(title));
            self.billing(ui, path, &text::address(title.to_lowercase()), shape, &mut draft.value);
        }
    }

    /// Address, telephone and e-mail at `path`; `group` distinguishes them from those of another for screen readers.
    pub fn billing(&mut self, ui: &mut Ui, path: &str, group: &str, shape: &BillingShape, value: &mut Billing) {
        let Billing { address, phone, email } = value;
        self.group = Some(group.to_owned());
        self.address(ui, &format!("{path}.address"), &shape.address, address);
        self.phone(ui, &format!("{path}.phone"), shape.phone_required, phone);
        if shape.email {
            self.text(ui, &format!("{path}.email"), text::E_MAIL, email, "");
        }
        self.group = None;
    }

    /// An address alone at `path`.
    pub fn address(&mut self, ui: &mut Ui, path: &str, shape: &AddressShape, address: &mut Address) {
        let at = |name: &str| format!("{path}.{name}");
        shape.required.iter().for_each(|name| self.require(&at(name)));
        let [first, last, zip, city] = ["first_name", "last_name", "zip", "city"].map(at);
        self.pair(
            ui,
            [(&first, "First name", &mut address.first_name, ""), (&last, "Last name", &mut address.last_name, "")],
        );
        for (name, label, text) in [
            ("line1", "Address line 1", &mut address.line1),
            ("line2", "Address line 2", &mut address.line2),
            ("line3", "Address line 3", &mut address.line3),
        ] {
            if shape.required.contains(&name) || shape.optional.contains(&name) {
                self.text(ui, &at(name), label, text, "");
            }
        }
        self.pair(ui, [(&zip, "Postcode", &mut address.zip, ""), (&city, "City", &mut address.city, "")]);
        halves_ui(ui, |ui, column| match column {
            0 => self.text(ui, &at("state"), "State or region", &mut address.state, ""),
            _ => self.country(ui, &at("country"), "Country", &mut address.country),
        });
    }

    /// A telephone in two parts at `path`.
    pub fn phone(&mut self, ui: &mut Ui, path: &str, required: bool, phone: &mut Phone) {
        let [code, number] = ["country_code", "number"].map(|name| format!("{path}.{name}"));
        if required {
            self.require(&code);
            self.require(&number);
        }
        self.pair(
            ui,
            [
                (&code, text::PHONE_COUNTRY_CODE, &mut phone.country_code, text::SUCH_AS_44),
                (&number, text::PHONE, &mut phone.number, text::WITHOUT_COUNTRY_CODE),
            ],
        );
    }
}
