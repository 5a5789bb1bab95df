-- Approval of the first payout to an account.
--
-- An account is known by a fingerprint that desks make of its number and the id of the profile: no number reaches the
-- database. It is known to the team once a payout to it was confirmed.

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

ALTER TABLE paydesk.claim ADD COLUMN account bytea CHECK (length(account) = 32);
-- An approval is of this account and of no other.
ALTER TABLE paydesk.approval ADD COLUMN account bytea CHECK (length(account) = 32);

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

-- As before, with the account.
DROP FUNCTION paydesk.request_approval;
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

DROP FUNCTION paydesk.use_approval;
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

DROP FUNCTION paydesk.find_approval;
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

-- A payout that was confirmed makes its account known to the team.
CREATE OR REPLACE FUNCTION paydesk.end_claim(p_profile uuid, p_fence bigint, p_ending text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    UPDATE claim SET ended_at = clock_timestamp(), ended_by = session_user::text, ending = p_ending, change = next_change(p_profile)
        WHERE profile_id = p_profile AND fence = p_fence;
    INSERT INTO payout_account SELECT p_profile, account, operation_id, clock_timestamp() FROM claim
        WHERE profile_id = p_profile AND fence = p_fence AND account IS NOT NULL AND sending_since IS NOT NULL AND ending = 'confirmed'
        ON CONFLICT DO NOTHING;
END
$$;

DROP FUNCTION paydesk.claim_resource;
CREATE FUNCTION paydesk.claim_resource(
    p_profile uuid, p_family text, p_resource text, p_operation_id text, p_desk uuid, p_description text, p_lease_ms integer,
    p_operation text, p_amount_minor bigint, p_currency text, p_count bigint, p_run text, p_account bytea,
    OUT outcome text, OUT fence bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    own claim%ROWTYPE;
    present claim%ROWTYPE;
    uses_approval boolean;
    lease timestamptz := lease_end(p_lease_ms);
BEGIN
    PERFORM need_own_desk(p_profile, p_desk);
    PERFORM begin_change(p_profile, 'operator');
    SELECT * INTO own FROM claim AS c WHERE c.profile_id = p_profile AND c.operation_id = p_operation_id
        ORDER BY c.fence DESC LIMIT 1;
    IF own.fence IS NOT NULL THEN
        IF (own.family, own.resource, own.user_name, own.operation, own.amount_minor, own.currency, own.count, own.run_id) IS DISTINCT FROM
            (p_family, p_resource, session_user::text, p_operation, p_amount_minor, p_currency, p_count, p_run) THEN
            PERFORM refuse('other_operation', p_operation_id);
        END IF;
        IF own.ended_at IS NULL AND own.desk_id <> p_desk AND (own.sending_since IS NOT NULL OR own.lease_until > clock_timestamp()) THEN
            outcome := 'held';
            fence := own.fence;
            RETURN;
        ELSIF own.ended_at IS NULL OR own.sending_since IS NOT NULL THEN
            outcome := CASE WHEN own.ended_at IS NULL THEN 'granted' ELSE 'ended' END;
            fence := own.fence;
            UPDATE claim AS c SET lease_until = lease, desk_id = p_desk
                WHERE c.profile_id = p_profile AND c.fence = own.fence AND c.ended_at IS NULL;
            RETURN;
        END IF;
    END IF;
    SELECT * INTO present FROM claim AS c
        WHERE c.profile_id = p_profile AND c.family = p_family AND c.resource = p_resource AND c.ended_at IS NULL;
    IF present.fence IS NOT NULL THEN
        -- What was sent under a claim is unknown until somebody settles it: it does not end by time.
        IF present.sending_since IS NOT NULL OR present.lease_until > clock_timestamp() THEN
            outcome := 'held';
            fence := present.fence;
            RETURN;
        END IF;
    END IF;
    uses_approval := find_approval(p_profile, p_operation_id, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_run, p_account);
    IF uses_approval IS NULL THEN
        outcome := 'needs_approval';
        RETURN;
    END IF;
    IF present.fence IS NOT NULL THEN
        PERFORM end_claim(p_profile, present.fence, 'expired');
    END IF;
    outcome := 'granted';
    fence := next_change(p_profile);
    INSERT INTO claim (profile_id, fence, family, resource, operation_id, desk_id, user_name, description, since, lease_until,
                       operation, amount_minor, currency, count, run_id, account, is_approved, change)
        VALUES (p_profile, fence, p_family, p_resource, p_operation_id, p_desk, session_user::text, p_description,
                clock_timestamp(), lease, p_operation, p_amount_minor, p_currency, p_count, p_run, p_account, uses_approval, fence);
END
$$;

ALTER TABLE paydesk.payout_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.first_account_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.payout_account FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.first_account_rule FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.payout_account, paydesk.first_account_rule TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.request_approval, paydesk.claim_resource TO paydesk_operator;
GRANT EXECUTE ON FUNCTION paydesk.set_first_account_rule TO paydesk_admin;
