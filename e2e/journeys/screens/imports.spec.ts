import { readFile } from 'node:fs/promises'
import { holdReads } from '../../answers.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, newSite, newStudy } from '../../new-site.ts'

const fields = [
  { name: 'Age', type: 'Number', required: true },
  { name: 'Hand', type: 'Choice', required: false, pattern: 'Left|Right' },
]
const csv = (text: string) => ({ name: 'ages.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('unusual values of a CSV file are confirmed with a reason before they are imported', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Scales')
  await addFormType(admin, studyid, 'Weights', [{ name: 'Weight', type: 'Number', required: false, softMaximum: 200 }])
  await signIn(page, 'coordinator', `/studies/${studyid}/import`)
  await page.getByLabel('The file contains').selectOption({ label: 'Subjects and values of Weights' })
  await page.getByLabel('CSV file').setInputFiles(csv('identifier,Weight\nS-1,260\nS-2,80\n'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('1 unusual value in the file')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Confirm all and check again' }).click()
  await expect(page.getByText('Say why the values are right.')).toBeVisible()
  await page.getByLabel('Why these values are right').fill('Weighed on two scales')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One unusual value is confirmed.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('2 new subjects, 2 new forms, no changed forms.')).toBeVisible()
})

test('values are imported from a CSV file: mistakes first, then what it would do, then all of it', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addFormType(admin, studyid, 'Ages', fields)
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import subjects and values' })).toBeVisible()
  await page.getByLabel('The file contains').selectOption({ label: 'Subjects and values of Ages' })
  const chooser = page.getByLabel('CSV file')
  await chooser.setInputFiles(csv('identifier,Age,Hand\nS-1,41,Left\nS-2,old,Middle\nS-3,42\n'))
  await expect(page.getByText('ages.csv (')).toBeVisible()
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('3 mistakes in the file')).toBeVisible()
  const rows = page.getByRole('table', { name: 'What is wrong' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('3')
  await expect(rows.nth(1)).toContainText('Age')
  await expect(rows.nth(3)).toContainText('Whole row')
  await expectLooksRight(page)

  await chooser.setInputFiles(csv('identifier,Age,Hand\nS-1,41,Left\nS-2,42,\n'))
  await expect(page.getByText('3 mistakes in the file')).toBeHidden()
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('2 new subjects, 2 new forms, no changed forms, no rows already there.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('2 new subjects, 2 new forms, no changed forms.')).toBeVisible()

  await chooser.setInputFiles(csv('identifier,Age,Hand\nS-1,41,Left\nS-2,42,\n'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('The study already has everything in this file.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeHidden()

  await chooser.setInputFiles({
    name: 'latin.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('identifier\nB\xE5rd', 'latin1'),
  })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('This is not a text file in UTF-8.')).toBeVisible()
  await page.getByRole('link', { name: 'Subjects' }).first().click()
  await expect(page.getByRole('link', { name: 'S-2' })).toBeVisible()
})

test('a file from another study is named as such, and imported once that is confirmed', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const from = await newStudy(admin, siteid, 'Sleep')
  const studyid = await newStudy(admin, siteid, 'Walking')
  await addFormType(admin, studyid, 'Ages', fields)
  await signIn(page, 'coordinator', `/studies/${studyid}/import`)
  await page.getByLabel('The file contains').selectOption({ label: 'Subjects and values of Ages' })
  await page.getByLabel('CSV file').setInputFiles(csv(`studyid,identifier,Age\n${from},S-1,41\n${from},S-2,42\n`))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Sleep, 2 rows')).toBeVisible()
  await expect(page.getByText('2 mistakes in the file')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('checkbox', { name: 'Import them into this study nevertheless' }).check()
  await expect(page.getByText('2 new subjects, 2 new forms')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported.')).toBeVisible()
})

test('definitions go from one study to another: previewed with what stands in the way, then made', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const from = await newStudy(admin, siteid, 'Sleep')
  const to = await newStudy(admin, siteid, 'Walking')
  await addFormType(admin, from, 'Ages', fields)
  await addActivityType(admin, from, 'Treadmill')
  const activitytypeid = await addActivityType(admin, from, 'Ladder')
  const remove =
    'mutation ($s: ID!, $id: ID!) { removeActivityType(studyid: $s, activitytypeid: $id) { activitytypeid } }'
  await admin(remove, { s: from, id: activitytypeid })
  await signIn(page, 'coordinator', `/studies/${from}/import`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download definitions' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Definitions of Sleep.json')
  const buffer = await readFile(await download.path())
  const file = { name: 'definitions.json', mimeType: 'application/json', buffer }

  await page.goto(`/studies/${to}/import`)
  await page.getByLabel('JSON file').setInputFiles(file)
  const list = page.getByRole('table', { name: 'Form types and activity types' })
  await expect(list.getByText('Will be added')).toHaveCount(2)
  await expect(page.getByText('1 thing is left out or changed')).toBeVisible()
  const lost = page.getByRole('table', { name: 'What is left out or changed' })
  await expect(lost.getByRole('row', { name: /^Ladder The activity type was removed/ })).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add 2 definitions' }).click()
  await expect(page.getByText('2 definitions were added.')).toBeVisible()
  await page.getByLabel('JSON file').setInputFiles(file)
  await expect(page.getByText('The study already has all of these definitions.')).toBeVisible()

  const other = JSON.parse(buffer.toString())
  other.formTypes[0].fields = []
  await page.getByLabel('JSON file').setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(other)) })
  await expect(list.getByText('Not possible')).toBeVisible()
  await expect(list.getByText('The study has a form type Ages with other fields.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toBeHidden()
  await expectLooksRight(page)
})

test('form types of another program are shown with what is left out, added as drafts, and given to others', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Walking')
  await signIn(page, 'coordinator', `/studies/${studyid}/import`)
  const dictionary = [
    'field_name,form_name,field_type,field_label,select_choices_or_calculations,branching_logic',
    'record_id,Walking aid,text,Record,,',
    'aid,Walking aid,radio,Which aid?,"0, None | 1, Stick",',
    'which,Walking aid,text,Which side?,,"[aid] = ""1"""',
    'scan,Walking aid,file,Scan,,',
  ].join('\n')
  const chooser = page.getByLabel('XLSForm, data dictionary or ODM')
  await chooser.setInputFiles({ name: 'walking.csv', mimeType: 'text/csv', buffer: Buffer.from(dictionary) })
  const lost = page.getByRole('table', { name: 'What is left out or changed' })
  await expect(lost.getByRole('row').nth(2)).toContainText('There is no type of field like file.')
  await expect(lost.getByRole('row').nth(2)).toContainText('Row 5')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add 1 draft' }).click()
  await expect(page.getByText('1 form type was added as a draft.')).toBeVisible()

  await page.getByLabel('Format', { exact: true }).selectOption({ label: 'ODM (.xml)' })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file' }).click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toBe('Walking aid.xml')
  expect(await readFile(await saved.path(), 'utf8')).toContain('Which side?')
  await expect(page.getByText('Nothing is left out.')).toBeVisible()

  await page.getByRole('link', { name: 'Form types' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Walking aid' })
  await expect(row.getByRole('cell').nth(1)).toHaveText('2')
  await expect(row.getByRole('cell', { name: 'draft', exact: true })).toBeVisible()
})

test('the events of a REDCap project become the visits of the schedule', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Dialysis')
  const event = (name: string, day: number) =>
    `<StudyEventDef OID="E.${day}" Name="${name}" Type="Common" Repeating="No" redcap:EventName="${name}" redcap:UniqueEventName="e${day}_arm_1"
      redcap:ArmNum="1" redcap:DayOffset="${day}" redcap:OffsetMin="1" redcap:OffsetMax="2"><FormRef FormOID="F.lab"/></StudyEventDef>`
  const project = `<?xml version="1.0"?><ODM xmlns:redcap="https://projectredcap.org"><Study OID="P"><MetaDataVersion OID="M" redcap:RecordIdField="record_id">
    ${event('Enrollment', 0)}${event('Visit 1', 14)}<FormDef OID="F.lab" Name="Lab data" redcap:FormName="lab"><ItemGroupRef ItemGroupOID="G"/></FormDef>
    <ItemGroupDef OID="G" Name="Lab"><ItemRef ItemOID="record_id"/><ItemRef ItemOID="albumin"/></ItemGroupDef>
    <ItemDef OID="record_id" Name="record_id" DataType="text" redcap:Variable="record_id" redcap:FieldType="text"/>
    <ItemDef OID="albumin" Name="albumin" DataType="text" redcap:Variable="albumin" redcap:FieldType="text"/></MetaDataVersion></Study></ODM>`
  await signIn(page, 'coordinator', `/studies/${studyid}/import`)
  const file = { name: 'project.xml', mimeType: 'application/xml', buffer: Buffer.from(project) }
  await page.getByLabel('XLSForm, data dictionary or ODM').setInputFiles(file)
  const list = page.getByRole('table', { name: 'Form types and activity types' })
  await expect(list.getByRole('row', { name: /^Enrollment/ })).toContainText('Visit')
  await expect(list.getByText('Will be added')).toHaveCount(3)
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add 3 definitions' }).click()
  await expect(page.getByText('1 form type was added as a draft.')).toBeVisible()
  await expect(page.getByText('2 visits were added to the schedule.')).toBeVisible()

  await page.goto(`/studies/${studyid}/visits?site=${siteid}`)
  const table = page.getByRole('table', { name: 'Schedule of visits' })
  await expect(table.getByRole('columnheader', { name: /Visit 1/ })).toContainText('Day 14')
  await expect(table.getByRole('columnheader', { name: /Visit 1/ })).toContainText('−1 / +2 days')
  await expect(table.getByRole('row', { name: /Lab data/ }).getByRole('img', { name: 'Yes' })).toHaveCount(2)
  await expectLooksRight(page)
})

/** What another window of this person does: the file is checked again, and the check has ended. */
async function checkElsewhere(studyid: string) {
  const call = async (query: string, variables: Record<string, unknown>) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    return (await answer.json()).data
  }
  const list = 'query ($studyid: ID!) { jobs: listImportJobs(studyid: $studyid) { importid state } }'
  const state = async () => (await call(list, { studyid })).jobs[0].state
  const { importid } = (await call(list, { studyid })).jobs[0]
  const input = { studyid, importid, fromElsewhere: true }
  await call('mutation ($input: ImportCheckInput!) { checkImportJob(input: $input) { state } }', { input })
  while ((await state()) !== 'CHECKED') await new Promise((soon) => setTimeout(soon, 100))
}

test.describe('beyond a call', () => {
  test.use({ expectedMessages: [/Failed to load resource: net::ERR_FAILED/] })

  test('a large file is sent to the store, also after a lost connection, and imported after the page was left @desk', async ({
    page,
    admin,
  }) => {
    const { siteid } = await newSite(admin)
    const studyid = await newStudy(admin, siteid, 'Large')
    await signIn(page, 'coordinator', `/studies/${studyid}/import`)
    const long = 'x'.repeat(100_000)
    const rows = Array.from({ length: 90 }, (_, n) => `S-${n},${long}\n`).join('')
    const choose = (last: string) =>
      page.getByLabel('CSV file').setInputFiles(csv(`identifier,created_by\n${rows}${last}\n`))
    const check = page.getByRole('button', { name: 'Check file' })

    await choose('S-1,')
    let lose = () => {}
    const lost = new Promise<void>((resolve) => {
      lose = resolve
    })
    await page.route('**/objects', async (route) => route.abort(await lost.then(() => 'failed')), { times: 1 })
    await check.click()
    await expect(page.getByText('Sending the file.')).toBeVisible()
    await expectLooksRight(page)
    lose()
    await expect(page.getByText('The server did not answer.')).toBeVisible()
    await check.click()
    await expect(page.getByText('1 mistake in the file').first()).toBeVisible()
    await expect(page.getByRole('table', { name: 'What is wrong' }).getByRole('row').nth(1)).toContainText('92')
    await expectLooksRight(page)

    // The corrected file takes its place.
    await choose('S-90,')
    await check.click()
    const would = page.getByText('91 new subjects, no new forms, no changed forms, no rows already there.')
    await expect(would).toBeVisible()
    await page.getByRole('link', { name: 'Subjects' }).first().click()
    await expect(page.getByRole('heading', { name: 'Import subjects and values' })).toBeHidden()
    await page.goBack()
    await page.setViewportSize({ width: 390, height: 844 })
    const list = page.getByRole('region', { name: 'Large files' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByText('Cancelled, nothing imported')).toBeVisible()
    await list.getByRole('listitem').filter({ hasText: 'Checked, not imported' }).getByRole('button').click()
    await expect(would).toBeVisible()
    await expectLooksRight(page)
    const elsewhere = await page.context().newPage()
    await elsewhere.goto('/studies')
    const release = await holdReads(page)
    await elsewhere.evaluate(checkElsewhere, studyid)
    const importing = page.getByRole('button', { name: 'Import', exact: true })
    await importing.click()
    await expect(page.getByText('The file was checked again meanwhile')).toBeVisible()
    await release()
    await expect(would).toBeVisible()
    await expectLooksRight(page)
    await importing.click()
    await expect(page.getByText('91 new subjects, no new forms, no changed forms.')).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(list.getByText('Imported', { exact: true })).toBeVisible()
  })
})
