import { useRead } from '../calls/graphql.ts'
import { OnPeopleUpdatesDocument, PendingPeopleDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useUser } from '../session/session.tsx'

const noVariables = {}

/** How many people wait for an administrator, live; 0 for anyone else. */
export function usePendingCount(): number {
  const { is_admin } = useUser()
  const variables = is_admin ? noVariables : undefined
  const { data } = useRead(PendingPeopleDocument, variables)
  useLive(OnPeopleUpdatesDocument, variables)
  return data?.listPeople.length ?? 0
}
