-- Backups and checks of an installation without DATABASE_OWNER_URL sign in as the servers do, and record that they ran.
grant insert, update on task_run to casebook_runtime;
