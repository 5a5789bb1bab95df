//! What Paydesk remembers of how it looks and which profile it was left with: plain data, kept in a settings file by
//! the store.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::features::analytics::goals::DisputeGoals;
use super::features::analytics::saved::{self, SavedBoard};
use super::features::notifications::{NotificationSettings, REMEMBERED_MAX};
use super::profiles::SavedProfile;
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::review::ReviewStatus;
use paydesk_domain::zone::Zone;
use paydesk_index::payment_view::{PaymentView, ViewColumn, bounded_columns, bounded_views};

/// Light, dark, or as the system says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    #[default]
    System,
    Light,
    Dark,
}

impl ThemeChoice {
    pub fn label(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

/// How close table rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    #[default]
    Comfortable,
    Compact,
}

impl Density {
    pub fn label(self) -> &'static str {
        match self {
            Self::Comfortable => "Comfortable",
            Self::Compact => "Compact",
        }
    }
}

/// Size of the window in points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WindowSize {
    pub width: f32,
    pub height: f32,
}

/// Smallest limit of requests a minute: with less, no list is ever read.
pub const REQUEST_LIMIT_MIN: u32 = 10;

/// Smallest and largest text size, in percent.
pub const TEXT_PERCENT: std::ops::RangeInclusive<u16> = 80..=200;

/// Everything in the settings file. A missing field takes its default, so that older files stay readable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: ThemeChoice,
    /// `None`: the zone of this machine.
    pub time_zone: Option<Zone>,
    pub text_percent: u16,
    pub reduced_motion: bool,
    pub density: Density,
    pub window: Option<WindowSize>,
    /// Width of the detail pane, in points.
    pub detail_width: Option<f32>,
    /// Width of the sidebar, in points.
    pub sidebar_width: Option<f32>,
    /// Questions to analytics, kept under a name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<SavedBoard>,
    /// Dispute rates that no profile without goals of its own is to exceed: 0.1.0 had one goal for all.
    pub dispute_goals: DisputeGoals,
    /// Dispute rates that a profile is not to exceed.
    #[serde(rename = "goals", skip_serializing_if = "BTreeMap::is_empty")]
    pub profile_goals: BTreeMap<ProfileId, DisputeGoals>,
    /// Whether the developer's pane is open, and its height, in points.
    pub requests_open: bool,
    pub requests_height: Option<f32>,
    /// Which of the first steps is shown; `None` once they were skipped or done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_steps: Option<u8>,
    /// Where profiles lay before they had a file of their own; only ever read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<SavedProfile>,
    /// The profile that Paydesk was left with; the embedded sandbox where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<ProfileId>,
    /// What the service of a profile calls manual review, where a person named it or it was learned.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub review_statuses: BTreeMap<ProfileId, ReviewStatus>,
    /// What is stored of the payments of a profile, where a person chose something else than usual.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub histories: BTreeMap<ProfileId, HistorySettings>,
    /// Most requests a minute to the service of a profile that reports no limit, where a person chose one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub request_limits: BTreeMap<ProfileId, u32>,
    /// The saved views of payments of a profile, once a person changed those that it begins with.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub views: BTreeMap<ProfileId, Vec<PaymentView>>,
    /// The columns of payments in a profile, where a person chose them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub payment_columns: BTreeMap<ProfileId, Vec<ViewColumn>>,
    pub notifications: NotificationSettings,
    /// What was reported in a notification already, oldest first, as numbers made from the ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notified: Vec<u64>,
    /// The name of the newest report of an internal error that was opened or dismissed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_report_seen: Option<String>,
    /// How CSV files are written; `None`: as spreadsheets on this machine expect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csv: Option<CsvStyle>,
}

/// What of the payments of a profile is stored on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HistorySettings {
    /// Nothing is read in the background and nothing is stored.
    pub is_off: bool,
    /// Nothing is read for now.
    pub is_paused: bool,
    /// What was created earlier than so many days ago is forgotten.
    pub keep_days: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            time_zone: None,
            text_percent: 100,
            reduced_motion: false,
            density: Density::default(),
            window: None,
            detail_width: None,
            sidebar_width: None,
            boards: Vec::new(),
            dispute_goals: DisputeGoals::default(),
            profile_goals: BTreeMap::new(),
            requests_open: false,
            requests_height: None,
            first_steps: None,
            profiles: Vec::new(),
            profile_id: None,
            review_statuses: BTreeMap::new(),
            histories: BTreeMap::new(),
            request_limits: BTreeMap::new(),
            views: BTreeMap::new(),
            payment_columns: BTreeMap::new(),
            notifications: NotificationSettings::default(),
            notified: Vec::new(),
            crash_report_seen: None,
            csv: None,
        }
    }
}

/// One change of the settings.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingsChange {
    Theme(ThemeChoice),
    TimeZone(Option<Zone>),
    TextPercent(u16),
    ReducedMotion(bool),
    Density(Density),
    Window(WindowSize),
    /// In points.
    DetailWidth(f32),
    /// In points.
    SidebarWidth(f32),
    Boards(Vec<SavedBoard>),
    DisputeGoals(ProfileId, DisputeGoals),
    RequestsOpen(bool),
    /// In points.
    RequestsHeight(f32),
    FirstSteps(Option<u8>),
    Profile(Option<ProfileId>),
    /// Without a name the assumed one holds again.
    ReviewStatus(ProfileId, Option<ReviewStatus>),
    History(ProfileId, HistorySettings),
    /// Most requests a minute; `None` for as many as are needed.
    RequestLimit(ProfileId, Option<u32>),
    Views(ProfileId, Vec<PaymentView>),
    /// None for the usual ones.
    PaymentColumns(ProfileId, Vec<ViewColumn>),
    Notifications(NotificationSettings),
    Notified(Vec<u64>),
    CrashReportSeen(String),
    Csv(CsvStyle),
}

impl Settings {
    /// These with one change.
    pub fn with(mut self, change: SettingsChange) -> Self {
        match change {
            SettingsChange::Theme(theme) => self.theme = theme,
            SettingsChange::TimeZone(zone) => self.time_zone = zone,
            SettingsChange::TextPercent(percent) => self.text_percent = percent,
            SettingsChange::ReducedMotion(reduced) => self.reduced_motion = reduced,
            SettingsChange::Density(density) => self.density = density,
            SettingsChange::Window(size) => self.window = Some(size),
            SettingsChange::DetailWidth(width) => self.detail_width = Some(width),
            SettingsChange::SidebarWidth(width) => self.sidebar_width = Some(width),
            SettingsChange::Boards(boards) => self.boards = boards,
            SettingsChange::DisputeGoals(id, goals) => drop(self.profile_goals.insert(id, goals)),
            SettingsChange::RequestsOpen(is_open) => self.requests_open = is_open,
            SettingsChange::RequestsHeight(height) => self.requests_height = Some(height),
            SettingsChange::FirstSteps(step) => self.first_steps = step,
            SettingsChange::Profile(id) => self.profile_id = id,
            SettingsChange::ReviewStatus(id, None) => drop(self.review_statuses.remove(&id)),
            SettingsChange::History(id, chosen) if chosen == HistorySettings::default() => {
                self.histories.remove(&id);
            }
            SettingsChange::History(id, chosen) => {
                self.histories.insert(id, chosen);
            }
            SettingsChange::RequestLimit(id, None) => drop(self.request_limits.remove(&id)),
            SettingsChange::RequestLimit(id, Some(limit)) => drop(self.request_limits.insert(id, limit)),
            SettingsChange::Views(id, views) => drop(self.views.insert(id, views)),
            SettingsChange::PaymentColumns(id, columns) if columns.is_empty() => {
                self.payment_columns.remove(&id);
            }
            SettingsChange::PaymentColumns(id, columns) => drop(self.payment_columns.insert(id, columns)),
            SettingsChange::Notifications(chosen) => self.notifications = chosen,
            SettingsChange::Notified(keys) => self.notified = keys,
            SettingsChange::CrashReportSeen(name) => self.crash_report_seen = Some(name),
            SettingsChange::Csv(style) => self.csv = Some(style),
            SettingsChange::ReviewStatus(id, Some(status)) => drop(self.review_statuses.insert(id, status)),
        }
        self
    }

    /// Values outside their bounds (a hand-edited file) brought back inside.
    pub fn bounded(mut self) -> Self {
        self.text_percent = self.text_percent.clamp(*TEXT_PERCENT.start(), *TEXT_PERCENT.end());
        let sane = |size: &WindowSize| size.width.is_finite() && size.height.is_finite();
        self.window = self.window.filter(sane).map(|size| WindowSize {
            width: size.width.clamp(640.0, 10_000.0),
            height: size.height.clamp(400.0, 10_000.0),
        });
        self.detail_width = self.detail_width.filter(|width| width.is_finite());
        self.sidebar_width = self.sidebar_width.filter(|width| width.is_finite());
        self.boards = saved::bounded(self.boards);
        self.dispute_goals = self.dispute_goals.bounded();
        self.profile_goals.values_mut().for_each(|goals| *goals = goals.bounded());
        self.requests_height = self.requests_height.filter(|height| height.is_finite());
        self.views = self.views.into_iter().map(|(id, views)| (id, bounded_views(views))).collect();
        let columns = self.payment_columns.into_iter().map(|(id, columns)| (id, bounded_columns(columns)));
        self.payment_columns = columns.collect();
        self.notifications = self.notifications.bounded();
        self.notified.drain(..self.notified.len().saturating_sub(REMEMBERED_MAX));
        self.request_limits.values_mut().for_each(|limit| *limit = (*limit).max(REQUEST_LIMIT_MIN));
        self.review_statuses.retain(|_, status| status.checked().is_some());
        self
    }

    /// What of the payments of a profile is stored.
    pub fn history(&self, profile_id: &ProfileId) -> HistorySettings {
        self.histories.get(profile_id).copied().unwrap_or_default()
    }

    /// Dispute rates that a profile is not to exceed.
    pub fn dispute_goals(&self, profile_id: &ProfileId) -> DisputeGoals {
        self.profile_goals.get(profile_id).copied().unwrap_or(self.dispute_goals)
    }

    /// Most requests a minute to a service that reports no limit.
    pub fn request_limit(&self, profile_id: &ProfileId) -> Option<u32> {
        self.request_limits.get(profile_id).copied()
    }

    /// The saved views of payments of a profile.
    pub fn views(&self, profile_id: &ProfileId) -> &[PaymentView] {
        self.views.get(profile_id).map_or_else(|| PaymentView::first_ones(), Vec::as_slice)
    }

    /// The columns of payments that were chosen in a profile; none for the usual ones.
    pub fn payment_columns(&self, profile_id: &ProfileId) -> &[ViewColumn] {
        self.payment_columns.get(profile_id).map_or(&[], Vec::as_slice)
    }

    /// What the service of a profile calls manual review.
    pub fn review_status(&self, profile_id: &ProfileId) -> &ReviewStatus {
        self.review_statuses.get(profile_id).unwrap_or(&ReviewStatus::ASSUMED)
    }
}
