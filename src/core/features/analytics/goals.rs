//! The dispute rates that a person does not want to exceed: kept in the settings, drawn into the report.

use serde::{Deserialize, Serialize};

use paydesk_domain::analytics::Rate;

use super::text;

/// Highest dispute rates that are wanted, in millionths; none where nobody set one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DisputeGoals {
    /// Of the number of disputes against that of payments.
    pub by_count: Option<i64>,
    /// Of the disputed amount against the amount of payments, in each currency.
    pub by_amount: Option<i64>,
}

/// All there is, in millionths.
const WHOLE: i64 = 1_000_000;

impl DisputeGoals {
    /// Values outside their bounds (a hand-edited file) are none.
    pub fn bounded(self) -> Self {
        let bounded = |goal: Option<i64>| goal.filter(|goal| (1..=WHOLE).contains(goal));
        Self { by_count: bounded(self.by_count), by_amount: bounded(self.by_amount) }
    }
}

/// Reads a goal as it is typed, in percent; nothing typed is none.
pub fn parse_goal(typed: &str) -> Result<Option<i64>, &'static str> {
    let typed = typed.trim().trim_end_matches('%').trim_end();
    if typed.is_empty() {
        return Ok(None);
    }
    let percent = Rate::parse(&typed.replace(',', ".")).ok_or(text::PERCENTAGE_SUCH_AS)?;
    let goal = percent.millionths / 100;
    Some(goal).filter(|goal| (1..=WHOLE).contains(goal)).map(Some).ok_or(text::PERCENTAGE_SUCH_AS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_typed_in_percent() {
        for (typed, goal) in [
            ("", Ok(None)),
            ("  ", Ok(None)),
            ("0.9", Ok(Some(9_000))),
            ("0,65 %", Ok(Some(6_500))),
            ("1", Ok(Some(10_000))),
            ("100", Ok(Some(1_000_000))),
            ("0", Err(text::PERCENTAGE_SUCH_AS)),
            ("101", Err(text::PERCENTAGE_SUCH_AS)),
            ("-1", Err(text::PERCENTAGE_SUCH_AS)),
            ("low", Err(text::PERCENTAGE_SUCH_AS)),
        ] {
            assert_eq!(parse_goal(typed), goal, "{typed}");
        }
    }
}
