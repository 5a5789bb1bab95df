//! The study of `payments`, drawn again with the kit alone: proof that the kit reaches it, at 1440×900 in both themes.

use egui::{CentralPanel, Frame, Margin, Panel, Theme, Ui};
use paydesk::ui::icons::Icon;
use paydesk::ui::tokens::{Text, Tone, size, space, tokens};
use paydesk::ui::widgets::table::ColumnWidth;
use paydesk::ui::widgets::{
    Button, Chip, Column, EnvBand, FilterMenu, Notice, RawJson, SidebarItem, Table, TextField, amount_heading_ui,
    chip_ui, copyable_ui, facts_ui, label_ui, sidebar_group_ui,
};

use super::kit;
use crate::system::needs_vulkan;

#[derive(Clone, Copy, PartialEq)]
enum Field {
    Id,
    Amount,
    Currency,
    Status,
    Created,
    CaptureBefore,
}

const COLUMNS: [Column<Field>; 6] = [
    Column::new(Field::Id, "Payment", ColumnWidth::Resizable { initial: 180.0, min: 100.0 }),
    Column::new(Field::Amount, "Amount", ColumnWidth::Exact(104.0)).right().sortable(),
    Column::new(Field::Currency, "", ColumnWidth::Exact(40.0)),
    Column::new(Field::Status, "Status", ColumnWidth::Exact(146.0)),
    Column::new(Field::Created, "Created", ColumnWidth::Exact(106.0)).sortable(),
    Column::new(Field::CaptureBefore, "Capture before", ColumnWidth::Remainder { min: 100.0 }),
];

struct Row {
    name: String,
    id: String,
    amount: &'static str,
    currency: &'static str,
    status: Chip<'static>,
    created: String,
    capture: Option<(&'static str, Tone)>,
    note: &'static str,
}

fn rows() -> Vec<Row> {
    let amounts = [("128.40", "EUR"), ("9,204.00", "USD"), ("12,800", "JPY"), ("45.10", "USD"), ("31.250", "KWD")];
    let statuses = [
        Chip::new(Icon::Clock, "Requires capture", Tone::Attention),
        Chip::new(Icon::Success, "Succeeded", Tone::Positive),
        Chip::new(Icon::Failure, "Failed", Tone::Danger),
        Chip::new(Icon::Success, "Succeeded", Tone::Positive),
        Chip::new(Icon::Review, "In review", Tone::Accent),
        Chip::new(Icon::Processing, "Processing", Tone::Info),
        Chip::new(Icon::Prohibited, "Cancelled", Tone::Neutral),
    ];
    (0..2000u64)
        .map(|i| {
            let (amount, currency) = amounts[(i % 5) as usize];
            let status = statuses[(i * 5 % 7) as usize];
            let id = format!("pay_{:014x}", i.wrapping_mul(0x9e_3779_b100_1eef) & 0xff_ffff_ffff_ffff);
            Row {
                name: format!("{id}, {amount} {currency}, {}", status.word),
                amount,
                currency,
                status,
                created: format!("17 Nov, {:02}:{:02}", 14 - i / 60 % 12, 59 - i % 60),
                capture: (status.tone == Tone::Attention)
                    .then(|| if i == 0 { ("1 d 0 h left", Tone::Danger) } else { ("4 d 9 h left", Tone::Attention) }),
                note: if status.tone == Tone::Danger { "UE_1001 Insufficient funds" } else { "" },
                id,
            }
        })
        .collect()
}

fn page_ui(ui: &mut Ui, rows: &[Row], search: &mut String) {
    let tokens = tokens(ui);
    let bare = |fill, margin| Frame::new().fill(fill).inner_margin(margin);
    Panel::top("band").frame(Frame::new()).show_separator_line(false).show(ui, |ui| {
        let band =
            EnvBand { production: false, word: "SANDBOX", text: "Embedded sandbox  ·  nothing here moves real money" };
        band.ui(ui, |ui| {
            ui.label(Text::Small.rich("594 of 600 requests left"));
            ui.label(Text::Small.rich("·"));
            ui.label(Text::Small.rich("Connected"));
            Icon::Connected.ui(ui, size::ICON, tokens.on_band);
        });
    });
    let sidebar = Panel::left("sidebar").frame(bare(tokens.bg, Margin::same(12))).exact_size(size::SIDEBAR_WIDTH);
    sidebar.resizable(false).show(ui, sidebar_ui);
    let detail = Panel::right("detail").frame(bare(tokens.surface, Margin::symmetric(20, 16)));
    detail.exact_size(size::DETAIL_WIDTH).resizable(false).show(ui, detail_ui);
    CentralPanel::default()
        .frame(bare(tokens.surface, Margin { left: 20, right: 20, top: 16, bottom: 0 }))
        .show(ui, |ui| list_ui(ui, rows, search));
}

fn sidebar_ui(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 2.0;
    label_ui(ui, Text::Title, tokens(ui).text, "Paydesk");
    ui.add_space(space::S);
    SidebarItem::new(Icon::Home, "Home").ui(ui);
    sidebar_group_ui(ui, "Money in");
    SidebarItem::new(Icon::Payment, "Payments").count(Some("2,000")).selected(true).ui(ui);
    SidebarItem::new(Icon::Review, "Review").count(Some("7")).ui(ui);
    SidebarItem::new(Icon::Refund, "Refunds").count(Some("41")).ui(ui);
    SidebarItem::new(Icon::PaymentLink, "Payment links").ui(ui);
    SidebarItem::new(Icon::Subscription, "Subscriptions").ui(ui);
    sidebar_group_ui(ui, "Disputes");
    SidebarItem::new(Icon::Dispute, "Disputes").count(Some("12")).count_tone(Tone::Danger).ui(ui);
    sidebar_group_ui(ui, "Money out");
    SidebarItem::new(Icon::Payout, "Payouts").count(Some("3")).ui(ui);
    sidebar_group_ui(ui, "People");
    SidebarItem::new(Icon::Customer, "Customers").ui(ui);
    sidebar_group_ui(ui, "Insight");
    SidebarItem::new(Icon::Analytics, "Analytics").ui(ui);
    SidebarItem::new(Icon::Event, "Events").ui(ui);
    ui.with_layout(egui::Layout::bottom_up(egui::Align::Min), |ui| {
        SidebarItem::new(Icon::Settings, "Settings").ui(ui);
        SidebarItem::new(Icon::ApiKey, "API keys").ui(ui);
    });
}

fn list_ui(ui: &mut Ui, rows: &[Row], search: &mut String) {
    ui.spacing_mut().item_spacing.y = 10.0;
    ui.horizontal(|ui| {
        label_ui(ui, Text::Heading, tokens(ui).text, "Payments");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            Button::secondary("New payment…").ui(ui);
            Button::secondary("Refresh").icon(Icon::Refresh).ui(ui);
        });
    });
    ui.horizontal(|ui| {
        let field = TextField::bare("Search payments", search).placeholder("Payment id, customer, e-mail");
        field.icon(Icon::Search).clearable().width(240.0).ui(ui);
        FilterMenu::new("Status", &["requires capture", "succeeded"], Some(0)).ui(ui);
        FilterMenu::new("Currency", &["EUR", "USD"], None).ui(ui);
        FilterMenu::new("Period", &["Last 30 days"], Some(0)).always_set().ui(ui);
        Button::link("Clear").ui(ui);
    });
    let table = Table::new("Payments table", &COLUMNS, rows.len()).row_height(34.0).selected(Some(2));
    table.ui(
        ui,
        |row| &rows[row].name,
        |cell| {
            let row = &rows[cell.row];
            match cell.column {
                Field::Id => drop(cell.mono(&row.id)),
                Field::Amount => drop(cell.amount(row.amount)),
                Field::Currency => drop(cell.currency(row.currency)),
                Field::Status => drop(cell.chip(row.status)),
                Field::Created => drop(cell.subdued(&row.created)),
                Field::CaptureBefore => match row.capture {
                    Some((text, tone)) => drop(cell.toned(Icon::Clock, text, tone)),
                    None => drop(cell.subdued(row.note)),
                },
            }
        },
    );
}

fn detail_ui(ui: &mut Ui) {
    let tokens = tokens(ui);
    ui.spacing_mut().item_spacing.y = 14.0;
    ui.horizontal(|ui| {
        label_ui(ui, Text::Small, tokens.subdued, "Payment");
        copyable_ui(ui, "pay_7Kd02mQx19VbLs4T");
    });
    ui.horizontal(|ui| {
        amount_heading_ui(ui, "128.40", "EUR");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            chip_ui(ui, Icon::Clock, "Requires capture", Tone::Attention);
        });
    });
    Notice::new(Tone::Attention, "Capture before Tue 24 Nov, 14:02 (estimated), 1\u{a0}d\u{a0}6\u{a0}h\u{a0}left")
        .icon(Icon::Clock)
        .ui(ui);
    ui.horizontal(|ui| {
        Button::primary("Capture 128.40 EUR…").ui(ui);
        Button::secondary("Cancel payment…").ui(ui);
        Button::icon_only(Icon::Refresh, "Refresh this payment").ui(ui);
    });
    facts_ui(ui, "Amounts", |facts| {
        facts.text("Capturable", "128.40 EUR");
        facts.text("Received", "0.00 EUR");
    });
    facts_ui(ui, "Customer", |facts| {
        facts.id("Customer", "cus_marta_ek");
        facts.text("E-mail", "marta.ek@example.com");
    });
    facts_ui(ui, "Method", |facts| {
        facts.text("Card", "Visa ···· 4242, 12/2029");
        facts.text("Capture method", "manual");
        facts.text("Descriptor", "NORDTEA*ORDER 8841");
    });
    facts_ui(ui, "Times", |facts| {
        facts.text("Created", "17 Nov 2026, 14:02:11");
        facts.text("Changed", "17 Nov 2026, 14:02:13");
    });
    facts_ui(ui, "Metadata", |facts| {
        facts.mono("order_id", "8841");
        facts.mono("channel", "web");
    });
    RawJson { title: "Raw JSON", text: "{}", max_height: 200.0 }.ui(ui, &mut false);
}

fn draw(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of a list with its detail") else { return };
    let (rows, mut search) = (rows(), String::new());
    let mut harness = kit::builder::<()>(theme, [1440.0, 900.0])
        .build_ui(|ui| kit::full_window(ui, |ui| page_ui(ui, &rows, &mut search)));
    harness.run();
    kit::snapshot(&mut harness, name);
}

#[test]
fn a_list_with_its_detail_looks_as_studied_in_light() {
    draw(Theme::Light, "study-light");
}

#[test]
fn a_list_with_its_detail_looks_as_studied_in_dark() {
    draw(Theme::Dark, "study-dark");
}
