-- Four eyes: what needs the approval of a second person, and who approved what.
--
-- claim_resource (which see) refuses an operation that a rule covers without an approval of exactly that operation.

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

-- Sets a rule, or with NULL removes it.
CREATE FUNCTION paydesk.set_rule(p_profile uuid, p_operation text, p_currency text, p_above bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_admin(p_profile);
    IF p_above IS NULL THEN
        DELETE FROM approval_rule WHERE profile_id = p_profile AND operation = p_operation AND currency = p_currency;
    ELSE
        INSERT INTO approval_rule VALUES (p_profile, p_operation, p_currency, p_above, session_user::text, clock_timestamp())
            ON CONFLICT (profile_id, operation, currency) DO UPDATE
            SET above = EXCLUDED.above, set_by = EXCLUDED.set_by, set_at = EXCLUDED.set_at
            WHERE approval_rule.above <> EXCLUDED.above;
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
    p_plan jsonb, p_reason text
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
                              requested_by, requested_at, change)
            VALUES (p_profile, p_approval, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_plan, p_reason,
                    session_user::text, clock_timestamp(), next_change(p_profile));
    ELSIF (there.operation, there.family, there.resource, there.amount_minor, there.currency, there.count, there.plan, there.reason, there.requested_by)
        IS DISTINCT FROM (p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_plan, p_reason, session_user::text) THEN
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

-- Withdraws a request of one's own that was not used, also where it is approved. Again, it changes nothing.
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
    ELSIF there.withdrawn_at IS NULL THEN
        UPDATE approval SET withdrawn_at = clock_timestamp(), change = next_change(p_profile)
            WHERE profile_id = p_profile AND approval_id = p_approval;
    END IF;
END
$$;

-- Uses an approval for an operation, where one is needed; whether the operation may go on. It is used by who asked for
-- it or by who approved it, for exactly what was approved.
CREATE FUNCTION paydesk.use_approval(
    p_profile uuid, p_operation_id text, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text, p_count bigint
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    used approval%ROWTYPE;
BEGIN
    IF NOT needs_approval(p_profile, p_operation, p_amount_minor, p_currency, p_count) THEN
        RETURN true;
    END IF;
    -- An operation whose claim expired before it sent anything asks again.
    SELECT * INTO used FROM approval WHERE profile_id = p_profile AND operation_id = p_operation_id;
    IF used.approval_id IS NOT NULL THEN
        RETURN (used.operation, used.family, used.resource, used.amount_minor, used.currency, used.count, used.used_by)
            IS NOT DISTINCT FROM (p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, session_user::text);
    END IF;
    SELECT * INTO used FROM approval
        WHERE profile_id = p_profile AND family = p_family AND resource = p_resource
        AND decision = 'approved' AND withdrawn_at IS NULL AND operation_id IS NULL
        AND operation = p_operation AND (amount_minor, currency, count) IS NOT DISTINCT FROM (p_amount_minor, p_currency, p_count)
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

ALTER TABLE paydesk.approval_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.approval ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.approval_rule FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.approval FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.approval_rule, paydesk.approval TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.needs_approval TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.request_approval, paydesk.withdraw_approval TO paydesk_operator;
GRANT EXECUTE ON FUNCTION paydesk.decide_approval TO paydesk_approver;
GRANT EXECUTE ON FUNCTION paydesk.set_rule TO paydesk_admin;
