//! Which operations are open: at most one of a target in a profile. Kept beside the entries so that an append need
//! not read them all; made again from them where the two do not agree.
//!
//! An entry that concerns an operation which is not open is refused, whatever it says: `unknown` and final steps
//! too. A closed operation has its last word, and nothing is written of one that was never prepared.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use paydesk_core::operations::journal::{JournalEntry, JournalStep, JournalStepName};

use super::chain;
use super::row::{JournalRow, TODAY, attempt_of};
use paydesk_core::failure::JournalFault;

/// Profile, family and resource.
type TargetKey = (String, String, String);

/// Id and number of the last attempt written down.
type OpenAttempt = (String, u32);

/// All open operations after an entry.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OpenOperations(BTreeMap<TargetKey, OpenAttempt>);

/// Keeps the list in step with the entry that is being added, or says why the entry has no place.
pub fn mark(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<(), JournalFault> {
    let id = entry.operation_id.as_str();
    let open = find(transaction, entry)?;
    let attempts = open.as_ref().filter(|(open, _)| open == id).map(|(_, attempts)| *attempts);
    match (&entry.step, attempts) {
        (JournalStep::Prepared(_), _) if was_prepared(transaction, id)? => Err(JournalFault::WrittenAlready),
        (JournalStep::Prepared(_), _) if open.is_some() => Err(JournalFault::AlreadyOpen),
        (JournalStep::Prepared(_), _) => insert(transaction, &key(entry), &(id.to_owned(), 0)),
        // Closed meanwhile, or never prepared: after a crash nobody would look for what is sent now.
        (_, None) => Err(JournalFault::NotOpen),
        (JournalStep::Sending { attempt }, Some(attempts)) if *attempt <= attempts => Err(JournalFault::WrittenAlready),
        (JournalStep::Sending { attempt }, Some(_)) => {
            let row = params![id, attempt];
            transaction.execute("UPDATE open_operations SET attempts = ?2 WHERE operation_id = ?1", row)?;
            Ok(())
        }
        (JournalStep::Unknown { .. }, Some(_)) => Ok(()),
        (
            JournalStep::Confirmed { .. }
            | JournalStep::Declined { .. }
            | JournalStep::Rejected { .. }
            | JournalStep::NotSent { .. }
            | JournalStep::Resolved { .. },
            Some(_),
        ) => {
            transaction.execute("DELETE FROM open_operations WHERE operation_id = ?1", [id])?;
            Ok(())
        }
    }
}

/// Walks the whole chain. The list is made again where it does not agree with a chain that is whole.
pub fn verify(connection: &mut Connection) -> Result<(), JournalFault> {
    let transaction = connection.transaction()?;
    let open = OpenOperations::of_chain(&transaction)?;
    let stored = OpenOperations::stored(&transaction);
    drop(transaction);
    if stored.is_ok_and(|stored| stored == open) {
        return Ok(());
    }
    tracing::warn!("the list of open operations did not agree with the journal and was rebuilt");
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    OpenOperations::of_chain(&transaction)?.replace(&transaction)?;
    Ok(transaction.commit()?)
}

impl OpenOperations {
    /// Those after the last entry of the chain, which is verified.
    pub fn of_chain(transaction: &Transaction<'_>) -> Result<Self, JournalFault> {
        let mut open = Self::default();
        chain::walk(transaction, TODAY, |row| open.follow(row))?;
        Ok(open)
    }

    fn stored(transaction: &Transaction<'_>) -> Result<Self, JournalFault> {
        let mut statement =
            transaction.prepare("SELECT profile_id, family, resource, operation_id, attempts FROM open_operations")?;
        let row = |row: &rusqlite::Row<'_>| Ok(((row.get(0)?, row.get(1)?, row.get(2)?), (row.get(3)?, row.get(4)?)));
        Ok(Self(statement.query_map([], row)?.collect::<Result<_, _>>()?))
    }

    /// Makes the list in the file this one.
    pub fn replace(&self, transaction: &Transaction<'_>) -> Result<(), JournalFault> {
        transaction.execute("DELETE FROM open_operations", [])?;
        self.0.iter().try_for_each(|(key, open)| insert(transaction, key, open))
    }

    /// Opens or closes the operation of a row, as [`mark`] did when it was written.
    fn follow(&mut self, row: JournalRow) -> Result<(), JournalFault> {
        let step: JournalStepName = serde_json::from_value(row.step.into())?;
        match step {
            JournalStepName::Prepared => {
                self.0.insert((row.profile_id, row.kind, row.resource), (row.operation_id, 0));
            }
            JournalStepName::Sending => {
                let attempt = attempt_of(&row.payload)?;
                let of_row = |(id, _): &&mut OpenAttempt| *id == row.operation_id;
                self.0.values_mut().filter(of_row).for_each(|(_, attempts)| *attempts = attempt.max(*attempts));
            }
            JournalStepName::Unknown => {}
            JournalStepName::Confirmed
            | JournalStepName::Declined
            | JournalStepName::Rejected
            | JournalStepName::NotSent
            | JournalStepName::Resolved => self.0.retain(|_, (id, _)| *id != row.operation_id),
        }
        Ok(())
    }
}

fn key(entry: &JournalEntry) -> TargetKey {
    let kind = <&str>::from(entry.target.kind).to_owned();
    (entry.profile_id.to_string(), kind, entry.target.resource.clone())
}

/// The operation that is open for the entry's target.
fn find(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<Option<OpenAttempt>, JournalFault> {
    let mut statement = transaction.prepare_cached(
        "SELECT operation_id, attempts FROM open_operations WHERE profile_id = ?1 AND family = ?2 AND resource = ?3",
    )?;
    Ok(statement.query_row(key(entry), |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// Whether an operation of this id is in the journal, open or not.
fn was_prepared(transaction: &Transaction<'_>, id: &str) -> Result<bool, JournalFault> {
    let mut statement =
        transaction.prepare_cached("SELECT 1 FROM entries WHERE operation_id = ?1 AND step = 'prepared'")?;
    Ok(statement.exists([id])?)
}

fn insert(transaction: &Transaction<'_>, key: &TargetKey, open: &OpenAttempt) -> Result<(), JournalFault> {
    let ((profile_id, kind, resource), (operation_id, attempts)) = (key, open);
    transaction.prepare_cached("INSERT INTO open_operations VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
        profile_id,
        kind,
        resource,
        operation_id,
        attempts
    ])?;
    Ok(())
}
