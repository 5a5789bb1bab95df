-- The name of a table may also be that of a type: `record` is a type of PostgreSQL. PL/pgSQL looks up the type of a variable
-- again once something changed about its table, as after VACUUM, and found that one. As before, with its schema.

CREATE OR REPLACE FUNCTION paydesk.put_record(
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

CREATE OR REPLACE FUNCTION paydesk.share_records(
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
