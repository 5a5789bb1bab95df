//! How Paydesk writes: the rules for every text on screen, in notices and in exported files. The test
//! `architecture::writing` checks what a program can check.
//!
//! 1. **Short and active.** One thought a sentence, the verb early: *Payment captured*, not *The payment has been
//!    captured by Paydesk*.
//! 2. **Sentence case**, also for titles and buttons. One sentence alone has no full stop; several end with one each.
//! 3. **A button says what it does**: verb and object, with the amount where money moves: *Capture 117.80 USD*. `…` where
//!    a dialog or form comes first. What leaves a dialog without doing anything is *Back*.
//! 4. **State, cause, next step**, in this order: *Not sent. The journal is full. Free space on this disk, then try again.*
//! 5. **One term for one thing**: payment, authorization, capture, refund, dispute, evidence, payout, payment link,
//!    customer, subscription, API key, webhook event, profile. Statuses are written as the API writes them, without
//!    underscores: *Requires capture*.
//! 6. **Paydesk** is the program, *the service* is what it talks to; a profile is called by its name.
//! 7. **Create** and *New …* for what did not exist, *save* for what stays on this machine, *submit* for evidence, *send*
//!    for money and requests, *report* for what the service says by itself, *delete* for what is gone afterwards.
//! 8. **What is not known is said to be so**: *Not reported*, *estimated*, *(est.)*. A guess is never a fact.
//! 9. **Numbers, dates, amounts**: amounts with their currency, grouped in thousands; dates as *22 Nov, 14:05* with the
//!    time zone once on each page; counts before their noun: *3 disputes*.
//! 10. **No metaphors and no private words.** A finance clerk who never saw Paydesk must understand each text alone.
//! 11. **Never**: *told*, *made*, *kept*, *leaves*, *stands*, *said*, *words*. Write *reported*, *created*, *saved*,
//!     *is sent*, *is*, *answered*, *text* or *message*.
//! 12. **The reader is not blamed**: *1 field needs attention*, not *You made an error*.
