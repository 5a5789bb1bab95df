-- Four eyes: what needs the approval of a second person, and who approved what.
--
-- claim_resource (which see) refuses an operation that a rule covers without an approval of exactly that operation.
--
-- A bulk run is approved as a whole: the request names every item, and a claim for an item uses up that item. What a
-- person begins without approval is added up over 24 hours, so that rules are not avoided by splitting: the amounts on one
-- object, and all of their bulk runs.
--
-- The first payout to an account may need approval. An account is known by a fingerprint that desks make of its number and
-- the id of the profile: no number reaches the database. It is known to the team once a payout to it was confirmed.

-- An operation is covered where its amount in the currency, or its count, is above the number.
CREATE TABLE paydesk.approval_rule (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    operation text NOT NULL CHECK (length(operation) BETWEEN 1 AND 50),
    -- '' for a rule about the count.
    currency text NOT NULL CHECK (currency ~ '^([A-Z]{3})?$'),
    above bigint NOT NULL CHECK (above >= 0),
    set_by text NOT NULL,
    set_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, operation, currency)
);

CREATE TABLE paydesk.approval (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    approval_id uuid NOT NULL,
    operation text NOT NULL CHECK (length(operation) BETWEEN 1 AND 50),
    -- What it is about, as a claim names it.
    family text NOT NULL CHECK (length(family) BETWEEN 1 AND 50),
    resource text NOT NULL CHECK (length(resource) BETWEEN 1 AND 200),
    amount_minor bigint CHECK (amount_minor >= 0),
    currency text NOT NULL CHECK (currency ~ '^([A-Z]{3})?$'),
    count bigint CHECK (count >= 1),
    plan jsonb NOT NULL CHECK (pg_column_size(plan) <= 1048576),
    reason text NOT NULL CHECK (length(trim(reason)) BETWEEN 1 AND 1000),
    requested_by text NOT NULL,
    requested_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    decision text CHECK (decision IN ('approved', 'refused')),
    decided_by text,
    decided_at timestamptz,
    note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
    -- The one operation that it was used for.
    operation_id text,
    used_by text,
    used_at timestamptz,
    change bigint NOT NULL,
    -- An approval is of this account and of no other.
    account bytea CHECK (length(account) = 32),
    PRIMARY KEY (profile_id, approval_id),
    CHECK ((amount_minor IS NULL) = (currency = '')),
    CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    -- Two people, whatever a function does.
    CHECK (decided_by <> requested_by),
    CHECK ((operation_id IS NULL) = (used_by IS NULL) AND (operation_id IS NULL) = (used_at IS NULL)),
    CHECK (operation_id IS NULL OR (decision = 'approved' AND withdrawn_at IS NULL))
);
CREATE UNIQUE INDEX approval_change ON paydesk.approval (profile_id, change);

-- An operation uses at most one.
CREATE UNIQUE INDEX approval_operation ON paydesk.approval (profile_id, operation_id) WHERE operation_id IS NOT NULL;
CREATE INDEX approval_open ON paydesk.approval (profile_id, requested_at) WHERE decision IS NULL AND withdrawn_at IS NULL;
CREATE INDEX approval_unused ON paydesk.approval (profile_id, family, resource)
    WHERE decision = 'approved' AND withdrawn_at IS NULL AND operation_id IS NULL;

-- Sets a rule, or with NULL removes it: a change like any other, of which all desks hear.
CREATE FUNCTION paydesk.set_rule(p_profile uuid, p_operation text, p_currency text, p_above bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_admin(p_profile);
    PERFORM last FROM change_counter WHERE profile_id = p_profile FOR UPDATE;
    IF p_above IS NULL THEN
        DELETE FROM approval_rule WHERE profile_id = p_profile AND operation = p_operation AND currency = p_currency;
    ELSE
        INSERT INTO approval_rule VALUES (p_profile, p_operation, p_currency, p_above, session_user::text, clock_timestamp())
            ON CONFLICT (profile_id, operation, currency) DO UPDATE
            SET above = EXCLUDED.above, set_by = EXCLUDED.set_by, set_at = EXCLUDED.set_at
            WHERE approval_rule.above <> EXCLUDED.above;
    END IF;
    IF FOUND THEN
        PERFORM next_change(p_profile);
    END IF;
END
$$;

-- Whether an operation needs approval: also where a rule is about an amount or a count that is not given.
CREATE FUNCTION paydesk.needs_approval(p_profile uuid, p_operation text, p_amount_minor bigint, p_currency text, p_count bigint)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM approval_rule AS r WHERE r.profile_id = p_profile AND r.operation = p_operation
        AND CASE WHEN r.currency = '' THEN coalesce(p_count > r.above, true)
                 ELSE p_amount_minor IS NULL OR (r.currency = p_currency AND p_amount_minor > r.above) END
    )
$$;

CREATE FUNCTION paydesk.request_approval(
    p_profile uuid, p_approval uuid, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text, p_count bigint,
    p_plan jsonb, p_reason text, p_account bytea DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there approval%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    IF length(trim(p_reason)) = 0 THEN
        PERFORM refuse('reason_missing');
    END IF;
    SELECT * INTO there FROM approval WHERE profile_id = p_profile AND approval_id = p_approval;
    IF there.approval_id IS NULL THEN
        INSERT INTO approval (profile_id, approval_id, operation, family, resource, amount_minor, currency, count, plan, reason,
                              requested_by, requested_at, account, change)
            VALUES (p_profile, p_approval, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_plan, p_reason,
                    session_user::text, clock_timestamp(), p_account, next_change(p_profile));
    ELSIF (there.operation, there.family, there.resource, there.amount_minor, there.currency, there.count, there.plan, there.reason,
           there.account, there.requested_by)
        IS DISTINCT FROM (p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_plan, p_reason, p_account, session_user::text) THEN
        PERFORM refuse('other_approval', p_approval::text);
    END IF;
END
$$;

-- Approves or refuses the request of somebody else. The same again changes nothing.
CREATE FUNCTION paydesk.decide_approval(p_profile uuid, p_approval uuid, p_decision text, p_note text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there approval%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'approver');
    SELECT * INTO there FROM approval WHERE profile_id = p_profile AND approval_id = p_approval;
    IF there.approval_id IS NULL THEN
        PERFORM refuse('no_approval', p_approval::text);
    ELSIF there.requested_by = session_user::text THEN
        PERFORM refuse('own_request');
    ELSIF (there.decision, there.decided_by, there.note) IS NOT DISTINCT FROM (p_decision, session_user::text, p_note) THEN
        RETURN;
    ELSIF there.decision IS NOT NULL THEN
        PERFORM refuse('already_decided', there.decided_by);
    ELSIF there.withdrawn_at IS NOT NULL THEN
        PERFORM refuse('withdrawn', there.requested_by);
    END IF;
    UPDATE approval SET decision = p_decision, decided_by = session_user::text, decided_at = clock_timestamp(), note = p_note,
        change = next_change(p_profile)
        WHERE profile_id = p_profile AND approval_id = p_approval;
END
$$;

-- Withdraws a request of one's own that was not used, also where it is approved. What was refused stays refused, for all
-- to see. Again, it changes nothing.
CREATE FUNCTION paydesk.withdraw_approval(p_profile uuid, p_approval uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there approval%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    SELECT * INTO there FROM approval WHERE profile_id = p_profile AND approval_id = p_approval;
    IF there.approval_id IS NULL THEN
        PERFORM refuse('no_approval', p_approval::text);
    ELSIF there.requested_by <> session_user::text THEN
        PERFORM refuse('foreign_request', there.requested_by);
    ELSIF there.operation_id IS NOT NULL THEN
        PERFORM refuse('approval_used', there.operation_id);
    ELSIF there.decision = 'refused' THEN
        PERFORM refuse('already_decided', there.decided_by);
    ELSIF there.withdrawn_at IS NULL THEN
        UPDATE approval SET withdrawn_at = clock_timestamp(), change = next_change(p_profile)
            WHERE profile_id = p_profile AND approval_id = p_approval;
    END IF;
END
$$;

-- Uses an approval of exactly this operation, by who asked for it or who approved it. Whether there is one.
CREATE FUNCTION paydesk.use_approval(
    p_profile uuid, p_operation_id text, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text,
    p_count bigint, p_account bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    used approval%ROWTYPE;
BEGIN
    -- An operation whose claim expired before it sent anything asks again.
    SELECT * INTO used FROM approval WHERE profile_id = p_profile AND operation_id = p_operation_id;
    IF used.approval_id IS NOT NULL THEN
        RETURN (used.operation, used.family, used.resource, used.amount_minor, used.currency, used.count, used.account, used.used_by)
            IS NOT DISTINCT FROM (p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_account, session_user::text);
    END IF;
    SELECT * INTO used FROM approval
        WHERE profile_id = p_profile AND family = p_family AND resource = p_resource
        AND decision = 'approved' AND withdrawn_at IS NULL AND operation_id IS NULL
        AND operation = p_operation
        AND (amount_minor, currency, count, account) IS NOT DISTINCT FROM (p_amount_minor, p_currency, p_count, p_account)
        AND session_user::text IN (requested_by, decided_by)
        ORDER BY decided_at LIMIT 1;
    IF used.approval_id IS NULL THEN
        RETURN false;
    END IF;
    UPDATE approval SET operation_id = p_operation_id, used_by = session_user::text, used_at = clock_timestamp(),
        change = next_change(p_profile)
        WHERE profile_id = p_profile AND approval_id = used.approval_id;
    RETURN true;
END
$$;

-- A run is asked for once.
CREATE UNIQUE INDEX approval_run ON paydesk.approval (profile_id, resource) WHERE family = 'bulk';

-- The items of a run that approval was asked for; they never change. A request and its items are written together.
CREATE TABLE paydesk.approval_item (
    profile_id uuid NOT NULL,
    approval_id uuid NOT NULL,
    number bigint NOT NULL,
    -- What the item is about, as a claim names it.
    family text NOT NULL CHECK (length(family) BETWEEN 1 AND 50),
    resource text NOT NULL CHECK (length(resource) BETWEEN 1 AND 200),
    amount_minor bigint CHECK (amount_minor >= 0),
    currency text NOT NULL CHECK (currency ~ '^([A-Z]{3})?$'),
    body jsonb NOT NULL CHECK (pg_column_size(body) <= 8192),
    -- The operation that it was used for.
    operation_id text,
    PRIMARY KEY (profile_id, approval_id, family, resource),
    CHECK ((amount_minor IS NULL) = (currency = ''))
);
CREATE UNIQUE INDEX approval_item_operation ON paydesk.approval_item (profile_id, operation_id) WHERE operation_id IS NOT NULL;

-- Asks for the approval of a run: `p_items` is an array of objects with resource, amount_minor, currency and body. The
-- same again changes nothing.
CREATE FUNCTION paydesk.request_run_approval(
    p_profile uuid, p_approval uuid, p_operation text, p_run text, p_family text, p_items jsonb, p_plan jsonb, p_reason text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    known jsonb;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    IF EXISTS (SELECT FROM approval WHERE profile_id = p_profile AND family = 'bulk' AND resource = p_run AND approval_id <> p_approval) THEN
        PERFORM refuse('other_approval', p_approval::text);
    END IF;
    PERFORM request_approval(p_profile, p_approval, p_operation, 'bulk', p_run, NULL, '', jsonb_array_length(p_items), p_plan, p_reason);
    SELECT jsonb_agg(jsonb_build_object('resource', resource, 'amount_minor', amount_minor, 'currency', currency, 'body', body) ORDER BY number)
        INTO known FROM approval_item WHERE profile_id = p_profile AND approval_id = p_approval;
    IF known IS NULL THEN
        INSERT INTO approval_item (profile_id, approval_id, number, family, resource, amount_minor, currency, body)
            SELECT p_profile, p_approval, number, p_family, item->>'resource', (item->>'amount_minor')::bigint, item->>'currency', item->'body'
            FROM jsonb_array_elements(p_items) WITH ORDINALITY AS of_run (item, number);
    ELSIF known <> p_items THEN
        PERFORM refuse('other_approval', p_approval::text);
    END IF;
END
$$;

-- Whether what was begun under a claim is added up: not what certainly did nothing.
CREATE FUNCTION paydesk.is_added_up(p_sending_since timestamptz, p_ended_at timestamptz, p_ending text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT p_ended_at IS NULL OR (p_sending_since IS NOT NULL AND p_ending NOT IN ('declined', 'rejected', 'not_sent'))
$$;

-- Whether an operation needs approval by itself, or with what was begun without approval in the last 24 hours: on the same
-- object by anybody, in bulk runs by this person.
CREATE FUNCTION paydesk.claim_needs_approval(
    p_profile uuid, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text, p_count bigint, p_run text
) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    day_ago timestamptz := clock_timestamp() - interval '24 hours';
    on_object numeric := 0;
    in_runs numeric := 0;
    items bigint := 0;
BEGIN
    IF NOT EXISTS (SELECT FROM approval_rule WHERE profile_id = p_profile AND operation = p_operation) THEN
        RETURN false;
    ELSIF needs_approval(p_profile, p_operation, p_amount_minor, p_currency, p_count) THEN
        RETURN true;
    END IF;
    SELECT coalesce(sum(c.amount_minor), 0) INTO on_object FROM claim AS c
        WHERE c.profile_id = p_profile AND c.family = p_family AND c.resource = p_resource AND c.since > day_ago AND NOT c.is_approved
        AND c.operation = p_operation AND c.currency = p_currency AND is_added_up(c.sending_since, c.ended_at, c.ending);
    IF p_run IS NOT NULL THEN
        SELECT coalesce(sum(c.amount_minor) FILTER (WHERE c.currency = p_currency), 0), count(*) INTO in_runs, items FROM claim AS c
            WHERE c.profile_id = p_profile AND c.user_name = session_user::text AND c.operation = p_operation AND c.since > day_ago
            AND c.run_id IS NOT NULL AND NOT c.is_approved AND is_added_up(c.sending_since, c.ended_at, c.ending);
    END IF;
    RETURN EXISTS (
        SELECT FROM approval_rule AS r WHERE r.profile_id = p_profile AND r.operation = p_operation
        AND CASE WHEN r.currency = '' THEN p_run IS NOT NULL AND items + 1 > r.above
                 ELSE r.currency = p_currency AND p_amount_minor + greatest(on_object, in_runs) > r.above END
    );
END
$$;

-- Uses an item of the approved run `p_approval`. Whoever uses the first begins the run, and nobody else goes on with it.
-- An item is used once: again only where nothing was sent for it.
CREATE FUNCTION paydesk.use_run_item(
    p_profile uuid, p_approval uuid, p_operation_id text, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    run approval%ROWTYPE;
    item approval_item%ROWTYPE;
BEGIN
    SELECT * INTO run FROM approval WHERE profile_id = p_profile AND approval_id = p_approval;
    SELECT * INTO item FROM approval_item AS i
        WHERE i.profile_id = p_profile AND i.approval_id = p_approval AND i.family = p_family AND i.resource = p_resource;
    IF item.resource IS NULL OR run.operation <> p_operation
        OR (item.amount_minor, item.currency) IS DISTINCT FROM (p_amount_minor, p_currency)
        OR session_user::text NOT IN (run.requested_by, run.decided_by)
        OR coalesce(run.used_by, session_user::text) <> session_user::text THEN
        RETURN false;
    ELSIF item.operation_id <> p_operation_id AND EXISTS (
        SELECT FROM claim AS c WHERE c.profile_id = p_profile AND c.operation_id = item.operation_id
        AND (c.ended_at IS NULL OR c.sending_since IS NOT NULL)
    ) THEN
        RETURN false;
    END IF;
    UPDATE approval_item AS i SET operation_id = p_operation_id
        WHERE i.profile_id = p_profile AND i.approval_id = p_approval AND i.family = p_family AND i.resource = p_resource
        AND i.operation_id IS DISTINCT FROM p_operation_id;
    IF run.used_by IS NULL THEN
        UPDATE approval SET operation_id = run.resource, used_by = session_user::text, used_at = clock_timestamp(),
            change = next_change(p_profile)
            WHERE profile_id = p_profile AND approval_id = p_approval;
    END IF;
    RETURN true;
END
$$;

-- Whether an operation may begin: NULL where it may not without approval, else whether it uses one. Every item of a run
-- that was approved is held to what was approved, also one that no rule covers.
CREATE FUNCTION paydesk.find_approval(
    p_profile uuid, p_operation_id text, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text,
    p_count bigint, p_run text, p_account bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    approved uuid := (SELECT approval_id FROM approval WHERE profile_id = p_profile AND family = 'bulk' AND resource = p_run
        AND decision = 'approved' AND withdrawn_at IS NULL);
    is_used boolean;
BEGIN
    IF approved IS NOT NULL THEN
        is_used := use_run_item(p_profile, approved, p_operation_id, p_operation, p_family, p_resource, p_amount_minor, p_currency);
    ELSIF NOT is_first_to_account(p_profile, p_operation, p_account)
        AND NOT claim_needs_approval(p_profile, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_run) THEN
        RETURN false;
    ELSE
        is_used := p_run IS NULL
            AND use_approval(p_profile, p_operation_id, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_account);
    END IF;
    RETURN CASE WHEN is_used THEN true END;
END
$$;

CREATE TABLE paydesk.payout_account (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    account bytea NOT NULL CHECK (length(account) = 32),
    -- Of the first payout to it.
    operation_id text NOT NULL,
    paid_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, account)
);

-- The operations of which the first one to an account needs approval.
CREATE TABLE paydesk.first_account_rule (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    operation text NOT NULL CHECK (length(operation) BETWEEN 1 AND 50),
    set_by text NOT NULL,
    set_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, operation)
);

CREATE FUNCTION paydesk.set_first_account_rule(p_profile uuid, p_operation text, p_is_set boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_admin(p_profile);
    PERFORM last FROM change_counter WHERE profile_id = p_profile FOR UPDATE;
    IF p_is_set THEN
        INSERT INTO first_account_rule VALUES (p_profile, p_operation, session_user::text, clock_timestamp()) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM first_account_rule WHERE profile_id = p_profile AND operation = p_operation;
    END IF;
    IF FOUND THEN
        PERFORM next_change(p_profile);
    END IF;
END
$$;

-- Whether an operation needs approval because the team has not paid to its account; also where the account is not given.
CREATE FUNCTION paydesk.is_first_to_account(p_profile uuid, p_operation text, p_account bytea) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT EXISTS (SELECT FROM first_account_rule WHERE profile_id = p_profile AND operation = p_operation)
        AND NOT EXISTS (SELECT FROM payout_account WHERE profile_id = p_profile AND account = p_account)
$$;

ALTER TABLE paydesk.approval_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.approval ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.approval_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payout_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.first_account_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.approval_rule FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.approval FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.approval_item FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.payout_account FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.first_account_rule FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.approval_rule, paydesk.approval, paydesk.approval_item, paydesk.payout_account,
    paydesk.first_account_rule TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.needs_approval, paydesk.is_added_up TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.request_approval, paydesk.request_run_approval, paydesk.withdraw_approval TO paydesk_operator;
GRANT EXECUTE ON FUNCTION paydesk.decide_approval TO paydesk_approver;
GRANT EXECUTE ON FUNCTION paydesk.set_rule, paydesk.set_first_account_rule TO paydesk_admin;
