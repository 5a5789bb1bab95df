//! The form toolkit: what is asked, told and picked, where the keyboard goes, and a picture of a form with all of it.

use chrono::NaiveDate;
use egui::accesskit::Role;
use egui::{Event as Input, Key, Modifiers, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::forms::{Address, InputError, PAYMENT_BILLING, Severity};
use paydesk_core::form_input::{money_of, pairs_of};
use paydesk_domain::metadata::METADATA_MAX_PAIRS;
use paydesk_domain::money::MinorUnits;
use paydesk_ui::form::{AddressDraft, FormAction, FormFields, FormFieldsDraft, FormPage, MetadataDraft, group_ui};

use super::kit;
use paydesk_test_desk::vulkan::needs_vulkan;

/// A form that has one of everything.
#[derive(Default)]
struct Form {
    entry: FormFieldsDraft,
    name: String,
    amount: String,
    currency: String,
    country: String,
    day: String,
    metadata: MetadataDraft,
    billing: AddressDraft,
    wishes: Vec<FormAction>,
}

type Window = Harness<'static, Form>;

impl Form {
    fn errors(&self) -> Vec<InputError> {
        let mut errors = Vec::new();
        if self.name.trim().is_empty() {
            errors.push(InputError::new("name", "is required"));
        } else if self.name.contains(' ') {
            errors.push(InputError::new("name", "one word"));
        }
        money_of(&self.amount, &self.currency, MinorUnits::Iso4217, &mut errors);
        if self.country.len() > 2 {
            errors.push(InputError::new("country", "a two-letter country code (ISO 3166-1), such as DE"));
        }
        pairs_of("metadata", &self.metadata.rows(), Severity::Refusal, &mut errors);
        errors.extend(self.billing.value().iter().flat_map(|given| given.check("billing", &PAYMENT_BILLING)));
        errors
    }

    fn draw(&mut self, ui: &mut egui::Ui) {
        let errors = self.errors();
        let page = FormPage::new("A form", "Create").validated(&self.entry, &errors);
        let wish = page.ui(ui, |ui| {
            let mut entry = FormFields::new(&mut self.entry, &errors, "name")
                .required(&["name", "amount", "currency"])
                .counted_as(MinorUnits::Iso4217);
            entry.text(ui, "name", "Name", &mut self.name, "One word");
            entry.money(ui, ("amount", "Amount"), &mut self.amount, &mut self.currency);
            entry.country(ui, "country", "Country", &mut self.country);
            let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
            entry.date(ui, "day", "Last day", (&mut self.day, today), "Valid until the end of that day in UTC");
            group_ui(ui, "Metadata");
            entry.metadata(ui, "metadata", &mut self.metadata, Some(METADATA_MAX_PAIRS));
            entry.optional_address(ui, "billing", "Billing", &PAYMENT_BILLING, &mut self.billing);
            entry.form_action()
        });
        if wish == Some(FormAction::Submit) && !errors.is_empty() {
            self.entry.refuse(&errors);
        }
        self.wishes.extend(wish);
    }
}

fn window_of(form: Form, theme: Theme, size: [f32; 2]) -> Window {
    let draw = |ui: &mut egui::Ui, form: &mut Form| {
        kit::full_window(ui, |ui| form.draw(ui));
    };
    let mut window = kit::builder(theme, size).build_ui_state(draw, form);
    window.run_steps(3);
    window
}

fn window() -> Window {
    window_of(Form::default(), Theme::Light, [720.0, 900.0])
}

fn names(window: &Window) -> String {
    let nodes = window.root().children_recursive();
    let name = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.label().filter(|label| !label.is_empty()).or_else(|| node.value()).into_iter().chain(node.description())
    };
    nodes.flat_map(name).collect::<Vec<String>>().join("\n")
}

#[track_caller]
fn assert_shows(window: &Window, texts: &[&str]) {
    let names = names(window);
    for text in texts {
        assert!(names.contains(text), "“{text}” is not on the screen:\n{names}");
    }
}

#[track_caller]
fn assert_hides(window: &Window, texts: &[&str]) {
    let names = names(window);
    for text in texts {
        assert!(!names.contains(text), "“{text}” is on the screen:\n{names}");
    }
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(3);
}

/// Brings the keyboard to the field of this name and types into it.
#[track_caller]
fn type_into(window: &mut Window, name: &str, text: &str) {
    window.get_by(|node| node.role() == Role::TextInput && node.label().as_deref() == Some(name)).focus();
    window.run_steps(2);
    window.event(Input::Text(text.to_owned()));
    window.run_steps(3);
}

#[track_caller]
fn click(window: &mut Window, name: &str) {
    window.get_by(|node| node.label().as_deref() == Some(name) && node.role() != Role::Label).click();
    window.run_steps(3);
}

fn focused(window: &Window) -> String {
    let node = window.query_by(|node| node.is_focused() && node.label().is_some());
    node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
}

fn submitted(window: &mut Window) -> bool {
    std::mem::take(&mut window.state_mut().wishes).contains(&FormAction::Submit)
}

#[test]
fn what_is_required_is_said_with_its_name_and_the_rest_is_not() {
    let window = window();
    assert_shows(&window, &["Name, required", "Amount, required", "Currency, required", "Country", "Last day"]);
    assert_hides(&window, &["Country, required", "Last day, required", "This is required"]);
}

#[test]
fn tab_leads_from_field_to_field_and_past_the_buttons_that_open_lists() {
    let mut window = window();
    assert_eq!(focused(&window), "Name, required", "the first field has the keyboard");
    let mut order = Vec::new();
    for _ in 0..5 {
        press(&mut window, Key::Tab);
        order.push(focused(&window));
    }
    let expected = ["Amount, required", "Currency, required", "Country", "Last day", "Add metadata"];
    assert_eq!(order, expected);
}

#[test]
fn what_is_wrong_is_reported_once_the_field_was_left_and_all_of_it_once_it_was_to_be_sent() {
    let mut window = window();
    type_into(&mut window, "Name, required", "two words");
    assert_hides(&window, &["Must be one word"]);
    press(&mut window, Key::Tab);
    assert_shows(&window, &["Must be one word"]);
    assert_hides(&window, &["This is required"]);
    press(&mut window, Key::Enter);
    assert!(submitted(&mut window), "Enter submits");
    assert_shows(&window, &["Must be one word", "This is required"]);
    assert_eq!(focused(&window), "Name, required", "the first of what is wrong has the keyboard");
}

#[test]
fn the_keyboard_goes_to_the_first_faulty_field_of_the_form_whatever_was_checked_first() {
    let mut window = window();
    type_into(&mut window, "Name, required", "Ada");
    type_into(&mut window, "Country", "GBRR");
    press(&mut window, Key::Tab);
    // The country is checked after the amount, and stands below it.
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.run_steps(3);
    assert_eq!(focused(&window), "Amount, required");
}

#[test]
fn esc_closes_and_ctrl_enter_submits_from_anywhere() {
    let mut window = window();
    click(&mut window, "Add metadata");
    type_into(&mut window, "Metadata name 1", "order");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.run_steps(2);
    assert!(submitted(&mut window));
    type_into(&mut window, "Name, required", "Ada");
    press(&mut window, Key::Escape);
    assert_eq!(window.state().wishes, [FormAction::Close]);
}

#[test]
fn an_amount_says_how_it_is_read_and_asks_where_it_can_be_two() {
    let mut window = window();
    type_into(&mut window, "Currency, required", "EUR");
    type_into(&mut window, "Amount, required", "1 234,50");
    assert_shows(&window, &["1,234.50 EUR"]);
    window.state_mut().amount.clear();
    type_into(&mut window, "Amount, required", "1,234");
    let asks = "EUR has 2 decimals: choose the amount below, or type it with 2, such as 12.50";
    assert_shows(&window, &[asks, "Amount is 1,234.00 EUR"]);
    assert_hides(&window, &["1.23"]);
    press(&mut window, Key::Tab);
    assert_eq!(focused(&window), "Amount is 1,234.00 EUR", "the keyboard comes to the readings next");
    click(&mut window, "Amount is 1,234.00 EUR");
    assert_eq!(window.state().amount, "1234.00");
    assert_eq!(focused(&window), "Amount, required");
    assert_shows(&window, &["1,234.00 EUR"]);
    assert_hides(&window, &["has 2 decimals"]);
    window.state_mut().amount.clear();
    window.state_mut().currency.clear();
    type_into(&mut window, "Currency, required", "KWD");
    type_into(&mut window, "Amount, required", "1,234");
    assert_shows(&window, &["Ambiguous amount", "Amount is 1,234.000 KWD", "Amount is 1.234 KWD"]);
}

#[test]
fn a_currency_is_found_by_its_name_and_picked_with_enter() {
    let mut window = window();
    type_into(&mut window, "Currency, required", "japan");
    assert_shows(&window, &["JPY · Japanese yen"]);
    assert_hides(&window, &["EUR · Euro"]);
    press(&mut window, Key::Enter);
    assert_eq!(window.state().currency, "JPY");
    assert!(!submitted(&mut window), "Enter picked, and did nothing more");
    assert_hides(&window, &["JPY · Japanese yen"]);
    assert_shows(&window, &["Japanese yen, no decimals"]);
    assert_eq!(focused(&window), "Currency, required");
}

#[test]
fn the_list_opens_with_the_arrow_at_what_is_chosen_and_esc_closes_only_it() {
    let mut window = window();
    type_into(&mut window, "Country", "DE");
    press(&mut window, Key::Enter);
    press(&mut window, Key::ArrowDown);
    assert_shows(&window, &["DE · Germany", "GH · Ghana"]);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert_eq!(window.state().country, "GH", "the one after Germany");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Escape);
    assert_hides(&window, &["DE · Germany"]);
    assert_eq!(window.state().wishes, [], "the form stays");
    assert_eq!(focused(&window), "Country");
    click(&mut window, "Clear country");
    assert_eq!(window.state().country, "");
}

#[test]
fn the_list_is_for_the_pointer_too() {
    let mut window = window();
    click(&mut window, "Show countries: country");
    assert_shows(&window, &["AF · Afghanistan"]);
    click(&mut window, "AL · Albania");
    assert_eq!(window.state().country, "AL");
    assert_hides(&window, &["AF · Afghanistan"]);
    assert_eq!(focused(&window), "Country");
}

#[test]
fn a_code_that_is_in_no_list_can_be_typed_and_small_letters_become_the_code() {
    let mut window = window();
    type_into(&mut window, "Currency, required", "xqq");
    assert_shows(&window, &["Not in the list"]);
    press(&mut window, Key::Tab);
    assert_eq!(window.state().currency, "xqq");
    type_into(&mut window, "Country", "gb");
    press(&mut window, Key::Tab);
    assert_eq!(window.state().country, "GB");
    assert_shows(&window, &["United Kingdom"]);
}

#[test]
fn a_day_is_typed_or_picked_from_the_month() {
    let mut window = window();
    type_into(&mut window, "Last day", "2027-01-31");
    assert_shows(&window, &["Sunday, 31 January 2027. Valid until the end of that day in UTC"]);
    press(&mut window, Key::ArrowDown);
    assert_shows(&window, &["1 January 2027"]);
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::Enter);
    assert_eq!(window.state().day, "2027-01-23");
    assert!(!submitted(&mut window));
    assert_hides(&window, &["1 January 2027\n"]);
    click(&mut window, "Open calendar: last day");
    click(&mut window, "Next month");
    click(&mut window, "14 February 2027");
    assert_eq!(window.state().day, "2027-02-14");
    assert_eq!(focused(&window), "Last day");
}

#[test]
fn rows_of_metadata_are_filled_with_enter_counted_and_checked() {
    let mut window = window();
    assert_shows(&window, &["0 of 50"]);
    assert_hides(&window, &["Metadata name 1"]);
    click(&mut window, "Add metadata");
    type_into(&mut window, "Metadata name 1", "order");
    press(&mut window, Key::Enter);
    assert_eq!(focused(&window), "Metadata value 1");
    window.event(Input::Text("12".to_owned()));
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert_eq!(focused(&window), "Metadata name 2");
    assert!(!submitted(&mut window), "Enter leads on");
    window.event(Input::Text("order".to_owned()));
    window.run_steps(2);
    press(&mut window, Key::Tab);
    assert_shows(&window, &["2 of 50", "Name: This name is already in use"]);
    type_into(&mut window, "Metadata value 2", &"v".repeat(450));
    assert_shows(&window, &["Value 450/500"]);
    click(&mut window, "Remove metadata 2");
    assert_shows(&window, &["1 of 50"]);
    assert_hides(&window, &["already", "450/500"]);
    assert_eq!(window.state().metadata.rows(), [("order".to_owned(), "12".to_owned())]);
    click(&mut window, "Add metadata");
    assert_eq!(focused(&window), "Metadata name 2");
    press(&mut window, Key::Enter);
    assert!(submitted(&mut window), "in a last row that is empty, Enter means the form");
}

#[test]
fn pasted_lines_and_objects_become_rows() {
    let mut window = window();
    click(&mut window, "Add metadata");
    window.event(Input::Paste("order = 12\nnote = a = b\n".to_owned()));
    window.run_steps(3);
    assert_shows(&window, &["2 of 50"]);
    assert_eq!(focused(&window), "Metadata value 2");
    click(&mut window, "Add metadata");
    window.event(Input::Paste(r#"{"gift": true}"#.to_owned()));
    window.run_steps(3);
    let rows = window.state().metadata.rows();
    let texts: Vec<(&str, &str)> = rows.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(texts, [("order", "12"), ("note", "a = b"), ("gift", "true")]);
    click(&mut window, "Add metadata");
    window.event(Input::Paste("plain".to_owned()));
    window.run_steps(3);
    assert_eq!(window.state().metadata.rows()[3], ("plain".to_owned(), String::new()));
}

#[test]
fn what_came_from_the_service_leaves_as_it_came() {
    let odd = vec![("note".to_owned(), " two\nlines ".to_owned()), (" blank".to_owned(), String::new())];
    let draft = MetadataDraft::of(&odd);
    assert_eq!(draft.rows(), odd);
    assert!(!draft.is_changed());
}

#[test]
fn an_address_asks_for_what_its_shape_requires_and_is_distinguished_from_another() {
    let mut window = window_of(Form::default(), Theme::Light, [720.0, 1400.0]);
    assert_hides(&window, &["Postcode"]);
    click(&mut window, "Add billing address");
    assert_shows(&window, &["Postcode, billing address, required", "Address line 2, billing address"]);
    assert_hides(&window, &["Address line 2, billing address, required", "Address line 3", "E-mail"]);
    type_into(&mut window, "Country, billing address, required", "germ");
    press(&mut window, Key::Enter);
    type_into(&mut window, "City, billing address, required", " Kiel ");
    let given = window.state().billing.value().unwrap().address;
    let expected = Address { city: "Kiel".to_owned(), country: "DE".to_owned(), ..Address::default() };
    assert_eq!(given, expected);
}

/// Something of everything, with what is wrong told.
fn filled(theme: Theme, size: [f32; 2]) -> Window {
    let text = str::to_owned;
    let pair = |name: &str, value: &str| (text(name), text(value));
    let mut form = Form { name: text("two words"), amount: text("1,234"), currency: text("EUR"), ..Form::default() };
    (form.country, form.day) = (text("DE"), text("2027-01-31"));
    form.metadata = MetadataDraft::of(&[pair("order", "12"), pair("order", &"gold ".repeat(82)), pair("", "")]);
    form.billing.given = true;
    let mut window = window_of(form, theme, size);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.run_steps(4);
    window
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of the form toolkit").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    let mut whole = filled(theme, [680.0, 1180.0]);
    kit::widget_snapshot(&mut whole, &format!("form-{name}"));
    results.extend_harness(&mut whole);
    let mut list = window_of(Form::default(), theme, [680.0, 560.0]);
    type_into(&mut list, "Country", "un");
    kit::widget_snapshot(&mut list, &format!("form-list-{name}"));
    results.extend_harness(&mut list);
    let mut month = window_of(Form { day: "2027-01-31".to_owned(), ..Form::default() }, theme, [680.0, 560.0]);
    click(&mut month, "Open calendar: last day");
    kit::widget_snapshot(&mut month, &format!("form-month-{name}"));
    results.extend_harness(&mut month);
}

#[test]
fn pictures_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_in_dark() {
    pictures(Theme::Dark, "dark");
}
