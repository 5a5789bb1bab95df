//! Markdown as the manual has it: headings, paragraphs, lists, tables, indented code, and in a line bold, code, links and
//! emphasis. Reads it into blocks, which Help draws and manual pages of the system are made of.

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkdownSpan {
    Plain(String),
    Bold(String),
    Code(String),
    /// Its text and its target.
    Link(String, String),
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkdownBlock {
    /// The title of the page.
    Title(String),
    Heading(String),
    Paragraph(Vec<MarkdownSpan>),
    /// An entry of a list behind its mark, `•` or `1.`.
    Item(String, Vec<MarkdownSpan>),
    Code(String),
    /// Rows of cells, the titles of the columns first.
    Table(Vec<Vec<Vec<MarkdownSpan>>>),
}

/// The blocks of a page.
pub fn blocks(text: &str) -> Vec<MarkdownBlock> {
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let block = match kind(line) {
            LineKind::Empty => continue,
            LineKind::Heading => heading(line),
            LineKind::Code => {
                let mut code = line.trim_start().to_owned();
                while let Some(next) = lines.next_if(|next| kind(next) == LineKind::Code) {
                    code = format!("{code}\n{}", next.strip_prefix(INDENT).unwrap_or(next));
                }
                MarkdownBlock::Code(code)
            }
            LineKind::Row => {
                let mut rows = vec![titles(line)];
                while let Some(next) = lines.next_if(|next| kind(next) == LineKind::Row) {
                    if !next.starts_with("|---") {
                        rows.push(cells(next));
                    }
                }
                MarkdownBlock::Table(rows)
            }
            LineKind::Text => {
                let mut joined = line.to_owned();
                while let Some(next) = lines.next_if(|next| continues(next)) {
                    joined = format!("{joined} {}", next.trim_start());
                }
                text_block(&joined)
            }
        };
        found.push(block);
    }
    found
}

const INDENT: &str = "    ";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Empty,
    Heading,
    Code,
    Row,
    Text,
}

fn kind(line: &str) -> LineKind {
    match line {
        _ if line.trim().is_empty() => LineKind::Empty,
        _ if line.starts_with('#') => LineKind::Heading,
        _ if line.starts_with(INDENT) => LineKind::Code,
        _ if line.starts_with('|') => LineKind::Row,
        _ => LineKind::Text,
    }
}

/// Whether a line goes on with the paragraph or the entry of a list before it.
fn continues(line: &str) -> bool {
    kind(line) == LineKind::Text && mark(line).is_none()
}

fn heading(line: &str) -> MarkdownBlock {
    let text = line.trim_start_matches('#').trim_start().to_owned();
    if line.starts_with("##") { MarkdownBlock::Heading(text) } else { MarkdownBlock::Title(text) }
}

/// What an entry of a list begins with, and the rest.
fn mark(line: &str) -> Option<(String, &str)> {
    if let Some(rest) = line.strip_prefix("- ") {
        return Some(("•".to_owned(), rest));
    }
    let (number, rest) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (format!("{number}."), rest))
}

fn text_block(line: &str) -> MarkdownBlock {
    match mark(line) {
        Some((mark, rest)) => MarkdownBlock::Item(mark, spans(rest)),
        None => MarkdownBlock::Paragraph(spans(line)),
    }
}

fn titles(line: &str) -> Vec<Vec<MarkdownSpan>> {
    line.trim_matches('|').split('|').map(|cell| vec![MarkdownSpan::Bold(cell.trim().to_owned())]).collect()
}

fn cells(line: &str) -> Vec<Vec<MarkdownSpan>> {
    line.trim_matches('|').split('|').map(|cell| spans(cell.trim())).collect()
}

/// The pieces of a line.
fn spans(line: &str) -> Vec<MarkdownSpan> {
    let mut found = Vec::new();
    let (mut plain, mut rest) = (String::new(), line);
    while let Some(c) = rest.chars().next() {
        match span(rest) {
            Some((span, after)) => {
                if !plain.is_empty() {
                    found.push(MarkdownSpan::Plain(std::mem::take(&mut plain)));
                }
                found.push(span);
                rest = after;
            }
            // A star or an underscore alone marks emphasis; its words are plain here.
            None => {
                plain.extend(Some(c).filter(|c| *c != '*'));
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    if !plain.is_empty() {
        found.push(MarkdownSpan::Plain(plain));
    }
    found
}

/// The piece with a mark that `rest` begins with, and what follows.
fn span(rest: &str) -> Option<(MarkdownSpan, &str)> {
    if let Some(bold) = rest.strip_prefix("**") {
        let (text, after) = bold.split_once("**")?;
        return Some((MarkdownSpan::Bold(text.to_owned()), after));
    }
    if let Some(code) = rest.strip_prefix('`') {
        let (text, after) = code.split_once('`')?;
        return Some((MarkdownSpan::Code(text.to_owned()), after));
    }
    let (text, target) = rest.strip_prefix('[')?.split_once("](")?;
    let (target, after) = target.split_once(')')?;
    Some((MarkdownSpan::Link(text.replace('`', ""), target.to_owned()), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> MarkdownSpan {
        MarkdownSpan::Plain(text.to_owned())
    }

    #[test]
    fn a_page_is_read_into_its_blocks() {
        let text = "# Title\n\nFirst line\nsecond *line*.\n\n## Part\n\n- one\n  more\n- two\n1. three\n\n    code\n      deeper\n\n\
                    | a | b |\n|---|---|\n| `c` | **d** |\n";
        let expected = [
            MarkdownBlock::Title("Title".into()),
            MarkdownBlock::Paragraph(vec![plain("First line second line.")]),
            MarkdownBlock::Heading("Part".into()),
            MarkdownBlock::Item("•".into(), vec![plain("one more")]),
            MarkdownBlock::Item("•".into(), vec![plain("two")]),
            MarkdownBlock::Item("1.".into(), vec![plain("three")]),
            MarkdownBlock::Code("code\n  deeper".into()),
            MarkdownBlock::Table(vec![
                vec![vec![MarkdownSpan::Bold("a".into())], vec![MarkdownSpan::Bold("b".into())]],
                vec![vec![MarkdownSpan::Code("c".into())], vec![MarkdownSpan::Bold("d".into())]],
            ]),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn marks_in_a_line_are_read_and_a_mark_without_an_end_is_text() {
        let link = MarkdownSpan::Link("a page".into(), "a.md#b".into());
        assert_eq!(
            spans("See [a page](a.md#b), `**` or [x]."),
            [plain("See "), link, plain(", "), MarkdownSpan::Code("**".into()), plain(" or [x].")]
        );
    }
}
