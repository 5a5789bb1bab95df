//! Why a table was not written, as text.

use crate::failure::TableNotWritten;
use crate::problem::Problem;

impl From<TableNotWritten> for Problem {
    fn from(error: TableNotWritten) -> Self {
        let (_, many) = error.kind.nouns();
        Self {
            what: format!("The {many} were not exported: {}", error.why),
            what_to_do: "Free some space or check the permissions of the data directory, then export again".to_owned(),
        }
    }
}
