//! The service that simulated desks send operations to: it does what it is asked, and records from when to when.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use paydesk::team::Fence;

/// An operation that reached the service.
#[derive(Debug, Clone)]
pub struct SentOperation {
    pub resource: String,
    pub operation: String,
    pub fence: Fence,
    pub from: Instant,
    /// When somebody knew what came of it; nobody does before.
    pub to: Option<Instant>,
}

/// See the module. Nobody but the judge looks at others' operations here.
#[derive(Default)]
pub struct Service(Mutex<Vec<SentOperation>>);

impl Service {
    pub fn begin(&self, resource: &str, operation: &str, fence: Fence) {
        let mut rows = self.0.lock().unwrap();
        let (resource, operation) = (resource.to_owned(), operation.to_owned());
        rows.push(SentOperation { resource, operation, fence, from: Instant::now(), to: None });
    }

    /// What came of an operation is known from now on; whether it ever arrived.
    pub fn settle(&self, operation: &str) -> bool {
        let mut rows = self.0.lock().unwrap();
        let Some(row) = rows.iter_mut().rev().find(|row| row.operation == operation) else { return false };
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
        if let Some(before) = last.insert(&row.resource, row) {
            if before.to.is_none_or(|to| to > row.from) {
                found.push(format!("two operations at once: {before:?} and {row:?}"));
            }
            if before.fence >= row.fence {
                found.push(format!("an older grant after a newer one: {before:?} and {row:?}"));
            }
        }
        if let Some(before) = sent.insert(&row.operation, row) {
            found.push(format!("sent twice: {before:?} and {row:?}"));
        }
    }
    found
}

#[test]
fn the_judge_of_the_chaos_finds_operations_that_overlap_are_late_or_are_sent_twice() {
    let service = Service::default();
    service.begin("a", "1", Fence(1));
    service.begin("b", "2", Fence(2));
    assert!(service.settle("1"));
    service.begin("a", "3", Fence(3));
    assert!(breaches(&service.rows()).is_empty());
    service.begin("a", "4", Fence(4));
    assert!(service.settle("3") && service.settle("4") && !service.settle("5"));
    let found = breaches(&service.rows());
    assert!(matches!(&found[..], [one] if one.starts_with("two operations at once")), "{found:?}");
    service.begin("a", "4", Fence(4));
    let found = breaches(&service.rows());
    assert!(found.len() == 3 && found[1].starts_with("an older grant") && found[2].starts_with("sent twice"));
}
