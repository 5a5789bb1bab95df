//! Every widget of the kit in every state on one page.

use egui::{Frame, Margin, Rect, Ui, UiBuilder, pos2};

use paydesk_domain::known::Known;
use paydesk_domain::waiting::WaitingCount;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableSort};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, EnvBanner, Failed, FilterMenu, Meter, Notice, RawJson, SidebarItem, Table, TableColumn, TextField,
    ToastView, amount_heading_ui, check_ui, chip_ui, copyable_ui, empty_ui, facts_ui, failed_ui, hairline_ui, kbd_ui,
    label_ui, loading_line, loading_ui, segmented_ui, sidebar_group_ui, toasts_ui,
};

const JSON: &str = "{\n  \"payment_id\": \"pay_7Kd02mQx19VbLs4T\",\n  \"amount\": 12840,\n  \"currency\": \"EUR\",\n  \"status\": \"requires_capture\",\n  \"created\": \"2026-11-17T14:02:11Z\"\n}";

/// What the page needs to remember between frames.
#[derive(Debug)]
pub struct WidgetsPage {
    texts: Vec<String>,
    checked: bool,
    radio: bool,
    slide: f32,
    json_open: bool,
}

impl Default for WidgetsPage {
    fn default() -> Self {
        let texts = ["", "pay_7Kd02", "12.405", "NORDTEA*8841", "Asked the customer\nfor the receipt", "plain"];
        let texts = texts.map(str::to_owned).to_vec();
        Self { texts, checked: true, radio: true, slide: 0.4, json_open: true }
    }
}

fn column(ui: &mut Ui, left: f32, right: f32, content: impl FnOnce(&mut Ui)) {
    let from = ui.max_rect().min.to_vec2();
    let rect = Rect::from_min_max(pos2(left, 68.0), pos2(right, 892.0)).translate(from);
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.spacing_mut().item_spacing.y = 10.0;
        content(ui);
    });
}

/// The room that the page takes, in points.
pub const SIZE: egui::Vec2 = egui::vec2(1440.0, 900.0);

/// Draws every widget in every state.
pub fn widgets_ui(ui: &mut Ui, page: &mut WidgetsPage) {
    let tokens = tokens(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, tokens.surface);
    ui.spacing_mut().item_spacing.y = 0.0;
    let production = EnvBanner { production: true, word: "PRODUCTION", text: "Nordtea GmbH  ·  real money" };
    production.ui(ui, |ui| ui.label(Text::Small.rich("Not connected")));
    EnvBanner { production: false, word: "SANDBOX", text: "Embedded sandbox" }.ui(ui, |ui| {
        ui.label(Text::Small.rich("594 of 600 requests left"));
        Icon::Connected.ui(ui, 16.0, tokens.on_banner)
    });
    let side = Rect::from_min_max(pos2(0.0, 56.0), pos2(224.0, 900.0)).translate(ui.max_rect().min.to_vec2());
    ui.painter().rect_filled(side, 0.0, tokens.bg);
    column(ui, 12.0, 212.0, sidebar_ui);
    column(ui, 244.0, 592.0, |ui| controls_ui(ui, page));
    column(ui, 616.0, 1000.0, |ui| reading_ui(ui, page));
    column(ui, 1028.0, 1416.0, lists_ui);
    toasts_ui(
        ui.ctx(),
        &[
            ToastView { id: 1, tone: Tone::Positive, text: "128.40 EUR captured", action: None, until_s: None },
            ToastView {
                id: 2,
                tone: Tone::Danger,
                text: "pay_9e3779b1001eef could not be approved: the service refused it with HE_03",
                action: Some("Open"),
                until_s: None,
            },
            ToastView { id: 3, tone: Tone::Info, text: "Approving in 5 s", action: Some("Undo"), until_s: Some(0.0) },
        ],
        1.0,
    );
}

fn sidebar_ui(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 2.0;
    label_ui(ui, Text::Title, tokens(ui).text, "Paydesk");
    ui.add_space(space::S);
    SidebarItem::new(Icon::Home, "Home").ui(ui);
    sidebar_group_ui(ui, "Money in");
    SidebarItem::new(Icon::Payment, "Payments")
        .count(Some(WaitingCount::of(Known::Exact(2_000))))
        .selected(true)
        .ui(ui);
    SidebarItem::new(Icon::Review, "Review").count(Some(WaitingCount::of(Known::AtLeast(7)).urgent(true))).ui(ui);
    SidebarItem::new(crate::panels::payment_links::VIEW.icon, "A saved view with a long name")
        .count(Some(WaitingCount::of(Known::Exact(1_204))))
        .ui(ui);
    ui.add_space(space::L);
    Meter { name: "Requests", text: "594 of 600 requests left", fraction: 0.99, tone: Tone::Positive }.ui(ui);
    ui.add_space(space::S);
    Meter { name: "Requests low", text: "31 of 600 requests left", fraction: 0.05, tone: Tone::Attention }.ui(ui);
    ui.add_space(space::L);
    for keys in ["Ctrl+K", "G then P", "?", "Shift+F10"] {
        kbd_ui(ui, keys);
        ui.add_space(space::XS);
    }
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(8.0, 8.0);
        for icon in Icon::ALL {
            icon.ui(ui, 16.0, tokens(ui).subdued);
        }
    });
}

fn controls_ui(ui: &mut Ui, page: &mut WidgetsPage) {
    ui.horizontal_wrapped(|ui| {
        Button::primary("Capture 128.40 EUR…").ui(ui);
        Button::secondary("Refresh").icon(Icon::Refresh).ui(ui);
        Button::danger("Cancel payment…").ui(ui);
        Button::link("Clear").ui(ui);
        Button::icon_only(Icon::More, "More").ui(ui);
        Button::quiet_icon(Icon::Close, "Close the detail").ui(ui);
    });
    ui.horizontal_wrapped(|ui| {
        Button::primary("Approve").disabled(Some("Another change is on its way")).ui(ui);
        Button::primary("Capture now").busy(true).ui(ui);
        Button::secondary("Retry now").busy(true).ui(ui);
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 6.0);
        let message = ["Cancelled", "In review", "Succeeded", "Requires capture", "Failed", "Processing"];
        let icons = [Icon::Prohibited, Icon::Review, Icon::Success, Icon::Clock, Icon::Failure, Icon::Processing];
        for ((tone, word), icon) in Tone::ALL.into_iter().zip(message).zip(icons) {
            chip_ui(ui, icon, word, tone);
        }
    });
    ui.horizontal(|ui| {
        FilterMenu::new("Status", &["requires capture", "succeeded"], Some(0)).ui(ui);
        FilterMenu::new("Period", &["Last 30 days"], Some(0)).always_set().ui(ui);
    });
    fields_ui(ui, page);
    choices_ui(ui);
    raw_ui(ui, page);
    ui.horizontal(|ui| FilterMenu::new("Currency", &["EUR", "JPY", "KWD", "USD"], Some(1)).always_set().ui(ui));
}

fn fields_ui(ui: &mut Ui, page: &mut WidgetsPage) {
    let [search, id, amount, descriptor, note, ..] = page.texts.as_mut_slice() else { return };
    ui.horizontal(|ui| {
        TextField::bare("Search", search).placeholder("Payment ID, customer").icon(Icon::Search).width(170.0).ui(ui);
        TextField::bare("Find an ID", id).mono().icon(Icon::Search).clearable().width(170.0).ui(ui);
    });
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        let error = Some("EUR has 2 decimals; this has 3");
        TextField::labelled("Amount to capture", amount).suffix("EUR").error(error).ui(ui);
        let field = TextField::labelled("Descriptor", descriptor).counter(22);
        field.hint("On the customer's statement").ui(ui);
        TextField::labelled("Note", note).rows(2).disabled(Some("Notes are off")).ui(ui);
    });
}

fn choices_ui(ui: &mut Ui) {
    ui.horizontal(|ui| {
        check_ui(ui, true, "On");
        check_ui(ui, false, "Off");
        segmented_ui(ui, "Theme", &["Light", "Dark", "System"], 1);
    });
}

/// egui's own widgets, which must not look foreign.
fn raw_ui(ui: &mut Ui, page: &mut WidgetsPage) {
    hairline_ui(ui);
    ui.horizontal(|ui| {
        ui.checkbox(&mut page.checked, "Raw");
        ui.radio_value(&mut page.radio, true, "On");
        ui.radio_value(&mut page.radio, false, "Off");
        egui::ComboBox::new("combo", "Kind").width(60.0).selected_text("Combo").show_ui(ui, |_| ());
    });
    ui.horizontal(|ui| {
        ui.add(egui::Slider::new(&mut page.slide, 0.0..=1.0).text("Scale"));
        ui.add(egui::TextEdit::singleline(&mut page.texts[5]).desired_width(60.0).hint_text("raw"));
    });
}

fn reading_ui(ui: &mut Ui, page: &mut WidgetsPage) {
    ui.horizontal(|ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, "Payment");
        copyable_ui(ui, "pay_7Kd02mQx19VbLs4T");
    });
    ui.horizontal(|ui| {
        amount_heading_ui(ui, "1,284,128.40", "EUR");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            chip_ui(ui, Icon::Clock, "Requires capture", Tone::Attention);
        });
    });
    let text = "Capture before Tue 24 Nov, 14:02 (estimated)";
    Notice::new(Tone::Attention, text).icon(Icon::Clock).ui(ui);
    let text = "The service did not answer. It is not known yet whether 128.40 EUR was captured; Paydesk is \
        checking.";
    Notice::new(Tone::Danger, text).title("Outcome unknown").action("Read again now").ui(ui);
    Notice::new(Tone::Info, "Processing at the bank").icon(Icon::Processing).ui(ui);
    facts_ui(ui, "Customer", |facts| {
        facts.id("Customer", "cus_marta_ek");
        facts.id("Client secret", "pay_7Kd02mQx19VbLs4T_secret_b54cda2600b99a538453d700d889");
        facts.text("Address", "Kungsgatan 12, 4th floor, c/o Nordtea trading company, 111 43 Stockholm, Sweden");
        facts.mono("order_id", "8841");
        facts.missing("Phone", "Not given");
        facts.text("A name that is longer than its column", "Marta Ek");
    });
    RawJson { title: "Raw JSON", text: JSON, max_height: 150.0 }.ui(ui, &mut page.json_open);
}

#[derive(Clone, Copy, PartialEq)]
enum Field {
    Id,
    Amount,
    Currency,
    Status,
}

const COLUMNS: [TableColumn<Field>; 4] = [
    TableColumn::new(Field::Id, "Payment", ColumnWidth::Remainder { min: 80.0 }).sortable(),
    TableColumn::new(Field::Amount, "Amount", ColumnWidth::Exact(86.0)).right().sortable(),
    TableColumn::new(Field::Currency, "", ColumnWidth::Exact(34.0)),
    TableColumn::new(Field::Status, "Status", ColumnWidth::Exact(112.0)),
];

fn lists_ui(ui: &mut Ui) {
    let title = ui.horizontal(|ui| label_ui(ui, Text::Heading, tokens(ui).text, "Payments")).response.rect;
    let line = title.left()..=title.left() + 388.0;
    loading_line(ui, Rect::from_x_y_ranges(line, title.y_range()), true);
    let ids = ["pay_9e3779b1001eef", "pay_3c6ef362003dde", "pay_daa66d13005ccd_long", "pay_78dde6c4007bbc"];
    let names = ids.map(|id| format!("{id}, 12,800 JPY, failed"));
    let amounts = ["9,204.00", "12,800", "−45.10", "31.250"];
    let currencies = ["USD", "JPY", "EUR", "KWD"];
    ui.allocate_ui(egui::vec2(388.0, 150.0), |ui| {
        let sort = Some(TableSort { column: Field::Amount, ascending: false });
        let table = Table::new("Small", &COLUMNS, ids.len()).selected(Some(1)).sort(sort);
        table.ui(
            ui,
            |row| &names[row],
            |cell| match cell.column {
                Field::Id => drop(cell.mono(ids[cell.row])),
                Field::Amount => drop(cell.amount(amounts[cell.row])),
                Field::Currency => drop(cell.currency(currencies[cell.row])),
                Field::Status => drop(cell.ui(|ui| chip_ui(ui, Icon::Failure, "Failed", Tone::Danger))),
            },
        );
    });
    let boxed = |ui: &mut Ui, height: f32, content: &mut dyn FnMut(&mut Ui)| {
        Frame::new().stroke(tokens(ui).hairline()).inner_margin(Margin::same(12)).show(ui, |ui| {
            ui.set_min_size(egui::vec2(364.0, height));
            ui.set_max_height(height);
            content(ui);
        });
    };
    boxed(ui, 120.0, &mut |ui| {
        empty_ui(ui, Icon::Tray, "No payments to capture", Some("Go to all payments"));
    });
    boxed(ui, 212.0, &mut |ui| {
        failed_ui(
            ui,
            &Failed {
                title: "Payments could not be loaded",
                message: "The server took too long to answer",
                code: Some("HE_01"),
                advice: Some("Nothing was changed. Try again in a moment."),
                retrying: false,
            },
        );
    });
    boxed(ui, 100.0, &mut |ui| loading_ui(ui, "Loading payments…", 3, 24.0));
}
