//! Who is signed in to the dashboard that the other shapes have. Kept in memory: a restart signs everybody out.

use std::collections::VecDeque;

/// The one person who can sign in, and the password.
pub const EMAIL: &str = "desk@shop.example";
pub const PASSWORD: &str = "Secret-123456!";
/// The second factor that is always right.
pub const CODE: &str = "123456";

/// Most tokens that are good at a time; the oldest are forgotten first.
const TOKENS_MAX: usize = 100;

/// What a token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenStage {
    /// The second factor; whether the right code was given.
    SecondFactor {
        verified: bool,
    },
    Everything,
}

/// The tokens that were given out.
#[derive(Debug, Default)]
pub struct SignIns(VecDeque<(String, TokenStage)>);

impl SignIns {
    /// Gives out a token.
    pub fn issue(&mut self, stage: TokenStage) -> String {
        let token = format!("sandbox.{}", uuid::Uuid::new_v4().simple());
        self.0.push_back((token.clone(), stage));
        if self.0.len() > TOKENS_MAX {
            self.0.pop_front();
        }
        token
    }

    /// What a token is good for; `None` for one that was never given out, or is forgotten.
    pub fn stage(&self, token: &str) -> Option<TokenStage> {
        self.0.iter().find(|(known, _)| known == token).map(|(_, stage)| *stage)
    }

    /// The second factor of this token was right.
    pub fn verify(&mut self, token: &str) {
        let found = self.0.iter_mut().find(|(known, _)| known == token);
        if let Some((_, TokenStage::SecondFactor { verified })) = found {
            *verified = true;
        }
    }
}
