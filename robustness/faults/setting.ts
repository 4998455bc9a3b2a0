import type { Person } from '../person.ts'

export type Place = {
  siteid: string
  studyid: string
  formtypeid: string
  activitytypeid: string
  subjectids: string[]
}

/** A study with this many subjects, each with a form that can be written. */
export async function addPlace({ ask }: Person, subjects: number): Promise<Place> {
  const siteid = 'oslo'
  await ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  const studyid = idOf(addStudy, 'studyid')
  const { addFormType } = await ask(
    `mutation ($studyid: ID!) { addFormType(studyid: $studyid, identifier: "Baseline",
      fields: [{ name: "Remarks", type: String, required: false }]) { formtypeid } }`,
    { studyid },
  )
  const formtypeid = idOf(addFormType, 'formtypeid')
  const { addActivityType } = await ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }',
    { studyid },
  )
  const activitytypeid = idOf(addActivityType, 'activitytypeid')
  const subjectids: string[] = []
  for (let n = 0; n < subjects; n++) {
    const { addSubjectV2 } = await ask(
      'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
      {
        input: { siteid, studyid, identifier: `S-${n}` },
      },
    )
    const subjectid = idOf(addSubjectV2, 'subjectid')
    await ask('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
      input: { subjectid, formtypeid, fields: [{ key: 'Remarks', value: 'first' }] },
    })
    await ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid, startTime: 1792476000, stopTime: 1792476600 },
    })
    subjectids.push(subjectid)
  }
  return { siteid, studyid, formtypeid, activitytypeid, subjectids }
}

function idOf(answer: Record<string, string> | undefined, name: string): string {
  const id = answer?.[name]
  if (id === undefined) throw new Error(`no ${name} was answered`)
  return id
}
