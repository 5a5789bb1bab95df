-- What was taken of the rate limit is not waited for until it is on disk. A server that was killed may have forgotten the
-- last of it, and a replica that took its place may not have heard of it: for a server that did not fill a bucket itself, it
-- is empty, and fills from when that server started.

ALTER TABLE paydesk.rate_bucket ADD COLUMN server_since timestamptz NOT NULL DEFAULT '-infinity';

CREATE OR REPLACE FUNCTION paydesk.tokens_now(p_bucket paydesk.rate_bucket) RETURNS double precision
LANGUAGE sql SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT least(
        p_bucket.per_minute / 6.0,
        CASE WHEN p_bucket.server_since = pg_postmaster_start_time() THEN p_bucket.tokens ELSE 0 END
        + p_bucket.per_minute / 80.0 * greatest(extract(epoch FROM clock_timestamp() - CASE
            WHEN p_bucket.server_since = pg_postmaster_start_time() THEN p_bucket.filled_at
            ELSE greatest(p_bucket.filled_at, pg_postmaster_start_time()) END), 0)
    )::double precision
$$;

CREATE OR REPLACE FUNCTION paydesk.take_tokens(
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
