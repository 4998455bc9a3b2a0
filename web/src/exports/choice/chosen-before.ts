/** The subjects in the link's navigation state, which the list of subjects sets to the visible ones. */
export function chosenBefore(state: unknown): ReadonlySet<string> | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const { subjectids }: { subjectids?: unknown } = state
  if (!Array.isArray(subjectids)) return undefined
  return new Set(subjectids.filter((id) => typeof id === 'string'))
}
