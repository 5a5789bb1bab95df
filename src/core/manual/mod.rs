//! The manual: a page for each task. The same files are in `assets/manual/`, where they are edited.

pub mod glossary;
pub mod markdown;

use strum::IntoEnumIterator as _;

/// A page of the manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ManualPage {
    /// The list of all others.
    Contents,
    Payments,
    Refunds,
    Disputes,
    Bulk,
    PayoutsAndLinks,
    Reports,
    Search,
    Exports,
    Operations,
    Notifications,
    Install,
    Connect,
    Webhooks,
    Team,
    Hub,
    Organisation,
    Data,
    Sandbox,
    Troubleshooting,
}

impl ManualPage {
    /// Its name on the command line and, but for the contents, that of its file: `payouts-and-links`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its text, in Markdown.
    pub fn text(self) -> &'static str {
        match self {
            Self::Contents => include_str!("../../../assets/manual/README.md"),
            Self::Payments => include_str!("../../../assets/manual/payments.md"),
            Self::Refunds => include_str!("../../../assets/manual/refunds.md"),
            Self::Disputes => include_str!("../../../assets/manual/disputes.md"),
            Self::Bulk => include_str!("../../../assets/manual/bulk.md"),
            Self::PayoutsAndLinks => include_str!("../../../assets/manual/payouts-and-links.md"),
            Self::Reports => include_str!("../../../assets/manual/reports.md"),
            Self::Search => include_str!("../../../assets/manual/search.md"),
            Self::Exports => include_str!("../../../assets/manual/exports.md"),
            Self::Operations => include_str!("../../../assets/manual/operations.md"),
            Self::Notifications => include_str!("../../../assets/manual/notifications.md"),
            Self::Install => include_str!("../../../assets/manual/install.md"),
            Self::Connect => include_str!("../../../assets/manual/connect.md"),
            Self::Webhooks => include_str!("../../../assets/manual/webhooks.md"),
            Self::Team => include_str!("../../../assets/manual/team.md"),
            Self::Hub => include_str!("../../../assets/manual/hub.md"),
            Self::Organisation => include_str!("../../../assets/manual/organisation.md"),
            Self::Data => include_str!("../../../assets/manual/data.md"),
            Self::Sandbox => include_str!("../../../assets/manual/sandbox.md"),
            Self::Troubleshooting => include_str!("../../../assets/manual/troubleshooting.md"),
        }
    }

    pub fn title(self) -> &'static str {
        heading_of(self.text())
    }

    /// Its parts in order: the beginning, and what is under each heading, with the heading as the first line.
    fn parts(self) -> impl Iterator<Item = &'static str> {
        self.text().split("\n## ")
    }
}

/// The first line, as a heading.
fn heading_of(part: &'static str) -> &'static str {
    part.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
}

/// A page, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManualPlace {
    pub page: ManualPage,
    /// The heading of the part; `None` for the beginning of the page.
    pub heading: Option<&'static str>,
}

impl ManualPlace {
    /// The beginning of a page.
    pub fn of(page: ManualPage) -> Self {
        Self { page, heading: None }
    }

    /// Where a link on the page `from` leads: `data.md`, `data.md#updates` or `#updates`; `None` for one out of the manual.
    pub fn linked(from: ManualPage, target: &str) -> Option<Self> {
        let (file, id) = target.split_once('#').map_or((target, None), |(file, id)| (file, Some(id)));
        let page = if file.is_empty() { from } else { file.strip_suffix(".md")?.parse().ok()? };
        let mut headings = page.parts().skip(1).map(heading_of);
        Some(Self { page, heading: headings.find(|heading| Some(id_of(heading).as_str()) == id) })
    }
}

/// Least length of a word that is also looked for in two, in bytes: a shorter one would be found across any two.
const JOINED_MIN: usize = 6;

/// The id of a heading in links.
fn id_of(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The parts of the manual that have each word of `wanted`, those with all of them in their heading first. A word is
/// found as well where it is written as two, as in “back up”.
pub fn find(wanted: &str) -> Vec<ManualPlace> {
    let wanted = wanted.to_lowercase();
    let has = |text: &str| {
        let text = text.to_lowercase();
        let joined = text.replace([' ', '-'], "");
        wanted.split_whitespace().all(|word| text.contains(word) || word.len() >= JOINED_MIN && joined.contains(word))
    };
    let pages = ManualPage::iter().filter(|page| *page != ManualPage::Contents);
    let parts = pages.flat_map(|page| page.parts().enumerate().map(move |(nth, part)| (page, nth, part)));
    let found = parts.filter(|(page, _, part)| has(&format!("{} {part}", page.title())));
    let mut found: Vec<(bool, ManualPlace)> = found
        .map(|(page, nth, part)| {
            let heading = (nth > 0).then(|| heading_of(part));
            (!has(heading_of(part)), ManualPlace { page, heading })
        })
        .collect();
    found.sort_by_key(|(elsewhere, _)| *elsewhere);
    found.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::markdown::{MarkdownBlock, blocks};
    use super::*;

    #[test]
    fn every_file_of_the_manual_is_a_page_under_the_name_of_the_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/manual");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = names.map(|name| name.replace("README.md", "contents.md")).collect();
        files.sort();
        let mut pages: Vec<String> = ManualPage::iter().map(|page| format!("{}.md", page.name())).collect();
        pages.sort();
        assert_eq!(files, pages);
        for page in ManualPage::iter() {
            let file = page.name().replace("contents", "README");
            assert_eq!(std::fs::read_to_string(format!("{folder}/{file}.md")).unwrap(), page.text(), "{page:?}");
        }
    }

    #[test]
    fn a_link_leads_to_a_page_or_to_one_of_its_headings() {
        let linked = |target| ManualPlace::linked(ManualPage::Team, target);
        assert_eq!(linked("hub.md"), Some(ManualPlace::of(ManualPage::Hub)));
        let updates = ManualPlace { page: ManualPage::Data, heading: Some("Updates") };
        assert_eq!(linked("data.md#updates"), Some(updates));
        let roles = ManualPlace { page: ManualPage::Team, heading: Some("Roles") };
        assert_eq!(linked("#roles"), Some(roles));
        assert_eq!(linked("../../src/sandbox/lib.rs"), None);
        assert_eq!(linked("https://example.com"), None);
    }

    #[test]
    fn a_search_finds_every_part_with_all_of_its_words_and_the_best_first() {
        let first = ManualPlace { page: ManualPage::Payments, heading: Some("Capture a payment") };
        assert_eq!(find("capture PAYMENT")[..1], [ManualPlace::of(ManualPage::Payments)]);
        assert!(find("capture payment").contains(&first));
        assert_eq!(find("fail-over primary").len(), 1);
        assert_eq!(find("zebra"), []);
        let backups = find("backup");
        assert!(backups.iter().any(|place| place.page == ManualPage::Data), "{backups:?}");
        for wanted in ["offline", "internet connection", "weekly report"] {
            assert!(!find(wanted).is_empty(), "{wanted}");
        }
    }

    #[test]
    fn no_mark_of_the_manual_is_left_in_its_text() {
        for page in ManualPage::iter() {
            let shown = format!(
                "{:?}",
                blocks(page.text()).iter().filter(|block| !matches!(block, MarkdownBlock::Code(_))).collect::<Vec<_>>()
            );
            let code = shown
                .split("Code(")
                .map(|part| part.split_once(")").map_or(part, |(_, rest)| rest))
                .collect::<String>();
            assert!(!code.contains('`') && !code.contains("**") && !code.contains("]("), "{page:?}: {code}");
        }
    }
}
