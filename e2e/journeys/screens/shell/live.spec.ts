import { expect, signIn, test } from '../../../fixtures.ts'
import { addActivityType, addSubjects, firstColumn, newSite, newStudy } from '../../../new-site.ts'

test('a list is never blank during a refresh, and highlights changes', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1', 'P-2'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2'])
  await page.evaluate(() => {
    new MutationObserver(() => {
      const rows = document.querySelectorAll('table tbody tr').length
      if (rows < 2) document.body.dataset.blanked = String(rows)
    }).observe(document.body, { subtree: true, childList: true })
  })
  await addSubjects(admin, siteid, studyid, ['P-3'])
  await expect(page.locator('tr[data-changed]')).toContainText('P-3')
  await expect(page.locator('tr[data-changed]')).toHaveCount(0)
  await expect(page.locator('body')).not.toHaveAttribute('data-blanked')
})

test('a subject that is open in two browsers shows in one what was done in the other', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addActivityType(admin, studyid, 'Stairs')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  const address = `/studies/${studyid}/subjects/${subjectid}`
  await signIn(page, 'nurse', address)
  const other = await openAs('coordinator', address)
  await expect(other.getByText('No activities yet!')).toBeVisible()
  await page.getByRole('button', { name: 'Record Stairs' }).click()
  await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 09:50')
  await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-20 10:00')
  await page.getByRole('button', { name: 'Save Stairs' }).click()
  await expect(other.getByRole('table', { name: 'Activities' }).getByText('2026-10-20 10:00')).toBeVisible()
  await expect(other.getByText('No activities yet!')).toBeHidden()
})

test('a screen’s subscriptions end when it closes', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const sent: { type: string; id?: string; payload?: { query: string } }[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      sent.push(JSON.parse(String(payload)))
    }),
  )
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(page.getByText('No subjects yet!')).toBeVisible()
  await expect.poll(() => sent.some(({ payload }) => payload?.query?.includes('onSubjectsUpdates'))).toBe(true)
  const opened = sent.find(({ payload }) => payload?.query?.includes('onSubjectsUpdates'))
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect.poll(() => sent.some(({ type, id }) => type === 'complete' && id === opened?.id)).toBe(true)
})
