//! What the imaginary resource adds to files that it shares with others.

/// Text that is inserted behind other text.
pub struct Edit {
    pub path: &'static str,
    /// Stands exactly once in the file.
    pub after: &'static str,
    pub insert: &'static str,
}

pub const EDITS: &[Edit] = &[
    // What it is.
    Edit { path: "src/domain/lib.rs", after: "pub mod text;\n", insert: "pub mod voucher;\n" },
    // Its calls, its JSON and what is documented of them.
    Edit {
        path: "src/api/resources/mod.rs",
        after: "//! | [`health`] | (calls only) |\n",
        insert: "//! | [`vouchers`] | create |\n",
    },
    Edit { path: "src/api/resources/mod.rs", after: "pub mod subscriptions;\n", insert: "pub mod vouchers;\n" },
    // Its names and its endpoint.
    Edit { path: "src/domain/lib.rs", after: "    Subscription,\n    ApiKey,\n", insert: "    Voucher,\n" },
    Edit {
        path: "src/domain/lib.rs",
        after: "            Self::ApiKey => names(\"API key\", \"API key\", \"API keys\"),\n",
        insert: "            Self::Voucher => names(\"voucher\", \"Voucher\", \"Vouchers\"),\n",
    },
    Edit {
        path: "src/api/endpoints/table.rs",
        after: "    UpdateSubscription,\n    CreateApiKey,\n",
        insert: "    CreateVoucher,\n",
    },
    Edit {
        path: "src/api/endpoints/table.rs",
        after: r#"            if_absent: "Check the profile's merchant ID in Settings → Profiles",
            if_refused: "Correct it, then send it again",
        },
    },
"#,
        insert: r#"    OperationSpec {
        endpoint: Endpoint::CreateVoucher,
        call: call(Method::Post, "/vouchers", "New voucher"),
        creates: true,
        identity: "–",
        guard: "none",
        resolution: Resolution::Park,
        how: "no read shows the outcome; a voucher may exist",
        changes_payment: None,
        resend: ResendPolicy::PersonWarned,
        refuses_copies: false,
        repeats_s: &[],
        retyped_amount: RetypedAmount::Never,
        done_in: &[],
        texts: OperationTexts {
            title: "Create voucher",
            before_amount: Some(" of "),
            subject: TitleSubject::None,
            done: "Voucher created",
            may_exist: "A voucher may exist; two can both be spent",
            if_absent: "Check the customer ID: it must be one the service issued",
            if_refused: "Correct it, then send it again",
        },
    },
"#,
    },
    // The documentation of the endpoint's rule, which `UPDATE_SNAPSHOTS=1` writes.
    Edit {
        path: "src/operations/table.md",
        after: "a key with that name may exist, but its value is lost: revoke it | a person, warned |\n",
        insert: "| `POST /vouchers` | – | none | park | no read shows the outcome; a voucher may exist | a person, warned |\n",
    },
    // What is stored of it.
    Edit { path: "src/core/records/kinds/mod.rs", after: "mod subscription;\n", insert: "mod voucher;\n" },
    Edit {
        path: "src/core/records/kinds/mod.rs",
        after: "use paydesk_domain::subscription::Subscription;\n",
        insert: "use paydesk_domain::voucher::Voucher;\n",
    },
    Edit {
        path: "src/core/records/kinds/mod.rs",
        after: "    KindSpec::of::<ApiKeyRecord>(),\n",
        insert: "    KindSpec::of::<Voucher>(),\n",
    },
    // Its panel: what it does, and how it is drawn.
    Edit { path: "src/core/panels/mod.rs", after: "mod subscriptions;\n", insert: "pub mod vouchers;\n" },
    Edit { path: "src/core/panels/mod.rs", after: "    payouts::PANEL,\n", insert: "    vouchers::PANEL,\n" },
    Edit { path: "src/ui/panels/mod.rs", after: "pub mod subscriptions;\n", insert: "pub mod vouchers;\n" },
    Edit { path: "src/ui/panels/mod.rs", after: "    payouts::VIEW,\n", insert: "    vouchers::VIEW,\n" },
];
