-- Exports that hubs make by themselves: one for each time that it is due, whichever hub leads then.

CREATE TABLE paydesk.scheduled_export (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    -- As the file of the hub calls it.
    name text COLLATE "C" NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 64),
    due_at timestamptz NOT NULL,
    -- `since`: what was due before is not made; `open`: it is made, or was tried; `made`.
    state text NOT NULL CHECK (state IN ('since', 'open', 'made')),
    attempts integer NOT NULL DEFAULT 0,
    tried_by text NOT NULL,
    -- Until then nobody else begins.
    lease_until timestamptz,
    -- The file, or why there is none.
    file text CHECK (octet_length(file) <= 1024),
    payments bigint,
    sha256 text,
    problem text CHECK (octet_length(problem) <= 4096),
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, name, due_at)
);

-- Begins an export that is due, at a time as the hub knows it: the number of the attempt. 0 where there is nothing to make:
-- it is made, or was due before the export was first seen; -1 where another hub is at it.
CREATE FUNCTION paydesk.begin_export(
    p_profile uuid, p_name text, p_due timestamptz, p_now timestamptz, p_lease_ms bigint
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there scheduled_export%ROWTYPE;
BEGIN
    PERFORM need_role(p_profile, 'hub');
    -- Two hubs that ask at once wait for each other.
    PERFORM FROM profile WHERE profile_id = p_profile FOR NO KEY UPDATE;
    SELECT * INTO there FROM scheduled_export AS e WHERE e.profile_id = p_profile AND e.name = p_name
        ORDER BY e.due_at DESC LIMIT 1;
    IF there.profile_id IS NULL THEN
        INSERT INTO scheduled_export (profile_id, name, due_at, state, tried_by, changed_at)
            VALUES (p_profile, p_name, p_now, 'since', session_user::text, clock_timestamp());
        RETURN 0;
    ELSIF there.due_at > p_due OR there.due_at = p_due AND there.state <> 'open' THEN
        RETURN 0;
    ELSIF there.due_at = p_due AND there.lease_until > clock_timestamp() THEN
        RETURN -1;
    END IF;
    INSERT INTO scheduled_export AS e (profile_id, name, due_at, state, attempts, tried_by, lease_until, changed_at)
        VALUES (p_profile, p_name, p_due, 'open', 1, session_user::text,
            clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0), clock_timestamp())
        ON CONFLICT (profile_id, name, due_at) DO UPDATE
        SET attempts = e.attempts + 1, tried_by = EXCLUDED.tried_by, lease_until = EXCLUDED.lease_until,
            changed_at = EXCLUDED.changed_at
        RETURNING e.attempts INTO there.attempts;
    RETURN there.attempts;
END
$$;

-- It is still being made; whether the attempt is the one that counts.
CREATE FUNCTION paydesk.renew_export(p_profile uuid, p_name text, p_due timestamptz, p_attempt integer, p_lease_ms bigint)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_role(p_profile, 'hub');
    UPDATE scheduled_export
        SET lease_until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0), changed_at = clock_timestamp()
        WHERE profile_id = p_profile AND name = p_name AND due_at = p_due AND state = 'open' AND attempts = p_attempt;
    RETURN FOUND;
END
$$;

-- An attempt ended: with a file, or with a problem, after which it may be begun again.
CREATE FUNCTION paydesk.end_export(
    p_profile uuid, p_name text, p_due timestamptz, p_attempt integer, p_file text, p_payments bigint, p_sha256 text, p_problem text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_role(p_profile, 'hub');
    UPDATE scheduled_export
        SET state = CASE WHEN p_problem IS NULL THEN 'made' ELSE 'open' END, lease_until = NULL, file = p_file,
            payments = p_payments, sha256 = p_sha256, problem = p_problem, changed_at = clock_timestamp()
        WHERE profile_id = p_profile AND name = p_name AND due_at = p_due AND state = 'open' AND attempts = p_attempt;
END
$$;

ALTER TABLE paydesk.scheduled_export ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.scheduled_export
    FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.scheduled_export TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.begin_export, paydesk.renew_export, paydesk.end_export TO paydesk_hub;
