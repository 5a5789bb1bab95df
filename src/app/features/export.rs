//! The export of the journal: asked for, under way, and what came of it.

use crate::app::effect::StoreJob;
use crate::app::message::JournalExport;
use crate::app::problem::Problem;
use crate::app::state::State;
use crate::domain::money::grouped_count;

use super::toasts::ToastKind;

/// How far the latest export came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Export {
    #[default]
    NotAsked,
    Running,
    Written(JournalExport),
    Failed(Problem),
}

impl JournalExport {
    /// What it holds, for people: `18 entries, 2 damaged`.
    pub fn content(&self) -> String {
        let count = |number: usize, one: &str, many: &str| {
            format!("{} {}", grouped_count(number as u64), if number == 1 { one } else { many })
        };
        let mut words = count(self.entries, "entry", "entries");
        if self.damaged > 0 {
            words.push_str(&format!(", {}", count(self.damaged, "damaged place", "damaged places")));
        }
        if self.salvaged > 0 {
            words.push_str(&format!(", {} found in the bytes alone", grouped_count(self.salvaged as u64)));
        }
        words
    }
}

impl State {
    /// The person wants the journal as a file; one export at a time.
    pub(in crate::app) fn export_journal(&mut self) {
        if self.export == Export::Running {
            return;
        }
        self.export = Export::Running;
        self.outbox.push(StoreJob::ExportJournal { at: self.now });
    }

    pub(in crate::app) fn journal_exported(&mut self, export: JournalExport) {
        let kind = if export.whole { ToastKind::Positive } else { ToastKind::Attention };
        let text = format!("The journal was exported ({}) to {}", export.content(), export.path);
        self.toasts.show(self.now, kind, text, None);
        self.export = Export::Written(export);
    }

    pub(in crate::app) fn journal_not_exported(&mut self, problem: Problem) {
        let text = format!("{}. {}", problem.what, problem.what_to_do);
        self.toasts.show(self.now, ToastKind::Danger, text, None);
        self.export = Export::Failed(problem);
    }
}
