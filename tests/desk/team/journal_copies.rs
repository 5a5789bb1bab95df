//! The team's copies of the journals of real desks: equal to them whatever was cut off, and checked.

use std::path::Path;
use std::process::Command;

use paydesk_core::features::operation_log::OperationLogAction;
use paydesk_core::features::team::TeamLink;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::journal_copy::copied_entry;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_team::DeskId;
use paydesk_test_desk::RuntimeHarness;
use uuid::Uuid;

use super::harness::{SUPERUSER, SUPERUSER_PASSWORD};
use super::two_desks::{Office, PROFILE};

/// What the journal in `dir` has of the profile that is not the embedded one, as it is copied.
fn journal(dir: &Path) -> Vec<String> {
    let connection = rusqlite::Connection::open(dir.join("journal.sqlite")).unwrap();
    let sql = "SELECT seq, payload FROM entries WHERE profile_id <> 'embedded-sandbox' ORDER BY seq";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok(copied_entry(row.get(0)?, &row.get::<_, String>(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn desk_id(desk: &RuntimeHarness) -> DeskId {
    let id = &desk.state.profiles.current_saved().unwrap().team.as_ref().unwrap().desk_id;
    DeskId(Uuid::parse_str(id).unwrap())
}

fn copy(office: &Office, desk: DeskId) -> Vec<String> {
    office.service.threads.block_on(async {
        let owner = office.team.owner().await;
        let entries = owner.journal_after(office.profile.unwrap(), desk, 0, 1_000).await.unwrap();
        entries.into_iter().map(|entry| entry.entry).collect()
    })
}

fn capture(desk: &mut RuntimeHarness, office: &Office) -> PaymentId {
    let id = office.service.authorized();
    let payment = desk.open_payment(&id);
    desk.capture(&payment, payment.capturable_minor());
    desk.until("it is captured", |state| state.workspace.operations.open().is_empty());
    id
}

fn is_copied(state: &State) -> bool {
    state.workspace.journal_copy.is_complete()
}

/// `paydesk team verify`: how it ended, and what it printed.
fn verify(office: &Office) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["team", "verify", "--profile", PROFILE, "--database-url", &office.team.server.url(SUPERUSER)]);
    let output = command.env("PGPASSWORD", SUPERUSER_PASSWORD).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_copy_equals_the_journal_after_the_server_was_killed_and_what_a_superuser_changed_is_found() {
    let Some(mut office) = Office::open("copies of the journals of desks") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Alone);
    let mut bob = office.desk("bob", TeamRole::Reader, AwayRule::Alone);
    let first = capture(&mut anna, &office);
    anna.until("it is copied", is_copied);
    bob.act(Action::GoTo(Route::AllOperations));
    let lists = |id: PaymentId| {
        move |state: &State| {
            let mut rows = state.operation_log.log().rows();
            rows.any(|record| record.target.resource == id.as_str() && record.person == "anna")
        }
    };
    bob.until("bob sees who captured it", lists(first));
    office.team.server.kill();
    anna.until("anna is alone", |state| matches!(state.workspace.team.link(), TeamLink::Away { .. }));
    let second = capture(&mut anna, &office);
    office.team.server.start_again();
    anna.until("all is copied", is_copied);
    bob.until("bob is connected", |state| matches!(state.workspace.team.link(), TeamLink::Connected(_)));
    bob.act(Action::OperationLog(OperationLogAction::Refresh));
    bob.until("bob sees what was done alone", lists(second.clone()));
    let record = bob.state.operation_log.log().rows().find(|record| record.target.resource == second.as_str()).unwrap();
    assert!(record.is_alone, "{record:?}");

    let (id, journal) = (desk_id(&anna), journal(office.dirs[0].path()));
    assert!(journal.len() >= 6, "{journal:?}");
    assert_eq!(copy(&office, id), journal);
    let (code, text) = verify(&office);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(&format!("{PROFILE}: anna on ")) && text.contains("entries, none altered"), "{text}");

    office.service.threads.block_on(async {
        let superuser = office.team.server.superuser().await;
        superuser.batch_execute("ALTER TABLE paydesk.journal_entry DISABLE TRIGGER ALL").await.unwrap();
        let change = "UPDATE paydesk.journal_entry SET entry = '{}', hash = sha256(previous || '{}') WHERE number = 2";
        superuser.batch_execute(change).await.unwrap();
    });
    let (code, text) = verify(&office);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("entry 3 has been altered") && text.contains("1 of 1 journals"), "{text}");
    [anna, bob].into_iter().for_each(RuntimeHarness::close);
}
