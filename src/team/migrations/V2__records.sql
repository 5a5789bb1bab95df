-- What a team shares: records, claims on what somebody works on, and copies of the desks' journals.
--
-- Every change of records and claims gets a number from a counter of its profile, whose row stays locked until the
-- change is committed. So numbers are in the order of commits, and a reader that asks for what came after a number
-- misses nothing. A function that changes something locks the counter first: they cannot block each other.

CREATE TABLE paydesk.change_counter (
    profile_id uuid PRIMARY KEY REFERENCES paydesk.profile,
    last bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO paydesk.change_counter SELECT profile_id, 0 FROM paydesk.profile;

CREATE TABLE paydesk.record (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
    revision bigint NOT NULL,
    body jsonb NOT NULL CHECK (pg_column_size(body) <= 1048576),
    is_deleted boolean NOT NULL,
    changed_by text NOT NULL,
    desk_id uuid NOT NULL,
    changed_at timestamptz NOT NULL,
    change bigint NOT NULL,
    PRIMARY KEY (profile_id, kind, id)
);
CREATE UNIQUE INDEX record_change ON paydesk.record (profile_id, change);

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
    sending_since timestamptz,
    ended_at timestamptz,
    ended_by text,
    ending text CHECK (length(ending) <= 500),
    change bigint NOT NULL,
    PRIMARY KEY (profile_id, fence),
    CHECK ((ended_at IS NULL) = (ending IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX claim_open ON paydesk.claim (profile_id, family, resource) WHERE ended_at IS NULL;
CREATE INDEX claim_operation ON paydesk.claim (profile_id, operation_id);
CREATE UNIQUE INDEX claim_change ON paydesk.claim (profile_id, change);

-- A copy of the journal of each desk, chained: hash = sha256(previous || entry).
CREATE TABLE paydesk.journal_entry (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    desk_id uuid NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    previous bytea NOT NULL CHECK (length(previous) = 32),
    hash bytea NOT NULL,
    entry text NOT NULL CHECK (length(entry) <= 1048576),
    received_at timestamptz NOT NULL,
    user_name text NOT NULL,
    PRIMARY KEY (profile_id, desk_id, number),
    CHECK (hash = sha256(previous || convert_to(entry, 'UTF8')))
);

-- Not even a function of ours changes what is there.
CREATE FUNCTION paydesk.keep_journal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM refuse('append_only');
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON paydesk.journal_entry
    FOR EACH ROW EXECUTE FUNCTION paydesk.keep_journal();
CREATE TRIGGER keep_table BEFORE TRUNCATE ON paydesk.journal_entry
    FOR EACH STATEMENT EXECUTE FUNCTION paydesk.keep_journal();

-- Profiles that are added from now on have a counter as well.
CREATE FUNCTION paydesk.start_counter() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    INSERT INTO change_counter (profile_id, last) VALUES (NEW.profile_id, 0);
    RETURN NULL;
END
$$;
CREATE TRIGGER start_counter AFTER INSERT ON paydesk.profile FOR EACH ROW EXECUTE FUNCTION paydesk.start_counter();

-- Waits until no other change of the profile is under way. What is acknowledged from here on is on disk, whatever the
-- session was set to.
CREATE FUNCTION paydesk.begin_change(p_profile uuid, p_needed text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_role(p_profile, p_needed);
    IF current_setting('synchronous_commit') IN ('off', 'local') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    PERFORM last FROM change_counter WHERE profile_id = p_profile FOR UPDATE;
END
$$;

-- The number of a change, after begin_change.
CREATE FUNCTION paydesk.next_change(p_profile uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    number bigint;
BEGIN
    UPDATE change_counter SET last = last + 1 WHERE profile_id = p_profile RETURNING last INTO number;
    PERFORM pg_notify('paydesk', p_profile || ':' || number);
    RETURN number;
END
$$;

CREATE FUNCTION paydesk.need_own_desk(p_profile uuid, p_desk uuid) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    owner text := (SELECT user_name FROM desk WHERE profile_id = p_profile AND desk_id = p_desk);
BEGIN
    IF owner IS NULL THEN
        PERFORM refuse('unknown_desk', p_desk::text);
    ELSIF owner <> session_user::text THEN
        PERFORM refuse('foreign_desk', owner);
    END IF;
END
$$;

-- Writes a record where its revision is the expected one, or where there is none and none is expected (NULL). What is
-- there already, or is there in another revision, is not written: `written` says which, the rest is what is there now.
CREATE FUNCTION paydesk.put_record(
    p_profile uuid, p_kind text, p_id text, p_expected bigint, p_body jsonb, p_is_deleted boolean, p_desk uuid,
    OUT outcome text, OUT revision bigint, OUT body jsonb, OUT is_deleted boolean, OUT changed_by text,
    OUT desk_id uuid, OUT changed_at timestamptz, OUT change bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    present record%ROWTYPE;
BEGIN
    PERFORM need_own_desk(p_profile, p_desk);
    PERFORM begin_change(p_profile, 'operator');
    SELECT * INTO present FROM record AS r WHERE r.profile_id = p_profile AND r.kind = p_kind AND r.id = p_id;
    IF present.body = p_body AND present.is_deleted = p_is_deleted THEN
        outcome := 'same';
    ELSIF present.revision IS DISTINCT FROM p_expected THEN
        outcome := 'conflict';
    ELSE
        outcome := 'written';
        INSERT INTO record AS r
            VALUES (p_profile, p_kind, p_id, 1, p_body, p_is_deleted, session_user::text, p_desk, clock_timestamp(), next_change(p_profile))
            ON CONFLICT ON CONSTRAINT record_pkey DO UPDATE
            SET revision = r.revision + 1, body = EXCLUDED.body, is_deleted = EXCLUDED.is_deleted,
                changed_by = EXCLUDED.changed_by, desk_id = EXCLUDED.desk_id, changed_at = EXCLUDED.changed_at,
                change = EXCLUDED.change
            RETURNING * INTO present;
    END IF;
    revision := present.revision;
    body := present.body;
    is_deleted := present.is_deleted;
    changed_by := present.changed_by;
    desk_id := present.desk_id;
    changed_at := present.changed_at;
    change := present.change;
END
$$;

-- Ends a claim that is open; whoever calls it has checked who asks.
CREATE FUNCTION paydesk.end_claim(p_profile uuid, p_fence bigint, p_ending text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    UPDATE claim SET ended_at = clock_timestamp(), ended_by = session_user::text, ending = p_ending, change = next_change(p_profile)
        WHERE profile_id = p_profile AND fence = p_fence;
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
-- the resource, may have sent something, and was settled. The same operation again gets its own claim back.
CREATE FUNCTION paydesk.claim_resource(
    p_profile uuid, p_family text, p_resource text, p_operation_id text, p_desk uuid, p_description text, p_lease_ms integer,
    OUT outcome text, OUT fence bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    own claim%ROWTYPE;
    present claim%ROWTYPE;
    lease timestamptz := lease_end(p_lease_ms);
BEGIN
    PERFORM need_own_desk(p_profile, p_desk);
    PERFORM begin_change(p_profile, 'operator');
    SELECT * INTO own FROM claim AS c WHERE c.profile_id = p_profile AND c.operation_id = p_operation_id
        ORDER BY c.fence DESC LIMIT 1;
    IF own.fence IS NOT NULL THEN
        IF (own.family, own.resource, own.user_name) IS DISTINCT FROM (p_family, p_resource, session_user::text) THEN
            PERFORM refuse('other_operation', p_operation_id);
        END IF;
        IF own.ended_at IS NULL OR own.sending_since IS NOT NULL THEN
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
        PERFORM end_claim(p_profile, present.fence, 'expired');
    END IF;
    outcome := 'granted';
    fence := next_change(p_profile);
    INSERT INTO claim (profile_id, fence, family, resource, operation_id, desk_id, user_name, description, since, lease_until, change)
        VALUES (p_profile, fence, p_family, p_resource, p_operation_id, p_desk, session_user::text, p_description,
                clock_timestamp(), lease, fence);
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

-- Appends entries to the copy of a desk's journal: the first has the number p_first and follows p_previous. Entries that
-- are there already are compared, not written. The number of the last one that is there then.
CREATE FUNCTION paydesk.append_journal(p_profile uuid, p_desk uuid, p_first bigint, p_previous bytea, p_entries text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    previous_hash bytea := p_previous;
    next_hash bytea;
    next_number bigint := p_first;
    last_number bigint;
    last_hash bytea;
    present bytea;
    next_entry text;
BEGIN
    PERFORM need_role(p_profile, 'operator');
    PERFORM need_own_desk(p_profile, p_desk);
    IF current_setting('synchronous_commit') IN ('off', 'local') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    -- One at a time for a desk; its own row stands for its journal.
    PERFORM FROM desk WHERE profile_id = p_profile AND desk_id = p_desk FOR NO KEY UPDATE;
    SELECT number, hash INTO last_number, last_hash FROM journal_entry
        WHERE profile_id = p_profile AND desk_id = p_desk ORDER BY number DESC LIMIT 1;
    last_number := coalesce(last_number, 0);
    last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
    IF p_first > last_number + 1 OR p_first < 1 THEN
        PERFORM refuse('journal_gap', last_number::text);
    END IF;
    FOREACH next_entry IN ARRAY p_entries LOOP
        next_hash := sha256(previous_hash || convert_to(next_entry, 'UTF8'));
        IF next_number <= last_number THEN
            SELECT hash INTO present FROM journal_entry
                WHERE profile_id = p_profile AND desk_id = p_desk AND number = next_number;
            IF present <> next_hash THEN
                PERFORM refuse('journal_differs', next_number::text);
            END IF;
        ELSE
            IF previous_hash <> last_hash THEN
                PERFORM refuse('journal_differs', next_number::text);
            END IF;
            INSERT INTO journal_entry VALUES (
                p_profile, p_desk, next_number, previous_hash, next_hash, next_entry, clock_timestamp(), session_user::text
            );
            last_number := next_number;
            last_hash := next_hash;
        END IF;
        previous_hash := next_hash;
        next_number := next_number + 1;
    END LOOP;
    RETURN last_number;
END
$$;

ALTER TABLE paydesk.change_counter ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.record ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.journal_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.change_counter FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.record FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.claim FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.journal_entry FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));

GRANT SELECT ON paydesk.change_counter, paydesk.record, paydesk.claim, paydesk.journal_entry TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.put_record, paydesk.claim_resource, paydesk.renew_claim, paydesk.begin_sending,
    paydesk.release_claim, paydesk.take_over_claim, paydesk.append_journal TO paydesk_operator;
