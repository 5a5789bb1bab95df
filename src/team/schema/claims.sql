-- Claims: who works on what. One open claim per resource of a profile.

-- What somebody works on. The fence is the number of the change that granted it: it grows with every grant.
CREATE TABLE paydesk.claim (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    fence bigint NOT NULL,
    family text NOT NULL CHECK (length(family) BETWEEN 1 AND 50),
    resource text NOT NULL CHECK (length(resource) BETWEEN 1 AND 200),
    operation_id text NOT NULL CHECK (length(operation_id) BETWEEN 1 AND 100),
    desk_id uuid NOT NULL,
    user_name text NOT NULL,
    description text NOT NULL CHECK (length(description) <= 500),
    since timestamptz NOT NULL,
    lease_until timestamptz NOT NULL,
    -- What it is for, as the rules of approval were asked; NULL for what sends nothing.
    operation text CHECK (length(operation) BETWEEN 1 AND 50),
    amount_minor bigint,
    currency text NOT NULL DEFAULT '',
    count bigint,
    sending_since timestamptz,
    ended_at timestamptz,
    ended_by text,
    ending text CHECK (length(ending) <= 500),
    change bigint NOT NULL,
    -- The bulk run that it is an item of.
    run_id text CHECK (length(run_id) BETWEEN 1 AND 100),
    -- Whether it used an approval.
    is_approved boolean NOT NULL DEFAULT false,
    account bytea CHECK (length(account) = 32),
    PRIMARY KEY (profile_id, fence),
    CHECK (sending_since IS NULL OR operation IS NOT NULL),
    CHECK ((ended_at IS NULL) = (ending IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX claim_open ON paydesk.claim (profile_id, family, resource) WHERE ended_at IS NULL;
CREATE INDEX claim_operation ON paydesk.claim (profile_id, operation_id);
CREATE UNIQUE INDEX claim_change ON paydesk.claim (profile_id, change);
CREATE INDEX claim_unapproved ON paydesk.claim (profile_id, family, resource, since) WHERE NOT is_approved;
CREATE INDEX claim_run ON paydesk.claim (profile_id, user_name, operation, since) WHERE run_id IS NOT NULL AND NOT is_approved;

-- Ends a claim that is open; whoever calls it has checked who asks. A payout that was confirmed makes its account known to
-- the team.
CREATE FUNCTION paydesk.end_claim(p_profile uuid, p_fence bigint, p_ending text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    UPDATE claim SET ended_at = clock_timestamp(), ended_by = session_user::text, ending = p_ending, change = next_change(p_profile)
        WHERE profile_id = p_profile AND fence = p_fence;
    INSERT INTO payout_account SELECT p_profile, account, operation_id, clock_timestamp() FROM claim
        WHERE profile_id = p_profile AND fence = p_fence AND account IS NOT NULL AND sending_since IS NOT NULL AND ending = 'confirmed'
        ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION paydesk.lease_end(p_lease_ms integer) RETURNS timestamptz
LANGUAGE plpgsql SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    IF p_lease_ms NOT BETWEEN 1 AND 3600000 THEN
        PERFORM refuse('lease', p_lease_ms::text);
    END IF;
    RETURN clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0);
END
$$;

-- Claims a resource for an operation. `granted` with the fence; `held` with who has it; `ended` where this operation had
-- the resource, may have sent something, and was settled; `needs_approval` where a rule says so. The same operation
-- again gets its own claim back.
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

-- The claim of a fence that the person who asks has, locked; or a refusal that says why not.
CREATE FUNCTION paydesk.own_claim(p_profile uuid, p_fence bigint) RETURNS paydesk.claim
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there claim%ROWTYPE;
BEGIN
    SELECT * INTO there FROM claim WHERE profile_id = p_profile AND fence = p_fence;
    IF there.fence IS NULL OR there.user_name <> session_user::text THEN
        PERFORM refuse('no_claim', p_fence::text);
    END IF;
    RETURN there;
END
$$;

-- Gives a claim more time; refused where somebody else may have it by now.
CREATE FUNCTION paydesk.renew_claim(p_profile uuid, p_fence bigint, p_lease_ms integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there claim%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    there := own_claim(p_profile, p_fence);
    IF there.ended_at IS NOT NULL THEN
        PERFORM refuse('claim_ended', there.ending);
    END IF;
    UPDATE claim SET lease_until = lease_end(p_lease_ms) WHERE profile_id = p_profile AND fence = p_fence;
END
$$;

-- From here on something may have been sent. Refused where the claim has ended or its time is over.
CREATE FUNCTION paydesk.begin_sending(p_profile uuid, p_fence bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there claim%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    there := own_claim(p_profile, p_fence);
    IF there.ended_at IS NOT NULL THEN
        PERFORM refuse('claim_ended', there.ending);
    ELSIF there.operation IS NULL THEN
        -- No rule was asked about it.
        PERFORM refuse('no_operation');
    ELSIF there.sending_since IS NULL AND there.lease_until <= clock_timestamp() THEN
        PERFORM refuse('lease_over');
    ELSIF there.sending_since IS NULL THEN
        UPDATE claim SET sending_since = clock_timestamp(), change = next_change(p_profile)
            WHERE profile_id = p_profile AND fence = p_fence;
    END IF;
END
$$;

-- Ends a claim of one's own. Again with the same ending, it changes nothing.
CREATE FUNCTION paydesk.release_claim(p_profile uuid, p_fence bigint, p_ending text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there claim%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    there := own_claim(p_profile, p_fence);
    IF there.ended_at IS NULL THEN
        PERFORM end_claim(p_profile, p_fence, p_ending);
    ELSIF there.ending <> p_ending THEN
        PERFORM refuse('claim_ended', there.ending);
    END IF;
END
$$;

-- Ends the claim of somebody else, for a reason. What was sent under it is for that person to have looked up.
CREATE FUNCTION paydesk.take_over_claim(p_profile uuid, p_fence bigint, p_reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there claim%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    SELECT * INTO there FROM claim WHERE profile_id = p_profile AND fence = p_fence;
    IF there.fence IS NULL THEN
        PERFORM refuse('no_claim', p_fence::text);
    ELSIF length(trim(p_reason)) = 0 THEN
        PERFORM refuse('reason_missing');
    ELSIF there.ended_at IS NULL THEN
        PERFORM end_claim(p_profile, p_fence, 'taken over: ' || p_reason);
    ELSIF (there.ended_by, there.ending) IS DISTINCT FROM (session_user::text, 'taken over: ' || p_reason) THEN
        PERFORM refuse('claim_ended', there.ending);
    END IF;
END
$$;

-- What is open beside operations is taken over in one step: whoever had it cannot get it back in between.
CREATE FUNCTION paydesk.take_over_item(
    p_profile uuid, p_fence bigint, p_reason text, p_family text, p_resource text, p_operation_id text, p_desk uuid, p_description text,
    p_lease_ms integer, OUT outcome text, OUT fence bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM take_over_claim(p_profile, p_fence, p_reason);
    SELECT c.outcome, c.fence INTO outcome, fence
        FROM claim_resource(p_profile, p_family, p_resource, p_operation_id, p_desk, p_description, p_lease_ms, NULL, NULL, '', NULL, NULL, NULL) AS c;
END
$$;

ALTER TABLE paydesk.claim ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.claim FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.claim TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.claim_resource, paydesk.renew_claim, paydesk.begin_sending, paydesk.release_claim,
    paydesk.take_over_claim, paydesk.take_over_item TO paydesk_operator;
