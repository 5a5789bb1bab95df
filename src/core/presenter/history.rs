//! What went wrong with the cache of every payment, as text.

use crate::failure::{HistoryError, HistoryFault, RecordsFault};
use crate::problem::Problem;

impl From<HistoryError> for Problem {
    fn from(error: HistoryError) -> Self {
        let why = match &error.fault {
            HistoryFault::File(RecordsFault::Io(fault)) => fault.text(),
            HistoryFault::File(RecordsFault::Database(fault)) => fault.system.clone(),
            HistoryFault::File(RecordsFault::Damaged(report)) => format!("it is damaged: {report}"),
            HistoryFault::File(RecordsFault::Newer(version)) => {
                format!("it was written by a newer Paydesk (file version {version})")
            }
            HistoryFault::File(RecordsFault::Unwritable(error)) => error.clone(),
            HistoryFault::File(RecordsFault::Foreign(_)) => "it belongs to another program".to_owned(),
            HistoryFault::File(RecordsFault::NotOpen) => "it is not open".to_owned(),
            HistoryFault::Busy => "too many payments are waiting to be saved".to_owned(),
            HistoryFault::Stopped => "its background thread has ended".to_owned(),
        };
        let next = if matches!(error.fault, HistoryFault::File(RecordsFault::Newer(_))) {
            "Use the newer Paydesk, or delete the payment history in Settings"
        } else {
            "Free some space or check the permissions of the data directory, then restart Paydesk"
        };
        Problem {
            what: format!("The payment history at {} is not saved: {why}", error.path.display()),
            what_to_do: format!("Search covers only payments read since Paydesk started. {next}."),
        }
    }
}
