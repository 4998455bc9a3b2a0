/** The steps with a first subject, in order. */
export const guideSteps = ['create', 'form', 'device', 'activity', 'close', 'done'] as const
export type GuideStep = (typeof guideSteps)[number]

type SubjectContents = {
  status: string
  forms: readonly unknown[]
  devices: readonly unknown[]
  activities: readonly unknown[]
}

/** The next step for a subject. Skips steps that were completed out of order. */
export function stepOf({ status, forms, devices, activities }: SubjectContents): GuideStep {
  if (status !== 'OPEN') return 'done'
  if (forms.length === 0) return 'form'
  if (devices.length === 0) return 'device'
  return activities.length === 0 ? 'activity' : 'close'
}
