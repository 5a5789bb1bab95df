//! The plan of every statement, also of those inside functions, as the server itself logs it: each finds its rows by an
//! index that begins with the profile, so that the tables can be distributed by it.

use chrono::TimeDelta;
use paydesk_domain::ids::EventId;
use paydesk_domain::journal_copy::{CopyPage, CopyPlace};
use paydesk_domain::profile::Environment;
use paydesk_team::{
    ApprovalVerdict, ClaimRequest, DeskId, DueExport, Fence, NewTeamEvent, RuleLimit, TeamConnection, TeamProfileId,
    TeamRole, TokenKind,
};
use serde_json::json;

use super::approvals::{eur, wanted};
use super::claims::{LONG, request};
use super::harness::{ServerOptions, Team};
use super::journal::EMPTY;
use super::payments::sample::{payments, place};
use super::records::note;
use super::{bulk_approvals, payout_accounts, sharing};

/// Few rows, the same on every node of a distributed server.
const REFERENCE_TABLES: [&str; 2] = ["profile", "member"];

/// Everything that the program asks of the records, so that its plans are logged.
pub async fn ask_everything(team: &Team) {
    let profile = team.profile;
    let request = |operation: &str| request("pay_1", operation, LONG);
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Approver).await;
    let owner = team.owner().await;
    owner.set_rule(profile, "refund", &RuleLimit::Amount(eur(999))).await.unwrap();
    ada.approval_rules(profile).await.unwrap();
    ada.claim(profile, desk, &request("op_0")).await.unwrap();
    let approval = wanted("pay_1", 1_000);
    ada.needs_approval(profile, &approval.operation).await.unwrap();
    ada.request_approval(profile, &approval).await.unwrap();
    ada.open_approvals(profile).await.unwrap();
    ben.decide_approval(profile, approval.id, ApprovalVerdict::Approved, "").await.unwrap();
    ada.approval(profile, approval.id).await.unwrap();
    let withdrawn = wanted("pay_2", 1_000);
    ada.request_approval(profile, &withdrawn).await.unwrap();
    ada.withdraw_approval(profile, withdrawn.id).await.unwrap();
    ada.put_record(profile, desk, &note("a", None, "one")).await.unwrap();
    ada.put_record(profile, desk, &note("a", Some(1), "two")).await.unwrap();
    ada.share_records(profile, desk, &[sharing::write("a", 0, json!({})), sharing::write("c", 9, json!({}))])
        .await
        .unwrap();
    ada.record(profile, &note("a", None, "").key).await.unwrap();
    ada.claim(profile, desk, &request("op_1")).await.unwrap();
    ada.claim(profile, desk, &request("op_1")).await.unwrap();
    ada.claim(profile, desk, &request("op_2")).await.unwrap();
    let fence = Fence(ada.last_change(profile).await.unwrap());
    ada.renew_claim(profile, fence, LONG).await.unwrap();
    ada.begin_sending(profile, fence).await.unwrap();
    ada.open_claims(profile).await.unwrap();
    ada.changes_after(profile, 0).await.unwrap();
    ada.release_claim(profile, fence, "done").await.unwrap();
    owner.remove_rule(profile, "refund", Some(&eur(0).currency)).await.unwrap();
    ada.claim(profile, desk, &request("op_3")).await.unwrap();
    let fence = Fence(ada.last_change(profile).await.unwrap());
    ben.take_over_claim(profile, fence, "holiday").await.unwrap();
    ask_about_runs_and_payouts(team, &owner, (&ada, desk), &ben).await;
    ask_about_drafts(team, (&ada, desk), (&ben, ben_desk)).await;
    ada.append_journal(profile, desk, EMPTY, &["a".to_owned(), "b".to_owned()]).await.unwrap();
    ada.append_journal(profile, desk, EMPTY, &["a".to_owned(), "b".to_owned()]).await.unwrap();
    ada.records_of(profile, "note", "", 10).await.unwrap();
    ada.journal_head(profile, desk).await.unwrap();
    ada.journal_desks(profile).await.unwrap();
    ada.colleagues_journal(profile, DeskId::random(), &CopyPage::Before(None), 10).await.unwrap();
    let received_at = chrono::DateTime::UNIX_EPOCH;
    let place = CopyPlace { received_at, desk_id: desk.to_string(), number: 1 };
    let page = CopyPage::Before(Some(place.clone()));
    ada.colleagues_journal(profile, DeskId::random(), &page, 10).await.unwrap();
    ada.colleagues_journal(profile, DeskId::random(), &CopyPage::After(place), 10).await.unwrap();
    ada.verify_journal(profile, desk).await.unwrap();
    ada.desks(profile, 300).await.unwrap();
    ada.members(profile).await.unwrap();
    let hub = team.join("hub", TeamRole::Hub).await;
    let event = NewTeamEvent { event_id: EventId::new("evt_1"), headers: Vec::new(), body: (*b"{}").into() };
    hub.store_events(profile, &[event.clone(), event]).await.unwrap();
    ada.events_after(profile, 0).await.unwrap();
    ada.first_events_after(profile).await.unwrap();
    super::payments::ask_everything(&hub, profile).await;
    hub.delete_events(profile, LONG * 24 * 365, 10).await.unwrap();
    forget_payments(team, &hub).await;
    ask_of_exports(&hub, profile).await;
    hub.try_to_lead(profile).await.unwrap();
    hub.still_leads().await.unwrap();
    ada.take_tokens(profile, 5, TokenKind::Read, Some(600)).await.unwrap();
    ada.tokens(profile).await.unwrap();
    owner.set_rule(profile, "payout", &RuleLimit::Count(1)).await.unwrap();
    owner.remove_member(profile, "ben").await.unwrap();
}

/// Payments of two profiles in one month and of one in another are removed: as rows, and as a partition.
async fn forget_payments(team: &Team, hub: &TeamConnection) {
    let (profile, owner, since) = (team.profile, team.owner().await, "2026-11-01T00:00:00Z".parse().unwrap());
    let other = owner.add_profile("Other", Environment::Sandbox, "https://other.example.com").await.unwrap();
    owner.set_member(other, "hub", TeamRole::Hub).await.unwrap();
    for (profile, count) in [(profile, 400), (other, 200)] {
        let epoch = hub.begin_payment_sync(profile).await.unwrap().epoch;
        hub.put_payments(profile, epoch, &payments(count, 3), &place(1)).await.unwrap();
    }
    let admin = team.join("cleo", TeamRole::Admin).await;
    admin.keep_payments_since(profile, since).await.unwrap();
    let months = admin.payment_months_before(profile, since).await.unwrap();
    assert!(months.len() > 1, "{months:?}");
    for month in months {
        admin.forget_payments(profile, month.month).await.unwrap();
    }
}

async fn ask_about_drafts(
    team: &Team,
    (ada, desk): (&TeamConnection, DeskId),
    (ben, ben_desk): (&TeamConnection, DeskId),
) {
    let profile = team.profile;
    let draft = ClaimRequest { family: "draft".to_owned(), operation: None, ..request("pay_1", "op_10", LONG) };
    ada.claim(profile, desk, &draft).await.unwrap();
    let taken = (Fence(ada.last_change(profile).await.unwrap()), "to write it");
    let draft = ClaimRequest { operation_id: "op_11".to_owned(), ..draft };
    ben.take_over_item(profile, ben_desk, taken, &draft).await.unwrap();
}

async fn ask_of_exports(hub: &TeamConnection, profile: TeamProfileId) {
    let (now, attempt) = (hub.clock().await.unwrap(), 1);
    let [past, due] = [0, 1].map(|hours| DueExport { name: "all".to_owned(), due_at: now + TimeDelta::hours(hours) });
    hub.begin_export(profile, &past, now, LONG).await.unwrap();
    hub.begin_export(profile, &due, now, LONG).await.unwrap();
    hub.renew_export(profile, &due, attempt, LONG).await.unwrap();
    hub.end_export(profile, &due, attempt, Err("no room")).await.unwrap();
    hub.export_attempts(profile, "all", 10).await.unwrap();
}

/// What approval of bulk runs and of first payouts asks.
async fn ask_about_runs_and_payouts(
    team: &Team,
    owner: &TeamConnection,
    (ada, desk): (&TeamConnection, DeskId),
    ben: &TeamConnection,
) {
    let profile = team.profile;
    let (run, items) = bulk_approvals::wanted("run_1", &[("pay_8", 1_000)]);
    owner.set_rule(profile, "create_refund", &RuleLimit::Count(1)).await.unwrap();
    ada.request_run_approval(profile, &run, &items).await.unwrap();
    ada.claim(profile, desk, &bulk_approvals::item("pay_7", "op_8", 1, Some(("run_2", 1)))).await.unwrap();
    ben.decide_approval(profile, run.id, ApprovalVerdict::Approved, "").await.unwrap();
    ada.claim(profile, desk, &bulk_approvals::item("pay_8", "op_9", 1_000, Some(("run_1", 1)))).await.unwrap();
    let payout = payout_accounts::claim("r_1", payout_accounts::account("DE89370400440532013000"));
    ada.claim(profile, desk, &payout).await.unwrap();
    let fence = Fence(ada.last_change(profile).await.unwrap());
    ada.begin_sending(profile, fence).await.unwrap();
    ada.release_claim(profile, fence, "confirmed").await.unwrap();
    owner.set_rule(profile, "create_payout", &RuleLimit::FirstToAccount).await.unwrap();
    let payout = payout_accounts::claim("r_2", None);
    ada.claim(profile, desk, &payout).await.unwrap();
    ada.approval_items(profile, run.id).await.unwrap();
    ada.run_totals(profile).await.unwrap();
}

/// A step of a plan that reads a table, with the lines that belong to it.
struct Scan {
    text: String,
    has_profile: bool,
}

/// The scans of the tables and indexes of `names` in a log of plans.
fn scans(log: &str, names: &[String]) -> Vec<Scan> {
    let mut found: Vec<Scan> = Vec::new();
    let mut is_ours = false;
    for line in log.lines() {
        if line.contains(" Scan ") && line.contains("(cost=") {
            let words: Vec<&str> = line.split_whitespace().collect();
            is_ours = words.iter().any(|word| names.iter().any(|name| name == word));
            // The rows of a bitmap are found by the index below it.
            is_ours &= !line.contains("Bitmap Heap Scan");
            if is_ours {
                found.push(Scan { text: line.trim().to_owned(), has_profile: false });
            }
        } else if is_ours
            && line.contains("Index Cond:")
            && line.contains("profile_id =")
            && let Some(last) = found.last_mut()
        {
            last.has_profile = true;
        }
    }
    found
}

#[tokio::test]
async fn every_statement_finds_its_rows_by_an_index_that_begins_with_the_profile() {
    let settings = "session_preload_libraries = 'auto_explain'\nauto_explain.log_min_duration = 0\n\
                    auto_explain.log_nested_statements = on\nenable_seqscan = off\ntrack_functions = 'all'";
    let options = ServerOptions { settings: settings.to_owned(), ..ServerOptions::default() };
    let Some(team) = Team::start_with("plans of statements", &options).await else { return };
    let superuser = team.server.superuser().await;
    let sql = "SELECT relname::text FROM pg_class WHERE relnamespace = 'paydesk'::regnamespace AND relkind IN ('r', 'i') \
               AND relname <> ALL ($1) AND relname <> ALL ('{schema_version,profile_pkey,member_pkey,schema_version_pkey}')";
    let reference: Vec<&str> = REFERENCE_TABLES.to_vec();
    ask_everything(&team).await;
    // With the partitions that were made meanwhile.
    let names: Vec<String> = superuser.query(sql, &[&reference]).await.unwrap().iter().map(|row| row.get(0)).collect();
    let scans = scans(&team.server.log(), &names);
    assert!(scans.len() > 20, "the plans were not found");
    let without: Vec<&String> = scans.iter().filter(|scan| !scan.has_profile).map(|scan| &scan.text).collect();
    assert!(without.is_empty(), "{without:#?}");
    // Nothing was left out: every function ran.
    let sql = "SELECT proname::text FROM pg_proc WHERE pronamespace = 'paydesk'::regnamespace \
               AND oid NOT IN (SELECT funcid FROM pg_stat_user_functions WHERE calls > 0)";
    let mut idle: Vec<String> = Vec::new();
    // The numbers of a session are counted when it has ended.
    for _ in 0..1_000 {
        idle = superuser.query(sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
        idle.retain(|name| !["refuse", "keep_journal", "add_profile"].contains(&name.as_str()));
        if idle.is_empty() {
            return;
        }
    }
    panic!("not called: {idle:?}");
}
