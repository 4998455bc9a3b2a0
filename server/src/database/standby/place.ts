/** A position in the WAL of a database cluster. */
export type Place = {
  /** Differs between clusters that are not copies of each other. */
  system: string
  /** Changes with each failover: what the old primary wrote afterwards is on no copy of the new one. */
  timeline: number
  /** Everything before this position is there. */
  lsn: string
  /** When this server process was started. */
  started: string
}

/**
 * A server's position: for a primary, what it has flushed to disk, which includes everything acknowledged; for a standby,
 * what it has replayed. A standby's timeline is the newest of what it receives (seen only with the right of
 * pg_read_all_stats), of what it must replay, and of its last restart point, which can be some minutes old. timeline-proof.ts
 * finds out what this does not show.
 */
export const placeQuery = `select system_identifier::text as system,
  case when pg_is_in_recovery() then greatest((select received_tli from pg_stat_wal_receiver),
      (select min_recovery_end_timeline from pg_control_recovery()), (select timeline_id from pg_control_checkpoint()))
    else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as lsn,
  pg_postmaster_start_time()::text as started
  from pg_control_system()`

const numberOf = (lsn: string) => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Whether a standby has replayed up to a position of the primary, not yet, still shows the timeline before a failover,
 * or is a copy of something else.
 */
export function compareTo(primary: Place, copy: Place): 'reached' | 'behind' | 'before a failover' | 'elsewhere' {
  if (copy.system !== primary.system || copy.timeline > primary.timeline) return 'elsewhere'
  if (copy.timeline < primary.timeline) return 'before a failover'
  return numberOf(copy.lsn) >= numberOf(primary.lsn) ? 'reached' : 'behind'
}
