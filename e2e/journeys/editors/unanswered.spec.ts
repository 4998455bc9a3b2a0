import { holdAnswer } from '../../answers.ts'
import { expect, signIn, test } from '../../fixtures.ts'
import { firstColumn, newSite } from '../../new-site.ts'

test('a study that was added, and whose answer the page did not live to get, stays when the next one is added', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  await signIn(page, 'coordinator', `/studies?site=${siteid}`)
  await page.getByRole('button', { name: 'New study' }).click()
  const name = page.getByLabel('Name')
  await name.fill('Gait')
  const release = await holdAnswer(page, 'mutation AddStudy')
  await page.getByRole('button', { name: 'Add study' }).click()
  // It is in the list before the answer, and the person goes on.
  await expect(page.getByRole('link', { name: 'Gait', exact: true })).toBeVisible()
  await page.goto(`/studies?site=${siteid}&new`)
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(name).toHaveValue('Gait')
  await expect(page.getByText(/it may be stored already/)).toBeVisible()
  await name.fill('Wrist')
  await page.getByRole('button', { name: 'Add study' }).click()
  await expect(page.getByRole('heading', { name: 'New study' })).toBeHidden()
  await expect(firstColumn(page, 'Studies')).toHaveText(['Gait', 'Wrist'])
})
