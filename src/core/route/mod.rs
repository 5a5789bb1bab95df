//! Where the person is: which panel fills the window. What each panel is is in [`crate::panels`].

pub mod back_stack;
pub mod opened_records;

use paydesk_domain::operation::ResourceKind;

use strum::IntoEnumIterator as _;

/// The panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumIter)]
pub enum Route {
    /// What to do now.
    #[default]
    Home,
    /// The list of a kind of resource.
    #[strum(disabled)]
    List(ResourceKind),
    /// Webhook events.
    Webhooks,
    Analytics,
    /// The payments in review, one after the other.
    ReviewQueue,
    /// Operations that have not ended.
    OpenOperations,
    /// Every operation that the journal records.
    AllOperations,
    /// One operation for many payments or payouts.
    BulkRuns,
    /// What needs a second person in a team.
    Approvals,
    Settings,
}

impl Route {
    /// What the panel lists, where that is a kind of resource.
    pub fn resource(self) -> Option<ResourceKind> {
        match self {
            Self::List(kind) => Some(kind),
            Self::Home
            | Self::Webhooks
            | Self::Analytics
            | Self::ReviewQueue
            | Self::OpenOperations
            | Self::AllOperations
            | Self::BulkRuns
            | Self::Approvals
            | Self::Settings => None,
        }
    }

    /// Every panel.
    pub fn all() -> impl Iterator<Item = Self> {
        ResourceKind::iter().map(Self::List).chain(Self::iter())
    }
}
