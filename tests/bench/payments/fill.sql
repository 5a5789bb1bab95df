-- One month of payments, as a table that becomes a partition: its indexes are made when it is attached, which is faster than
-- one row at a time. $month, $partition, $count, $first and $profile are put in by the benchmark.
CREATE TABLE paydesk.$partition (LIKE paydesk.payment INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
INSERT INTO paydesk.$partition
SELECT '$profile'::uuid, '$month'::timestamptz + (n - $first) * (interval '28 days' / $count), id, n, amount, 0,
    CASE WHEN status = 'succeeded' THEN amount ELSE 0 END, '2026-11-26 08:00:00+00', '2026-11-26 08:00:00+00',
    CASE WHEN method = 'card' THEN n % 9973 % 10000 END, CASE currency WHEN 'JPY' THEN 0 ELSE 2 END,
    r % 37 = 0, r % 499 = 0, false, status, currency, method, CASE WHEN method = 'card' THEN 'credit' ELSE '' END, code,
    concat(E'\x1f', lower(id), E'\x1f', 'cus_', substr(md5('customer' || r % 400000), 1, 20), E'\x1f', first, '.', last, r % 9973,
        '@', domain, E'\x1f', first, ' ', last, E'\x1f', product, ', size ', r % 60, E'\x1f', 'a-', n, E'\x1f', 'example shop',
        E'\x1f', 'channel ', CASE WHEN r % 3 = 0 THEN 'web' ELSE 'app' END, ' campaign ', substr(md5('c' || r % 300), 1, 6), E'\x1f',
        CASE WHEN code IS NOT NULL THEN concat('51', E'\x1f', E'\x1f', lower(code), E'\x1f', message, E'\x1f') END),
    '\x8581'::bytea
FROM (
    SELECT n, r, 'pay_' || translate(substr(encode(sha256(int8send(n)), 'base64'), 1, 22), '+/', 'xy') AS id,
        100 + r % 49900 AS amount,
        CASE WHEN r % 1000 < 860 THEN 'succeeded' WHEN r % 1000 < 960 THEN 'failed' WHEN r % 1000 < 990 THEN 'cancelled'
            WHEN r % 1000 < 998 THEN 'processing' ELSE 'requires_capture' END AS status,
        CASE WHEN r % 20 < 14 THEN 'EUR' WHEN r % 20 < 18 THEN 'USD' WHEN r % 20 = 18 THEN 'GBP' ELSE 'JPY' END AS currency,
        CASE WHEN r % 10 < 7 THEN 'card' WHEN r % 10 < 9 THEN 'wallet' ELSE 'bank_transfer' END AS method,
        CASE WHEN r % 1000 BETWEEN 860 AND 959 THEN (ARRAY['UE_1001','UE_1007','UE_2003','UE_3001','UE_5001','UE_9000'])[1 + r % 6] END AS code,
        (ARRAY['insufficient funds','declined by the issuer','payment blocked','service temporarily unavailable',
            'card authentication failed','something went wrong'])[1 + r % 6] AS message,
        (ARRAY['anna','jürgen','marie','li','noah','sofia','peter','elena','ahmed','lucas','emma','olga','paul','yuki','maja','david'])
            [1 + (r / 7) % 16] AS first,
        (ARRAY['müller','schmidt','dubois','wei','smith','garcia','novak','rossi','khan','silva','larsson','petrova','tanaka','kowalski',
            'jones','becker','moreau','costa','nilsson','haas'])[1 + (r / 113) % 20] AS last,
        (ARRAY['example.com','mail.example','post.example','web.example','shop.example'])[1 + (r / 5) % 5] AS domain,
        CASE WHEN n % 100000 = 77777 THEN 'purple umbrella' ELSE
            (ARRAY['blue shoes','red jacket','green hat','wool socks','leather belt','rain coat','summer dress','running shirt',
                'winter boots','silk scarf'])[1 + (r / 11) % 10] END AS product
    FROM (SELECT n, abs(hashint8extended(n, 7) % 1000000000) AS r FROM generate_series($first, $first + $count - 1) AS n) AS numbers
) AS made;
ALTER TABLE paydesk.$partition ENABLE ROW LEVEL SECURITY;
ALTER TABLE paydesk.payment ATTACH PARTITION paydesk.$partition FOR VALUES FROM ('$month') TO ('$next');
