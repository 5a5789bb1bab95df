-- The rate limit of the service, shared: who sends a request takes a token first.
--
-- A bucket holds a sixth of what the service allows a minute, and three quarters of it flow in each minute. Tokens that
-- were taken are used within five seconds or not at all. So within any minute at most 1/6 + 65/60 * 3/4 = 98% of the limit
-- leave, wherever the service's own minute begins.
--
-- What was taken is not waited for until it is on disk. A server that was killed may have forgotten the last of it, and a
-- replica that took its place may not have heard of it: for a server that did not fill a bucket itself, it is empty, and
-- fills from when that server started.

CREATE TABLE paydesk.rate_bucket (
    profile_id uuid PRIMARY KEY REFERENCES paydesk.profile,
    -- As the service reported it last.
    per_minute integer NOT NULL CHECK (per_minute BETWEEN 1 AND 1000000),
    tokens double precision NOT NULL,
    filled_at timestamptz NOT NULL,
    -- When the server started that filled it.
    server_since timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 10);

-- What is in a bucket at this moment.
CREATE FUNCTION paydesk.tokens_now(p_bucket paydesk.rate_bucket) RETURNS double precision
LANGUAGE sql SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT least(
        p_bucket.per_minute / 6.0,
        CASE WHEN p_bucket.server_since = pg_postmaster_start_time() THEN p_bucket.tokens ELSE 0 END
        + p_bucket.per_minute / 80.0 * greatest(extract(epoch FROM clock_timestamp() - CASE
            WHEN p_bucket.server_since = pg_postmaster_start_time() THEN p_bucket.filled_at
            ELSE greatest(p_bucket.filled_at, pg_postmaster_start_time()) END), 0)
    )::double precision
$$;

-- Takes up to `p_wanted` tokens: `granted`, or how long until there is one. Operations may take the last; reads leave a
-- tenth of the bucket to them, and reads that nobody waits for two fifths. `p_per_minute` is what the service allows, or
-- NULL where that is not known: as long as nobody knows it, nothing is held back.
CREATE FUNCTION paydesk.take_tokens(
    p_profile uuid, p_wanted integer, p_kind text, p_per_minute integer, OUT granted integer, OUT wait_ms integer
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    bucket rate_bucket%ROWTYPE;
    there double precision;
    spare double precision;
    is_new boolean := false;
BEGIN
    PERFORM need_role(p_profile, 'reader');
    IF p_per_minute IS NOT NULL THEN
        INSERT INTO rate_bucket
            VALUES (p_profile, p_per_minute, p_per_minute / 6.0, clock_timestamp(), pg_postmaster_start_time())
            ON CONFLICT (profile_id) DO NOTHING;
        is_new := FOUND;
    END IF;
    -- One that was forgotten as a whole would be full again.
    IF NOT is_new THEN
        PERFORM set_config('synchronous_commit', 'off', true);
    END IF;
    SELECT * INTO bucket FROM rate_bucket WHERE profile_id = p_profile FOR UPDATE;
    IF bucket.profile_id IS NULL THEN
        granted := p_wanted;
        wait_ms := 0;
        RETURN;
    END IF;
    bucket.per_minute := coalesce(p_per_minute, bucket.per_minute);
    there := tokens_now(bucket);
    spare := there - bucket.per_minute / 6.0 * CASE p_kind WHEN 'operation' THEN 0 WHEN 'read' THEN 0.1 ELSE 0.4 END;
    granted := greatest(least(floor(spare), p_wanted), 0);
    wait_ms := CASE WHEN granted > 0 THEN 0 ELSE ceil((1 - spare) * 80000.0 / bucket.per_minute) END;
    UPDATE rate_bucket SET per_minute = bucket.per_minute, tokens = there - granted, filled_at = clock_timestamp(),
        server_since = pg_postmaster_start_time()
        WHERE profile_id = p_profile;
END
$$;

ALTER TABLE paydesk.rate_bucket ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.rate_bucket FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.rate_bucket TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.take_tokens, paydesk.tokens_now TO paydesk_reader;
