import { refusalReason as reason, refuse } from '../../../answers.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../../../fixtures.ts'
import { fillVisit, newSubject, recordStairs } from '../../../new-subject.ts'

test('what is refused is explained beside the pressed button, until it succeeds', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page, 'nurse', subject.path)
  const cards = page.getByRole('region', { name: 'Errors' }).getByText(reason)
  const alert = page.getByRole('main').getByRole('alert')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('starting and stopping an activity', async () => {
    for (const [name, mutation] of [
      ['Start Treadmill now', 'startActivity'],
      ['Stop Treadmill now', 'stopActivity'],
    ] as const) {
      const permit = await refuse(page, mutation)
      await button(name).click()
      await expect(alert).toHaveText(reason)
      await expect(alert).toBeInViewport()
      await expect(button(name)).toBeFocused()
      await expectNoSidewaysScroll(page)
      await permit()
      await button(name).click()
      await expect(alert).toHaveCount(0)
    }
    await expect(button('Edit Treadmill')).toBeFocused()
  })

  await test.step('a removal: the question stays open', async () => {
    const permit = await refuse(page, 'removeActivity')
    await button('Delete Stairs').click()
    const question = page.getByRole('alertdialog', { name: /^Delete / })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toHaveText(reason)
    await expect(question.getByRole('alert')).toBeInViewport()
    await expect(cards).toHaveCount(1)
    await expectAccessible(page)
    await permit()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(button('Undo')).toBeFocused()
    await expect(cards).toHaveCount(0)
  })

  await test.step('undoing it, also in the history', async () => {
    const permit = await refuse(page, 'putBackActivity')
    await button('Undo').click()
    const offer = page.getByRole('region', { name: 'Deleted: Stairs' })
    await expect(offer.getByRole('alert')).toHaveText(reason)
    await expectAccessible(page)
    await offer.getByRole('button', { name: 'Close' }).click()
    await button('History').click()
    const history = page.getByRole('dialog', { name: 'History' })
    await history.getByRole('button', { name: 'Put back: Activity Stairs' }).click()
    await expect(history.getByRole('alert')).toHaveText(reason)
    await permit()
    await history.getByRole('button', { name: 'Put back: Activity Stairs' }).click()
    await expect(history.getByRole('button', { name: 'Put back: Activity Stairs' })).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('reopening', async () => {
    const { siteid, studyid, subjectid, call } = subject
    await call('mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }', {
      input: { siteid, studyid, subjectid, status: 'CLOSED' },
    })
    const permit = await refuse(page, 'ReopenSubject')
    await button('REOPEN SUBJECT').click()
    const panel = page.locator('#status')
    await expect(panel.getByRole('alert')).toHaveText(reason)
    await expect(panel.getByRole('alert')).toBeInViewport()
    await permit()
    await button('REOPEN SUBJECT').click()
    await expect(page.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
    await expect(cards).toHaveCount(0)
  })
})
