import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addSubjects, firstColumn, newSite, newStudy } from '../../new-site.ts'

test('ten subjects take one key each beside their identifiers', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'nurse', `/studies/${studyid}/subjects?new`)
  const identifier = page.getByLabel('Identifier')
  await expect(identifier).toBeFocused()
  let keys = 0
  for (let place = 1; place <= 10; place++) {
    await page.keyboard.type(`Z-${place}`)
    await page.keyboard.press('Shift+Enter')
    keys += 1
    await expect(page.getByRole('status').filter({ hasText: `Added: Z-${place}` })).toBeVisible()
    await expect(identifier).toBeFocused()
    await expect(identifier).toHaveValue('')
  }
  expect(keys).toBeLessThanOrEqual(10)
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(firstColumn(page, 'Subjects')).toHaveCount(10)
})

test('a refused identifier stays in the panel that keeps adding', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['Z-1'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects?new`)
  const identifier = page.getByLabel('Identifier')
  await identifier.fill('z-1')
  await page.getByRole('button', { name: 'Create and add another' }).click()
  await expect(identifier).toHaveAttribute('aria-invalid', 'true')
  await expect(identifier).toHaveValue('z-1')
  await identifier.fill('Z-2')
  await page.getByRole('button', { name: 'Create and add another' }).click()
  await expect(page.getByText('Added: Z-2')).toBeVisible()
  await expect(identifier).toBeFocused()
})

test('a list from a spreadsheet is previewed and made', { tag: '@desk' }, async ({ page, context, admin }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['P-2', 'P-30'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects?new`)
  await expect(page.getByLabel('Identifier')).toBeFocused()
  const tooLong = 'P'.repeat(201)
  const list = `P-1\twoman\nP-2\tman\n\np-1\tagain\n${tooLong}\nP-3O\nP-4`
  await page.evaluate((text) => navigator.clipboard.writeText(text), list)
  await page.keyboard.press('Control+v')

  const lines = page.getByRole('textbox', { name: 'Identifiers' })
  await expect(lines).toBeFocused()
  const rows = page.getByRole('table', { name: 'What is added' }).getByRole('row')
  await expect(rows).toHaveText([
    /Identifier/,
    /1 P-1Added/,
    /2 P-2Exists already/,
    /4 p-1As in line 1/,
    /5 P+.*200/,
    /6 P-3OLooks like P-30/,
    /7 P-4Added/,
  ])
  await expect(page.getByText('3 to add, 2 left out, 1 refused')).toBeVisible()
  await expectLooksRight(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Create 3 subjects' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2', 'P-30', 'P-3O', 'P-4'])
  await expect(lines).toBeHidden()
})

test('a list that was typed is kept until it is made or thrown away', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'nurse', `/studies/${studyid}/subjects?new`)
  await page.getByRole('button', { name: 'Several at once' }).click()
  await page.keyboard.type('Q-1\nQ-2')
  await page.reload()
  const lines = page.getByRole('textbox', { name: 'Identifiers' })
  await expect(lines).toHaveValue('Q-1\nQ-2')
  await page.getByRole('button', { name: 'Create 2 subjects' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['Q-1', 'Q-2'])
})
