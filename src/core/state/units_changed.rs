//! How a service counts amounts becomes known, or is known otherwise: what that means for everything that has amounts.
//!
//! Minor units are what a service reports and is sent: they never change. What is known here is counted anew; what was
//! read under another meaning is let go and read again, so that no amount is shown in two meanings.

use paydesk_api::exchange::Exchange;
use paydesk_domain::money::MinorUnits;

use crate::context::fact::FeatureFact;
use crate::features::analytics::Analytics;
use crate::features::toasts::ToastKind;
use crate::service_traits::{AmountsChange, TraitChange};
use crate::state::State;
use crate::text::UNITS_CANNOT_CHANGE;

impl State {
    /// What an answer shows of it. One that names hyperswitch is believed over one that names nothing.
    pub(crate) fn note_units(&mut self, exchange: &Exchange) {
        let shown = exchange.response().map_or(MinorUnits::Undecided, |response| response.units);
        let known = self.units();
        let is_news = known.or(shown) != known || known == MinorUnits::Iso4217 && shown == MinorUnits::Hyperswitch;
        if is_news {
            let status = exchange.status().unwrap_or_default();
            let named = if shown == MinorUnits::Hyperswitch { ", Via: HyperSwitch" } else { "" };
            let from = format!("{} {}: {status}{named}", exchange.asked.method.as_str(), exchange.asked.path);
            self.change_traits(TraitChange::Amounts(AmountsChange::Learned { units: shown, from }));
        }
    }

    /// Whether it may be another now: open operations were confirmed as they are shown.
    pub(crate) fn may_change_units(&mut self) -> bool {
        let is_free = self.workspace.operations.open().is_empty() && !self.workspace.bulk.is_running();
        if !is_free {
            self.toasts.show(self.now, ToastKind::Attention, UNITS_CANNOT_CHANGE.to_owned(), None);
        }
        is_free
    }

    /// The service of the workspace at hand counts amounts otherwise than was known.
    pub(crate) fn units_changed(&mut self, before: MinorUnits) {
        let (units, zone, now) = (self.units(), self.zone(), self.now);
        self.workspace.operations.count_as(units);
        self.workspace.records.count_as(units, zone, now);
        self.workspace.approvals.count_as(units);
        self.publish(FeatureFact::UnitsChanged);
        if before != MinorUnits::Undecided {
            // What is under way would be read as it was counted before.
            self.workspace.analytics = Analytics::default();
            self.read_all_again();
        }
    }
}
