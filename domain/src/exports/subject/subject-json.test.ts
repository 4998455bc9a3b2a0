import { expect, test } from 'vitest'
import { memoryRows } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { subjectJson } from './subject-json.ts'

const [subject] = stepCounting.subjects
const subjects = subject ? [subject] : []

async function recordOf(lists: typeof stepCounting) {
  const text = (await Array.fromAsync(subjectJson(memoryRows(lists)))).join('')
  return JSON.parse(text)
}

test('the record contains the subject’s data as stored, and the definitions of its forms', async () => {
  const forms = stepCounting.forms.slice(0, 1)
  const record = await recordOf({ ...stepCounting, subjects, forms })
  expect(record).toMatchObject({
    subject: { subjectid: 'subject1', identifier: 'S-001 Åse', status: 'CLOSED' },
    study: { name: 'Step counting' },
    devices: stepCounting.subjectDevices,
    forms,
    activities: stepCounting.activities,
    runningActivities: stepCounting.runningActivities,
    referenceData: stepCounting.referenceData,
    formTypes: stepCounting.formTypes,
    snapshot: '{"subjectid":"subject1"}',
    history: stepCounting.history,
  })
})

test('a record requested without history has none', async () => {
  const heading = { ...stepCounting.heading, history: false }
  expect(await recordOf({ ...stepCounting, heading, subjects })).not.toHaveProperty('history')
})

test('rows of several subjects are refused', async () => {
  await expect(recordOf(stepCounting)).rejects.toThrow('one subject')
})
