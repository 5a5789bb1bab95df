//! Views as a file, and read from one: whole, or not at all with what is wrong and where.

use serde_json::{Map, Value, json};

use paydesk_domain::saved_name::{self, SAVED_NAME_MAX_CHARS};
use paydesk_index::payment_columns::SortOrder;
use paydesk_index::payment_query::parse_query;
use paydesk_index::payment_view::{PaymentView, ViewColumn, bounded_columns};

use super::fault::{ViewFault, ViewFaultKind, ViewsFileFault};
use super::text;

/// What the file says that it is, and the version that is written.
const FORMAT: &str = "paydesk-payment-views";
const VERSION: u64 = 1;

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewsFile {
    pub path: String,
    pub content: String,
}

/// The views as text.
pub fn write(views: &[PaymentView]) -> String {
    let file = json!({"format": FORMAT, "version": VERSION, "views": views});
    format!("{file:#}\n")
}

/// Reads what [`write()`] wrote, also where a person changed it.
pub fn read(content: &str) -> Result<Vec<PaymentView>, ViewsFileFault> {
    let file: Value = serde_json::from_str(content)
        .map_err(|error| ViewsFileFault::NoJson { line: error.line(), column: error.column() })?;
    if file.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(ViewsFileFault::Foreign);
    }
    match file.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(version) if version > VERSION => return Err(ViewsFileFault::Newer(version)),
        Some(_) | None => return Err(ViewsFileFault::Foreign),
    }
    let views = file.get("views").and_then(Value::as_array).ok_or(ViewsFileFault::Foreign)?;
    if views.is_empty() {
        return Err(ViewsFileFault::Empty);
    }
    (1..).zip(views).map(|(number, view)| read_view(number, view).map_err(ViewsFileFault::View)).collect()
}

fn read_view(number: usize, view: &Value) -> Result<PaymentView, ViewFault> {
    let name = view.get("name").and_then(Value::as_str).map(str::to_owned);
    let fault = |field, kind| ViewFault { number, name: name.clone(), field, kind };
    let fields = view.as_object().ok_or_else(|| fault("", ViewFaultKind::NotA(text::OBJECT)))?;
    let bounded_name = match fields.get("name") {
        None => return Err(fault("name", ViewFaultKind::Missing)),
        Some(Value::String(text)) if text.trim().is_empty() => return Err(fault("name", ViewFaultKind::Missing)),
        Some(Value::String(text)) if text.trim().chars().count() > SAVED_NAME_MAX_CHARS => {
            return Err(fault("name", ViewFaultKind::TooLong));
        }
        Some(Value::String(text)) => saved_name::bounded_name(text),
        Some(_) => return Err(fault("name", ViewFaultKind::NotA(text::STRING))),
    };
    let query = read_query(fields).map_err(|kind| fault("query", kind))?;
    let sort = read_sort(fields).map_err(|kind| fault("sort", kind))?;
    let columns = read_columns(fields).map_err(|kind| fault("columns", kind))?;
    Ok(PaymentView { name: bounded_name, query, sort, columns })
}

fn read_query(fields: &Map<String, Value>) -> Result<String, ViewFaultKind> {
    match fields.get("query") {
        None => Ok(String::new()),
        Some(Value::String(text)) => match parse_query(text) {
            Ok(_) => Ok(text.clone()),
            Err(error) => {
                let before = text.get(..error.place.start).unwrap_or_default();
                Err(ViewFaultKind::Query { what: error.to_string(), column: before.chars().count() + 1 })
            }
        },
        Some(_) => Err(ViewFaultKind::NotA(text::STRING)),
    }
}

fn read_sort(fields: &Map<String, Value>) -> Result<SortOrder, ViewFaultKind> {
    let Some(sort) = fields.get("sort") else { return Ok(SortOrder::default()) };
    known_key(sort)?;
    serde_json::from_value(sort.clone()).map_err(|_| ViewFaultKind::NotA("an object with “key” and “descending”"))
}

fn read_columns(fields: &Map<String, Value>) -> Result<Vec<ViewColumn>, ViewFaultKind> {
    let Some(columns) = fields.get("columns") else { return Ok(Vec::new()) };
    let wrong = || ViewFaultKind::NotA("a list of objects with “key” and “width”");
    let read = |column: &Value| {
        known_key(column)?;
        serde_json::from_value(column.clone()).map_err(|_| wrong())
    };
    let columns = columns.as_array().ok_or_else(wrong)?.iter().map(read).collect::<Result<_, _>>()?;
    Ok(bounded_columns(columns))
}

/// Whether `key` names a column, where there is one.
fn known_key(of: &Value) -> Result<(), ViewFaultKind> {
    match of.get("key").and_then(Value::as_str) {
        Some(key) if serde_json::from_value::<paydesk_index::payment_columns::SortKey>(json!(key)).is_err() => {
            Err(ViewFaultKind::NoColumn(key.to_owned()))
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_index::payment_columns::SortKey;

    #[test]
    fn what_was_written_is_read_again() {
        let mut views = PaymentView::first_ones().to_vec();
        views[1].columns = vec![ViewColumn { key: SortKey::Email, width: Some(200) }, ViewColumn::new(SortKey::Amount)];
        assert_eq!(read(&write(&views)), Ok(views));
    }

    #[test]
    fn a_file_that_is_wrong_is_refused_with_the_place() {
        use ViewFaultKind::{Missing, NoColumn, NotA, Query, TooLong};
        let view = |fault: ViewFault| ViewsFileFault::View(fault);
        let of = |views: Value| json!({"format": FORMAT, "version": 1, "views": views}).to_string();
        let one = |view: Value| of(json!([{"name": "Good"}, view]));
        let fault =
            |name: Option<&str>, field, kind| view(ViewFault { number: 2, name: name.map(str::to_owned), field, kind });
        let long = "x".repeat(61);
        let wrong = [
            ("{\n \"format\": x}".to_owned(), ViewsFileFault::NoJson { line: 2, column: 12 }),
            ("[]".to_owned(), ViewsFileFault::Foreign),
            (json!({"format": FORMAT, "version": 2}).to_string(), ViewsFileFault::Newer(2)),
            (json!({"format": FORMAT, "version": "1"}).to_string(), ViewsFileFault::Foreign),
            (json!({"format": FORMAT, "version": 1}).to_string(), ViewsFileFault::Foreign),
            (of(json!([])), ViewsFileFault::Empty),
            (one(json!(7)), fault(None, "", NotA(text::OBJECT))),
            (one(json!({"query": ""})), fault(None, "name", Missing)),
            (one(json!({"name": " "})), fault(Some(" "), "name", Missing)),
            (one(json!({"name": long})), fault(Some(&long), "name", TooLong)),
            (one(json!({"name": "A", "query": 1})), fault(Some("A"), "query", NotA(text::STRING))),
            (
                one(json!({"name": "A", "query": "é foo:1"})),
                fault(
                    Some("A"),
                    "query",
                    Query {
                        what: "There is no condition “foo”; to search for the text, put it in quotation marks"
                            .to_owned(),
                        column: 3,
                    },
                ),
            ),
            (one(json!({"name": "A", "sort": {"key": "age"}})), fault(Some("A"), "sort", NoColumn("age".to_owned()))),
            (
                one(json!({"name": "A", "columns": [{"key": "phone"}]})),
                fault(Some("A"), "columns", NoColumn("phone".to_owned())),
            ),
        ];
        for (content, expected) in wrong {
            assert_eq!(read(&content), Err(expected), "{content}");
        }
    }
}
