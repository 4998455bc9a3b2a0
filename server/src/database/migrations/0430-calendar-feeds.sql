-- Whether a study's calendar of visits can be subscribed to, and the tokens by which it is: of one study each, and longer than others.

alter table study add column calendar_feed boolean not null default false;
comment on column study.calendar_feed is 'Whether people may subscribe to the calendar of its visits.';

create or replace view current_study as
  select study.* from study join current_site using (siteid) where study.removed_at is null;

alter table access_token drop constraint access_token_scopes_check;
alter table access_token add constraint access_token_scopes_check check (
  (scopes <@ '{read,write,export}' and cardinality(scopes) > 0) or (scopes = '{calendar}' and cardinality(studies) = 1));
alter table access_token drop constraint access_token_expires_at_check;
alter table access_token add constraint access_token_expires_at_check check (
  expires_at <= created_at + case when scopes = '{calendar}' then interval '366 days' else interval '91 days' end);
