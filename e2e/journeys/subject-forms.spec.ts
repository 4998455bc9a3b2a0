import type { Page } from '@playwright/test'
import { closeButton } from '../closing.ts'
import { expect, expectAccessible, expectLooksRight, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { expectSubject, fillVisit, newSubject, recordStairs } from '../new-subject.ts'

test('a form that is typed into survives a reload, guards against leaving, and saves', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', subject.path)
  await expectSubject(page, subject)
  await page.getByRole('button', { name: 'Add form' }).click()
  // The study has exactly one form type.
  await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible()
  await expect(page).toHaveURL(/\/formtypes\/new$/)
  await expect(page.getByLabel('Form type')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'date' })).toBeFocused()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).not.toHaveAccessibleDescription('unsaved changes')
  await page.getByRole('textbox', { name: 'Weight' }).fill('71,5')
  await page.getByRole('textbox', { name: 'Weight' }).press('Tab')
  await expect(save).toHaveAccessibleDescription('unsaved changes')
  await expect(save).toHaveCSS('background-color', 'rgb(140, 29, 29)')

  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('71.5')
  await expect(
    page.getByText(/^What you typed here on .+ has been restored. It has not been saved yet.$/),
  ).toBeVisible()

  await page.getByRole('link', { name: `Study: Study of ${subject.identifier}` }).click()
  await expect(page.getByRole('dialog', { name: 'Leave with unsaved changes?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('71.5')

  await page.getByRole('textbox', { name: 'Room' }).fill('b2')
  await save.click()
  await expect(page.getByRole('textbox', { name: 'Room' })).toBeFocused()
  await expect(page.getByText('Type a value such as A123.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Room' }).fill('B204')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Forms' }).getByText('Visit')).toBeVisible()
  await expect(page.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add form' })).toBeDisabled()

  // The history of an answer is one press away, by key or by pointer.
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  const weight = page.getByRole('textbox', { name: 'Weight' })
  await weight.fill('72')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await weight.press('F2')
  const history = page.getByRole('dialog', { name: 'History of Weight' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').first()).toContainText(/Answer changed.*Kari Nordmann.*71\.5.*72/)
  await expect(history.getByRole('listitem').last()).toContainText('Answered')
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(weight).toBeFocused()
  await page.getByRole('button', { name: 'History of this answer' }).last().click()
  await expect(page.getByRole('dialog', { name: 'History of Room' }).getByText('B204')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what was typed survives a closed tab until sign-out, and is not kept on a shared computer', {
  tag: '@desk',
}, async ({ page, context, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', subject.path)
  const form = `${subject.path}/formtypes/${subject.formtypeid}`
  const weight = (tab: Page) => tab.getByRole('textbox', { name: 'Weight' })
  const restored = (tab: Page) => tab.getByText(/^What you typed here on .+ \d\d:\d\d has been restored/)
  const rows = (tab: Page) =>
    tab.evaluate(async () => {
      const known = await indexedDB.databases()
      if (!known.some(({ name }) => name === 'casebook-drafts')) return 0
      return new Promise<number>((resolve) => {
        const opening = indexedDB.open('casebook-drafts')
        opening.onsuccess = () => {
          const { result } = opening
          const counting = result.transaction('sealed').objectStore('sealed').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      })
    })
  async function typeAndClose(text: string, kept: number): Promise<Page> {
    const tab = await context.newPage()
    await tab.goto(form)
    await weight(tab).fill(text)
    await expect.poll(() => rows(tab)).toBe(kept)
    // A pause longer than the one after which a draft is written.
    await tab.waitForTimeout(1_000)
    expect(await rows(tab)).toBe(kept)
    await tab.close({ runBeforeUnload: false })
    const next = await context.newPage()
    await next.goto(form)
    await expect(weight(next)).toBeVisible()
    return next
  }

  const reopened = await typeAndClose('71', 1)
  await expect(weight(reopened)).toHaveValue('71')
  await expect(restored(reopened)).toBeVisible()
  await expectAccessible(reopened)

  // A tab of its own has nothing of one that is open.
  const beside = await context.newPage()
  await beside.goto(form)
  await expect(weight(beside)).toHaveValue('')
  await beside.close()

  await reopened.getByRole('button', { name: 'Discard it' }).click()
  await expect.poll(() => rows(reopened)).toBe(0)

  await page.goto('/profile')
  await page.getByRole('checkbox', { name: 'This is a shared computer or tablet' }).check()
  const shared = await typeAndClose('72', 0)
  await expect(weight(shared)).toHaveValue('')
  await shared.close()
  await page.getByRole('checkbox', { name: 'This is a shared computer or tablet' }).uncheck()

  const again = await typeAndClose('73', 1)
  await expect(weight(again)).toHaveValue('73')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect.poll(() => rows(again)).toBe(0)
})

test('a form is a page of its own with an index of how far it is', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  const index = page.getByRole('navigation', { name: 'Progress of this form' })
  await expect(index.getByText('The required field is filled in')).toBeVisible()
  await page.getByRole('textbox', { name: 'date' }).fill('')
  await expect(index.getByText('1 of 1 required fields left')).toBeVisible()
  await page.getByRole('textbox', { name: 'Room' }).fill('b2')
  await page.getByRole('textbox', { name: 'Room' }).press('Tab')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(index.getByText('2 fields need attention.')).toBeVisible()
  await expect(index.getByText('1 of 1 required fields left')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'date' })).toBeFocused()
  await index.getByRole('button', { name: 'Room' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Room' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
  await expectLooksRight(page)
  // Each wrong field is named once, and the reason stands beside the button, too.
  await expect(index.getByRole('button', { name: 'Room' })).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: '2 fields need attention.' })).toBeInViewport()
  // Escape asks before it discards unsaved text, and a second one returns to the field.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Room' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeFocused()
  await expect(page.getByText('No forms yet!')).toBeVisible()
})

test('a press is not lost to a message that appears or disappears at it', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  const weight = page.getByRole('textbox', { name: 'Weight' })
  // The field above has an error that its new text cures; the pressed button is below it and would move.
  const room = page.getByRole('textbox', { name: 'Room' })
  await weight.fill('abc')
  const box = await room.boundingBox()
  if (!box) throw new Error('no Room')
  await page.mouse.move(box.x + 20, box.y + box.height - 4)
  await page.mouse.down()
  expect((await room.boundingBox())?.y).toBe(box.y)
  await page.mouse.up()
  await expect(page.getByText('Type a number', { exact: false }).first()).toBeVisible()
  await expect(room).toBeFocused()
})

test('two people change one form: only fields that both changed are in conflict, with author and time', {
  tag: '@desk',
}, async ({ page, browser, baseURL, openAs }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  const address = `${subject.path}/formtypes/${subject.formtypeid}`
  await signIn(page, 'nurse', address)
  await page.getByRole('textbox', { name: 'Weight' }).fill('75')
  // On a phone as well, the names come beside the heading: nothing of the form moves.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const room = page.getByRole('textbox', { name: 'Room' })
  const place = await room.boundingBox()
  const other = await openAs('coordinator', address)
  await expect(page.getByText('Also open: Lars Haugen')).toBeVisible()
  expect(await room.boundingBox()).toEqual(place)
  if (size) await page.setViewportSize(size)
  await expect(other.getByText('Also open: Kari Nordmann')).toBeVisible()
  await other.getByLabel('Weight').fill('72')
  await other.getByLabel('Room').fill('B204')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Edit form: Visit' })).toBeHidden()
  await expect(page.getByText('Also open')).toHaveCount(0)

  await expect(page.getByText('One field was changed here and elsewhere')).toBeVisible()
  await expect(page.getByText(/^changed by Lars Haugen, .*\d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('75')
  await expect(page.getByRole('textbox', { name: 'Room' })).toHaveValue('B204')
  await expectLooksRight(page)
  // Nothing is sent before the conflict is resolved; Save moves the focus to it.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const keepMine = page.getByRole('button', { name: 'Keep mine: Weight' })
  await expect(keepMine).toBeFocused()
  await keepMine.click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit form: Visit' })).toBeHidden()
  await other.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(other.getByLabel('Weight')).toHaveValue('75')
  await expect(other.getByLabel('Room')).toHaveValue('B204')
})

test('a form that a colleague removes stays, and is put back with what was typed', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('75')
  await subject.call('mutation ($s: ID!, $f: ID!) { removeForm(subjectid: $s, formtypeid: $f) { formtypeid } }', {
    s: subject.subjectid,
    f: subject.formtypeid,
  })
  await expect(page.getByText('This has been removed in the meantime.')).toBeVisible()
  await expect(page.getByText(/^Removed by Lars Haugen, .*\d\d:\d\d\.$/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('75')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('This has been removed in the meantime.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Put back with my changes' }).click()
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('75')
  await expect(page.getByRole('textbox', { name: 'date' })).toHaveValue('2026-10-20')
})

test('two people fill in the same new form: the second is offered the merge', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  await page.getByRole('textbox', { name: 'Room' }).fill('B204')
  await page.getByRole('textbox', { name: 'Weight' }).fill('75')
  await fillVisit(subject)
  await expect(page.getByRole('heading', { name: 'Edit form: Visit' })).toBeVisible()
  await expect(page.getByText(/^Lars Haugen has saved this form in the meantime, .*\d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take theirs: Weight' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'date' })).toHaveValue('2026-10-20')
  await page.getByRole('button', { name: 'Take theirs: Weight' }).click()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('70')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('70')
  await expect(page.getByRole('textbox', { name: 'Room' })).toHaveValue('B204')
})

test('without live updates, a save merges with what was saved meanwhile before it is sent', {
  tag: '@desk',
}, async ({ page, browser, baseURL, expectedMessages }) => {
  expectedMessages.push(/WebSocket/)
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await page.routeWebSocket(/graphql/, () => undefined)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('75')
  const fields = [
    { key: 'date', value: '1792497600' },
    { key: 'Weight', value: '70' },
    { key: 'Room', value: 'B204' },
  ]
  await subject.call('mutation ($input: FormInput!) { updateForm(input: $input) { version } }', {
    input: { subjectid: subject.subjectid, formtypeid: subject.formtypeid, fields },
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('75')
  await expect(page.getByRole('textbox', { name: 'Room' })).toHaveValue('B204')
})

test('a failed save is reported beside its button until a save succeeds', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('75')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('addForm')
      ? route.fulfill({ json: { errors: [{ message: 'The disk is full.', extensions: { code: 'INTERNAL' } }] } })
      : route.continue(),
  )
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.locator('form').getByRole('alert')).toHaveText('The disk is full.')
  await expect(page.getByRole('region', { name: 'Errors' }).getByText('Error')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('75')
  await page.unroute('**/graphql')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the value of a field removed from the form type is shown as retired and can’t be changed', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject, [{ key: 'Room', value: 'B204' }])
  await subject.call(
    'mutation ($formtypeid: ID!, $input: FormTypeInput!) { updateFormType(formtypeid: $formtypeid, input: $input) { version } }',
    {
      formtypeid: subject.formtypeid,
      input: {
        studyid: subject.studyid,
        identifier: 'Visit',
        fields: [{ name: 'date', type: 'Date', required: true }],
      },
    },
  )
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  const retired = page.getByRole('region', { name: 'Retired fields' })
  await expect(retired.getByText('B204')).toBeVisible()
  await expect(retired.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test('panels open beside a form are open again after it, with their typed text', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: /reference data, Stairs/ }).click()
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('slow')
  await expect(closeButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await page.getByRole('textbox', { name: 'Weight' }).fill('71')
  await page.goBack()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('71')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Reference data Stairs' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('slow')
  await expectNoSidewaysScroll(page)
  await page.getByRole('textbox', { name: 'Comment' }).press('Enter')
  await expect(closeButton(page)).toBeEnabled()
})
