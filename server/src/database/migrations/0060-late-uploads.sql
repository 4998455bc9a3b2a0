-- The sweep looks for uploads that arrive after their policy ended.

create index reference_data_failed_idx on reference_data (expires_at) where status = 'FAILED' and removed_at is null;
