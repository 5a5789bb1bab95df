//! The report of a week, as it was drawn by hand before there was a program for it.

use paydesk_domain::report_page::{
    ReportBar, ReportCell, ReportChart, ReportColumn, ReportGoal, ReportMark, ReportOutcomes, ReportPage, ReportPlot,
    ReportSentence, ReportTable,
};

pub fn week() -> ReportPage {
    ReportPage {
        title: "Disputes, week 47".to_owned(),
        period: "Monday 16 – Sunday 22 November 2026".to_owned(),
        about: texts(&[
            "Nordlicht Goods · all currencies",
            "Dates in Europe/Berlin (UTC+1)",
            "Made by Paydesk on Mon 23 Nov 2026, 06:00",
        ]),
        sentences: sentences(),
        charts: vec![opened_by_day(), rate_by_week(), opened_by_reason(), outcome_by_week()],
        tables: vec![money_by_currency(), largest_open()],
        definitions: definitions(),
    }
}

pub fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn sentences() -> Vec<ReportSentence> {
    let sentences = [
        (
            "31 disputes were opened, more than twice as many as the week before (14).",
            "That is 1.2% of 2,514 payments, up from 0.6% of 2,466: a significant change (p = 0.02).",
        ),
        (
            "“Product not received” accounted for most of the rise: 17, up from 3.",
            "A significant change (p = 0.01, corrected for five reasons). No other reason changed significantly.",
        ),
        (
            "46 disputes are open: 4,025.15 EUR, 987.20 USD, 268.40 GBP, 217,350 JPY, 31.250 KWD.",
            "The largest in JPY is due on Tuesday. Decided this week in EUR: 382.00 won back, 614.90 lost.",
        ),
    ];
    sentences.map(|(statement, proof)| sentence(statement, proof)).to_vec()
}

pub fn sentence(statement: &str, proof: &str) -> ReportSentence {
    ReportSentence { statement: statement.to_owned(), proof: proof.to_owned() }
}

pub fn chart(title: &str, legend: &[(Option<ReportMark>, &str)], plot: ReportPlot) -> ReportChart {
    let legend = legend.iter().map(|(mark, meaning)| (*mark, (*meaning).to_owned())).collect();
    ReportChart { title: title.to_owned(), legend, plot }
}

pub fn bar(label: &str, now: i64, before: i64) -> ReportBar {
    ReportBar { label: label.to_owned(), now, before: Some(before) }
}

fn opened_by_day() -> ReportChart {
    let days =
        [("Mon", 3, 2), ("Tue", 4, 1), ("Wed", 6, 3), ("Thu", 5, 2), ("Fri", 7, 3), ("Sat", 4, 2), ("Sun", 2, 1)];
    let legend =
        [(Some(ReportMark::Now), "Week 47: 31"), (Some(ReportMark::Before), "Week 46: 14. Most on Friday, 7.")];
    let slots = days.map(|(label, now, before)| bar(label, now, before)).to_vec();
    chart("Disputes opened by day", &legend, ReportPlot::Columns { slots })
}

fn rate_by_week() -> ReportChart {
    let rates = [4_900, 6_100, 5_500, 7_000, 5_800, 6_600, 5_200, 6_300, 7_100, 6_000, 5_680, 12_330];
    let slots = (36..).zip(rates).map(|(week, rate)| (format!("W{week}"), Some(rate))).collect();
    let goal = Some(ReportGoal { millionths: 9_000, label: "Your limit: 0.9%".to_owned() });
    let legend = [(None, "Disputes opened per 100 succeeded payments. First week above your limit of 0.9%.")];
    chart("Dispute rate by week", &legend, ReportPlot::Line { slots, last: "1.2%".to_owned(), goal })
}

fn opened_by_reason() -> ReportChart {
    let reasons = [
        ("Product not received", 17, 3),
        ("Fraudulent", 8, 7),
        ("Not as described", 3, 2),
        ("Duplicate", 2, 1),
        ("Other", 1, 1),
    ];
    let legend = [(Some(ReportMark::Now), "Week 47"), (Some(ReportMark::Before), "Week 46")];
    let slots = reasons.map(|(label, now, before)| bar(label, now, before)).to_vec();
    chart("Disputes opened by reason", &legend, ReportPlot::Rows { slots })
}

pub fn outcomes(label: &str, [won, lost, open]: [i64; 3]) -> ReportOutcomes {
    let above = format!("{} of {}", won + lost, won + lost + open);
    ReportOutcomes { label: label.to_owned(), won, lost, open, above }
}

fn outcome_by_week() -> ReportChart {
    let weeks = [[8, 4, 0], [7, 7, 1], [6, 5, 1], [5, 7, 2], [4, 5, 6], [3, 3, 10], [1, 2, 11], [1, 1, 29]];
    let legend = [
        (Some(ReportMark::Won), "Won"),
        (Some(ReportMark::Lost), "Lost"),
        (
            Some(ReportMark::Open),
            "Open. Above each bar: disputes decided out of those opened; W44–47 below 80% decided.",
        ),
    ];
    let slots = (40..).zip(weeks).map(|(week, counts)| outcomes(&format!("W{week}"), counts)).collect();
    chart("Outcome by week opened", &legend, ReportPlot::Outcomes { slots })
}

pub fn left(title: &str, width: u32) -> ReportColumn {
    ReportColumn { title: title.to_owned(), is_right: false, width }
}

pub fn right(title: &str, width: u32) -> ReportColumn {
    ReportColumn { title: title.to_owned(), is_right: true, width }
}

pub fn cell(text: &str) -> ReportCell {
    ReportCell { text: text.to_owned(), ..ReportCell::default() }
}

pub fn amount(text: &str, currency: &str) -> ReportCell {
    ReportCell { text: text.to_owned(), unit: currency.to_owned(), is_strong: false }
}

pub fn money_row([currency, opened, disputed, won, lost, net, open, amount_open]: [&str; 8]) -> Vec<ReportCell> {
    let net = ReportCell { is_strong: true, ..cell(net) };
    vec![cell(currency), cell(opened), cell(disputed), cell(won), cell(lost), net, cell(open), cell(amount_open)]
}

pub fn money_columns() -> Vec<ReportColumn> {
    vec![
        left("Currency", 86),
        right("Opened", 135),
        right("Disputed", 132),
        right("Won back", 131),
        right("Lost", 110),
        right("Net of the week", 195),
        right("Still open", 127),
        right("Amount open", 170),
    ]
}

fn money_by_currency() -> ReportTable {
    let mut rows: Vec<Vec<ReportCell>> = [
        ["EUR", "18", "2,841.30", "382.00", "614.90", "−232.90", "27", "4,025.15"],
        ["USD", "7", "612.45", "–", "176.10", "−176.10", "11", "987.20"],
        ["GBP", "4", "214.90", "88.55", "–", "+88.55", "5", "268.40"],
        ["JPY", "1", "21,200", "–", "–", "–", "2", "217,350"],
        ["KWD", "1", "31.250", "–", "–", "–", "1", "31.250"],
    ]
    .map(money_row)
    .to_vec();
    let remark = amount("", "Currencies are not added together");
    rows.push(vec![cell("All"), cell("31"), remark, cell(""), cell(""), cell(""), cell("46"), cell("")]);
    ReportTable { title: "Money by currency".to_owned(), columns: money_columns(), rows }
}

pub fn open_columns() -> Vec<ReportColumn> {
    vec![
        right("Amount", 170),
        left("Customer", 258),
        left("Reason", 258),
        left("Respond by", 200),
        right("Recommended evidence", 200),
    ]
}

fn largest_open() -> ReportTable {
    let rows = [
        ["196,150", "JPY", "Haruka Mori", "Fraudulent", "Tue 24 Nov", "3 of 5"],
        ["463.90", "USD", "Camila O’Brien", "Not as described", "Mon 30 Nov", "4 of 5"],
        ["1,243.00", "EUR", "Tomás Ferreira", "Product not received", "Wed 2 Dec", "0 of 4"],
        ["96.20", "GBP", "Ari Lowe", "Product not received", "Thu 3 Dec", "2 of 4"],
        ["31.250", "KWD", "Noura Al-Sabah", "Fraudulent", "Mon 7 Dec", "1 of 5"],
    ]
    .map(|[number, currency, customer, reason, respond_by, evidence]| {
        vec![amount(number, currency), cell(customer), cell(reason), cell(respond_by), cell(evidence)]
    });
    ReportTable {
        title: "Largest open dispute in each currency".to_owned(),
        columns: open_columns(),
        rows: rows.to_vec(),
    }
}

fn definitions() -> Vec<(String, String)> {
    [
        ("Opened", "disputes the service reports as opened in the period, whenever the payment was made."),
        ("Rate", "disputes opened in the period ÷ payments that succeeded in the period, by count."),
        (
            "Decided, n of m",
            "of m disputes opened that week, n are won or lost. Weeks are compared once both are at least 80% decided.",
        ),
        (
            "Won back, lost",
            "by decision date, regardless of when the dispute was opened. Net = won back – lost, without fees.",
        ),
        ("Significant", "exact binomial test on counts, two-sided, 5%; Holm’s correction where reasons are compared."),
        (
            "Complete",
            "all 2,514 payments and 31 disputes were read by Mon 23 Nov, 05:58. Source: the dispute \
             list of the service.",
        ),
    ]
    .map(|(term, meaning)| (term.to_owned(), meaning.to_owned()))
    .to_vec()
}
