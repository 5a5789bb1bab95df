-- Ranges of amounts that few payments have are found by an index, as other rare values are. The index of what is looked for
-- (V9) cannot: it would bring every amount of the range.

CREATE INDEX payment_amount ON paydesk.payment (profile_id, exponent, amount);

-- Whether an index finds the payments of a condition.
CREATE OR REPLACE FUNCTION paydesk.is_indexed(p_condition jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT NOT (p_condition ->> 'negated')::boolean AND coalesce(bool_and(coalesce(CASE a ->> 'is'
        WHEN 'text' THEN has_trigrams(a ->> 'like')
        WHEN 'field' THEN has_trigrams(a ->> 'like')
        WHEN 'value' THEN a ->> 'column' IN ('status', 'currency')
        WHEN 'lower' THEN a ->> 'column' = 'currency'
        WHEN 'flag' THEN a ->> 'column' = 'disputed' AND (a ->> 'is_set')::boolean
        WHEN 'created' THEN false
        ELSE true
    END, false)), false) FROM jsonb_array_elements(p_condition -> 'any') AS a
$$;
