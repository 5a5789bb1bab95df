-- Approval of bulk runs, and rules that are not avoided by splitting.
--
-- A bulk run is approved as a whole: the request names every item, and a claim for an item uses up that item. What a
-- person begins without approval is added up over 24 hours: the amounts on one object, and all of their bulk runs.

ALTER TABLE paydesk.claim ADD COLUMN run_id text CHECK (length(run_id) BETWEEN 1 AND 100);
ALTER TABLE paydesk.claim ADD COLUMN is_approved boolean NOT NULL DEFAULT false;
CREATE INDEX claim_unapproved ON paydesk.claim (profile_id, family, resource, since) WHERE NOT is_approved;
CREATE INDEX claim_run ON paydesk.claim (profile_id, user_name, operation, since) WHERE run_id IS NOT NULL AND NOT is_approved;

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

-- Uses an approval of exactly this operation, by who asked for it or who approved it. Whether there is one.
CREATE OR REPLACE FUNCTION paydesk.use_approval(
    p_profile uuid, p_operation_id text, p_operation text, p_family text, p_resource text, p_amount_minor bigint, p_currency text, p_count bigint
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    used approval%ROWTYPE;
BEGIN
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
    p_count bigint, p_run text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    approved uuid := (SELECT approval_id FROM approval WHERE profile_id = p_profile AND family = 'bulk' AND resource = p_run
        AND decision = 'approved' AND withdrawn_at IS NULL);
    is_used boolean;
BEGIN
    IF approved IS NOT NULL THEN
        is_used := use_run_item(p_profile, approved, p_operation_id, p_operation, p_family, p_resource, p_amount_minor, p_currency);
    ELSIF NOT claim_needs_approval(p_profile, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_run) THEN
        RETURN false;
    ELSE
        is_used := p_run IS NULL AND use_approval(p_profile, p_operation_id, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count);
    END IF;
    RETURN CASE WHEN is_used THEN true END;
END
$$;

-- As before, with the bulk run that an operation is an item of. Another desk of the same person does not get a claim that
-- may be in use.
DROP FUNCTION paydesk.claim_resource;
CREATE FUNCTION paydesk.claim_resource(
    p_profile uuid, p_family text, p_resource text, p_operation_id text, p_desk uuid, p_description text, p_lease_ms integer,
    p_operation text, p_amount_minor bigint, p_currency text, p_count bigint, p_run text,
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
    uses_approval := find_approval(p_profile, p_operation_id, p_operation, p_family, p_resource, p_amount_minor, p_currency, p_count, p_run);
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
                       operation, amount_minor, currency, count, run_id, is_approved, change)
        VALUES (p_profile, fence, p_family, p_resource, p_operation_id, p_desk, session_user::text, p_description,
                clock_timestamp(), lease, p_operation, p_amount_minor, p_currency, p_count, p_run, uses_approval, fence);
END
$$;

ALTER TABLE paydesk.approval_item ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.approval_item FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.approval_item TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.is_added_up TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.request_run_approval, paydesk.claim_resource TO paydesk_operator;
