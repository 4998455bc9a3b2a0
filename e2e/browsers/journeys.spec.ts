import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Caller } from '../api.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../new-site.ts'
import { test } from './fixtures.ts'

const table = (name: string) => ({ role: 'table', name }) as const

/** A new site with the study Sleep: form type Visit (Date, Weight, Room), activity type Stairs, device A1. */
async function newScene(admin: Caller) {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addDevices(admin, siteid, ['A1'])
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const formtypeid = await addFormType(admin, studyid, 'Visit', [
    { name: 'Date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: false },
    { name: 'Room', type: 'String', required: false, length: 5 },
  ])
  return { siteid, studyid, activitytypeid, formtypeid, path: `/studies/${studyid}/subjects` }
}

/** A subject with the form Visit: 20 October 2026, 70 kg. */
async function newVisitor(admin: Caller) {
  const scene = await newScene(admin)
  const [subjectid = ''] = await addSubjects(admin, scene.siteid, scene.studyid, ['P-1'])
  const fields = [
    { key: 'Date', value: '1792497600' },
    { key: 'Weight', value: '70' },
  ]
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid: scene.formtypeid, fields },
  })
  return { ...scene, path: `${scene.path}/${subjectid}` }
}

test('the main job: from sign-in to a closed subject', async ({ admin, openScreen }, testInfo) => {
  const { path } = await newScene(admin)
  const nurse = await openScreen()
  await nurse.signIn('nurse', path)
  await nurse.press('button', 'New subject')
  await nurse.fill('Identifier', 'P-1')
  await nurse.driver.press('Enter')
  await nurse.press('link', 'P-1')
  await nurse.sees('Subject: P-1 (identifier)')
  await nurse.expectNoSidewaysScroll()

  await nurse.press('button', 'Add form')
  await nurse.fill('Date', '2026-10-20')
  await nurse.fill('Weight', '70')
  await nurse.press('button', 'Save')
  await nurse.sees('20 October 2026', table('Forms'))

  await nurse.press('button', 'Add device')
  await nurse.choose('Location', 'arm')
  await nurse.choose('Device ID', 'A1')
  await nurse.press('button', 'Add')
  await nurse.sees('A1', table('Devices'))

  await nurse.press('button', 'Record Stairs')
  await nurse.fill('Start', '2026-10-20 09:50')
  await nurse.fill('Stop', '2026-10-20 10:00')
  await nurse.driver.press('Enter')
  await nurse.sees('2026-10-20 10:00', table('Activities'))

  const file = testInfo.outputPath('arm sensor, left.csv')
  await writeFile(file, randomBytes(3_000_000))
  await nurse.press('button', /reference data, Stairs/)
  await nurse.press('button', 'Add reference data')
  await (await nurse.get('file', /Choose files/)).upload(file)
  await nurse.press('button', 'Upload')
  await nurse.get('button', 'Download arm sensor, left.csv')
  await nurse.expectNoSidewaysScroll()

  await nurse.press('button', 'SUBMIT AND CLOSE', { role: 'region', name: /^Subject status/ })
  await nurse.press('button', 'SUBMIT AND CLOSE', { role: 'dialog', name: /^Submit and close/ })
  await nurse.get('heading', 'Subject status: CLOSED')
})

test('two people edit one record: both see and keep what the other wrote', async ({ admin, openScreen }) => {
  const { path } = await newVisitor(admin)
  const [nurse, coordinator] = [await openScreen(), await openScreen()]
  for (const [person, name] of [
    [nurse, 'nurse'],
    [coordinator, 'coordinator'],
  ] as const) {
    await person.signIn(name, path)
    await person.press('button', 'Edit Visit')
    await expect.poll(() => person.valueOf('Weight')).toBe('70')
  }
  await coordinator.fill('Room', 'A101')
  await nurse.fill('Weight', '71')
  await nurse.press('button', 'Save')
  // The value that the nurse saved appears in the open form, beside the typed text.
  await expect.poll(() => coordinator.valueOf('Weight')).toBe('71')
  expect(await coordinator.valueOf('Room')).toBe('A101')
  await coordinator.press('button', 'Save')
  await coordinator.get('heading', 'Forms')
  await nurse.press('button', 'Edit Visit')
  await expect.poll(() => nurse.valueOf('Room')).toBe('A101')
  expect(await nurse.valueOf('Weight')).toBe('71')
})

test('the button prints the record', async ({ admin, openScreen, maker }) => {
  test.skip(!maker.printed, 'this browser asks a person before it prints')
  const { path } = await newVisitor(admin)
  const nurse = await openScreen()
  await nurse.signIn('nurse', path)
  await nurse.sees('20 October 2026', table('Forms'))
  await nurse.press('button', 'Print')
  const text = (await maker.printed?.()) ?? ''
  expect(text).toContain('Subject P-1')
  expect(text).toMatch(/Weight\s+70/)
  expect(text).toMatch(/Room\s+–/)
  expect(text).toContain('Printed by Kari Nordmann')
  expect(text).not.toContain('SUBMIT AND CLOSE')
})
