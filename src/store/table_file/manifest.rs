//! What a file says of a table: what was asked for, as of when, and how to check that it is whole.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use tempfile::NamedTempFile;

use crate::domain::export::time_text;
use crate::domain::money_sums::MoneySums;

use super::written::{TableFault, TableWritten, directory};

/// What is written beside a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportManifest {
    /// `payments`
    pub what: String,
    pub profile: String,
    /// As it was typed; empty for everything.
    pub query: String,
    /// The saved view whose rows they are, and its query.
    pub view: Option<(String, String)>,
    /// When all that is in it was known to be so.
    pub as_of: Option<DateTime<Utc>>,
    /// Why it need not be all there is; `None` where it is.
    pub incomplete: Option<String>,
    pub made_at: DateTime<Utc>,
}

/// Sums by currency as exact decimals: `{"EUR": "12.50"}`.
pub fn sums_json(sums: &MoneySums) -> Map<String, Value> {
    sums.amounts().map(|sum| (sum.currency.code().to_owned(), Value::from(sum.input_text()))).collect()
}

impl ExportManifest {
    /// Where the manifest of a table is: `payments.csv.manifest.json`.
    pub fn path(table: &Path) -> PathBuf {
        let mut name = table.as_os_str().to_owned();
        name.push(".manifest.json");
        PathBuf::from(name)
    }

    /// The line that scripts read.
    pub fn summary(&self, written: &TableWritten) -> Value {
        json!({
            "rows": written.rows,
            "as_of": self.as_of.map(time_text),
            "complete": self.incomplete.is_none(),
            "sums": sums_json(&written.sums),
            "sha256": written.sha256,
        })
    }

    /// Writes it beside the table.
    pub fn write(&self, table: &Path, written: &TableWritten) -> Result<(), TableFault> {
        let path = Self::path(table);
        let name = table.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut content = json!({
            "file": name,
            "what": self.what,
            "profile": self.profile,
            "query": self.query,
            "view": self.view.as_ref().map(|(name, query)| json!({"name": name, "query": query})),
            "made_at": time_text(self.made_at),
            "time_zone": "UTC",
            "incomplete_because": self.incomplete,
            "paydesk": env!("CARGO_PKG_VERSION"),
        });
        if let (Value::Object(content), Value::Object(summary)) = (&mut content, self.summary(written)) {
            content.extend(summary);
        }
        let write = || {
            let mut file = NamedTempFile::new_in(directory(&path))?;
            file.write_all(format!("{content:#}\n").as_bytes())?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(|error: std::io::Error| TableFault::Io { path: path.clone(), fault: error.into() })
    }
}
