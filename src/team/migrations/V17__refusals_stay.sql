-- Withdraws a request of one's own that was not used, also where it is approved. What was refused stays refused, for all to
-- see. Again, it changes nothing.
CREATE OR REPLACE FUNCTION paydesk.withdraw_approval(p_profile uuid, p_approval uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there approval%ROWTYPE;
BEGIN
    PERFORM begin_change(p_profile, 'operator');
    SELECT * INTO there FROM approval WHERE profile_id = p_profile AND approval_id = p_approval;
    IF there.approval_id IS NULL THEN
        PERFORM refuse('no_approval', p_approval::text);
    ELSIF there.requested_by <> session_user::text THEN
        PERFORM refuse('foreign_request', there.requested_by);
    ELSIF there.operation_id IS NOT NULL THEN
        PERFORM refuse('approval_used', there.operation_id);
    ELSIF there.decision = 'refused' THEN
        PERFORM refuse('already_decided', there.decided_by);
    ELSIF there.withdrawn_at IS NULL THEN
        UPDATE approval SET withdrawn_at = clock_timestamp(), change = next_change(p_profile)
            WHERE profile_id = p_profile AND approval_id = p_approval;
    END IF;
END
$$;
