-- A rule that is set or removed is a change like any other: all desks hear of it.
CREATE OR REPLACE FUNCTION paydesk.set_rule(p_profile uuid, p_operation text, p_currency text, p_above bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_admin(p_profile);
    PERFORM last FROM change_counter WHERE profile_id = p_profile FOR UPDATE;
    IF p_above IS NULL THEN
        DELETE FROM approval_rule WHERE profile_id = p_profile AND operation = p_operation AND currency = p_currency;
    ELSE
        INSERT INTO approval_rule VALUES (p_profile, p_operation, p_currency, p_above, session_user::text, clock_timestamp())
            ON CONFLICT (profile_id, operation, currency) DO UPDATE
            SET above = EXCLUDED.above, set_by = EXCLUDED.set_by, set_at = EXCLUDED.set_at
            WHERE approval_rule.above <> EXCLUDED.above;
    END IF;
    IF FOUND THEN
        PERFORM next_change(p_profile);
    END IF;
END
$$;
