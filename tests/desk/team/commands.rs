//! `paydesk team` as a person types it.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use paydesk_domain::secret::SecretText;
use paydesk_team::{DeskId, TeamConnection, TeamLimits, TeamRole};

use super::approvals::wanted;
use super::harness::{Postgres, SUPERUSER, SUPERUSER_PASSWORD, ServerOptions, Team, password_of};
use super::payments::sample::{payments, place};

/// The real binary with `typed` on its standard input; PGPASSWORD only where `password` is given.
fn paydesk(args: &[&str], url: &str, password: Option<&str>, typed: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.arg("team").args(args).args(["--database-url", url]).env_remove("PGPASSWORD");
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Nobody may read it.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

fn printed(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", printed(output));
    printed(output)
}

#[tokio::test]
async fn a_team_is_set_up_from_an_empty_database_with_the_commands_alone() {
    let options = ServerOptions { settings: "log_statement = 'all'".to_owned(), ..ServerOptions::default() };
    let Some(server) = Postgres::start_with("the commands of a team", &options) else { return };
    let url = server.url(SUPERUSER);
    let own = Some(SUPERUSER_PASSWORD);
    let mut all = String::new();
    let mut run = |args: &[&str], password, typed: &str| {
        let text = done(&paydesk(args, &url, password, typed));
        all.push_str(&text);
        text
    };
    // The password from standard input, then from the environment.
    assert!(run(&["init"], None, &format!("{SUPERUSER_PASSWORD}\n")).contains("is set up for a team"));
    assert!(run(&["init"], own, "").contains("already set up"));
    let add = ["profile", "add", "Shop", "--environment", "sandbox", "--service", "https://api.example.com/"];
    assert!(run(&add, own, "").contains("“Shop” is a profile of the team (SANDBOX"));
    let ada = ["add", "ada", "--role", "operator", "--profile", "Shop"];
    assert!(run(&ada, own, "geheim-ada\n").contains("“ada” is operator in “Shop”; the login was created"));
    // Both from standard input.
    let ben = ["add", "ben", "--role", "admin", "--profile", "Shop"];
    assert!(run(&ben, None, &format!("{SUPERUSER_PASSWORD}\ngeheim-ben\n")).contains("“ben” is admin in “Shop”"));
    let status = run(&["status"], own, "");
    for line in
        ["Server: PostgreSQL", "(primary)", "Records: version", "Latency: ", "Shop (SANDBOX, https://api.example.com)"]
    {
        assert!(status.contains(line), "“{line}” is missing in {status}");
    }
    assert!(status.contains("Members: 1 operator (ada), 1 admin (ben)"), "{status}");
    assert!(status.contains("Desks: none in the last 5 minutes"), "{status}");
    let (address, password) = (server.address("ada"), SecretText::new("geheim-ada".to_owned()));
    let ada = TeamConnection::open(&address, Some(&password), TeamLimits::default()).await.unwrap();
    let profile = ada.profiles().await.unwrap()[0].id;
    ada.see_desk(profile, DeskId::random(), "laptop", "1.2.3").await.unwrap();
    ada.request_approval(profile, &wanted("pay_1", 123_456)).await.unwrap();
    let status = run(&["status"], own, "");
    assert!(status.contains("  Desk: ada on laptop, Paydesk 1.2.3, "), "{status}");
    let open = "  Pending approval: refund of 1,234.56 EUR, payment pay_1, requested by ada: Paid twice";
    assert!(status.contains(open), "{status}");
    let rule = ["rule", "create_refund", "--above", "100.00", "--currency", "eur", "--profile", "Shop"];
    assert!(run(&rule, own, "").contains("In “Shop” create_refund above 100.00 EUR needs approval"));
    assert!(
        run(&["rule", "create_api_key", "--count", "0", "--profile", "Shop"], own, "").contains("every create_api_key")
    );
    let status = run(&["status"], own, "");
    for line in ["  Rule: create_refund above 100.00 EUR needs approval", "  Rule: every create_api_key needs approval"]
    {
        assert!(status.contains(line), "“{line}” is missing in {status}");
    }
    let icelandic =
        ["rule", "create_refund", "--above", "5000", "--currency", "ISK", "--decimals", "2", "--profile", "Shop"];
    assert!(run(&icelandic, own, "").contains("create_refund above 5,000.00 ISK needs approval"));
    run(&["rule", "create_refund", "--currency", "ISK", "--off", "--profile", "Shop"], own, "");
    let off = ["rule", "create_refund", "--currency", "EUR", "--off", "--profile", "Shop"];
    assert!(run(&off, own, "").contains("“Shop” no longer has a rule for create_refund in EUR"));
    assert!(!run(&["status"], own, "").contains("create_refund"));
    // An admin of the profile gives a login that is there another role.
    let text = done(&paydesk(
        &["add", "ada", "--role", "reader", "--profile", "Shop"],
        &server.url("ben"),
        None,
        "geheim-ben\n",
    ));
    assert!(text.contains("“ada” is reader in “Shop”\n"), "{text}");
    assert!(run(&["remove", "ada", "--profile", "Shop"], own, "").contains("no longer a member"));
    assert!(run(&["remove", "ada", "--profile", "Shop"], own, "").contains("was not a member"));
    for secret in [SUPERUSER_PASSWORD, "geheim"] {
        assert!(!all.contains(secret) && !server.log().contains(secret), "{secret}");
    }
    assert!(server.log().contains("CREATE ROLE ada"));
}

#[tokio::test]
async fn what_is_wrong_is_said_with_what_to_do_and_ends_with_1_or_2() {
    let Some(server) = Postgres::start("commands that fail") else { return };
    let url = server.url(SUPERUSER);
    let refused = |args: &[&str], url: &str, password: Option<&str>, typed: &str| {
        let output = paydesk(args, url, password, typed);
        (output.status.code(), printed(&output))
    };
    let (code, text) = refused(&["status"], &url, Some(SUPERUSER_PASSWORD), "");
    assert!(code == Some(1) && text.contains("paydesk team init"), "{text}");
    let (code, text) = refused(&["init"], &url, Some("geheim"), "");
    assert!(code == Some(1) && text.contains("does not accept the password") && !text.contains("geheim"), "{text}");
    let (code, text) = refused(&["init"], &url, None, "");
    assert!(code == Some(1) && text.contains("There is no password on standard input"), "{text}");
    let (code, text) = refused(&["init"], "postgresql://ada:geheim@db.example.com/x", None, "");
    assert!(code == Some(2) && text.contains("PGPASSWORD") && !text.contains("geheim"), "{text}");
    done(&paydesk(&["init"], &url, Some(SUPERUSER_PASSWORD), ""));
    let nobody = ["add", "ada", "--role", "reader", "--profile", "Shop"];
    let (code, text) = refused(&nobody, &url, Some(SUPERUSER_PASSWORD), "");
    assert!(code == Some(2) && text.contains("The team has no profile “Shop”. Its profiles: none."), "{text}");
    let icelandic = ["rule", "create_refund", "--above", "5000", "--currency", "ISK", "--profile", "Shop"];
    let (code, text) = refused(&icelandic, &url, None, "");
    assert!(code == Some(2) && text.contains("--decimals"), "{code:?}: {text}");
    let (_, text) = refused(&[&icelandic[..], &["--decimals", "3"]].concat(), &url, None, "");
    assert!(text.contains("3 decimals for ISK"), "{text}");
    let (code, text) = refused(&["rule", "refund", "--count", "0", "--profile", "Shop"], &url, None, "");
    assert!(code == Some(2) && text.contains("“refund” is not an operation. Use: create_payment"), "{text}");
    let (code, text) = refused(&["rule", "create_refund", "--profile", "Shop"], &url, None, "");
    assert!(code == Some(2) && text.contains("--above AMOUNT"), "{text}");
    let plain = ["profile", "add", "Shop", "--environment", "production", "--service", "http://api.example.com"];
    let (code, text) = refused(&plain, &url, Some(SUPERUSER_PASSWORD), "");
    assert!(code == Some(2) && text.contains("https://"), "{text}");
}

#[test]
fn the_doctor_sees_that_the_database_of_a_team_answers_and_asks_for_a_password() {
    let Some(server) = Postgres::start("the doctor and a team") else { return };
    let dir = tempfile::tempdir().unwrap();
    let team = serde_json::json!({"address": server.url(SUPERUSER), "profile": "Shop", "desk_id": "1"});
    let profile = serde_json::json!({"id": "a", "name": "Shop", "base_url": "http://127.0.0.1:1", "team": team});
    let profiles = serde_json::json!({"profiles": [profile]}).to_string();
    std::fs::write(dir.path().join("profiles.json"), profiles).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["doctor", "--data-dir"]).arg(dir.path()).env("PGPASSWORD", SUPERUSER_PASSWORD);
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").env_remove("XDG_RUNTIME_DIR");
    let said = printed(&command.output().unwrap());
    assert!(said.contains("asks for a password, which this check does not use"), "{said}");
    assert!(!said.contains(SUPERUSER_PASSWORD), "{said}");
}

#[tokio::test]
async fn payments_of_old_months_are_counted_first_and_removed_only_with_a_yes() {
    let Some(team) = Team::start("the command that forgets payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    hub.put_payments(team.profile, epoch, &payments(400, 3), &place(1)).await.unwrap();
    drop(team.join("ben", TeamRole::Admin).await);
    drop(team.join("ada", TeamRole::Operator).await);
    let run = |user: &str, args: &[&str]| {
        let args = [&["forget-payments", "--profile", "Shop"], args].concat();
        paydesk(&args, &team.server.url(user), Some(password_of(user).expose()), "")
    };
    let total = async || hub.payment_state(team.profile).await.unwrap().total;
    let counted = done(&run("ben", &["--before", "2026-11"]));
    assert!(
        counted.contains("payments in 2 months, the oldest from 2026-09,") && counted.contains("--yes"),
        "{counted}"
    );
    assert_eq!(total().await, 400);
    for (args, code, said) in [
        (&["--before", "2026-13", "--yes"][..], 2, "write the month as 2024-01"),
        (&["--before", "2999-01", "--yes"], 2, "2999-01 has not started"),
        (&["--yes"], 2, "--before"),
    ] {
        let output = run("ben", args);
        assert_eq!(output.status.code(), Some(code), "{}", printed(&output));
        assert!(printed(&output).contains(said), "{}", printed(&output));
    }
    assert_eq!(run("ada", &["--before", "2026-11", "--yes"]).status.code(), Some(1), "an operator");
    assert_eq!(total().await, 400);
    let removed = done(&run("ben", &["--before", "2026-11", "--yes"]));
    assert!(removed.contains("2026-09: ") && removed.contains("2026-10: "), "{removed}");
    assert!(removed.contains("of “Shop” were removed; those before 2026-11 (UTC) are not stored again"), "{removed}");
    assert!(total().await < 400);
    assert!(done(&run("ben", &["--before", "2026-11"])).contains("has no payments before 2026-11"));
}
