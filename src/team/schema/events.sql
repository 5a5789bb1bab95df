-- Webhook events: each once, as a hub received it. A hub is a member of its own role: it reads, stores events, and may
-- change nothing else.

CREATE TABLE paydesk.event (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    -- The service's own.
    event_id text NOT NULL CHECK (octet_length(event_id) BETWEEN 1 AND 256),
    -- JSON: names and values as they came, credentials left out.
    headers text NOT NULL CHECK (octet_length(headers) <= 262144),
    -- The exact bytes that were signed.
    body bytea NOT NULL CHECK (octet_length(body) <= 1048576),
    received_at timestamptz NOT NULL,
    received_by text NOT NULL,
    change bigint NOT NULL,
    PRIMARY KEY (profile_id, event_id)
);
CREATE UNIQUE INDEX event_change ON paydesk.event (profile_id, change);

-- Numbers for so many changes, after begin_change: the first of them.
CREATE FUNCTION paydesk.next_changes(p_profile uuid, p_count bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    number bigint;
BEGIN
    UPDATE change_counter SET last = last + p_count WHERE profile_id = p_profile RETURNING last INTO number;
    PERFORM pg_notify('paydesk', p_profile || ':' || number);
    RETURN number - p_count + 1;
END
$$;

-- Stores events, those of one call in one commit. What became of each, in their order: `new`, `known`, or `differs`
-- where another body is stored for the id; that one stays.
--
-- Each id is looked up by itself and by the index, whatever the planner takes the table for: its plans are made while the
-- table is small, and a join would read all of it for every call.
CREATE FUNCTION paydesk.store_events(p_profile uuid, p_ids text[], p_headers text[], p_bodies bytea[]) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp SET enable_seqscan = off AS $$
DECLARE
    new_places bigint[];
    first_change bigint;
    outcomes text[];
BEGIN
    -- Whoever changes this profile waits: what is not here now is stored by nobody else meanwhile.
    PERFORM begin_change(p_profile, 'hub');
    SELECT array_agg(f.place) INTO new_places FROM (
        SELECT min(g.place) AS place FROM unnest(p_ids) WITH ORDINALITY AS g (event_id, place)
        WHERE (SELECT e.change FROM event AS e WHERE e.profile_id = p_profile AND e.event_id = g.event_id) IS NULL
        GROUP BY g.event_id
    ) AS f;
    IF new_places IS NOT NULL THEN
        first_change := next_changes(p_profile, cardinality(new_places));
        INSERT INTO event (profile_id, event_id, headers, body, received_at, received_by, change)
            SELECT p_profile, p_ids[n.place], p_headers[n.place], p_bodies[n.place], clock_timestamp(), session_user::text,
                first_change - 1 + row_number() OVER (ORDER BY n.place)
            FROM unnest(new_places) AS n (place);
    END IF;
    IF cardinality(new_places) = cardinality(p_ids) THEN
        RETURN array_fill('new'::text, ARRAY[cardinality(p_ids)]);
    END IF;
    SELECT array_agg(CASE
            WHEN g.place = ANY (new_places) THEN 'new'
            WHEN (SELECT e.body FROM event AS e WHERE e.profile_id = p_profile AND e.event_id = g.event_id)
                = p_bodies[g.place] THEN 'known'
            ELSE 'differs'
        END ORDER BY g.place)
        INTO outcomes
        FROM unnest(p_ids) WITH ORDINALITY AS g (event_id, place);
    RETURN outcomes;
END
$$;

-- Deletes up to `p_limit` of the oldest events that were received longer ago than `p_keep_ms`; how many. Nothing else that
-- the team has is ever deleted.
CREATE FUNCTION paydesk.delete_events(p_profile uuid, p_keep_ms bigint, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp SET enable_seqscan = off AS $$
DECLARE
    deleted bigint;
BEGIN
    PERFORM need_role(p_profile, 'hub');
    -- An event that the service sends again must be known still.
    IF p_keep_ms < 604800000 THEN
        PERFORM refuse('events_kept', '7');
    END IF;
    DELETE FROM event AS e
        WHERE e.profile_id = p_profile AND e.received_at < clock_timestamp() - make_interval(secs => p_keep_ms / 1000.0)
            AND e.change = ANY (ARRAY (
                SELECT o.change FROM event AS o WHERE o.profile_id = p_profile ORDER BY o.change LIMIT p_limit
            ));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
END
$$;

ALTER TABLE paydesk.event ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.event FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.event TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.store_events, paydesk.delete_events TO paydesk_hub;
