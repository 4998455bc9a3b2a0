/** A position in the WAL of a database cluster. */
export type Place = {
  /** Differs between clusters that are not copies of each other. */
  system: string
  /** Changes with each failover: what the old primary wrote afterwards is on no copy of the new one. */
  timeline: number
  /** Everything before this position is there. */
  lsn: string
}

/**
 * A server's position: for a primary, what it has flushed to disk, which includes everything acknowledged; for a standby, what it
 * has replayed. A standby reports the timeline of its last restart point, so after a failover it is not used for some minutes.
 */
export const placeQuery = `select system_identifier::text as system,
  case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
    else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as lsn
  from pg_control_system()`

const numberOf = (lsn: string) => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Whether a standby has replayed up to a position of the primary, not yet, or is a copy of something else. */
export function compareTo(primary: Place, copy: Place): 'reached' | 'behind' | 'elsewhere' {
  if (copy.system !== primary.system || copy.timeline !== primary.timeline) return 'elsewhere'
  return numberOf(copy.lsn) >= numberOf(primary.lsn) ? 'reached' : 'behind'
}
