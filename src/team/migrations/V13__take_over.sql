-- What is open beside operations is taken over in one step: whoever had it cannot get it back in between.
CREATE FUNCTION paydesk.take_over_item(
    p_profile uuid, p_fence bigint, p_reason text, p_family text, p_resource text, p_operation_id text, p_desk uuid, p_description text,
    p_lease_ms integer, OUT outcome text, OUT fence bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM take_over_claim(p_profile, p_fence, p_reason);
    SELECT c.outcome, c.fence INTO outcome, fence
        FROM claim_resource(p_profile, p_family, p_resource, p_operation_id, p_desk, p_description, p_lease_ms, NULL, NULL, '', NULL, NULL, NULL) AS c;
END
$$;
GRANT EXECUTE ON FUNCTION paydesk.take_over_item TO paydesk_operator;
