//! How the pages of a list stand that are read one after the other, and where the list ends.

use serde_json::Value;

use paydesk_api::error::CallError;
use paydesk_api::wire::may_go_on;

/// How far the pages of a list were read.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Pages {
    #[default]
    NotAsked,
    Loading,
    Idle,
    Failed(CallError),
}

impl Pages {
    /// Whether a list without rows would be taken for one that was read, or is being read.
    pub(crate) fn says_none(&self) -> bool {
        match self {
            Self::NotAsked | Self::Idle => true,
            Self::Loading | Self::Failed(_) => false,
        }
    }
}

/// What a page says of the list it is a page of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRead {
    /// How many rows were asked for at most.
    pub limit: u32,
    /// How many rows it has, those that could not be read among them.
    pub rows: usize,
    /// Where the next page begins: how many rows came so far.
    pub next_offset: u32,
    /// Whether it brought anything that did not come before.
    pub has_new_rows: bool,
    /// How many rows there are in all, where the service says so.
    pub total_count: Option<u64>,
    /// Whether rows follow, where the service says so.
    pub has_more: Option<bool>,
}

/// Where reading a list is after a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListProgress {
    /// There is another page.
    #[default]
    More,
    /// That was the last one.
    Whole,
    /// The service says that there is more, and sent nothing new: asking on would never end.
    Stalled,
}

impl PageRead {
    /// It goes on where `has_more` or `total_count` says so; where neither is sent, where the page may be a full one.
    pub fn progress(self) -> ListProgress {
        let says_more = match (self.has_more, self.total_count) {
            (Some(true), _) => true,
            (_, Some(total)) => u64::from(self.next_offset) < total,
            (Some(false), None) => false,
            (None, None) => may_go_on(self.rows, self.limit),
        };
        match (says_more, self.has_new_rows) {
            (false, _) => ListProgress::Whole,
            (true, true) => ListProgress::More,
            (true, false) => ListProgress::Stalled,
        }
    }
}

/// What is below a list whose reading stalled.
pub const STALLED: &str = "the service stopped sending pages before the end of its list";

/// Tells a page of rows that cannot be read from the one before: they have no ids.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UnreadablePage(Vec<Value>);

impl UnreadablePage {
    /// Whether these rows differ from those of the page before; they are remembered for the next.
    pub fn is_new(&mut self, rows: &[Value]) -> bool {
        let is_new = !rows.is_empty() && rows != self.0;
        self.0 = rows.to_vec();
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: usize, has_more: Option<bool>, total_count: Option<u64>) -> PageRead {
        let next_offset = 100 + u32::try_from(rows).unwrap();
        PageRead { limit: 100, rows, next_offset, has_new_rows: rows > 0, total_count, has_more }
    }

    #[test]
    fn a_list_goes_on_where_anything_says_so_and_else_ends_with_a_short_page() {
        for (page, progress) in [
            (read(100, Some(false), Some(900)), ListProgress::More),
            (read(100, Some(false), Some(200)), ListProgress::Whole),
            (read(100, Some(false), None), ListProgress::Whole),
            (read(7, Some(true), Some(107)), ListProgress::More),
            (read(50, None, Some(150)), ListProgress::Whole),
            (read(50, None, Some(151)), ListProgress::More),
            (read(100, None, None), ListProgress::More),
            (read(99, None, None), ListProgress::Whole),
            // As many as a service may send at most.
            (read(20, None, None), ListProgress::More),
            (read(0, None, None), ListProgress::Whole),
        ] {
            assert_eq!(page.progress(), progress, "{page:?}");
        }
    }

    #[test]
    fn a_page_that_brings_nothing_new_ends_a_list_that_says_it_goes_on() {
        assert_eq!(read(0, Some(true), None).progress(), ListProgress::Stalled);
        assert_eq!(read(0, None, Some(900)).progress(), ListProgress::Stalled);
        let again = PageRead { has_new_rows: false, ..read(100, None, None) };
        assert_eq!(again.progress(), ListProgress::Stalled);
        assert_eq!(PageRead { has_new_rows: false, ..read(100, Some(false), None) }.progress(), ListProgress::Whole);
    }

    #[test]
    fn the_same_unreadable_rows_again_are_nothing_new() {
        let mut page = UnreadablePage::default();
        let rows = [serde_json::json!({"a": 1})];
        assert!(page.is_new(&rows) && !page.is_new(&rows));
        assert!(!page.is_new(&[]));
    }
}
