//! What only the window knows of the pane: the text being typed, and the lines of the call that is open.

use crate::list::ListState;
use paydesk_core::features::requests::http_text::{answer_lines, request_lines};
use paydesk_core::features::requests::{LoggedCall, Proof};

use super::text;

/// Window state of the request log: search text and the lines of the open call.
#[derive(Debug, Default)]
pub struct RequestsDraft {
    /// What is looked for.
    pub search: String,
    pub part: CallPart,
    pub list: ListState<u64>,
    /// What has the keyboard is in the pane: keys that move are for its list.
    pub has_keyboard: bool,
    lines: Lines,
}

/// Which part of a call is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumIter)]
pub enum CallPart {
    #[default]
    About,
    Request,
    Answer,
}

impl CallPart {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::About => text::ABOUT,
            Self::Request => text::REQUEST,
            Self::Answer => "Response",
        }
    }
}

/// The texts of a call, written when it is opened.
#[derive(Debug, Default)]
pub(super) struct Lines {
    of: Option<(u64, Proof)>,
    pub request: MessageText,
    pub answer: MessageText,
    pub curl: Option<String>,
}

/// A text, and its lines.
#[derive(Debug, Default)]
pub(super) struct MessageText {
    pub text: String,
    pub lines: Vec<String>,
}

impl From<Vec<String>> for MessageText {
    fn from(lines: Vec<String>) -> Self {
        Self { text: lines.join("\n"), lines }
    }
}

impl RequestsDraft {
    /// The lines of this call.
    pub(super) fn lines(&mut self, call: &LoggedCall) -> &Lines {
        let of = Some((call.number, call.exchange.proof));
        if self.lines.of != of {
            self.lines = Lines {
                of,
                request: request_lines(&call.exchange).into(),
                answer: answer_lines(&call.exchange).into(),
                curl: call.curl_command(),
            };
        }
        &self.lines
    }
}
