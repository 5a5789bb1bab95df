//! What an organisation sets for every user of a machine: a file that only an administrator can change.
//!
//! A person may be stricter than it, never looser. This reads the text of the file; where it is, and what is done when it
//! cannot be read, is the business of the store. A file that is not understood means the strictest rules: a mistake in it
//! must not open what it was written to close.

mod file;
mod team;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::failure::ManagedFileFault;
use super::profiles::{SavedProfile, SavedProfiles};
use paydesk_domain::address::ProxyAddress;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::team::TeamMembership;

pub use team::ManagedTeam;

use file::{PolicyFile, not_understood};

/// The rules of the organisation; by default there are none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ManagedPolicy {
    /// Where the rules come from; `None` where nothing is managed.
    pub file: Option<PathBuf>,
    /// The file is there and cannot be used: these are the strictest rules, not those of the file.
    pub is_unreadable: bool,
    /// Without keys; each person gives their own.
    pub profiles: Vec<SavedProfile>,
    /// Profiles that people added are not offered.
    pub only_these_profiles: bool,
    /// Of every profile that has none of its own here.
    pub proxy: Option<ProxyAddress>,
    proxies: BTreeMap<ProfileId, ProxyAddress>,
    teams: BTreeMap<ProfileId, ManagedTeam>,
    /// Certificates that are trusted beside those of the system, as PEM.
    pub ca_bundle: Option<PathBuf>,
    pub no_webhook_receiver: bool,
    pub production_read_only: bool,
}

/// One rule, to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedRule {
    /// Tells it from others in the JSON of the doctor.
    pub id: &'static str,
    pub name: &'static str,
    pub text: String,
}

impl ManagedPolicy {
    /// What holds while the file cannot be used.
    pub fn strictest(file: &Path) -> Self {
        Self {
            file: Some(file.to_owned()),
            is_unreadable: true,
            no_webhook_receiver: true,
            production_read_only: true,
            ..Self::default()
        }
    }

    /// Reads the text of the file.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ManagedFileFault> {
        // Editors of Windows begin a file with this mark.
        let text = text.trim_start_matches('\u{FEFF}');
        let read: PolicyFile = serde_json::from_str(text).map_err(|error| not_understood(&error))?;
        let profiles = read.profiles.0;
        let proxies = profiles.iter().filter_map(|profile| Some((profile.saved.id.clone(), profile.proxy.clone()?)));
        let teams = profiles.iter().filter_map(|profile| Some((profile.saved.id.clone(), profile.team.clone()?)));
        Ok(Self {
            file: Some(file.to_owned()),
            is_unreadable: false,
            proxies: proxies.collect(),
            teams: teams.collect(),
            profiles: profiles.into_iter().map(|profile| profile.saved).collect(),
            only_these_profiles: read.only_these_profiles,
            proxy: read.proxy,
            ca_bundle: read.ca_bundle,
            no_webhook_receiver: !read.webhook_receiver,
            production_read_only: read.production_read_only,
        })
    }

    /// Whether anything is managed here.
    pub fn is_active(&self) -> bool {
        self.file.is_some()
    }

    /// A profile of the organisation, as it set it.
    pub fn profile(&self, id: &ProfileId) -> Option<&SavedProfile> {
        self.profiles.iter().find(|profile| profile.id == id)
    }

    /// The proxy that a profile must use: its own here, or that of all.
    pub fn proxy_of(&self, id: &ProfileId) -> Option<&ProxyAddress> {
        self.proxies.get(id).or(self.proxy.as_ref())
    }

    /// The team that a profile belongs to and to no other, where the organisation set one.
    pub fn team(&self, id: &ProfileId) -> Option<&ManagedTeam> {
        self.teams.get(id)
    }

    /// How a person belongs to the team of a profile of the organisation: as they joined it, where it is still that one.
    pub fn membership(&self, own: &SavedProfiles, id: &ProfileId) -> Option<TeamMembership> {
        let joined = own.managed_teams.get(id)?;
        self.team(id).map_or_else(|| Some(joined.clone()), |set| set.membership(joined))
    }

    /// Why no profile can be added, if none can.
    pub fn adding_refusal(&self) -> Option<&'static str> {
        if self.is_unreadable {
            Some("Profiles cannot be added: the file with your organisation's rules cannot be used")
        } else {
            self.only_these_profiles.then_some("Profiles are set by your organisation; you cannot add others")
        }
    }

    /// The profiles to work with: those of the organisation, then those that the person added, where they may be used.
    pub fn profiles_with(&self, own: &SavedProfiles) -> Vec<SavedProfile> {
        let set = self.profiles.iter().map(|profile| SavedProfile {
            read_only: profile.read_only || own.managed_read_only.contains(&profile.id),
            team: self.membership(own, &profile.id).map(Box::new),
            ..profile.clone()
        });
        let own = own.profiles.iter();
        let own = own.filter(|profile| !self.only_these_profiles && self.profile(&profile.id).is_none());
        set.chain(own.cloned()).collect()
    }

    /// The profile of a name, of the organisation or of the person, if it may be used.
    pub fn find(&self, own: &SavedProfiles, name: &str) -> Option<ProfileId> {
        self.profiles_with(own).into_iter().find(|saved| saved.name == name).map(|saved| saved.id)
    }

    /// What is set, in the order of the documentation; nothing where nothing is managed. No secret is in it.
    pub fn rules(&self) -> Vec<ManagedRule> {
        let mut rules = Vec::new();
        let mut add = |id, name, text: Option<String>| {
            rules.extend(text.map(|text| ManagedRule { id, name, text }));
        };
        let names: Vec<&str> = self.profiles.iter().map(|profile| &*profile.name).collect();
        add("profiles", "Profiles", (!names.is_empty()).then(|| names.join(", ")));
        add("teams", "Teams", self.teams_text());
        let refusal = self.adding_refusal().filter(|_| !self.is_unreadable);
        add("only_these_profiles", "Other profiles", refusal.map(|_| "Not allowed".to_owned()));
        add("proxy", "Proxy", self.proxy.as_ref().map(proxy_text));
        let bundle = self.ca_bundle.as_ref();
        let bundle = bundle.map(|path| format!("Those in {} and the system's are trusted", path.display()));
        add("ca_bundle", "Certificates", bundle);
        add(
            "webhook_receiver",
            "Webhooks",
            self.no_webhook_receiver.then(|| "Not received on this computer".to_owned()),
        );
        add("production_read_only", "PRODUCTION", self.production_read_only.then(|| "Read-only".to_owned()));
        rules
    }

    /// The team of each profile that has one.
    fn teams_text(&self) -> Option<String> {
        let of = |profile: &SavedProfile| Some(format!("{}: {}", profile.name, self.team(&profile.id)?.text()));
        let teams: Vec<String> = self.profiles.iter().filter_map(of).collect();
        (!teams.is_empty()).then(|| teams.join("; "))
    }
}

/// A proxy without what it is logged in with.
fn proxy_text(proxy: &ProxyAddress) -> String {
    let login = if proxy.has_login() { ", with user name and password" } else { "" };
    format!("{}{login}", proxy.shown())
}
