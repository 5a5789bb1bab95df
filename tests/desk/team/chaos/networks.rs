//! The network between some programs of a team and its server, which may be cut, freeze and be slow.

use std::time::Duration;

use paydesk_test_basics::rng::Rng;

use crate::team::relay::{FreezingRelay, Relay, SlowRelay, Slowness};

/// What happens to a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkFault {
    Cut,
    Frozen,
    Slow,
}

impl NetworkFault {
    pub fn counted_as(self) -> &'static str {
        match self {
            Self::Cut => "networks cut",
            Self::Frozen => "networks frozen",
            Self::Slow => "networks slow",
        }
    }
}

/// See the module.
pub struct Network {
    cut: Relay,
    frozen: FreezingRelay,
    slow: SlowRelay,
    pub is_broken: bool,
}

impl Network {
    pub async fn to(port: u16) -> Self {
        let cut = Relay::to(port).await;
        let frozen = FreezingRelay::to(cut.port).await;
        let slow = SlowRelay::to(frozen.port).await;
        Self { cut, frozen, slow, is_broken: false }
    }

    /// Where a program finds its database.
    pub fn url(&self, person: &str) -> String {
        format!("postgresql://{person}@127.0.0.1:{}/postgres?sslmode=disable", self.slow.port)
    }

    pub fn break_by(&mut self, fault: NetworkFault, rng: &mut Rng) {
        self.is_broken = true;
        match fault {
            NetworkFault::Cut => self.cut.cut(),
            NetworkFault::Frozen => self.frozen.freeze(),
            NetworkFault::Slow => {
                // As a distant place over a narrow line.
                let delay = Duration::from_millis(50 + rng.below(400));
                let bytes_per_second = u32::try_from(4_000 + rng.below(60_000)).unwrap();
                self.slow.slow_down(Slowness { delay, bytes_per_second });
            }
        }
    }

    pub fn heal(&mut self) {
        self.cut.heal();
        self.frozen.thaw();
        self.slow.speed_up();
        self.is_broken = false;
    }
}
