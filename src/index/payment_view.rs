//! A view of payments that a person saved: what is searched for, in which order and columns, under a name.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::payment_columns::{SortKey, SortOrder};
use crate::payment_query::{PaymentQuery, QueryError, parse_query};
use paydesk_domain::saved_name::{bounded_name, saved_name_fault};

/// Narrowest and widest column, in points.
pub const COLUMN_WIDTHS: std::ops::RangeInclusive<u16> = 36..=800;

/// A saved view: a query with its order and columns, under a name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PaymentView {
    pub name: String,
    /// As it is typed; empty for all payments.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query: String,
    #[serde(default)]
    pub sort: SortOrder,
    /// In their order; none for the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ViewColumn>,
}

/// A column that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewColumn {
    pub key: SortKey,
    /// In points, where a person chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u16>,
}

impl ViewColumn {
    pub fn new(key: SortKey) -> Self {
        Self { key, width: None }
    }
}

impl PaymentView {
    /// The query of the view.
    pub fn read_query(&self) -> Result<PaymentQuery, QueryError> {
        parse_query(&self.query)
    }

    /// The views of a profile before a person changed any.
    pub fn first_ones() -> &'static [Self] {
        static FIRST: LazyLock<[PaymentView; 3]> = LazyLock::new(|| {
            let view = |name: &str, query: &str, key: SortKey| PaymentView {
                name: name.to_owned(),
                query: query.to_owned(),
                sort: SortOrder { key, descending: true },
                columns: Vec::new(),
            };
            [
                view("Recent declines", "status:failed created:30d", SortKey::Created),
                view("Large payments", "amount:>=1000 -currency:jpy,krw", SortKey::Amount),
                view("Disputed", "disputed:yes", SortKey::Created),
            ]
        });
        &*FIRST
    }
}

/// What a file holds, brought back inside the bounds.
pub fn bounded_views(views: Vec<PaymentView>) -> Vec<PaymentView> {
    let mut bounded: Vec<PaymentView> = Vec::new();
    for view in views {
        let name = bounded_name(&view.name);
        if saved_name_fault(bounded.iter().map(|other| &*other.name), &name, None).is_none() {
            bounded.push(PaymentView { name, columns: bounded_columns(view.columns), ..view });
        }
    }
    bounded
}

/// Each column once, no narrower and no wider than it may be.
pub fn bounded_columns(columns: Vec<ViewColumn>) -> Vec<ViewColumn> {
    let mut bounded: Vec<ViewColumn> = Vec::new();
    for column in columns {
        if bounded.iter().all(|other| other.key != column.key) {
            let width = column.width.map(|width| width.clamp(*COLUMN_WIDTHS.start(), *COLUMN_WIDTHS.end()));
            bounded.push(ViewColumn { width, ..column });
        }
    }
    bounded
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::saved_name::{SAVED_MAX, SAVED_NAME_MAX_CHARS};

    #[test]
    fn the_queries_of_the_first_views_can_be_read() {
        let views = PaymentView::first_ones();
        assert_eq!(views.len(), 3);
        for view in views {
            let query = view.read_query().unwrap_or_else(|error| panic!("{}: {error}", view.query));
            assert_eq!(query.to_string(), view.query, "as it is written back");
        }
    }

    #[test]
    fn views_without_a_name_and_a_second_one_of_a_name_are_left_out() {
        let named = |name: &str| PaymentView { name: name.to_owned(), ..PaymentView::default() };
        let long = "x".repeat(80);
        let views = bounded_views(vec![named(" a "), named("a"), named(" "), named(&long)]);
        let names: Vec<&str> = views.iter().map(|view| view.name.as_str()).collect();
        assert_eq!(names, ["a", &long[..SAVED_NAME_MAX_CHARS]]);
        let many = (0..60).map(|number| named(&number.to_string())).collect();
        assert_eq!(bounded_views(many).len(), SAVED_MAX);
    }

    #[test]
    fn a_view_of_an_earlier_version_keeps_its_columns_and_its_order() {
        let keys = [
            ("payment_id", SortKey::PaymentId),
            ("amount", SortKey::Amount),
            ("currency", SortKey::Currency),
            ("status", SortKey::Status),
            ("created", SortKey::Created),
            ("customer", SortKey::Customer),
            ("email", SortKey::Email),
            ("method", SortKey::Method),
            ("decline", SortKey::Decline),
            ("seen", SortKey::Seen),
        ];
        for (word, key) in keys {
            let view = format!(
                r#"{{"name": "A", "sort": {{"key": "{word}", "descending": true}}, "columns": [{{"key": "{word}", "width": 90}}]}}"#
            );
            let view: PaymentView = serde_json::from_str(&view).unwrap();
            assert_eq!((view.sort.key, view.columns), (key, vec![ViewColumn { key, width: Some(90) }]));
        }
    }

    #[test]
    fn a_column_is_there_once_and_within_its_bounds() {
        let column = |key, width| ViewColumn { key, width };
        let columns = vec![
            column(SortKey::Amount, Some(4)),
            column(SortKey::Amount, Some(100)),
            column(SortKey::Email, Some(9_000)),
            column(SortKey::Status, None),
        ];
        let bounded = [(SortKey::Amount, Some(36)), (SortKey::Email, Some(800)), (SortKey::Status, None)];
        assert_eq!(bounded_columns(columns), bounded.map(|(key, width)| column(key, width)));
    }
}
