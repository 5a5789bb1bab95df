//! Reports that are hard to set: much, little, long, large, nothing.

use paydesk_domain::report_page::{
    ReportBar, ReportChart, ReportGoal, ReportMark, ReportOutcomes, ReportPage, ReportPlot, ReportTable,
};

use super::example::{
    amount, bar, cell, chart, left, money_columns, money_row, open_columns, outcomes, right, sentence, texts, week,
};

const LONG_NAME: &str =
    "Wolfeschlegelsteinhausenbergerdorff Internationale Handelsgesellschaft mit beschränkter Haftung";
const HUGE: &str = "123,456,789,012.00";
const CURRENCIES: [&str; 12] = ["EUR", "USD", "GBP", "JPY", "KWD", "CHF", "PLN", "SEK", "NOK", "DKK", "CZK", "HUF"];

/// Each with a name for the files that are written of it.
pub fn all() -> Vec<(&'static str, ReportPage)> {
    vec![
        ("empty", ReportPage::default()),
        ("one-of-each", one_of_each()),
        ("zeros", zeros()),
        ("no-plots", no_plots()),
        ("twelve-rows", twelve_rows()),
        ("huge-amounts", huge_amounts()),
        ("long-names", long_names()),
        ("sixty-slots", sixty_slots()),
        ("spikes", spikes()),
        ("more-than-a-page", more_than_a_page()),
        ("foreign", foreign()),
        ("many-reasons", many_reasons()),
        ("no-shares", no_shares()),
        ("six-charts", six_charts()),
    ]
}

fn one_of_each() -> ReportPage {
    let slots = vec![bar("Mon", 1, 0)];
    let goal = Some(ReportGoal { millionths: 9_000, label: "Your limit: 0.9%".to_owned() });
    let rate = ReportPlot::Line { slots: vec![("W47".to_owned(), Some(400))], last: "0.04%".to_owned(), goal };
    ReportPage {
        sentences: week().sentences[..1].to_vec(),
        charts: vec![
            chart("By day", &[], ReportPlot::Columns { slots: slots.clone() }),
            chart("Rate", &[(Some(ReportMark::Goal), "Your limit")], rate),
            chart("By reason", &[], ReportPlot::Rows { slots }),
            chart("Outcome", &[], ReportPlot::Outcomes { slots: vec![outcomes("W47", [0, 0, 1])] }),
        ],
        tables: week().tables.into_iter().map(|table| cut(table, 1)).collect(),
        definitions: week().definitions[..1].to_vec(),
        ..week()
    }
}

fn cut(table: ReportTable, rows: usize) -> ReportTable {
    ReportTable { rows: table.rows[..rows].to_vec(), ..table }
}

fn zeros() -> ReportPage {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let slots: Vec<ReportBar> = days.map(|day| bar(day, 0, 0)).to_vec();
    let rates = days.map(|day| (day.to_owned(), Some(0))).to_vec();
    let goal = Some(ReportGoal { millionths: 0, label: "Your limit: 0%".to_owned() });
    let results = days.map(|day| outcomes(day, [0, 0, 0])).to_vec();
    ReportPage {
        charts: vec![
            chart("By day", &[], ReportPlot::Columns { slots: slots.clone() }),
            chart("Rate", &[], ReportPlot::Line { slots: rates, last: "0.0%".to_owned(), goal }),
            chart("By reason", &[], ReportPlot::Rows { slots }),
            chart("Outcome", &[], ReportPlot::Outcomes { slots: results }),
        ],
        ..week()
    }
}

fn no_plots() -> ReportPage {
    let why = "The disputes of this period are not complete: 3 of 40 pages could not be read. \
               Paydesk reads them again at 06:15.";
    let unknown = vec![("W46".to_owned(), None), ("W47".to_owned(), None)];
    ReportPage {
        charts: vec![
            chart("By day", &[], ReportPlot::Nothing("No disputes were opened".to_owned())),
            chart("By week", &[], ReportPlot::Nothing(why.repeat(6))),
            chart("By reason", &[], ReportPlot::Rows { slots: Vec::new() }),
            chart("Rate", &[], ReportPlot::Line { slots: unknown, last: String::new(), goal: None }),
        ],
        tables: Vec::new(),
        ..week()
    }
}

fn twelve_rows() -> ReportPage {
    let money =
        CURRENCIES.map(|code| money_row([code, "18", "2,841.30", "382.00", "614.90", "−232.90", "27", "4,025.15"]));
    let open = CURRENCIES.map(|code| {
        vec![amount("1,243.00", code), cell("Tomás Ferreira"), cell("Fraudulent"), cell("Wed 2 Dec"), cell("0 of 4")]
    });
    let tables = vec![
        ReportTable { title: "Money by currency".to_owned(), columns: money_columns(), rows: money.to_vec() },
        ReportTable { title: "Largest open dispute".to_owned(), columns: open_columns(), rows: open.to_vec() },
    ];
    let list: Vec<String> = CURRENCIES.iter().map(|code| format!("{HUGE} {code}")).collect();
    let mut sentences = week().sentences;
    sentences[2].statement = format!("4,600 disputes are open: {}.", list.join(", "));
    ReportPage { tables, sentences, ..week() }
}

fn huge_amounts() -> ReportPage {
    let money = CURRENCIES
        .map(|code| money_row([code, "1,234,567", HUGE, HUGE, HUGE, "−123,456,789,012.00", "9,999,999", HUGE]));
    let open = [vec![amount(HUGE, "EUR"), cell("Ari Lowe"), cell("Fraudulent"), cell("Wed 2 Dec"), cell("12 of 12")]];
    let tables = vec![
        ReportTable { title: "Money by currency".to_owned(), columns: money_columns(), rows: money[..5].to_vec() },
        ReportTable { title: "Largest open dispute".to_owned(), columns: open_columns(), rows: open.to_vec() },
    ];
    let slots = vec![bar("Mon", i64::MAX, 1), bar("Tue", 1, i64::MAX), bar("Wed", -7, -7)];
    let results = vec![outcomes("W46", [1, 1, 1]), outcomes("W47", [i64::MAX / 4, i64::MAX / 4, i64::MAX / 4])];
    let goal = Some(ReportGoal { millionths: i64::MAX, label: "Your limit".to_owned() });
    let rates = vec![("W46".to_owned(), Some(-5)), ("W47".to_owned(), Some(1_000_000))];
    ReportPage {
        charts: vec![
            chart("By day", &[], ReportPlot::Columns { slots: slots.clone() }),
            chart("Rate", &[], ReportPlot::Line { slots: rates, last: "100.0%".to_owned(), goal }),
            chart("By reason", &[], ReportPlot::Rows { slots }),
            chart("Outcome", &[], ReportPlot::Outcomes { slots: results }),
        ],
        tables,
        ..week()
    }
}

fn long_names() -> ReportPage {
    let mut page = week();
    page.title = format!("Disputes of {LONG_NAME}");
    page.period = LONG_NAME.repeat(2);
    page.about = vec![LONG_NAME.to_owned(); 9];
    page.sentences[0] = sentence(&LONG_NAME.repeat(9), &LONG_NAME.repeat(9));
    page.sentences[1] = sentence(&"x".repeat(1_000), "");
    for chart in &mut page.charts {
        chart.title = LONG_NAME.to_owned();
        chart.legend = [ReportMark::Now, ReportMark::Open, ReportMark::Goal]
            .map(|mark| (Some(mark), LONG_NAME.to_owned()))
            .to_vec();
        with_long_labels(&mut chart.plot);
    }
    for table in &mut page.tables {
        table.title = LONG_NAME.repeat(2);
        let texts = table.rows.iter_mut().flatten().filter(|cell| cell.text.contains(' ') || !cell.unit.is_empty());
        for cell in texts {
            cell.unit = cell.unit.repeat(40);
            cell.text = if cell.text.is_empty() { String::new() } else { LONG_NAME.to_owned() };
        }
        table.columns.iter_mut().for_each(|column| column.title = LONG_NAME.to_owned());
    }
    page.definitions = vec![(LONG_NAME.to_owned(), LONG_NAME.repeat(12)); 40];
    page
}

fn with_long_labels(plot: &mut ReportPlot) {
    let long = |label: &mut String| *label = format!("{label} {LONG_NAME}");
    match plot {
        ReportPlot::Columns { slots } | ReportPlot::Rows { slots } => {
            slots.iter_mut().for_each(|slot| long(&mut slot.label));
        }
        ReportPlot::Line { slots, last, goal } => {
            slots.iter_mut().for_each(|(label, _)| long(label));
            long(last);
            goal.iter_mut().for_each(|goal| long(&mut goal.label));
        }
        ReportPlot::Outcomes { slots } => slots.iter_mut().for_each(|slot| {
            long(&mut slot.label);
            long(&mut slot.above);
        }),
        ReportPlot::Nothing(why) => long(why),
    }
}

/// A number that looks like chance, and is the same each time.
fn some_number(index: i64) -> i64 {
    (index * 7_919 + 13) % 41
}

fn sixty_slots() -> ReportPage {
    let days = || (0..60).map(|index| (index, format!("{} Nov", index % 30 + 1)));
    let slots: Vec<ReportBar> =
        days().map(|(index, day)| bar(&day, some_number(index), some_number(index + 9))).collect();
    let rates = days().map(|(index, day)| (day, (index % 11 != 3 && index < 59).then(|| some_number(index) * 900)));
    let goal = Some(ReportGoal { millionths: 18_000, label: "Your limit: 1.8%".to_owned() });
    let results: Vec<ReportOutcomes> = days()
        .map(|(index, day)| outcomes(&day, [some_number(index), some_number(index + 3), some_number(index + 7)]))
        .collect();
    ReportPage {
        charts: vec![
            chart("By day", &[(Some(ReportMark::Now), "This period")], ReportPlot::Columns { slots: slots.clone() }),
            chart("Rate", &[], ReportPlot::Line { slots: rates.collect(), last: "1.3%".to_owned(), goal }),
            chart("By reason", &[(Some(ReportMark::Now), "This period")], ReportPlot::Rows { slots }),
            chart("Outcome", &[], ReportPlot::Outcomes { slots: results }),
        ],
        ..week()
    }
}

/// The last rate is high, low, or beside the goal, where its number is in the way of lines.
fn spikes() -> ReportPage {
    let rates = |values: &[Option<i64>]| -> Vec<(String, Option<i64>)> {
        (36..).zip(values).map(|(week, value)| (format!("W{week}"), *value)).collect()
    };
    let line = |title: &str, values: &[Option<i64>], goal: i64| {
        let goal = Some(ReportGoal { millionths: goal, label: "Your limit: 0.9%".to_owned() });
        chart(title, &[], ReportPlot::Line { slots: rates(values), last: "1.2%".to_owned(), goal })
    };
    ReportPage {
        charts: vec![
            line("Falls", &[Some(14_000), Some(13_000), Some(14_000), Some(200)], 9_000),
            line("At the goal", &[Some(9_000), Some(9_100), Some(8_900), Some(9_000)], 9_000),
            line("Zigzag", &[Some(0), Some(14_000), None, Some(14_000), Some(0), Some(14_000)], 7_000),
            line("Unknown at the end", &[Some(4_000), Some(9_500), None, None], 9_000),
        ],
        ..week()
    }
}

fn more_than_a_page() -> ReportPage {
    let open = |number: i64| {
        vec![
            amount(&format!("{number},243.00"), "EUR"),
            cell(LONG_NAME),
            cell("Fraudulent"),
            cell("Wed 2 Dec"),
            cell("0 of 4"),
        ]
    };
    let table =
        ReportTable { title: "Open disputes".to_owned(), columns: open_columns(), rows: (1..80).map(open).collect() };
    let page = week();
    ReportPage {
        sentences: page.sentences.iter().cycle().take(20).cloned().collect(),
        tables: [page.tables.clone(), vec![table; 2]].concat(),
        definitions: page.definitions.iter().cycle().take(11).cloned().collect(),
        ..page
    }
}

fn foreign() -> ReportPage {
    let mut page = week();
    page.title = "纠纷, week 47 😀".to_owned();
    page.about = texts(&["Ελληνικά · Български · Türkçe", "العربية", "two\nlines and a\ttab"]);
    page.sentences[0] =
        sentence("“未收到商品” accounted for most of the rise │ ─.", "Ångström, Čapek, Łódź, ẞ, € £ ¥ ₿ ₹.");
    page.tables[1].rows[0][1].text = "森 春香".to_owned();
    page
}

fn many_reasons() -> ReportPage {
    let slots =
        |count: i64| (1..=count).map(|number| bar(&format!("Reason {number}"), 3 * (40 - number), number)).collect();
    let alone = |count: i64| {
        let bars =
            (1..=count).map(|number| ReportBar { label: format!("R{number}"), now: number * 1_100, before: None });
        bars.collect()
    };
    ReportPage {
        charts: vec![
            chart("Twelve", &[], ReportPlot::Rows { slots: slots(12) }),
            chart("Forty", &[], ReportPlot::Rows { slots: slots(40) }),
            chart("Alone", &[], ReportPlot::Rows { slots: alone(3) }),
            chart("Alone", &[], ReportPlot::Columns { slots: alone(9) }),
        ],
        ..week()
    }
}

fn no_shares() -> ReportPage {
    let columns = vec![left("A", 0), right("B", 0), left("C", 0)];
    let rows = vec![vec![cell("one")], vec![cell("1"), amount("2.00", "EUR"), cell("3"), cell("4")], Vec::new()];
    let table = ReportTable { title: "Uneven".to_owned(), columns, rows };
    let empty = ReportTable { title: "Nothing".to_owned(), columns: Vec::new(), rows: Vec::new() };
    let run_on = ReportTable {
        title: "Texts over empty cells".to_owned(),
        columns: money_columns(),
        rows: vec![money_row(["Currencies are not added together, whatever", "", "", "", "5", "", "", ""])],
    };
    ReportPage { tables: vec![table, empty, run_on], charts: Vec::new(), sentences: Vec::new(), ..week() }
}

fn six_charts() -> ReportPage {
    let page = week();
    let mut charts: Vec<ReportChart> = page.charts.iter().cycle().take(7).cloned().collect();
    charts[5].legend[0].1 =
        "Disputes opened per 100 payments, of all profiles that you can see, by the day of the payment.".to_owned();
    ReportPage { charts, ..page }
}
