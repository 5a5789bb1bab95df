//! The export of the journal: asked for, under way, and what came of it.

use crate::context::Context;
use crate::effect::StoreJob;
use crate::message::JournalExport;
use crate::problem::Problem;
use crate::text;
use paydesk_domain::money::grouped_count;

use super::toasts::ToastKind;

/// How far the latest export came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ExportProgress {
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
        let mut content = count(self.entries, "entry", "entries");
        if self.damaged > 0 {
            content.push_str(&format!(", {}", count(self.damaged, "damaged part", "damaged parts")));
        }
        if self.salvaged > 0 {
            content.push_str(&format!(", {}", text::recovered(grouped_count(self.salvaged as u64))));
        }
        content
    }
}

impl ExportProgress {
    /// The person wants the journal as a file; one export at a time.
    pub(crate) fn start(&mut self, cx: &mut Context<'_>) {
        if *self != Self::Running {
            *self = Self::Running;
            cx.outbox.push(StoreJob::ExportJournal { at: cx.view.now });
        }
    }

    pub(crate) fn written(&mut self, export: JournalExport, cx: &mut Context<'_>) {
        let kind = if export.whole { ToastKind::Positive } else { ToastKind::Attention };
        let text = text::journal_exported(export.content(), &export.path);
        cx.toast(kind, text, None);
        *self = Self::Written(export);
    }

    pub(crate) fn failed(&mut self, problem: Problem, cx: &mut Context<'_>) {
        let text = problem.text();
        cx.toast(ToastKind::Danger, text, None);
        *self = Self::Failed(problem);
    }
}
