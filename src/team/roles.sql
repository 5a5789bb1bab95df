-- The group roles of a team; nobody logs in as one of them. Run by whoever sets the team up, before the migrations.
-- A person's own login role becomes a member of the group roles that it needs (function set_member).
DO $$
DECLARE
    missing text;
BEGIN
    FOREACH missing IN ARRAY ARRAY['paydesk_owner', 'paydesk_reader', 'paydesk_operator', 'paydesk_approver', 'paydesk_admin', 'paydesk_hub'] LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = missing) THEN
            EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN', missing);
        END IF;
    END LOOP;
    -- Whoever may do more may also do less.
    GRANT paydesk_reader TO paydesk_operator;
    GRANT paydesk_operator TO paydesk_approver;
    GRANT paydesk_operator TO paydesk_admin;
    GRANT paydesk_reader TO paydesk_hub;
    -- Functions of the owner give people their group roles.
    GRANT paydesk_reader, paydesk_operator, paydesk_approver, paydesk_admin, paydesk_hub TO paydesk_owner WITH ADMIN OPTION;
    IF NOT pg_catalog.pg_has_role(current_user, 'paydesk_owner', 'USAGE') THEN
        GRANT paydesk_owner TO CURRENT_USER;
    END IF;
    EXECUTE pg_catalog.format('GRANT CONNECT ON DATABASE %I TO paydesk_reader', pg_catalog.current_database());
END
$$;
CREATE SCHEMA IF NOT EXISTS paydesk AUTHORIZATION paydesk_owner;
-- Indexes of payments: parts of texts, and the profile beside them. Both are trusted: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
