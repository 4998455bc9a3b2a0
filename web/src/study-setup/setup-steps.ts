/** The steps in which a study is set up, in their order. */
export const setupSteps = ['devices', 'formtypes', 'activitytypes', 'visits', 'people', 'subject'] as const
export type SetupStep = (typeof setupSteps)[number]

/** How many of each there are; undefined if this person can't know it. */
export type SetupCounts = Readonly<Record<SetupStep, number | undefined>>

/** A study has visits only if it is planned so, and people are let in by administrators: neither is waited for. */
const isWaitedFor: Readonly<Record<SetupStep, boolean>> = {
  devices: true,
  formtypes: true,
  activitytypes: true,
  visits: false,
  people: true,
  subject: true,
}

/** The steps that only administrators can take. */
export function isOfAdministrators(step: SetupStep): boolean {
  return step === 'devices' || step === 'people'
}

/** The step that comes next for this person: the first that has nothing yet. Undefined once there is a subject. */
export function nextStep(counts: SetupCounts, isAdmin: boolean): SetupStep | undefined {
  if (counts.subject) return undefined
  const isTheirs = (step: SetupStep) => isWaitedFor[step] && (isAdmin || !isOfAdministrators(step))
  return setupSteps.find((step) => isTheirs(step) && counts[step] === 0) ?? 'subject'
}

type Person = { groups: readonly string[]; all_sites: boolean; sites: readonly string[] }

/** How many of these people record at a site. */
export function countPeople(people: readonly Person[], siteid: string): number {
  return people.filter(({ groups, all_sites, sites }) => groups.includes('hp') && (all_sites || sites.includes(siteid)))
    .length
}
