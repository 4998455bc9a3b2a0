-- When it was last heard that a file is still being sent: one that was heard of, and then no more, has stopped.

alter table pending_upload add column heard_at timestamptz;
comment on column pending_upload.heard_at is 'When it was last heard that it is being sent. Null if its sender says nothing on the way.';

grant update (heard_at) on pending_upload to casebook_runtime;
