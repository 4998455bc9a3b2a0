import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { addFile, csvRecording } from '../new-file.ts'
import { fillVisit, newSubject, recordStairs } from '../new-subject.ts'

const describe = `mutation ($subjectid: ID!, $referencedataid: ID!, $description: String!) {
  describeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, description: $description) { referencedataid } }`

/** The description of an Axivity file of ten minutes, starting at 09:50. */
const found = JSON.stringify({
  format: 'Axivity CWA',
  unreadable: null,
  recognised: [],
  start: 1_792_482_600,
  clock: 'utc',
  duration: 600,
  channels: [{ name: 'x', unit: 'g', kind: 'acceleration', rate: 100, sensor: null, samples: 60_000 }],
  channelCount: 1,
  samples: 60_000,
  gaps: { count: 0, seconds: 0, longest: [] },
  faults: [],
  annotations: 0,
  device: 'AX3',
  serialnumber: 'AX3-4711',
  fingerprint: null,
  layout: null,
})

test('a subject’s day shows what does not fit together, leads to it, and is on paper', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const { call, subjectid, studyid, siteid } = subject
  await fillVisit(subject)
  await recordStairs(subject)
  const { listActivityTypes } = await call<{
    listActivityTypes: { activitytypeid: string; description: string }[]
  }>('query ($studyid: ID!) { listActivityTypes(studyid: $studyid) { activitytypeid description } }', { studyid })
  const treadmill = listActivityTypes.find(({ description }) => description === 'Treadmill')?.activitytypeid ?? ''
  // Treadmill begins a minute before Stairs ended.
  await call('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid: treadmill, startTime: 1_792_483_140, stopTime: 1_792_484_000 },
  })
  // Half an hour after Treadmill.
  const { addActivityType: bike } = await call<{ addActivityType: { activitytypeid: string } }>(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Bicycle") { activitytypeid } }',
    { studyid },
  )
  await call('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, ...bike, startTime: 1_792_485_800, stopTime: 1_792_486_400 },
  })
  const own = await addFile(subject, 'arm.cwa', csvRecording('2026-10-20T09:50:00', 10, 1))
  await call(describe, { subjectid, referencedataid: own.referencedataid, description: found })
  // The same recorder at the same time with another subject.
  const identifier = `O-${crypto.randomUUID().slice(0, 8)}`
  const { addSubjectV2: other } = await call<{ addSubjectV2: { subjectid: string } }>(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { siteid, studyid, identifier } },
  )
  const elsewhere = { ...subject, ...other }
  await recordStairs(elsewhere)
  const theirs = await addFile(elsewhere, 'arm.cwa', csvRecording('2026-10-20T09:50:00', 10, 1))
  await call(describe, { ...other, referencedataid: theirs.referencedataid, description: found })

  await signIn(page, 'nurse', subject.path)
  const day = page.getByRole('region', { name: 'The day' })
  await expect(day.getByText('Treadmill begins 1 min before Stairs ends')).toBeVisible()
  const recorder = `The recorder of arm.cwa, no. AX3-4711, recorded Stairs of ${identifier} at that time`
  await expect(day.getByRole('link', { name: recorder })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await day.getByRole('button', { name: 'Treadmill begins 1 min before Stairs ends' }).click()
  await expect(page.locator(`tr[data-activity="${treadmill}"]`)).toBeInViewport()
  await day.getByText('The day as a list').click()
  const list = day.locator('ol')
  await expect(list.getByRole('listitem').filter({ hasText: /^Stairs .*09:50 to .*10:00, 10 min/ })).toBeVisible()
  await expect(list.getByText(/arm\.cwa, 2026-10-20 09:50 to 10:00/)).toBeVisible()
  // What the file is, as stored with it.
  const contents = 'Axivity CWA · 1 channel · 100 Hz · 60,000 values · covers the activity'
  await expect(list.getByText(contents, { exact: true })).toBeVisible()
  const gap = /^No activity 2026-10-20 10:13:20 to 10:43:20, 30 min/
  await expect(list.getByRole('listitem').filter({ hasText: gap })).toBeVisible()
  const facts = day.locator('ul')
  await expect(facts.getByRole('listitem').filter({ hasText: 'No devices attached' })).toBeVisible()
  await expect(facts.getByRole('listitem').filter({ hasText: /^Visit: .*2026/ })).toBeVisible()
  await expectAccessible(page)
  await day.getByRole('button', { name: 'arm.cwa' }).click()
  await expect(page.getByRole('link', { name: 'Open arm.cwa' })).toBeVisible()

  await expect(page.getByText(/^Axivity CWA · .* · 2026-10-20 09:50 – 10:00 · covers the activity$/)).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article')
  await expect(paper.getByRole('heading', { name: 'The day' })).toBeVisible()
  await expect(paper.getByText(/arm\.cwa, 2026-10-20 09:50 to/)).toBeVisible()
  await expect(paper.getByText(contents, { exact: true })).toBeVisible()
  await expect(paper.getByText(gap)).toBeVisible()
  await expect(paper.getByText('No devices attached')).toBeVisible()
  await expect(paper.getByRole('listitem').filter({ hasText: /^Visit: .*2026/ })).toBeVisible()
  await expect(paper.getByText('Treadmill begins 1 min before Stairs ends')).toBeVisible()
  await expect(paper.getByText(recorder)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})
