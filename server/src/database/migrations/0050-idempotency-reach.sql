-- A kept answer is given again only to somebody who may still see what it shows.

alter table idempotency_key add column reach jsonb;
comment on column idempotency_key.reach is 'The sites and studies that the caller reached when it was answered; NULL before release 0.2.0.';
