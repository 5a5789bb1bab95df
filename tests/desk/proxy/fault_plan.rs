//! What becomes of one exchange between desk and service: how its request travels, and what Paydesk gets back.

/// How one exchange goes wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultPlan {
    pub forward: Forward,
    pub reply: Reply,
}

/// How the request travels to the service.
#[derive(Debug, Clone, PartialEq)]
pub enum Forward {
    Never,
    /// Its first bytes; then the way to the service ends, as the reply does.
    First(usize),
    Once,
    /// Delivered again after it was answered.
    Twice,
    /// With bits of one byte with_flipped_bits.
    Flipped(BitFlip),
    /// Kept on the way until [`super::relay::Held::deliver`].
    Held,
}

/// What Paydesk gets.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The service's answer; to a request that went twice, the first.
    True,
    /// The service's second answer to a request that went twice.
    Second,
    /// The first bytes of the service's answer; then the connection ends so.
    First(usize, End),
    Flipped(BitFlip),
    /// The service's answer, announced with a length that is wrong by so many bytes.
    WrongLength(i64),
    /// Somebody else's answer.
    Canned(Vec<u8>),
    /// The service's last answer to another request, with status 200; an empty object where there was none.
    OfAnotherRequest,
}

/// How a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    Close,
    Reset,
    /// It stays open, and nothing comes.
    Stall,
}

/// One byte of a message, changed on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BitFlip {
    /// Counted from the start of head or body, modulo the length.
    pub at: usize,
    pub in_body: bool,
    /// The bits that are with_flipped_bits.
    pub mask: u8,
}

impl FaultPlan {
    /// Nothing goes wrong.
    pub fn none() -> Self {
        Self { forward: Forward::Once, reply: Reply::True }
    }

    pub fn new(forward: Forward, reply: Reply) -> Self {
        Self { forward, reply }
    }

    /// The request arrives, its answer ends after `bytes`.
    pub fn cut_answer(bytes: usize, end: End) -> Self {
        Self::new(Forward::Once, Reply::First(bytes, end))
    }

    /// The request ends after `bytes`.
    pub fn cut_request(bytes: usize, end: End) -> Self {
        Self::new(Forward::First(bytes), Reply::First(0, end))
    }

    /// Whether Paydesk waits until it loses patience.
    pub fn stalls(&self) -> bool {
        matches!(self.reply, Reply::First(_, End::Stall))
    }
}

impl BitFlip {
    pub fn any(at: usize, mask: u8) -> Self {
        Self { at, in_body: false, mask }
    }

    pub fn body(at: usize, mask: u8) -> Self {
        Self { at, in_body: true, mask }
    }
}
