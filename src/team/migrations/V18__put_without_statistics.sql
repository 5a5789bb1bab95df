-- As before, with the place of each payment looked up first. Where nothing is known yet of how large the tables are, as on
-- a database that was just filled or copied, the places of all payments were gone through once for each.

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
            DELETE FROM payment AS p USING (
                SELECT w.payment_id, place.created FROM unnest(rows) AS w CROSS JOIN LATERAL (SELECT k.created
                    FROM payment_place AS k WHERE k.profile_id = p_profile AND k.payment_id = w.payment_id LIMIT 1) AS place
                OFFSET 0
            ) AS k
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
