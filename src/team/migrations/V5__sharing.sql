-- Records are written many at a time, by whoever says what they have seen.

-- Writes records, all in one transaction. Each is written unless the one that is there changed after p_seen, or is the
-- same already. In the order in which they were given: what became of each, and what is there where it was not written.
CREATE FUNCTION paydesk.share_records(
    p_profile uuid, p_desk uuid, p_kinds text[], p_ids text[], p_seen bigint[], p_bodies jsonb[], p_deleted boolean[]
)
RETURNS TABLE (outcome text, there jsonb, there_deleted boolean, there_by text, there_change bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    present record%ROWTYPE;
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

GRANT EXECUTE ON FUNCTION paydesk.share_records TO paydesk_operator;

-- The copies of all desks, newest first, for the audit of the team.
CREATE INDEX journal_received ON paydesk.journal_entry (profile_id, received_at, desk_id, number);
