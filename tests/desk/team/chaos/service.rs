//! The service that simulated desks send operations to: it does what it is asked, and records from when to when.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use paydesk_team::{ClaimRequest, Fence};

/// An operation that reached the service.
#[derive(Debug, Clone)]
pub struct SentOperation {
    /// What it was, as its desk claimed it.
    pub request: ClaimRequest,
    pub fence: Fence,
    /// Who sent it.
    pub person: String,
    pub from: Instant,
    /// When somebody knew what came of it; nobody does before.
    pub to: Option<Instant>,
}

impl SentOperation {
    pub fn operation(&self) -> &str {
        &self.request.operation_id
    }

    /// What moved, in cents; 0 where nothing does.
    pub fn cents(&self) -> i64 {
        let amount = self.request.operation.as_ref().and_then(|operation| operation.amount.as_ref());
        amount.map_or(0, |amount| amount.minor)
    }
}

/// See the module. Nobody but the judge looks at others' operations here.
#[derive(Default)]
pub struct Service(Mutex<Vec<SentOperation>>);

impl Service {
    pub fn begin(&self, request: &ClaimRequest, fence: Fence, person: &str) {
        let (request, person) = (request.clone(), person.to_owned());
        self.0.lock().unwrap().push(SentOperation { request, fence, person, from: Instant::now(), to: None });
    }

    /// What came of an operation is known from now on; whether it ever arrived.
    pub fn settle(&self, operation: &str) -> bool {
        let mut rows = self.0.lock().unwrap();
        let Some(row) = rows.iter_mut().rev().find(|row| row.operation() == operation) else { return false };
        row.to.get_or_insert_with(Instant::now);
        true
    }

    pub fn rows(&self) -> Vec<SentOperation> {
        self.0.lock().unwrap().clone()
    }
}

/// What must never happen: two operations on one resource at once, an operation that was sent twice, or a grant that is
/// older than the one before it.
pub fn breaches(rows: &[SentOperation]) -> Vec<String> {
    let (mut last, mut sent) = (BTreeMap::<&str, &SentOperation>::new(), BTreeMap::new());
    let mut found = Vec::new();
    for row in rows {
        if let Some(before) = last.insert(&row.request.resource, row) {
            if before.to.is_none_or(|to| to > row.from) {
                found.push(format!("two operations at once: {before:?} and {row:?}"));
            }
            if before.fence >= row.fence {
                found.push(format!("an older grant after a newer one: {before:?} and {row:?}"));
            }
        }
        if let Some(before) = sent.insert(row.operation(), row) {
            found.push(format!("sent twice: {before:?} and {row:?}"));
        }
    }
    found
}

#[test]
fn the_judge_of_the_chaos_finds_operations_that_overlap_are_late_or_are_sent_twice() {
    let service = Service::default();
    let begin = |resource: &str, operation: &str, fence: i64| {
        let request = crate::team::claims::request(resource, operation, std::time::Duration::ZERO);
        service.begin(&request, Fence(fence), "ada");
    };
    begin("a", "1", 1);
    begin("b", "2", 2);
    assert!(service.settle("1"));
    begin("a", "3", 3);
    assert!(breaches(&service.rows()).is_empty());
    begin("a", "4", 4);
    assert!(service.settle("3") && service.settle("4") && !service.settle("5"));
    let found = breaches(&service.rows());
    assert!(matches!(&found[..], [one] if one.starts_with("two operations at once")), "{found:?}");
    begin("a", "4", 4);
    let found = breaches(&service.rows());
    assert!(found.len() == 3 && found[1].starts_with("an older grant") && found[2].starts_with("sent twice"));
}
