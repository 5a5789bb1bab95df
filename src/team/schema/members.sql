-- Who belongs to a team: profiles, their members, and the desks that people work at.
--
-- A person is their login role: session_user, which SET ROLE does not change. Nobody is granted more on a table than
-- SELECT, and that by row: what changes something is a function that checks the role in the profile. Every key and
-- index begins with profile_id. Times are the database's.

-- Before the first function: nobody may execute one that was not granted to them.
ALTER DEFAULT PRIVILEGES FOR ROLE paydesk_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Every connection asks for the version first.
GRANT USAGE ON SCHEMA paydesk TO PUBLIC;
GRANT SELECT ON paydesk.schema_version TO PUBLIC;

CREATE TABLE paydesk.profile (
    profile_id uuid PRIMARY KEY,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
    service_address text NOT NULL CHECK (length(service_address) BETWEEN 1 AND 2048),
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE paydesk.member (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    user_name text NOT NULL,
    role text NOT NULL CHECK (role IN ('reader', 'operator', 'approver', 'admin', 'hub')),
    added_by text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (profile_id, user_name)
);

-- Each installation of the program, in each profile that it works in. It belongs to the person who saw it first.
CREATE TABLE paydesk.desk (
    profile_id uuid NOT NULL REFERENCES paydesk.profile,
    desk_id uuid NOT NULL,
    user_name text NOT NULL,
    machine text NOT NULL CHECK (length(machine) <= 200),
    version text NOT NULL CHECK (length(version) <= 100),
    last_seen timestamptz NOT NULL,
    PRIMARY KEY (profile_id, desk_id)
);

-- What a function does not do: the message is a code word that the program has a sentence for.
CREATE FUNCTION paydesk.refuse(p_code text, p_detail text DEFAULT '') RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'PD001', MESSAGE = p_code, DETAIL = p_detail;
END
$$;

-- The profiles that the person who asks is a member of.
CREATE FUNCTION paydesk.own_profiles() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT profile_id FROM member WHERE user_name = session_user::text
$$;

-- Whoever set the team up: may manage every profile, and sees them all.
CREATE FUNCTION paydesk.is_owner() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT pg_has_role(session_user, 'paydesk_owner', 'MEMBER')
$$;

-- Refuses where the person who asks may not do in this profile what `p_needed` may. An approver and an admin may do
-- what an operator may; neither may do what only the other may.
CREATE FUNCTION paydesk.need_role(p_profile uuid, p_needed text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    own text := (SELECT role FROM member WHERE profile_id = p_profile AND user_name = session_user::text);
BEGIN
    IF own IS NULL THEN
        PERFORM refuse('not_a_member', p_profile::text);
    ELSIF NOT (own = p_needed OR p_needed = 'reader' OR (p_needed = 'operator' AND own IN ('approver', 'admin'))) THEN
        PERFORM refuse('role_missing', p_needed);
    END IF;
END
$$;

CREATE FUNCTION paydesk.need_admin(p_profile uuid) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM profile WHERE profile_id = p_profile) THEN
        PERFORM refuse('no_profile', p_profile::text);
    ELSIF NOT is_owner() THEN
        PERFORM need_role(p_profile, 'admin');
    END IF;
END
$$;

-- Gives a login role the group roles that its memberships need, and takes those that none of them needs.
CREATE FUNCTION paydesk.grant_group_roles(p_user text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['reader', 'operator', 'approver', 'admin', 'hub'] LOOP
        IF EXISTS (SELECT FROM member WHERE user_name = p_user AND role = wanted) THEN
            EXECUTE format('GRANT %I TO %I', 'paydesk_' || wanted, p_user);
        ELSIF EXISTS (
            SELECT FROM pg_auth_members JOIN pg_roles AS team ON team.oid = roleid JOIN pg_roles AS person ON person.oid = member
            WHERE team.rolname = 'paydesk_' || wanted AND person.rolname = p_user
        ) THEN
            EXECUTE format('REVOKE %I FROM %I', 'paydesk_' || wanted, p_user);
        END IF;
    END LOOP;
END
$$;

-- The same name, environment and address again is the same profile.
CREATE FUNCTION paydesk.add_profile(p_name text, p_environment text, p_service_address text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there profile%ROWTYPE;
BEGIN
    IF NOT (is_owner() OR pg_has_role(session_user, 'paydesk_admin', 'MEMBER')) THEN
        PERFORM refuse('role_missing', 'admin');
    END IF;
    -- Two that add one name at once wait for each other.
    LOCK TABLE profile IN SHARE ROW EXCLUSIVE MODE;
    SELECT * INTO there FROM profile WHERE name = p_name;
    IF FOUND THEN
        IF (there.environment, there.service_address) IS DISTINCT FROM (p_environment, p_service_address) THEN
            PERFORM refuse('profile_exists', there.environment || ' ' || there.service_address);
        END IF;
        RETURN there.profile_id;
    END IF;
    INSERT INTO profile (profile_id, name, environment, service_address, created_by)
        VALUES (gen_random_uuid(), p_name, p_environment, p_service_address, session_user::text)
        RETURNING * INTO there;
    IF NOT is_owner() THEN
        INSERT INTO member (profile_id, user_name, role, added_by) VALUES (there.profile_id, session_user::text, 'admin', session_user::text);
    END IF;
    RETURN there.profile_id;
END
$$;

CREATE FUNCTION paydesk.set_member(p_profile uuid, p_user text, p_role text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_admin(p_profile);
    IF p_user LIKE 'paydesk\_%' OR NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_user AND rolcanlogin) THEN
        PERFORM refuse('no_login', p_user);
    END IF;
    INSERT INTO member (profile_id, user_name, role, added_by) VALUES (p_profile, p_user, p_role, session_user::text)
        ON CONFLICT (profile_id, user_name) DO UPDATE
        SET role = EXCLUDED.role, added_by = EXCLUDED.added_by, added_at = clock_timestamp()
        WHERE member.role <> EXCLUDED.role;
    PERFORM grant_group_roles(p_user);
END
$$;

-- Whether the person was a member.
CREATE FUNCTION paydesk.remove_member(p_profile uuid, p_user text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    was_member boolean;
BEGIN
    PERFORM need_admin(p_profile);
    DELETE FROM member WHERE profile_id = p_profile AND user_name = p_user;
    was_member := FOUND;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = p_user) THEN
        PERFORM grant_group_roles(p_user);
    END IF;
    RETURN was_member;
END
$$;

-- A desk says that it is there.
CREATE FUNCTION paydesk.see_desk(p_profile uuid, p_desk uuid, p_machine text, p_version text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_role(p_profile, 'reader');
    INSERT INTO desk (profile_id, desk_id, user_name, machine, version, last_seen)
        VALUES (p_profile, p_desk, session_user::text, p_machine, p_version, clock_timestamp())
        ON CONFLICT (profile_id, desk_id) DO UPDATE
        SET machine = EXCLUDED.machine, version = EXCLUDED.version, last_seen = EXCLUDED.last_seen
        WHERE desk.user_name = EXCLUDED.user_name;
    IF NOT FOUND THEN
        PERFORM refuse('foreign_desk', (SELECT user_name FROM desk WHERE profile_id = p_profile AND desk_id = p_desk));
    END IF;
END
$$;

-- By row: members see their profiles. The list of them is read once a statement, not once a row.
ALTER TABLE paydesk.profile ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.desk ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.profile FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.member FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.desk FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.profile, paydesk.member, paydesk.desk TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.own_profiles, paydesk.see_desk, paydesk.is_owner, paydesk.refuse TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.add_profile, paydesk.set_member, paydesk.remove_member TO paydesk_admin;
