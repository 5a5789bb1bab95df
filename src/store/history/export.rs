//! Payments that a person wants as a file.

use std::path::Path;

use crate::app::effect::PaymentExport;
use crate::app::features::history::ExportedPayments;
use crate::domain::export::payments;
use crate::store::table_file::{self, ExportManifest, TableProgress};

/// Writes a new file into `dir` with its manifest beside it, or says why not.
pub fn write(dir: &Path, export: &PaymentExport) -> Result<ExportedPayments, String> {
    crate::private_files::create_dir(dir).map_err(|error| error.to_string())?;
    let extension = export.format.extension();
    let time = export.at.format("%Y%m%d-%H%M%S");
    let name = |number: u32| match number {
        1 => dir.join(format!("payments-{time}.{extension}")),
        number => dir.join(format!("payments-{time}-{number}.{extension}")),
    };
    let path = (1..100).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(100));
    let rows = export.rows.iter().filter_map(|row| export.columns.payment(*row));
    let rows = rows.map(|payment| payments::pick(payments::row(&payment), &export.cells));
    let titles: Vec<&str> = export.cells.iter().filter_map(|number| payments::COLUMNS.get(*number).copied()).collect();
    let written = table_file::write(&path, export.format, &titles, rows, &TableProgress::default())
        .map_err(|fault| fault.to_string())?;
    let manifest = ExportManifest {
        what: "payments".to_owned(),
        profile: export.profile.clone(),
        query: export.query.clone(),
        view: export.view.clone(),
        as_of: export.as_of,
        incomplete: export.incomplete.clone(),
        made_at: export.at,
    };
    manifest.write(&path, &written).map_err(|fault| fault.to_string())?;
    let is_incomplete = manifest.incomplete.is_some();
    Ok(ExportedPayments { path: path.display().to_string(), rows: written.rows, is_incomplete })
}
