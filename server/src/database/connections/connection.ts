import type pg from 'pg'

/** How to reach a database: a URL, or host (or socket folder), user and so on. */
export type Connection = pg.ClientConfig
