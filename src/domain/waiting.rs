//! The number beside an entry of the sidebar and of Home: how many wait, and whether one of them is in a hurry.

use crate::known::Known;

/// How many there are, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WaitingCount {
    count: Known<u64>,
    /// One of them is late soon, or its outcome is not known.
    pub is_urgent: bool,
}

impl WaitingCount {
    /// So many, and none of them in a hurry.
    pub fn of(count: Known<u64>) -> Self {
        Self { count, is_urgent: false }
    }

    pub fn urgent(self, is_urgent: bool) -> Self {
        Self { is_urgent, ..self }
    }

    pub fn count(self) -> Known<u64> {
        self.count
    }

    /// Nothing is shown where certainly none waits.
    pub fn shown(self) -> Option<Self> {
        (!self.count.is_none()).then_some(self)
    }

    /// As it is shown: `35`, `35+` or `–`.
    pub fn text(self) -> String {
        self.count.text()
    }

    /// The text where there is little room: `1.2M`.
    pub fn short_text(self) -> String {
        self.count.short_text()
    }

    /// As it is read out.
    pub fn spoken(self) -> String {
        self.count.spoken()
    }
}
