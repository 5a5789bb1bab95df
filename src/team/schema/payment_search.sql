-- Payments found by a query, and counted. Queries come as the program writes them (TeamPaymentQuery): conditions that have
-- to hold together, each with alternatives. Every value becomes a literal by format's %L.

-- Those of the known values that an alternative is of.
CREATE FUNCTION paydesk.payment_values(p_profile uuid, p_alternative jsonb) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT coalesce(array_agg(v.value ORDER BY v.value), '{}') FROM payment_value AS v
    WHERE v.profile_id = p_profile AND v.kind = coalesce(p_alternative ->> 'column', 'code') AND CASE p_alternative ->> 'is'
        WHEN 'lower' THEN p_alternative -> 'values' ? lower(v.value)
        WHEN 'code' THEN lower(v.value) LIKE p_alternative ->> 'like'
        ELSE coalesce(starts_with(v.value, 'UE_' || (p_alternative ->> 'digit')), v.value !~ '^UE_[1-5]')
    END
$$;

-- An alternative as a condition of the row p; 'false' where no payment can have it.
CREATE FUNCTION paydesk.payment_alternative(p_profile uuid, p_alternative jsonb) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    kind text := p_alternative ->> 'is';
    pattern text := p_alternative ->> 'like';
    known text[];
BEGIN
    IF kind IN ('lower', 'code', 'family') THEN
        known := payment_values(p_profile, p_alternative);
    ELSIF kind = 'value' THEN
        known := ARRAY (SELECT jsonb_array_elements_text(p_alternative -> 'values'));
    END IF;
    IF known IS NOT NULL THEN
        RETURN CASE WHEN known = '{}' THEN 'false'
            ELSE format('p.%I = ANY (%L::text[])', coalesce(p_alternative ->> 'column', 'code'), known) END;
    END IF;
    RETURN CASE kind
        WHEN 'text' THEN format('p.search LIKE %L', pattern)
        WHEN 'field' THEN format('(p.search LIKE %L AND split_part(p.search, %L, %s) LIKE %L)', pattern, E'\x1f',
            (p_alternative ->> 'place')::integer, p_alternative ->> 'within')
        WHEN 'last4' THEN format('p.last4 = ANY (%L::smallint[])', ARRAY (SELECT jsonb_array_elements_text(p_alternative -> 'values')))
        WHEN 'amount' THEN format(CASE WHEN p_alternative -> 'from' = p_alternative -> 'to' THEN '(p.amount = %2$L AND p.exponent = %1$L)'
            ELSE '(p.amount BETWEEN %2$L AND %3$L AND p.exponent = %1$L)' END,
            p_alternative ->> 'exponent', p_alternative ->> 'from', p_alternative ->> 'to')
        WHEN 'created' THEN format('(p.created > ''-infinity'' AND p.created >= %L::timestamptz AND p.created < %L::timestamptz)',
            coalesce(p_alternative ->> 'from', '-infinity'), coalesce(p_alternative ->> 'before', 'infinity'))
        WHEN 'flag' THEN format(CASE WHEN (p_alternative ->> 'is_set')::boolean THEN 'p.%I' ELSE 'NOT p.%I' END, p_alternative ->> 'column')
        -- By the times of these payments, so that the key of the table finds them.
        WHEN 'ids' THEN (
            SELECT coalesce(format('(p.created = ANY (%L::timestamptz[]) AND p.payment_id = ANY (%L::text[]))',
                array_agg(DISTINCT k.created), array_agg(k.payment_id)), 'false')
            FROM payment_place AS k
            WHERE k.profile_id = p_profile AND k.payment_id IN (SELECT jsonb_array_elements_text(p_alternative -> 'ids'))
            HAVING count(*) > 0)
    END;
END
$$;

-- Whether a pattern has trigrams: three letters or digits in a row, or two beside the end of a word.
CREATE FUNCTION paydesk.has_trigrams(p_like text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, paydesk, pg_temp AS $$
    SELECT p_like ~ '[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]%]|[^[:alnum:]%][[:alnum:]]{2}'
$$;

-- Whether an index finds the payments of a condition.
CREATE FUNCTION paydesk.is_indexed(p_condition jsonb) RETURNS boolean
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

-- The conditions of a query for the row p, each with AND before it; NULL where nothing can be found. Those of p_keys, or of
-- all others than these; with p_indexed only those that the index of what is looked for finds, or only the others.
CREATE FUNCTION paydesk.payment_conditions(
    p_profile uuid, p_query jsonb, p_keys text[], p_of_keys boolean, p_indexed boolean DEFAULT NULL
) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    condition jsonb;
    made text := '';
    any_of text;
BEGIN
    FOR condition IN SELECT jsonb_array_elements(p_query -> 'conditions') LOOP
        CONTINUE WHEN coalesce(condition ->> 'key', '') = ANY (p_keys) <> p_of_keys OR is_indexed(condition) <> p_indexed;
        SELECT string_agg(a.one, ' OR ') INTO any_of
            FROM jsonb_array_elements(condition -> 'any') AS e
            CROSS JOIN LATERAL (SELECT coalesce(payment_alternative(p_profile, e), 'false') AS one) AS a
            WHERE a.one <> 'false';
        IF any_of IS NULL THEN
            CONTINUE WHEN (condition ->> 'negated')::boolean;
            RETURN NULL;
        END IF;
        made := made || format(CASE WHEN (condition ->> 'negated')::boolean THEN ' AND (%s) IS NOT TRUE' ELSE ' AND (%s)' END, any_of);
    END LOOP;
    RETURN made;
END
$$;

-- The newest payments before a place that a query finds. Where p_milliseconds are over, it ends with the place that was
-- reached, in a row without a payment.
--
-- What many payments have is found soon by looking at the newest of them, one after the other. What few have is found by
-- the index, month by month, ever more of them at a time. Where a month has too much of it for that, its payments are
-- looked at one after the other.
CREATE FUNCTION paydesk.search_payments(
    p_profile uuid, p_query jsonb, p_created timestamptz, p_id text, p_limit bigint, p_milliseconds bigint
)
RETURNS TABLE (found paydesk.payment, at_created timestamptz, at_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = on SET enable_indexscan = on SET jit = off AS $$
DECLARE
    few CONSTANT integer := 15000;
    ends CONSTANT timestamptz := clock_timestamp() + p_milliseconds * interval '1 millisecond';
    conditions CONSTANT text := payment_conditions(p_profile, p_query, '{}', false);
    indexed CONSTANT text := payment_conditions(p_profile, p_query, '{}', false, true);
    others CONSTANT text := payment_conditions(p_profile, p_query, '{}', false, false);
    range CONSTANT text := 'FROM payment AS p WHERE p.profile_id = $1 AND p.created >= $2 AND p.created <= $3 '
        'AND (p.created, p.payment_id) < ($3, $4)';
    newest_first CONSTANT text := ' ORDER BY p.created DESC, p.payment_id DESC';
    lowest timestamptz := coalesce((p_query ->> 'from')::timestamptz,
        CASE WHEN (p_query ->> 'is_dated')::boolean THEN '0001-01-01 00:00:00+00' ELSE '-infinity' END::timestamptz);
    oldest timestamptz;
    left_to_find bigint := p_limit;
    -- Payments that are looked at one after the other next, and until where. Without a condition each of them is found.
    steps bigint := CASE WHEN conditions = '' THEN p_limit ELSE 1000 END;
    steps_until timestamptz;
    step_created timestamptz;
    step_id text;
    -- Months that are looked at next, down to the first of them.
    months integer := 1;
    floor timestamptz;
    rows payment[];
    -- How many the index brought, and how many of them were found.
    brought bigint;
    count bigint;
BEGIN
    PERFORM need_role(p_profile, 'reader');
    at_created := CASE WHEN p_id IS NULL THEN 'infinity' ELSE coalesce(p_created, '-infinity') END;
    at_id := coalesce(p_id, '');
    IF (p_query ->> 'before')::timestamptz <= at_created THEN
        at_created := p_query ->> 'before';
        at_id := '';
    END IF;
    IF conditions IS NULL THEN
        RETURN;
    END IF;
    -- From the newest month to the oldest that there are: each month that is named costs time.
    SELECT c.month INTO floor FROM payment_count AS c WHERE c.profile_id = p_profile AND c.payments > 0
        AND c.month <= at_created AND c.month >= date_trunc('month', lowest, 'UTC') ORDER BY c.month DESC LIMIT 1;
    SELECT c.month INTO oldest FROM payment_count AS c WHERE c.profile_id = p_profile AND c.payments > 0
        AND c.month > '-infinity' AND c.month >= date_trunc('month', lowest, 'UTC') ORDER BY c.month LIMIT 1;
    IF floor IS NULL THEN
        RETURN;
    END IF;
    floor := greatest((floor AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC', '0001-01-01 00:00:00+00');
    IF floor < at_created THEN
        at_created := floor;
        at_id := '';
    END IF;
    LOOP
        floor := date_trunc('month', at_created - CASE WHEN at_id = '' THEN interval '1 microsecond' ELSE interval '0' END, 'UTC');
        floor := (floor AT TIME ZONE 'UTC' - (months - 1) * interval '1 month') AT TIME ZONE 'UTC';
        floor := CASE WHEN floor > oldest THEN greatest(floor, lowest) ELSE lowest END;
        IF indexed <> '' AND at_created <= steps_until THEN
            -- All of these months, where it is not too much.
            PERFORM set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'off', true);
            -- So many rows of the table are read at most, whatever the other conditions leave of them.
            EXECUTE 'SELECT count(*), array_agg(p.whole ORDER BY p.created DESC, p.payment_id DESC) FILTER (WHERE true' || others
                || ') FROM (SELECT p AS whole, p.* ' || range || indexed || ' LIMIT $5) AS p'
                INTO brought, rows USING p_profile, floor, at_created, at_id, few + 1;
            IF brought > few THEN
                IF months = 1 THEN
                    steps_until := floor;
                    steps := 5000;
                END IF;
                months := 1;
                CONTINUE;
            END IF;
            RETURN QUERY SELECT r, NULL::timestamptz, NULL::text FROM unnest(rows) AS r LIMIT left_to_find;
            GET DIAGNOSTICS count = ROW_COUNT;
            step_created := NULL;
        ELSE
            PERFORM set_config('enable_bitmapscan', 'off', true), set_config('enable_indexscan', 'on', true);
            EXECUTE 'SELECT p.created, p.payment_id ' || range || newest_first || ' OFFSET $5 LIMIT 1'
                INTO step_created, step_id USING p_profile, floor, at_created, at_id, steps - 1;
            RETURN QUERY EXECUTE 'SELECT p, NULL::timestamptz, NULL::text ' || range
                || ' AND (p.created, p.payment_id) >= ($2, $5)' || conditions || newest_first || ' LIMIT $6'
                USING p_profile, coalesce(step_created, floor), at_created, at_id, coalesce(step_id, ''), left_to_find;
            GET DIAGNOSTICS count = ROW_COUNT;
            steps := least(steps * 2, 10000);
        END IF;
        left_to_find := left_to_find - count;
        EXIT WHEN left_to_find = 0 OR (step_created IS NULL AND floor = lowest);
        at_created := coalesce(step_created, floor);
        at_id := CASE WHEN step_created IS NULL THEN '' ELSE step_id END;
        -- Where there was little in these months, more of them at a time.
        months := CASE WHEN step_created IS NULL THEN months * 2 ELSE 1 END;
        IF steps_until IS NULL AND count * 8 < p_limit THEN
            steps_until := at_created;
        END IF;
        IF clock_timestamp() >= ends THEN
            found := NULL;
            RETURN NEXT;
            RETURN;
        END IF;
    END LOOP;
END
$$;

-- Up to a time: the months before `months`; with their sign the days from days_from to days_before, whichever side of the
-- month has fewer; and of the day of that time, with their sign, the payments themselves, whichever side has fewer.
CREATE FUNCTION paydesk.counted_until(
    p_time timestamptz, OUT months timestamptz, OUT days_from timestamptz, OUT days_before timestamptz, OUT days_sign integer,
    OUT edge_from timestamptz, OUT edge_before timestamptz, OUT edge_sign integer
)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    day timestamptz := date_trunc('day', p_time, 'UTC');
    month timestamptz := date_trunc('month', p_time, 'UTC');
    next timestamptz := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
    IF p_time - day < interval '12 hours' THEN
        SELECT day, p_time, 1 INTO edge_from, edge_before, edge_sign;
    ELSE
        day := day + interval '24 hours';
        SELECT p_time, day, -1 INTO edge_from, edge_before, edge_sign;
    END IF;
    IF day - month < next - day THEN
        SELECT month, month, day, 1 INTO months, days_from, days_before, days_sign;
    ELSE
        SELECT next, day, next, -1 INTO months, days_from, days_before, days_sign;
    END IF;
END
$$;

-- How many payments of a query have each value: of each facet what the conditions of the others find. All conditions are of
-- what is counted; only of the days in which a span begins and ends the payments themselves are.
CREATE FUNCTION paydesk.payment_facets(p_profile uuid, p_query jsonb) RETURNS TABLE (facet text, value text, payments bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp SET enable_seqscan = off SET jit = off AS $$
DECLARE
    facets CONSTANT text[] := '{status,currency,method,family,disputed,refunded}';
    others CONSTANT text := payment_conditions(p_profile, p_query, facets, false);
    has_span CONSTANT boolean := (p_query ->> 'is_dated')::boolean;
    first record := counted_until((p_query ->> 'from')::timestamptz);
    last record := counted_until((p_query ->> 'before')::timestamptz);
    columns CONSTANT text := 'p.status, p.currency, %s, p.method_type, %s, p.refunded, p.disputed, p.in_part, ';
    ends CONSTANT text := ' UNION ALL SELECT ' || format(columns, 'p.method', 'p.code')
        || '%1$s * p.payments FROM payment_day_count AS p WHERE p.profile_id = $1 AND p.day >= %2$L AND p.day < %3$L'
        || ' UNION ALL SELECT ' || format(columns, 'coalesce(p.method, '''')', 'coalesce(p.code, '''')')
        || '%4$s FROM payment AS p WHERE p.profile_id = $1 AND p.created >= %5$L AND p.created < %6$L';
    counted text := format('SELECT ' || format(columns, 'p.method', 'p.code') || 'p.payments FROM payment_count AS p '
        'WHERE p.profile_id = $1 AND p.month >= %L AND p.month < %L',
        coalesce(first.months, CASE WHEN has_span THEN '0001-01-01 00:00:00+00' ELSE '-infinity' END::timestamptz),
        coalesce(last.months, 'infinity'));
    one text;
    asked text := '';
    own text;
BEGIN
    PERFORM need_role(p_profile, 'reader');
    IF others IS NULL THEN
        RETURN;
    END IF;
    IF first.months IS NOT NULL THEN
        counted := counted || format(ends, -first.days_sign, first.days_from, first.days_before, -first.edge_sign, first.edge_from,
            first.edge_before);
    END IF;
    IF last.months IS NOT NULL THEN
        counted := counted || format(ends, last.days_sign, last.days_from, last.days_before, last.edge_sign, last.edge_from,
            last.edge_before);
    END IF;
    FOREACH one IN ARRAY facets LOOP
        own := payment_conditions(p_profile, p_query, array_remove(facets, one), true);
        CONTINUE WHEN own IS NULL;
        asked := asked || format(' UNION ALL SELECT %L, p.%I::text, sum(p.payments) FROM counted AS p WHERE true%s GROUP BY 2',
            one, CASE one WHEN 'family' THEN 'code' ELSE one END, own);
    END LOOP;
    own := payment_conditions(p_profile, p_query, facets, true);
    IF own IS NOT NULL THEN
        asked := asked || ' UNION ALL SELECT ''all'', '''', sum(p.payments) FROM payment_count AS p WHERE p.profile_id = $1' || others || own;
    END IF;
    RETURN QUERY EXECUTE 'WITH counted AS MATERIALIZED (SELECT p.status, p.currency, p.method, p.method_type, p.code, p.refunded, '
        'p.disputed, p.in_part, sum(p.payments) AS payments FROM (' || counted || ') AS p (status, currency, method, method_type, '
        'code, refunded, disputed, in_part, payments) WHERE true' || others || ' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) '
        'SELECT a.facet, a.value, a.payments::bigint FROM (SELECT NULL::text, NULL::text, 0::numeric' || asked
        || ') AS a (facet, value, payments) WHERE a.payments > 0' USING p_profile;
END
$$;

GRANT EXECUTE ON FUNCTION paydesk.search_payments, paydesk.payment_facets TO paydesk_reader;
