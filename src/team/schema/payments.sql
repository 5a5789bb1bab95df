-- All payments of each profile, as the hub that leads reads them from the service: one table in partitions, one a month.
--
-- A row is what StoredPayment is. `search` has its texts in lower case, each between two separators (U+001F), with the
-- code and the usual message of a decline at the end; `capitals` says which letters were capitals. So the texts are stored
-- once, and searched as a desk searches its own. A payment whose time is not known has -infinity for it: the oldest.
--
-- Only functions write. Who reads page by page or by number reads the table, where row-level security lets a member see
-- what belongs to the profile; who searches calls a function, since LIKE below row-level security can use no index.
--
-- Payments of old months are removed for good: first it is written down since when payments are kept, so that no put brings
-- back what is removed, then each month is removed in a transaction of its own. Nothing is said of the single payments: who
-- follows by number asks for what changed, and what was removed did not. One payment gets a new number instead, so that
-- desks look. With the total they read since when payments are kept, and delete what is older of what they have stored.

CREATE TABLE paydesk.payment (
    profile_id uuid NOT NULL,
    created timestamptz NOT NULL,
    payment_id text COLLATE "C" NOT NULL CHECK (octet_length(payment_id) BETWEEN 1 AND 512),
    -- The number of its last change, from payment_sync.
    changed bigint NOT NULL,
    amount bigint NOT NULL,
    capturable bigint,
    received bigint,
    -- When a list or a read showed it as it is, and when its details were read.
    seen timestamptz,
    detailed timestamptz,
    last4 smallint,
    -- Decimals of the currency; 0 where they are not known.
    exponent smallint NOT NULL,
    refunded boolean NOT NULL,
    disputed boolean NOT NULL,
    -- A part of it was captured, as lists show it.
    in_part boolean NOT NULL,
    status text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    method text COLLATE "C",
    method_type text COLLATE "C" NOT NULL,
    code text COLLATE "C",
    search text COLLATE "C" NOT NULL,
    capitals bytea,
    PRIMARY KEY (profile_id, created, payment_id)
) PARTITION BY RANGE (created);
CREATE INDEX payment_changed ON paydesk.payment (profile_id, changed);
CREATE INDEX payment_without_details ON paydesk.payment (profile_id, created, payment_id) WHERE detailed IS NULL;
CREATE INDEX payment_disputed ON paydesk.payment (profile_id, created, payment_id) WHERE disputed;
-- Ranges of amounts that few payments have: the index of what is looked for would bring every amount of the range.
CREATE INDEX payment_amount ON paydesk.payment (profile_id, exponent, amount);

-- One index for all that is looked for: parts of texts by their trigrams, and the values that few payments have. The
-- operators of trigrams are wherever the extension was created.
DO $$
DECLARE
    trigrams text := (SELECT nspname FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_trgm');
BEGIN
    EXECUTE pg_catalog.format('CREATE INDEX payment_search ON paydesk.payment USING gin '
        '(profile_id, search %I.gin_trgm_ops, status, currency, code, last4, amount) WITH (gin_pending_list_limit = 1024)', trigrams);
END
$$;

-- Those without a time, and those of a time that cannot be right: a service must not be able to make partitions without end.
CREATE TABLE paydesk.payment_undated PARTITION OF paydesk.payment FOR VALUES FROM (MINVALUE) TO ('2000-01-01 00:00:00+00');

CREATE TABLE paydesk.payment_later PARTITION OF paydesk.payment FOR VALUES FROM ('2100-01-01 00:00:00+00') TO (MAXVALUE);
ALTER TABLE paydesk.payment_undated ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment_later ENABLE ROW LEVEL SECURITY;

-- In which month each payment is: found by its id, however many months there are.
CREATE TABLE paydesk.payment_place (
    profile_id uuid NOT NULL,
    payment_id text COLLATE "C" NOT NULL,
    created timestamptz NOT NULL,
    PRIMARY KEY (profile_id, payment_id)
);

-- How many payments have the same values, month by month (in UTC); the month of those without a time is -infinity.
CREATE TABLE paydesk.payment_count (
    profile_id uuid NOT NULL,
    month timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    -- Empty where there is none.
    method text COLLATE "C" NOT NULL,
    method_type text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    refunded boolean NOT NULL,
    disputed boolean NOT NULL,
    in_part boolean NOT NULL,
    payments bigint NOT NULL,
    PRIMARY KEY (profile_id, month, status, currency, method, method_type, code, refunded, disputed, in_part)
) WITH (fillfactor = 70);

-- The same day by day, for spans that begin or end within a month.
CREATE TABLE paydesk.payment_day_count (
    profile_id uuid NOT NULL,
    day timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    method_type text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    refunded boolean NOT NULL,
    disputed boolean NOT NULL,
    in_part boolean NOT NULL,
    payments bigint NOT NULL,
    PRIMARY KEY (profile_id, day, status, currency, method, method_type, code, refunded, disputed, in_part)
) WITH (fillfactor = 70);

-- The values that payments of a profile have or had: conditions that make no difference of letter case, or are of what a
-- value begins with, become whole values by it.
CREATE TABLE paydesk.payment_value (
    profile_id uuid NOT NULL,
    kind text NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (profile_id, kind, value)
);

-- How far the list of a profile was read, and by whom.
CREATE TABLE paydesk.payment_sync (
    profile_id uuid PRIMARY KEY REFERENCES paydesk.profile,
    -- Of the hub that reads now: puts of an earlier one are refused.
    lead_epoch bigint NOT NULL DEFAULT 0,
    -- Opaque here.
    place jsonb NOT NULL DEFAULT '{}' CHECK (pg_column_size(place) <= 65536),
    -- Whether the list was read to its end once, and when that was.
    is_whole boolean NOT NULL DEFAULT false,
    as_of timestamptz,
    total bigint NOT NULL DEFAULT 0,
    -- The number of the last change of a payment.
    changed bigint NOT NULL DEFAULT 0,
    -- Counts the puts: who puts must have seen the last one.
    puts bigint NOT NULL DEFAULT 0,
    synced_at timestamptz,
    -- In UTC, the beginning of a month. NULL where nothing was ever removed. Payments without a time are always kept.
    kept_since timestamptz
) WITH (fillfactor = 10);

-- Makes the partition of a month where there is none. Attaching one that is empty makes no reader wait.
CREATE FUNCTION paydesk.make_partition(p_month timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    partition text := 'payment_' || to_char(p_month AT TIME ZONE 'UTC', 'YYYY_MM');
BEGIN
    IF p_month < '2000-01-01 00:00:00+00' OR p_month >= '2100-01-01 00:00:00+00'
        OR to_regclass('paydesk.' || partition) IS NOT NULL
    THEN
        RETURN;
    END IF;
    -- Two that need the same month wait for each other.
    LOCK TABLE payment IN SHARE UPDATE EXCLUSIVE MODE;
    IF to_regclass('paydesk.' || partition) IS NULL THEN
        EXECUTE format('CREATE TABLE paydesk.%I (LIKE paydesk.payment INCLUDING ALL)', partition);
        EXECUTE format('ALTER TABLE paydesk.%I ENABLE ROW LEVEL SECURITY', partition);
        EXECUTE format('ALTER TABLE paydesk.payment ATTACH PARTITION paydesk.%I FOR VALUES FROM (%L) TO (%L)',
            partition, p_month, (p_month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
    END IF;
END
$$;

-- The row of a profile, locked: puts of a profile come one after the other, so that their numbers are in the order of
-- their commits, and who asks for what came after a number misses nothing.
CREATE FUNCTION paydesk.lock_payments(p_profile uuid) RETURNS paydesk.payment_sync
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    there payment_sync%ROWTYPE;
BEGIN
    PERFORM need_role(p_profile, 'hub');
    INSERT INTO payment_sync (profile_id) VALUES (p_profile) ON CONFLICT (profile_id) DO NOTHING;
    SELECT * INTO there FROM payment_sync AS s WHERE s.profile_id = p_profile FOR UPDATE;
    RETURN there;
END
$$;

-- From now on puts of those who began before are refused.
CREATE FUNCTION paydesk.begin_payments(p_profile uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
DECLARE
    epoch bigint := (lock_payments(p_profile)).lead_epoch + 1;
BEGIN
    UPDATE payment_sync SET lead_epoch = epoch WHERE profile_id = p_profile;
    RETURN epoch;
END
$$;

-- What is known of payments, by their ids. Each is looked up by itself and by the index, whatever the planner takes the
-- tables for: its plans are made while they are small.
CREATE FUNCTION paydesk.payments_of(p_profile uuid, p_ids text[]) RETURNS SETOF paydesk.payment
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    PERFORM need_role(p_profile, 'reader');
    RETURN QUERY SELECT p.* FROM unnest(p_ids) AS w (payment_id)
        JOIN payment_place AS k ON k.profile_id = p_profile AND k.payment_id = w.payment_id
        JOIN payment AS p ON p.profile_id = p_profile AND p.created = k.created AND p.payment_id = k.payment_id;
END
$$;

-- Counts payments in, or out where p_sign is -1.
CREATE FUNCTION paydesk.count_payments(p_profile uuid, p_payments paydesk.payment[], p_sign bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, paydesk, pg_temp AS $$
    INSERT INTO payment_count AS c
        SELECT p_profile, date_trunc('month', p.created, 'UTC'), p.status, p.currency, coalesce(p.method, ''), p.method_type,
            coalesce(p.code, ''), p.refunded, p.disputed, p.in_part, p_sign * count(*)
        FROM unnest(p_payments) AS p GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        ON CONFLICT ON CONSTRAINT payment_count_pkey DO UPDATE SET payments = c.payments + EXCLUDED.payments;
    INSERT INTO payment_day_count AS c
        SELECT p_profile, date_trunc('day', p.created, 'UTC'), p.status, p.currency, coalesce(p.method, ''), p.method_type,
            coalesce(p.code, ''), p.refunded, p.disputed, p.in_part, p_sign * count(*)
        FROM unnest(p_payments) AS p GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        ON CONFLICT ON CONSTRAINT payment_day_count_pkey DO UPDATE SET payments = c.payments + EXCLUDED.payments
$$;

-- Puts payments in the place of what was known of them, with how far the list was read, all in one commit. p_rows are
-- distinct, and merged with what was known at the put p_seen: where another was put since, nothing is done, and the answer
-- has no numbers. Those with a number in `changed`, counted from 1, get new ones; the others keep theirs. What
-- is not kept any more is not taken in: of numbers that nothing has at the end none are used.
--
-- The place of each payment is looked up first. Where nothing is known yet of how large the tables are, as on a database
-- that was just filled or copied, the places of all payments would be gone through once for each.
CREATE FUNCTION paydesk.put_payments(
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

ALTER TABLE paydesk.payment ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment_place ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment_day_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment_value ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment_sync ENABLE ROW LEVEL SECURITY;
CREATE POLICY members ON paydesk.payment FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.payment_place FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.payment_count FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.payment_day_count FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.payment_value FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
CREATE POLICY members ON paydesk.payment_sync FOR SELECT USING (profile_id = ANY (ARRAY (SELECT paydesk.own_profiles())));
GRANT SELECT ON paydesk.payment, paydesk.payment_place, paydesk.payment_count, paydesk.payment_day_count,
    paydesk.payment_value, paydesk.payment_sync TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.payments_of TO paydesk_reader;
GRANT EXECUTE ON FUNCTION paydesk.begin_payments, paydesk.put_payments TO paydesk_hub;
GRANT EXECUTE ON FUNCTION paydesk.keep_payments_since, paydesk.forget_payments TO paydesk_admin;
