//! What is on its way to the disk, and what did not reach it.

use std::collections::BTreeMap;

use crate::effect::StoreJob;
use crate::problem::Problem;
use paydesk_domain::note::Annotation;

/// Notes and tags that are not known to be on disk, by key.
#[derive(Debug, Default)]
pub struct Unsaved {
    waiting: BTreeMap<String, UnsavedNote>,
    /// Counts what was handed over.
    last_revision: u64,
}

#[derive(Debug)]
struct UnsavedNote {
    revision: u64,
    annotation: Annotation,
    /// Why it was not stored.
    problem: Option<Problem>,
}

impl Unsaved {
    pub fn has(&self, key: &str) -> bool {
        self.waiting.contains_key(key)
    }

    /// How many could not be stored, and why the last of them.
    pub fn failed(&self) -> Option<(usize, &Problem)> {
        let failed = self.waiting.values().filter_map(|waiting| waiting.problem.as_ref().map(|why| (waiting, why)));
        let count = failed.clone().count();
        failed.max_by_key(|(waiting, _)| waiting.revision).map(|(_, problem)| (count, problem))
    }

    /// The job that stores it.
    pub fn save(&mut self, annotation: Annotation) -> StoreJob {
        self.last_revision += 1;
        let revision = self.last_revision;
        let waiting = UnsavedNote { revision, annotation: annotation.clone(), problem: None };
        self.waiting.insert(annotation.key(), waiting);
        StoreJob::SaveNote { revision, annotation: Box::new(annotation) }
    }

    /// The jobs that store once more what could not be stored.
    pub fn save_again(&mut self) -> Vec<StoreJob> {
        let failed = self.waiting.values().filter(|waiting| waiting.problem.is_some());
        let failed: Vec<Annotation> = failed.map(|waiting| waiting.annotation.clone()).collect();
        failed.into_iter().map(|annotation| self.save(annotation)).collect()
    }

    /// One reached the disk, or did not. An older revision of it says nothing of the newest.
    pub fn saved(&mut self, key: &str, revision: u64, problem: Option<Problem>) {
        let Some(waiting) = self.waiting.get_mut(key).filter(|waiting| waiting.revision == revision) else { return };
        match problem {
            None => drop(self.waiting.remove(key)),
            problem => waiting.problem = problem,
        }
    }
}
