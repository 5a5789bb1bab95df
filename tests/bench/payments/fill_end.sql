-- What puts keep beside the payments themselves.
INSERT INTO paydesk.payment_place SELECT profile_id, payment_id, created FROM paydesk.payment ON CONFLICT DO NOTHING;
INSERT INTO paydesk.payment_count
SELECT profile_id, date_trunc('month', created, 'UTC'), status, currency, coalesce(method, ''), method_type, coalesce(code, ''),
    refunded, disputed, in_part, count(*)
FROM paydesk.payment GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
INSERT INTO paydesk.payment_day_count
SELECT profile_id, date_trunc('day', created, 'UTC'), status, currency, coalesce(method, ''), method_type, coalesce(code, ''),
    refunded, disputed, in_part, count(*)
FROM paydesk.payment GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
INSERT INTO paydesk.payment_value
SELECT DISTINCT p.profile_id, v.kind, v.value FROM paydesk.payment AS p CROSS JOIN LATERAL (VALUES
    ('currency', p.currency), ('method', p.method), ('method_type', p.method_type), ('code', p.code)) AS v (kind, value)
WHERE v.value <> '';
INSERT INTO paydesk.payment_sync (profile_id, total, changed)
SELECT profile_id, count(*), max(changed) FROM paydesk.payment GROUP BY profile_id;
