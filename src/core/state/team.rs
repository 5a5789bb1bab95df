//! Connects the team of a profile to the operations: what they write goes to the journal by way of it.
//!
//! Decides nothing: that is the business of [`crate::features::team`].

use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};
use paydesk_domain::team::{AwayRule, TeamMembership};

use crate::context::fact::FeatureFact;
use crate::effect::{SecretsEffect, StoreJob};
use crate::features::approvals::Approvals;
use crate::features::profiles::Profiles;
use crate::features::team::{Guarded, TeamAction, TeamInput, TeamReport, text, user_problem};
use crate::features::toasts::ToastKind;
use crate::operations::Input;
use crate::operations::journal::{JournalEntry, JournalStepName};
use crate::state::State;
use crate::workspace::Workspace;

impl State {
    /// The service of the profile is ready: its team is connected to, unless it is.
    pub(crate) fn join_team(&mut self) {
        let saved = membership(&self.profiles, &self.workspace.profile_id);
        let Workspace { team, approvals, profile: Some(profile), .. } = &mut self.workspace else { return };
        approvals.remember_rules(saved.map_or(&[], |saved| &saved.rules));
        team.connect(profile, saved, &mut self.outbox);
    }

    /// Does what the person asked for.
    pub(crate) fn handle_team(&mut self, action: TeamAction) {
        match action {
            TeamAction::Join { input, password } => self.join(&input, password),
            TeamAction::JoinSet { user, when_away, password } => self.join_set(&user, when_away, password),
            TeamAction::Leave => self.leave(),
            TeamAction::SetAwayRule(rule) => self.set_away_rule(rule),
            TeamAction::Reconnect => self.join_team(),
            TeamAction::AskTakeOver(item) => self.ask_take_over(item),
        }
    }

    fn join(&mut self, input: &TeamInput, password: Option<SecretText>) {
        let profile_id = &self.workspace.profile_id;
        let refusal = match () {
            () if profile_id.is_embedded() => Some(
                "The embedded sandbox runs only on this computer: to use a team, add your own service as a \
                    profile",
            ),
            () if self.profiles.policy.team(profile_id).is_some() => Some(text::TEAM_IS_SET),
            () => input.problem().map(|(_, what)| what),
        };
        match refusal {
            Some(refusal) => self.refuse_team(refusal),
            None => self.join_with(input, password, false),
        }
    }

    /// Joins the team that the organisation set: only who the person is comes from them.
    fn join_set(&mut self, user: &str, when_away: AwayRule, password: Option<SecretText>) {
        let Some(set) = self.profiles.policy.team(&self.workspace.profile_id) else { return };
        if let Some(problem) = user_problem(user) {
            return self.refuse_team(problem);
        }
        let input = TeamInput {
            address: set.database.with_user(user),
            profile: set.profile.clone(),
            ca_file: set.ca_file.clone().unwrap_or_default(),
            when_away: set.allowed(when_away),
        };
        self.join_with(&input, password, true);
    }

    fn refuse_team(&mut self, why: &str) {
        self.toasts.show(self.now, ToastKind::Attention, why.to_owned(), None);
    }

    fn join_with(&mut self, input: &TeamInput, password: Option<SecretText>, is_set: bool) {
        let profile_id = self.workspace.profile_id.clone();
        let own = |text: &str| text.trim().to_owned();
        self.leave_team();
        self.workspace.approvals = Approvals::default();
        let before = membership(&self.profiles, &profile_id);
        let is_same =
            before.is_some_and(|saved| saved.address == input.address.trim() && saved.profile == input.profile.trim());
        let is_new = is_set && !before.is_some_and(|saved| is_same && !saved.is_new);
        let desk_id = before.map_or_else(|| self.rng.desk_id(), |saved| saved.desk_id.clone());
        if before.is_some() && !is_same {
            self.forget_sharing();
        }
        self.save_team(Some(TeamMembership {
            address: own(&input.address),
            profile: own(&input.profile),
            ca_file: Some(own(&input.ca_file)).filter(|file| !file.is_empty()),
            desk_id,
            when_away: input.when_away,
            is_new,
            rules: Vec::new(),
        }));
        match password {
            // Connected to once it is stored.
            Some(secret) => {
                self.outbox.push(SecretsEffect::KeepSecret { profile_id, kind: SecretKind::TeamPassword, secret });
            }
            None => self.join_team(),
        }
    }

    fn leave(&mut self) {
        if self.profiles.policy.team(&self.workspace.profile_id).is_some() {
            self.refuse_team(text::TEAM_IS_SET);
        } else if !self.workspace.operations.open().is_empty() {
            self.refuse_team("Resolve open operations before you leave the team");
        } else {
            self.leave_team();
            self.workspace.approvals = Approvals::default();
            self.forget_sharing();
            self.save_team(None);
            let profile_id = self.workspace.profile_id.clone();
            self.outbox.push(SecretsEffect::ForgetSecret { profile_id, kind: SecretKind::TeamPassword });
        }
    }

    /// A person may be stricter than their organisation.
    fn set_away_rule(&mut self, wanted: AwayRule) {
        let profile_id = &self.workspace.profile_id;
        let set = self.profiles.policy.team(profile_id);
        let when_away = set.map_or(wanted, |set| set.allowed(wanted));
        let saved = membership(&self.profiles, profile_id).cloned();
        self.save_team(saved.map(|saved| TeamMembership { when_away, ..saved }));
    }

    /// The database knows this person.
    fn let_in(&mut self) {
        let saved = membership(&self.profiles, &self.workspace.profile_id).filter(|saved| saved.is_new).cloned();
        if let Some(saved) = saved {
            self.save_team(Some(TeamMembership { is_new: false, ..saved }));
        }
    }

    /// The organisation set other teams than those that were joined: nothing of these is used for the new ones.
    pub(crate) fn forget_lost_teams(&mut self) {
        let Some((lost, save)) = self.profiles.take_lost_teams() else { return };
        self.outbox.push(save);
        for profile_id in lost {
            self.outbox.push(StoreJob::ForgetSharing { profile_id: profile_id.clone() });
            self.outbox.push(SecretsEffect::ForgetSecret { profile_id, kind: SecretKind::TeamPassword });
        }
    }

    pub(crate) fn save_team(&mut self, team: Option<TeamMembership>) {
        let job = self.profiles.set_team(&self.workspace.profile_id, team);
        job.into_iter().for_each(|job| self.outbox.push(job));
    }

    pub(crate) fn leave_team(&mut self) {
        let Workspace { team, profile_id, .. } = &mut self.workspace;
        team.disconnect(profile_id, &mut self.outbox);
        self.publish(FeatureFact::TeamLeft);
    }

    /// Writes an entry of an operation, once the team of its profile allows it.
    pub(crate) fn write_entry(&mut self, entry: JournalEntry) {
        let saved = membership(&self.profiles, &self.workspace.profile_id);
        let Workspace { team, operations, bulk, .. } = &mut self.workspace;
        let run = (bulk.count_with(&entry.operation_id), bulk.run_with(&entry.operation_id));
        let operation = operations.find(&entry.operation_id);
        let guarded = team.guard(entry, (operation, run), saved, &mut self.outbox);
        self.act_on_guard(guarded);
    }

    fn act_on_guard(&mut self, guarded: Guarded) {
        match guarded {
            Guarded::Write(entry) => self.outbox.push(StoreJob::WriteJournal(entry)),
            Guarded::Waits => {}
            Guarded::Refused { operation_id, step, why } => {
                self.operate(Input::NotAllowed { id: &operation_id, step, why: &why });
            }
        }
    }

    /// An entry is on disk: colleagues may go on once it was the last of its operation.
    pub(crate) fn entry_written(&mut self, operation_id: &OperationId, step: JournalStepName) {
        self.in_workspace_of(operation_id, |state| {
            let Workspace { team, profile_id, journal_copy, .. } = &mut state.workspace;
            team.written(profile_id, (operation_id, step), &mut state.outbox);
            journal_copy.written(profile_id, &mut state.outbox);
        });
    }

    /// The database of the team reported something.
    pub(crate) fn team_reported(&mut self, report: TeamReport) {
        match report {
            TeamReport::Connected { session, own_claims } => {
                self.let_in();
                let Workspace { team, profile_id, operations, .. } = &mut self.workspace;
                team.connected(session, &own_claims, (profile_id, operations), &mut self.outbox);
                self.workspace.sharing.connected();
                self.copy_journal();
                self.operation_log.colleagues_lost();
                self.read_colleagues();
            }
            TeamReport::Away { problem } => {
                self.publish(FeatureFact::TeamAway);
                self.workspace.team.away(problem, self.now);
            }
            TeamReport::People(people) => {
                self.workspace.team.people_reported(people);
                self.read_colleagues();
            }
            TeamReport::Sharing(report) => {
                self.sharing_reported(report);
                self.read_colleagues();
            }
            TeamReport::Journal(report) => self.journal_copy_reported(report),
            TeamReport::Payments(report) => self.with(|features, cx| features.history.team_reported(report, cx)),
            TeamReport::Claims(claims) => {
                self.workspace.team.claims_changed(claims);
                self.read_colleagues();
            }
            TeamReport::Approvals { rules, approvals } => self.approvals_read(rules, approvals),
            TeamReport::ApprovalAnswered { id, result } => self.approval_answered(id, result),
            TeamReport::ItemAnswered { item, answer } => self.item_answered(&item, answer),
            TeamReport::ItemsOpen(items) => self.workspace.team.items.reported(items, self.now),
            TeamReport::ApprovalItems { id, result } => self.workspace.approvals.items_read(id, result),
            TeamReport::RunTotals(totals) => self.workspace.approvals.run_totals_read(totals),
            TeamReport::ClaimAnswered { operation_id, step, answer } => {
                let saved = membership(&self.profiles, &self.workspace.profile_id);
                let rule = saved.map(TeamMembership::away_rule).unwrap_or_default();
                let rule = (rule, self.needs_approval(&operation_id));
                let missing = self.approval_missing(&operation_id, &answer);
                let guarded = self.workspace.team.claim_answered((&operation_id, step), answer, rule, missing.why);
                self.act_on_guard(guarded);
                missing.ask_for.into_iter().for_each(|submission| _ = self.asks_approval(&submission));
            }
        }
    }
}

/// How a profile belongs to a team.
pub(crate) fn membership<'a>(profiles: &'a Profiles, profile_id: &ProfileId) -> Option<&'a TeamMembership> {
    profiles.find(profile_id)?.team.as_deref()
}
