import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('subjects are chosen by keyboard and closed together; what is not complete stays open and says why', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const subjectids = await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2', 'Z-3', 'Z-4'])
  for (const subjectid of subjectids.slice(0, 2)) {
    await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid, startTime: 1_792_483_200, stopTime: 1_792_483_800 },
    })
  }
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link('Z-1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(link('Z-2')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(link('Z-1')).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(link('Z-3')).toBeFocused()
  const bar = page.getByRole('region', { name: '3 chosen' })
  await expect(bar).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: '2 chosen' })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'Choose Z-3' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Choose Z-4' })).not.toBeChecked()
  await expectLooksRight(page)
  await link('Z-3').focus()
  await page.keyboard.press('m')
  await expect(bar.getByRole('button', { name: 'Submit and close' })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Submit and close 3 subjects?' })
  await expect(question.getByRole('button', { name: 'Submit and close' })).toBeFocused()
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Submit and close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 closed, 1 not closed:')).toBeVisible()
  await expect(bar.getByRole('listitem')).toHaveText('Z-3: something is missing; open it and look through it')
  await expect(page.getByRole('row', { name: /Z-1/ })).toContainText('CLOSED')
  await expect(page.getByRole('row', { name: /Z-3/ })).toContainText('OPEN')
  await expectLooksRight(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
})

test('M does not go to the actions of one row before there is what can be done with the chosen ones', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2'])
  const code = Promise.withResolvers<void>()
  await page.route(/assets\/ChosenBar-.*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  const link = page.getByRole('link', { name: 'Z-1', exact: true })
  await link.focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: '1 chosen' })).toBeVisible()
  await page.keyboard.press('m')
  await expect(link).toBeFocused()
  code.resolve()
  const close = page.getByRole('button', { name: 'Submit and close' })
  await expect(close).toBeVisible()
  await page.keyboard.press('m')
  await expect(close).toBeFocused()
})

test('chosen subjects are exported; all that are shown are chosen by one press', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2', 'Z-3'])
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
  await expect(page.getByRole('region', { name: '3 chosen' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(page.locator('[data-chosen-bar]')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Choose Z-1' }).check()
  await page.getByRole('checkbox', { name: 'Choose Z-3' }).check()
  await page.getByRole('link', { name: 'Export these' }).click()
  await expect(page.getByRole('checkbox', { name: 'Z-1' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Z-2' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Z-3' })).toBeChecked()
})

/** What a reader finds in a QR code as it is shown. */
async function readCode(code: Locator): Promise<string> {
  const shot = (await code.screenshot({ scale: 'css' })).toString('base64')
  const blank = await code.page().context().newPage()
  const { width, height, pixels } = await blank.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const data = context?.getImageData(0, 0, image.width, image.height).data
    return { width: image.width, height: image.height, pixels: Array.from(data ?? []) }
  }, shot)
  await blank.close()
  return decodeQR({ width, height, data: Uint8Array.from(pixels) })
}

test('labels of chosen subjects are laid on sheets, and their codes open the records', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2', 'Z-3'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await page.getByRole('checkbox', { name: 'Choose Z-1' }).check()
  await page.getByRole('checkbox', { name: 'Choose Z-3' }).check()
  await page.getByRole('link', { name: 'Print labels' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 subjects, 2 labels, 1 page' })).toBeVisible()
  await expectLooksRight(page)
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(2)
  const opened = await readCode(page.getByRole('img', { name: 'QR code that opens Z-3' }))

  await page.getByRole('spinbutton', { name: 'Copies of each' }).fill('10')
  await page.getByRole('spinbutton', { name: 'First free label on the sheet' }).fill('21')
  await expect(page.getByRole('status').filter({ hasText: '20 labels, 2 pages' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
  await page.getByRole('combobox', { name: 'Labels' }).selectOption({ label: '62 × 29 mm, on a roll' })
  await expect(page.getByRole('region', { name: 'Page 20' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print labels' })).toBeHidden()
  const label = page.getByRole('region', { name: 'Page 1', exact: true })
  await expect(label).toContainText('Z-1')
  // 62 mm, as wide as the label of the roll.
  expect((await label.boundingBox())?.width).toBeCloseTo((62 / 25.4) * 96, 0)
  await page.emulateMedia({ media: 'screen' })

  await page.goto(opened)
  await expect(page.getByRole('heading', { level: 1, name: /Z-3/ })).toBeVisible()
})

test('chosen subjects are moved to another study: who stays and why is said before, and an old link leads to them', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  const other = await newStudy(admin, siteid, 'Boreas')
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const [first = '', second = ''] = await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2', 'Z-3'])
  await addSubjects(admin, siteid, other, ['z-2'])
  await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid: first, activitytypeid, startTime: 1_792_483_200, stopTime: 1_792_483_800 },
  })
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('checkbox', { name: 'Choose Z-1' }).check()
  await page.getByRole('checkbox', { name: 'Choose Z-2' }).check()
  await page.getByRole('link', { name: 'Move to another study' }).click()
  await page.getByRole('combobox', { name: 'Study that they go to' }).selectOption({ label: 'Boreas' })
  await expect(page.getByText('2 subjects stay until this is mended:')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Z-1: The other study has no activity type Stairs. Add it there first.',
    'Z-2: The other study has a subject Z-2 already. Give one of the two another identifier.',
  ])
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await expectLooksRight(page)
  await addActivityType(admin, other, 'Stairs')
  await page.reload()
  await page.getByRole('combobox', { name: 'Study that they go to' }).selectOption({ label: 'Boreas' })
  await page.getByRole('textbox', { name: 'Why (recorded in the history)' }).fill('Recruited into the wrong study')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Move 1 subject of 2' }).click()
  await expect(page.getByText('1 subject was moved to Boreas.')).toBeVisible()
  await expectLooksRight(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`/studies/${studyid}/subjects/${first}`)
  await expect(page.getByText('This subject is in another study now.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('link', { name: 'Open it there' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Z-1/ })).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  const moved = page.getByRole('dialog').getByRole('listitem').first()
  await expect(moved).toContainText('Subject moved to another study')
  await expect(moved).toContainText('Zephyr')
  await expect(moved).toContainText('Boreas')
  await expect(moved).toContainText('Recruited into the wrong study')
  await expect(page.getByRole('dialog').getByRole('listitem').nth(1)).toContainText('Stairs')
  await expectLooksRight(page)

  await page.goto(`/studies/${studyid}/subjects/${second}`)
  await expect(page.getByRole('heading', { level: 1, name: /Z-2/ })).toBeVisible()
  await page.goto(`/studies/${studyid}/subjects`)
  await page.getByRole('button', { name: 'Actions for Z-3' }).click()
  await page.getByRole('button', { name: 'Move Z-3 to another study' }).click()
  await page.getByRole('combobox', { name: 'Study that they go to' }).selectOption({ label: 'Boreas' })
  await expect(page.getByText('Nothing stands in the way.')).toBeVisible()
  await page.getByRole('button', { name: 'Move 1 subject', exact: true }).click()
  await page.getByRole('link', { name: 'Open Boreas' }).click()
  await expect(page.getByRole('link', { name: 'Z-3', exact: true })).toBeVisible()
})

test('lists are walked by keyboard: from the filter down, and opened', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(
    admin,
    siteid,
    studyid,
    Array.from({ length: 12 }, (_, place) => `Z-${place + 10}`),
  )
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await page.getByRole('searchbox', { name: 'Filter' }).press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Z-10', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Z-11/ })).toBeVisible()
})
