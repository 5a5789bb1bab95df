//! A page as the typefaces can print it: what they have no character for stands as its code point, and each text is on
//! one line.

use paydesk_domain::report_page::{
    ReportBar, ReportCell, ReportChart, ReportColumn, ReportGoal, ReportOutcomes, ReportPage, ReportPlot,
    ReportSentence, ReportTable,
};
use paydesk_domain::text::printed;
use paydesk_platform::typefaces::is_printable;

/// Returns the page with each of its texts printable.
pub fn page(page: &ReportPage) -> ReportPage {
    let ReportPage { title, period, about, sentences, charts, tables, definitions } = page;
    let sentence = |sentence: &ReportSentence| ReportSentence {
        statement: text(&sentence.statement),
        proof: text(&sentence.proof),
    };
    ReportPage {
        title: text(title),
        period: text(period),
        about: about.iter().map(|line| text(line)).collect(),
        sentences: sentences.iter().map(sentence).collect(),
        charts: charts.iter().map(chart).collect(),
        tables: tables.iter().map(table).collect(),
        definitions: definitions.iter().map(|(term, meaning)| (text(term), text(meaning))).collect(),
    }
}

fn text(text: &str) -> String {
    printed(text, is_printable).0.replace(['\n', '\r'], " ")
}

fn chart(chart: &ReportChart) -> ReportChart {
    let legend = chart.legend.iter().map(|(mark, meaning)| (*mark, text(meaning)));
    ReportChart { title: text(&chart.title), legend: legend.collect(), plot: plot(&chart.plot) }
}

fn plot(plot: &ReportPlot) -> ReportPlot {
    match plot {
        ReportPlot::Columns { slots } => ReportPlot::Columns { slots: slots.iter().map(bar).collect() },
        ReportPlot::Rows { slots } => ReportPlot::Rows { slots: slots.iter().map(bar).collect() },
        ReportPlot::Line { slots, last, goal } => ReportPlot::Line {
            slots: slots.iter().map(|(label, value)| (text(label), *value)).collect(),
            last: text(last),
            goal: goal.as_ref().map(|goal| ReportGoal { label: text(&goal.label), millionths: goal.millionths }),
        },
        ReportPlot::Outcomes { slots } => ReportPlot::Outcomes { slots: slots.iter().map(outcomes).collect() },
        ReportPlot::Nothing(why) => ReportPlot::Nothing(text(why)),
    }
}

fn bar(bar: &ReportBar) -> ReportBar {
    ReportBar { label: text(&bar.label), now: bar.now, before: bar.before }
}

fn outcomes(slot: &ReportOutcomes) -> ReportOutcomes {
    ReportOutcomes {
        label: text(&slot.label),
        won: slot.won,
        lost: slot.lost,
        open: slot.open,
        above: text(&slot.above),
    }
}

fn table(table: &ReportTable) -> ReportTable {
    let column = |column: &ReportColumn| ReportColumn { title: text(&column.title), ..column.clone() };
    let cell =
        |cell: &ReportCell| ReportCell { text: text(&cell.text), unit: text(&cell.unit), is_strong: cell.is_strong };
    ReportTable {
        title: text(&table.title),
        columns: table.columns.iter().map(column).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
    }
}
