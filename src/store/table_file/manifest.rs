//! What a file says of a table: what was asked for, as of when, and how to check that it is whole.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use paydesk_domain::export::{ExportManifest, time_text};
use paydesk_domain::money_sums::MoneySums;

use super::written::{TableFault, TableWritten, directory, temporary_file};

/// Sums by currency as exact decimals: `{"EUR": "12.50"}`.
pub fn sums_json(sums: &MoneySums) -> Map<String, Value> {
    sums.amounts().map(|sum| (sum.currency.code().to_owned(), Value::from(sum.file_text()))).collect()
}

/// Where the manifest of a table is: `payments.csv.manifest.json`.
fn path(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".manifest.json");
    PathBuf::from(name)
}

/// The line that scripts read.
pub fn summary(manifest: &ExportManifest, written: &TableWritten) -> Value {
    json!({
        "rows": written.rows,
        "as_of": manifest.as_of.map(time_text),
        "complete": written.incomplete.is_none(),
        "sums": sums_json(&written.sums),
        "sha256": written.sha256,
    })
}

/// Writes the manifest beside its table.
pub fn write(manifest: &ExportManifest, table: &Path, written: &TableWritten) -> Result<(), TableFault> {
    let path = path(table);
    let name = table.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut content = json!({
        "file": name,
        "what": manifest.what,
        "profile": manifest.profile,
        "query": manifest.query,
        "query_time_zone": manifest.query_time_zone,
        "view": manifest.view.as_ref().map(|(name, query)| json!({"name": name, "query": query})),
        "made_at": time_text(manifest.made_at),
        "time_zone": "UTC",
        "incomplete_because": written.incomplete,
        "unordered_because": manifest.unordered,
        "paydesk": env!("CARGO_PKG_VERSION"),
    });
    if let (Value::Object(content), Value::Object(summary)) = (&mut content, summary(manifest, written)) {
        content.extend(summary);
        let of_status = |(status, sums): (&String, &MoneySums)| (status.clone(), Value::from(sums_json(sums)));
        let by_status: Map<String, Value> = written.sums_by_status.iter().map(of_status).collect();
        content.insert("sums_by_status".to_owned(), by_status.into());
    }
    let write = || {
        let mut file = temporary_file(directory(&path))?;
        file.write_all(format!("{content:#}\n").as_bytes())?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error: std::io::Error| TableFault::Io { path: path.clone(), fault: error.into() })
}
