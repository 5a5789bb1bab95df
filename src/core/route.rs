//! Where the person is: which panel fills the window. What each panel is is in [`super::panels`].

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
    /// Operations whose outcome needs a person.
    Attention,
    /// The payments in review, one after the other.
    ReviewQueue,
    /// One thing done to many.
    Bulk,
    /// What needs a second person in a team.
    Approvals,
    /// Every operation that the journal records.
    Audit,
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
            | Self::Attention
            | Self::ReviewQueue
            | Self::Bulk
            | Self::Approvals
            | Self::Audit
            | Self::Settings => None,
        }
    }

    /// Every panel.
    pub fn all() -> impl Iterator<Item = Self> {
        ResourceKind::iter().map(Self::List).chain(Self::iter())
    }
}
