//! The manual on the command line: pages as they are written, and man pages of the commands and of these pages.

use std::io::Error;
use std::path::Path;

use clap::Command;
use clap::error::ErrorKind;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, line_break, roman};
use paydesk::start::StartError;
use paydesk::start::output::print;
use paydesk_core::manual::markdown::{MarkdownBlock, MarkdownSpan, blocks};
use paydesk_core::manual::{ManualPage, ManualPlace};
use strum::IntoEnumIterator as _;

use super::{ENVIRONMENT, EXIT_2, KEYS};

/// The names of all pages of the manual, for the help of `paydesk help`.
pub fn pages() -> String {
    let names: Vec<&str> = ManualPage::iter().map(ManualPage::name).collect();
    format!("Pages: {}", names.join(", "))
}

/// Prints the page of the manual that `words` name, or else the options of the command they name. Of a page and a command of
/// the same name, the page: `--help` prints the other.
pub fn help(mut command: Command, words: &[String]) -> Result<(), StartError> {
    if let [word] = words
        && let Ok(page) = word.parse::<ManualPage>()
    {
        return Ok(print(page.text().as_bytes())?);
    }
    let named = words.iter().try_fold(&command, |command, word| command.find_subcommand(word));
    if named.is_none() {
        let wanted = words.join(" ");
        let why = format!("There is no page and no command “{wanted}”. {}", pages());
        command.error(ErrorKind::InvalidSubcommand, why).exit();
    }
    let asked = ["paydesk"].into_iter().chain(words.iter().map(String::as_str)).chain(["--help"]);
    match command.try_get_matches_from(asked) {
        Ok(_) => Ok(()),
        Err(help) => help.exit(),
    }
}

/// Prints the page of the program, or writes the man pages of all commands and of the manual into `dir`.
pub fn write(command: Command, dir: Option<&Path>) -> Result<(), StartError> {
    let page = page(command.clone()).map_err(StartError::Manual)?;
    match dir {
        None => Ok(print(&page)?),
        Some(dir) => write_all(command, dir, &page).map_err(StartError::Manual),
    }
}

fn page(command: Command) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    page.extend_from_slice(sections().as_bytes());
    Ok(page)
}

/// Sections of the first page, in the language of manual pages.
fn sections() -> String {
    format!(
        r#".SH EXIT STATUS
0: success. 1: failure. 2: the command or an option is not valid{EXIT_2}.
.PP
Some commands use other codes; their pages list them.
.SH ENVIRONMENT
.TP
.B RUST_LOG
How much is logged to standard error:
.BR warn " (the default),"
.BR info ,
.BR debug .
{ENVIRONMENT}.TP
.BR HTTPS_PROXY ", " ALL_PROXY ", " NO_PROXY
The proxy for requests to services, unless a profile or the organisation sets one.
.TP
.B PGPASSWORD
The password for the user in the address of the team's database.
.TP
.B PAYDESK_WEBHOOK_SECRET
The secret the service signs webhooks with, for
.BR "paydesk hub" ,
unless a file is named.
.TP
.BR XDG_DATA_HOME ", " XDG_CONFIG_HOME
Where data and settings are on Linux.
.SH FILES
.TP
.I ~/.local/share/paydesk
Journal of operations, records, webhook events, evidence, notes, exports and crash reports on Linux.
.TP
.I ~/.config/paydesk
Settings and profiles. {KEYS}
.TP
.I /etc/paydesk/managed.json
Rules that an administrator sets for all users.
"#
    )
}

fn write_all(command: Command, dir: &Path, page: &[u8]) -> Result<(), Error> {
    clap_mangen::generate_to(command, dir)?;
    std::fs::write(dir.join("paydesk.1"), page)?;
    ManualPage::iter().try_for_each(|page| std::fs::write(dir.join(format!("{}.7", man_name(page))), man_page(page)))
}

fn man_name(page: ManualPage) -> String {
    format!("paydesk-{}", page.name())
}

/// A page of the manual, in the language of manual pages.
fn man_page(page: ManualPage) -> String {
    let mut roff = Roff::new();
    roff.control("TH", [man_name(page).as_str(), "7"]);
    for block in blocks(page.text()) {
        put(&mut roff, page, block);
    }
    roff.to_roff()
}

fn put(roff: &mut Roff, page: ManualPage, block: MarkdownBlock) {
    match block {
        MarkdownBlock::Title(title) => {
            roff.control("SH", ["NAME"]).text([roman(format!("{} - {title}", man_name(page)))]);
            roff.control("SH", ["DESCRIPTION"])
        }
        MarkdownBlock::Heading(heading) => roff.control("SH", [heading.as_str()]),
        MarkdownBlock::Paragraph(spans) => roff.control("PP", []).text(line(page, spans)),
        MarkdownBlock::Item(mark, spans) => roff.control("IP", [mark.as_str(), "4"]).text(line(page, spans)),
        MarkdownBlock::Code(code) => {
            roff.control("PP", []).control("RS", ["4"]).control("nf", []);
            roff.text([roman(code)]).control("fi", []).control("RE", [])
        }
        MarkdownBlock::Table(mut rows) => {
            let titles = rows.remove(0);
            rows.into_iter().fold(roff, |roff, row| put_row(roff, page, &titles, row))
        }
    };
}

/// A row as a term: its first cell, and below it what the other columns say.
fn put_row<'a>(
    roff: &'a mut Roff,
    page: ManualPage,
    titles: &[Vec<MarkdownSpan>],
    row: Vec<Vec<MarkdownSpan>>,
) -> &'a mut Roff {
    let mut cells = row.into_iter();
    roff.control("TP", []).text(line(page, cells.next().unwrap_or_default()));
    let lines = titles.iter().skip(1).zip(cells).enumerate().flat_map(|(nth, (title, cell))| {
        let begin = if nth > 0 { vec![line_break()] } else { Vec::new() };
        [begin, line(page, title.clone()), vec![roman(": ")], line(page, cell)].concat()
    });
    roff.text(lines.collect::<Vec<Inline>>())
}

fn line(page: ManualPage, spans: Vec<MarkdownSpan>) -> Vec<Inline> {
    let inlines = spans.into_iter().map(|span| match span {
        MarkdownSpan::Plain(text) => roman(text),
        MarkdownSpan::Bold(text) => bold(text),
        MarkdownSpan::Code(text) => italic(text),
        MarkdownSpan::Link(text, target) => roman(match ManualPlace::linked(page, &target) {
            Some(place) if place.page != page => format!("{text} ({}(7))", man_name(place.page)),
            Some(_) => text,
            None => format!("{text} <{target}>"),
        }),
    });
    inlines.collect()
}
