-- Second: the old rows are looked at, while people go on reading and writing. This may take minutes.

alter table history validate constraint history_bound;
