import { sql } from 'kysely'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Database } from '../../database/connect.ts'
import { unscoped } from '../../database/unscoped.ts'

/** How long to keep an entry that has no lifetime of its own. */
const daySeconds = 86_400

/** Stores the embedded provider's state in the database, so that any server can continue what another began. */
export function tableAdapters(db: Database): AdapterFactory {
  return (model) => adapterOf(db, model)
}

function adapterOf(db: Database, model: string): Adapter {
  async function findWhere(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<{ payload: string }>`
      select payload::text as payload from provider_state
      where model = ${model} and ${sql.ref(column)} = ${value} and expires_at > now() limit 1`.execute(unscoped(db))
    const [found] = rows
    if (!found) return undefined
    const payload: AdapterPayload = JSON.parse(found.payload)
    return payload
  }
  return {
    async upsert(id, payload, expiresIn) {
      const { uid = null, userCode = null, grantId = null } = payload
      await sql`
        insert into provider_state (model, id, payload, uid, user_code, grant_id, expires_at)
        values (${model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${uid}, ${userCode}, ${grantId},
          now() + ${expiresIn ?? daySeconds} * interval '1 second')
        on conflict (model, id) do update set payload = excluded.payload, uid = excluded.uid, user_code = excluded.user_code,
          grant_id = excluded.grant_id, expires_at = excluded.expires_at`.execute(unscoped(db))
    },
    find: (id) => findWhere('id', id),
    findByUid: (uid) => findWhere('uid', uid),
    findByUserCode: (userCode) => findWhere('user_code', userCode),
    async consume(id) {
      await sql`
        update provider_state set payload = jsonb_set(payload, '{consumed}', to_jsonb(extract(epoch from now())::bigint))
        where model = ${model} and id = ${id}`.execute(unscoped(db))
    },
    async destroy(id) {
      await sql`delete from provider_state where model = ${model} and id = ${id}`.execute(unscoped(db))
    },
    async revokeByGrantId(grantId) {
      await sql`delete from provider_state where model = ${model} and grant_id = ${grantId}`.execute(unscoped(db))
    },
  }
}

export async function sweepProviderState(db: Database): Promise<void> {
  await sql`delete from provider_state where expires_at < now()`.execute(unscoped(db))
}
