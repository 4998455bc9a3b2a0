import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, signIn, test } from '../../fixtures.ts'
import { addSubjects } from '../../new-site.ts'

/** Slower than a scanner, as a fast typist. */
const byHand = { delay: 45 }

/** What is typed into each field; a letter or a code where it is a choice. Fields that are not named stay empty. */
const baseline = {
  born: '1960-05-01',
  sex: 'm',
  lives: '1',
  works: 'n',
  medicines: 'n',
  allergy: 'n',
  pacemaker: 'n',
  weight: '71,5',
  height: '175',
  systolic: '125',
  diastolic: '80',
  pulse: '64',
  smoking: 'e',
  smoked_a_day: '10',
  smoked_years: '20',
  drinks: '0',
  ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`task${n + 1}`, '1'])),
  aid: '0',
  falls: '1',
  fall_hurt: 'n',
  hand: 'r',
}
const usability = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`sus${n + 1}`, n % 2 === 0 ? '5' : '1']))
const walk = {
  walk_at: '2026-10-20 10:00',
  track: '30',
  aid: 's',
  oxygen: 'n',
  pulse_before: '70',
  spo2_before: '97',
  breath_before: '1',
  laps: '7',
  rest_of_lap: '12',
  stopped: 'y',
  stopped_after: '300',
  stopped_why: 'd',
  pulse_after: '110',
  spo2_after: '94',
  breath_after: '4',
  legs_after: '3',
}

/** What has the focus, or nothing once the form is saved. */
function focused() {
  const all = [...document.querySelectorAll('[data-field]')]
  const control = document.activeElement
  const field = control?.closest('[data-field]')
  if (all.length === 0) return undefined
  return {
    name: field?.getAttribute('data-field') ?? '',
    isText: control?.tagName === 'TEXTAREA',
    isLast: field === all.at(-1),
  }
}

/** Answers field after field until the form is saved. Enter goes on, except in a text of several lines. */
async function fillByKeys(page: Page, answers: Record<string, string>) {
  const given = new Set<string>()
  for (let at = await page.evaluate(focused); at; at = await page.evaluate(focused)) {
    const { name, isText, isLast } = at
    if (name === '' || given.has(name)) throw new Error(`the keys came to ${name} after ${[...given]}`)
    given.add(name)
    await page.keyboard.type(answers[name] ?? '', byHand)
    await page.waitForTimeout(byHand.delay)
    await page.keyboard.press(isText ? (isLast ? 'ControlOrMeta+Enter' : 'Tab') : 'Enter')
    await page.waitForFunction((before) => {
      const field = document.activeElement?.closest('[data-field]')
      return !document.querySelector('[data-field]') || (field && field.getAttribute('data-field') !== before)
    }, name)
  }
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
  expect(Object.keys(answers).filter((name) => !given.has(name))).toEqual([])
}

test('the three instruments of the example study are filled in by keyboard alone', async ({ page, admin }) => {
  test.slow()
  const { listStudies } = await admin<{ listStudies: { studyid: string; name: string }[] }>(
    'query { listStudies(siteid: "oslo") { studyid name } }',
  )
  const studyid = listStudies.find(({ name }) => name === 'Questionnaires and tests')?.studyid ?? ''
  const { listFormTypes } = await admin<{ listFormTypes: { formtypeid: string; identifier: string }[] }>(
    'query ($studyid: ID!) { listFormTypes(studyid: $studyid) { formtypeid identifier } }',
    { studyid },
  )
  const [subjectid = ''] = await addSubjects(admin, 'oslo', studyid, [`K-${crypto.randomUUID().slice(0, 8)}`])
  const path = `/studies/${studyid}/subjects/${subjectid}`
  await signIn(page, 'nurse', path)
  const computed = [
    ['Baseline visit', baseline, { bmi: '23.3', pack_years: '10', tasks_sum: '8' }],
    ['Usability of the sensors', usability, { sus_sum: '100' }],
    ['Six-minute walk', walk, { distance: '432', spo2_drop: '3', stopped_why: '3' }],
  ] as const
  for (const [identifier, answers, results] of computed) {
    const { formtypeid = '' } = listFormTypes.find((type) => type.identifier === identifier) ?? {}
    await page.goto(`${path}/formtypes/${formtypeid}`)
    await expect(page.locator('[data-field] :focus').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await fillByKeys(page, answers)
    const { getForm } = await admin<{ getForm: { fields: { key: string; value: string }[] } }>(
      'query ($s: ID!, $f: ID!) { getForm(subjectid: $s, formtypeid: $f) { fields { key value } } }',
      { s: subjectid, f: formtypeid },
    )
    expect(Object.fromEntries(getForm.fields.map(({ key, value }) => [key, value]))).toMatchObject(results)
  }
})
