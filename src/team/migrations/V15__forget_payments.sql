-- Payments of old months are removed for good: first it is written down since when payments are kept, so that no put brings
-- back what is removed, then each month is removed in a transaction of its own.
--
-- Nothing is said of the single payments: who follows by number asks for what changed, and what was removed did not. One
-- payment gets a new number instead, so that desks look. With the total they read since when payments are kept, and delete
-- what is older of what they have stored.

-- In UTC, the beginning of a month. NULL where nothing was ever removed. Payments without a time are always kept.
ALTER TABLE paydesk.payment_sync ADD COLUMN kept_since timestamptz;

-- From now on older payments are not taken in. It never goes back.
CREATE FUNCTION paydesk.keep_payments_since(p_profile uuid, p_since timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
BEGIN
    PERFORM need_admin(p_profile);
    IF p_since <> date_trunc('month', p_since, 'UTC') OR p_since > date_trunc('month', clock_timestamp(), 'UTC') THEN
        PERFORM refuse('month', p_since::text);
    END IF;
    INSERT INTO payment_sync (profile_id) VALUES (p_profile) ON CONFLICT (profile_id) DO NOTHING;
    UPDATE payment_sync AS s SET kept_since = greatest(s.kept_since, p_since) WHERE s.profile_id = p_profile;
END
$$;

-- Removes the payments of a month that is not kept, with their places and counts, and says how many there were. Where no
-- other profile has payments in its partition, that is dropped as a whole: for a moment everybody waits who reads or puts.
CREATE FUNCTION paydesk.forget_payments(p_profile uuid, p_month timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp
SET enable_seqscan = off SET lock_timeout = '5s' AS $$
DECLARE
    next CONSTANT timestamptz := (p_month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    partition CONSTANT text := 'payment_' || to_char(p_month AT TIME ZONE 'UTC', 'YYYY_MM');
    has_partition CONSTANT boolean := p_month >= '2000-01-01 00:00:00+00' AND p_month < '2100-01-01 00:00:00+00';
    sync payment_sync%ROWTYPE;
    removed bigint;
BEGIN
    PERFORM need_admin(p_profile);
    -- Puts wait for it, and read again what is known.
    SELECT * INTO sync FROM payment_sync AS s WHERE s.profile_id = p_profile FOR UPDATE;
    IF p_month <> date_trunc('month', p_month, 'UTC') OR sync.kept_since IS NULL OR next > sync.kept_since THEN
        PERFORM refuse('month', p_month::text);
    END IF;
    DELETE FROM payment_place AS k USING payment AS p
        WHERE p.profile_id = p_profile AND p.created >= p_month AND p.created < next
            AND k.profile_id = p_profile AND k.payment_id = p.payment_id;
    GET DIAGNOSTICS removed = ROW_COUNT;
    DELETE FROM payment_count WHERE profile_id = p_profile AND month = p_month;
    DELETE FROM payment_day_count WHERE profile_id = p_profile AND day >= p_month AND day < next;
    IF NOT has_partition OR paydesk.others_have_payments(p_profile, p_month) THEN
        DELETE FROM payment AS p WHERE p.profile_id = p_profile AND p.created >= p_month AND p.created < next;
    ELSIF to_regclass('paydesk.' || partition) IS NOT NULL THEN
        -- Whoever puts into it now comes first, and is seen.
        LOCK TABLE payment IN ACCESS EXCLUSIVE MODE;
        IF paydesk.others_have_payments(p_profile, p_month) THEN
            DELETE FROM payment AS p WHERE p.profile_id = p_profile AND p.created >= p_month AND p.created < next;
        ELSE
            EXECUTE format('DROP TABLE paydesk.%I', partition);
        END IF;
    END IF;
    -- The newest gets the next number: so the last number is that of a payment, whichever were removed.
    UPDATE payment AS p SET changed = sync.changed + 1 FROM (SELECT n.created, n.payment_id FROM payment AS n
            WHERE n.profile_id = p_profile ORDER BY n.created DESC, n.payment_id DESC LIMIT 1) AS newest
        WHERE p.profile_id = p_profile AND p.created = newest.created AND p.payment_id = newest.payment_id;
    UPDATE payment_sync AS s SET total = s.total - removed, changed = sync.changed + 1, puts = s.puts + 1
        WHERE s.profile_id = p_profile;
    PERFORM pg_notify('paydesk', p_profile || ':payments:' || (sync.changed + 1));
    RETURN removed;
END
$$;

-- Whether another profile has payments of a month: the limit lets each be looked up by itself.
CREATE FUNCTION paydesk.others_have_payments(p_profile uuid, p_month timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp
SET enable_seqscan = off AS $$
    SELECT EXISTS (SELECT FROM profile AS f CROSS JOIN LATERAL (SELECT FROM payment_count AS c
            WHERE c.profile_id = f.profile_id AND c.month = p_month AND c.payments > 0 LIMIT 1) AS has
        WHERE f.profile_id <> p_profile)
$$;

-- As before, without what is not kept any more: of numbers that nothing has at the end none are used.
CREATE OR REPLACE FUNCTION paydesk.put_payments(
    p_profile uuid, p_epoch bigint, p_seen bigint, p_rows jsonb, p_changes bigint,
    p_place jsonb, p_is_whole boolean, p_as_of timestamptz, OUT total bigint, OUT last_change bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    sync payment_sync%ROWTYPE := lock_payments(p_profile);
    rows payment[] := ARRAY (SELECT r FROM jsonb_populate_recordset(NULL::payment, p_rows) AS r
        WHERE r.created = '-infinity' OR r.created >= coalesce(sync.kept_since, '-infinity'));
    before payment[];
    month timestamptz;
BEGIN
    IF sync.lead_epoch <> p_epoch THEN
        PERFORM refuse('payments_taken');
    ELSIF sync.puts <> p_seen THEN
        RETURN;
    END IF;
    IF cardinality(rows) > 0 THEN
        FOR month IN SELECT DISTINCT date_trunc('month', w.created, 'UTC') FROM unnest(rows) AS w LOOP
            PERFORM make_partition(month);
        END LOOP;
        WITH gone AS (
            DELETE FROM payment AS p USING unnest(rows) AS w
                JOIN payment_place AS k ON k.profile_id = p_profile AND k.payment_id = w.payment_id
            WHERE p.profile_id = p_profile AND p.created = k.created AND p.payment_id = k.payment_id
            RETURNING p
        ) SELECT coalesce(array_agg(p), '{}') INTO before FROM gone;
        INSERT INTO payment
            SELECT p_profile, w.created, w.payment_id,
                coalesce(sync.changed + w.changed, (SELECT b.changed FROM unnest(before) AS b WHERE b.payment_id = w.payment_id)),
                w.amount, w.capturable, w.received, w.seen, w.detailed, w.last4, w.exponent, w.refunded, w.disputed, w.in_part,
                w.status, w.currency, w.method, w.method_type, w.code, w.search, w.capitals
            FROM unnest(rows) AS w;
        INSERT INTO payment_place AS k SELECT p_profile, w.payment_id, w.created FROM unnest(rows) AS w
            ON CONFLICT ON CONSTRAINT payment_place_pkey DO UPDATE SET created = EXCLUDED.created
            WHERE k.created <> EXCLUDED.created;
        INSERT INTO payment_value
            SELECT DISTINCT p_profile, v.kind, v.value FROM unnest(rows) AS w CROSS JOIN LATERAL (VALUES
                ('currency', w.currency), ('method', w.method), ('method_type', w.method_type), ('code', w.code)) AS v (kind, value)
            WHERE v.value <> ''
            ON CONFLICT DO NOTHING;
        PERFORM count_payments(p_profile, before, -1), count_payments(p_profile, rows, 1);
    END IF;
    total := sync.total + cardinality(rows) - coalesce(cardinality(before), 0);
    last_change := sync.changed + coalesce((SELECT max(w.changed) FROM unnest(rows) AS w), 0);
    UPDATE payment_sync AS s SET place = p_place, is_whole = p_is_whole, as_of = p_as_of, total = put_payments.total,
        changed = last_change, puts = s.puts + 1, synced_at = clock_timestamp() WHERE s.profile_id = p_profile;
    IF last_change > sync.changed THEN
        -- Not a number by itself: a desk that knows nothing of payments passes it over.
        PERFORM pg_notify('paydesk', p_profile || ':payments:' || last_change);
    END IF;
END
$$;

GRANT EXECUTE ON FUNCTION paydesk.keep_payments_since, paydesk.forget_payments TO paydesk_admin;
