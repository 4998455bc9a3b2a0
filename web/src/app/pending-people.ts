import { OnPeopleUpdatesDocument, PendingPeopleDocument } from '../generated/graphql.ts'
import { useRead } from './graphql.ts'
import { useLive } from './live.ts'
import { useUser } from './session.tsx'

const noVariables = {}

/** How many people wait for an administrator, live; 0 for anybody who is none. */
export function usePendingCount(): number {
  const { is_admin } = useUser()
  const variables = is_admin ? noVariables : undefined
  const { data } = useRead(PendingPeopleDocument, variables)
  useLive(OnPeopleUpdatesDocument, variables)
  return data?.listPeople.length ?? 0
}
