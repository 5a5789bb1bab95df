//! The number beside an entry of the sidebar and of Home: how many wait, and whether one of them is in a hurry.

use crate::domain::money::{grouped_count, short_count};

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingCount {
    pub count: u64,
    /// Not all could be counted: there may be more.
    pub is_lower_bound: bool,
    /// One of them is late soon, or its outcome is not known.
    pub is_urgent: bool,
}

impl WaitingCount {
    /// So many, and none of them in a hurry.
    pub fn of(count: u64) -> Self {
        Self { count, is_lower_bound: false, is_urgent: false }
    }

    pub fn urgent(self, is_urgent: bool) -> Self {
        Self { is_urgent, ..self }
    }

    pub fn at_least(self, is_lower_bound: bool) -> Self {
        Self { is_lower_bound, ..self }
    }

    /// Nothing is shown where none waits.
    pub fn shown(self) -> Option<Self> {
        (self.count > 0).then_some(self)
    }

    /// As it is shown: with a `+` where there may be more.
    pub fn text(self) -> String {
        self.marked(grouped_count(self.count))
    }

    /// The same where there is little room: `1.2M`.
    pub fn short_text(self) -> String {
        self.marked(short_count(self.count))
    }

    fn marked(self, count: String) -> String {
        if self.is_lower_bound { count + "+" } else { count }
    }
}
