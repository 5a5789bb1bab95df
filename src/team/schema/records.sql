-- What a team shares: records, and copies of the desks' journals.
--
-- Every change that others see gets a number from a counter of its profile, whose row stays locked until the
-- change is committed. So numbers are in the order of commits, and a reader that asks for what came after a number
-- misses nothing. A function that changes something locks the counter first: they cannot block each other.
--
-- The name of a table may also be that of a type: `record` is a type of PostgreSQL. PL/pgSQL looks up the type of a
-- variable again once something changed about its table, as after VACUUM, and finds that one: so the table is named with
-- its schema.

CREATE TABLE paydesk.change_counter (
    profile_id uuid PRIMARY KEY REFERENCES paydesk.profile,
    last bigint NOT NULL
) WITH (fillfactor = 10);

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
    present paydesk.record%ROWTYPE;
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

-- Writes records, all in one transaction. Each is written unless the one that is there changed after p_seen, or is the
-- same already. In the order in which they were given: what became of each, and what is there where it was not written.
CREATE FUNCTION paydesk.share_records(
    p_profile uuid, p_desk uuid, p_kinds text[], p_ids text[], p_seen bigint[], p_bodies jsonb[], p_deleted boolean[]
)
RETURNS TABLE (outcome text, there jsonb, there_deleted boolean, there_by text, there_change bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    present paydesk.record%ROWTYPE;
    before bigint;
    newest bigint;
BEGIN
    PERFORM need_own_desk(p_profile, p_desk);
    PERFORM begin_change(p_profile, 'operator');
    SELECT c.last INTO before FROM change_counter AS c WHERE c.profile_id = p_profile;
    newest := before;
    FOR place IN 1 .. coalesce(array_length(p_ids, 1), 0) LOOP
        IF length(p_kinds[place]) NOT BETWEEN 1 AND 50 OR length(p_ids[place]) NOT BETWEEN 1 AND 200
            OR pg_column_size(p_bodies[place]) > 1048576
        THEN
            RETURN QUERY SELECT 'refused', NULL::jsonb, NULL::boolean, NULL::text, NULL::bigint;
            CONTINUE;
        END IF;
        SELECT * INTO present FROM record AS r
            WHERE r.profile_id = p_profile AND r.kind = p_kinds[place] AND r.id = p_ids[place];
        IF present.body = p_bodies[place] AND present.is_deleted = p_deleted[place] THEN
            RETURN QUERY SELECT 'accepted', NULL::jsonb, NULL::boolean, NULL::text, present.change;
        ELSIF present.change > p_seen[place] THEN
            RETURN QUERY SELECT 'conflict', present.body, present.is_deleted, present.changed_by, present.change;
        ELSE
            newest := newest + 1;
            INSERT INTO record AS r VALUES (
                p_profile, p_kinds[place], p_ids[place], 1, p_bodies[place], p_deleted[place], session_user::text, p_desk,
                clock_timestamp(), newest
            ) ON CONFLICT ON CONSTRAINT record_pkey DO UPDATE
                SET revision = r.revision + 1, body = EXCLUDED.body, is_deleted = EXCLUDED.is_deleted,
                    changed_by = EXCLUDED.changed_by, desk_id = EXCLUDED.desk_id, changed_at = EXCLUDED.changed_at,
                    change = EXCLUDED.change;
            RETURN QUERY SELECT 'accepted', NULL::jsonb, NULL::boolean, NULL::text, newest;
        END IF;
    END LOOP;
    IF newest > before THEN
        UPDATE change_counter AS c SET last = newest WHERE c.profile_id = p_profile;
        PERFORM pg_notify('paydesk', p_profile || ':' || newest);
    END IF;
END
$$;

-- The copies of all desks, newest first, for the audit of the team.
CREATE INDEX journal_received ON paydesk.journal_entry (profile_id, received_at, desk_id, number);

ALTER TABLE paydesk.change_counter ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.record ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.journal_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.change_counter FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.record FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.journal_entry FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.change_counter, paydesk.record, paydesk.journal_entry TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.put_record, paydesk.share_records, paydesk.append_journal TO paydesk_operator;
