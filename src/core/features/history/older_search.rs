//! How far the search for payments is that are in the database of a team alone.

use chrono::{DateTime, Utc};

use crate::problem::Problem;
use paydesk_index::payment_columns::{PaymentFacets, PaymentKey};

/// How far the search in the database is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum OlderStage {
    /// Nothing is searched for there.
    #[default]
    Idle,
    /// It begins at this time, unless something else is searched for until then.
    Waiting(DateTime<Utc>),
    UnderWay,
    /// There may be more behind this one.
    More(Option<PaymentKey>),
    All,
    Failed(Problem),
}

/// A search among payments that only the database of the team has.
#[derive(Debug, Default)]
pub struct OlderSearch {
    /// Which question it is about.
    pub(super) question: u64,
    pub(super) stage: OlderStage,
    pub(super) found: usize,
    pub(super) goes: u32,
    pub(super) facets: Option<PaymentFacets>,
}

impl OlderSearch {
    pub fn stage(&self) -> &OlderStage {
        &self.stage
    }

    /// How many older payments were found there.
    pub fn found(&self) -> usize {
        self.found
    }

    /// The counts over all payments of the team, where its database has them.
    pub fn facets(&self) -> Option<&PaymentFacets> {
        self.facets.as_ref()
    }

    pub(super) fn due(&self) -> Option<DateTime<Utc>> {
        if let OlderStage::Waiting(at) = self.stage { Some(at) } else { None }
    }

    /// What is under way is not answered any more.
    pub(super) fn dropped(&mut self) {
        if self.stage == OlderStage::UnderWay {
            *self = Self { question: self.question, stage: OlderStage::More(None), ..Self::default() };
        }
    }

    pub(super) fn counted(&mut self, question: u64, facets: Option<PaymentFacets>) {
        if question == self.question {
            self.facets = facets;
        }
    }

    pub(super) fn failed(&mut self, question: u64, problem: Problem) {
        if question == self.question && self.stage == OlderStage::UnderWay {
            self.stage = OlderStage::Failed(problem);
        }
    }
}
