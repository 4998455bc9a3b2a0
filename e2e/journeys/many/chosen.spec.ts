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
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 closed, 1 not closed:')).toBeVisible()
  await expect(bar.getByRole('listitem')).toHaveText('Z-3: something is missing; open it and look through it')
  await expect(page.getByRole('row', { name: /Z-1/ })).toContainText('CLOSED')
  await expect(page.getByRole('row', { name: /Z-3/ })).toContainText('OPEN')
  await expectLooksRight(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
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
