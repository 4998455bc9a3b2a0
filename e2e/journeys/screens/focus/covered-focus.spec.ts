import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../../fixtures.ts'
import { addActivityType, addDevices, addSubjects, newSite, newStudy } from '../../../new-site.ts'

/** A desk, a desk at 200 %, and a phone. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
  { width: 390, height: 844 },
]

const most = 90

/** Presses Tab through the whole page, and returns which focused elements a bar that stays in view covers, and where. */
async function tabThrough(page: Page): Promise<string[]> {
  const covered: string[] = []
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      const focused = document.activeElement
      if (!focused || focused === document.body) return 'over'
      if (focused.hasAttribute('data-tabbed')) return 'over'
      focused.setAttribute('data-tabbed', '')
      const { left, right, top, bottom } = focused.getBoundingClientRect()
      if (right - left < 2) return undefined
      const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent ?? ''}`.slice(0, 60)
      if (bottom > innerHeight + 1 && top < innerHeight && bottom - top < innerHeight / 2)
        return `${name}: cut off below`
      for (const x of [left + 3, (left + right) / 2, right - 3]) {
        for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
          const seen = document.elementFromPoint(x, y)
          if (!seen || seen.contains(focused) || focused.contains(seen)) continue
          for (let each: Element | null = seen; each && !each.contains(focused); each = each.parentElement) {
            if (['sticky', 'fixed'].includes(getComputedStyle(each).position))
              return `${name}: under ${each.tagName} ${each.className}`
          }
        }
      }
      return undefined
    })
    if (found === 'over') break
    if (found) covered.push(found)
  }
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-tabbed]')) element.removeAttribute('data-tabbed')
  })
  return covered
}

for (const size of sizes) {
  test(`by Tab nothing that has the focus is covered, on any screen, ${size.width} × ${size.height}`, {
    tag: '@desk',
  }, async ({ page, admin }) => {
    test.setTimeout(300_000)
    const { siteid } = await newSite(admin)
    const studyid = await newStudy(admin, siteid, 'Sleep')
    await addDevices(admin, siteid, ['A1', 'B2'])
    const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
    const fields = Array.from({ length: 60 }, (_, index) => ({
      name: `Field ${index + 1}`,
      type: ['String', 'Number', 'Date', 'Boolean'][index % 4],
      required: index % 3 === 0,
    }))
    const { addFormType } = await admin<{ addFormType: { formtypeid: string } }>(
      `mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) {
        addFormType(studyid: $studyid, identifier: "Long", fields: $fields) { formtypeid } }`,
      { studyid, fields },
    )
    const identifiers = Array.from({ length: 12 }, (_, index) => `P-${index + 1}`)
    const [subjectid = ''] = await addSubjects(admin, siteid, studyid, identifiers)
    const study = `/studies/${studyid}`
    const subject = `${study}/subjects/${subjectid}`
    await page.setViewportSize(size)
    await signIn(page, 'admin', `/studies?site=${siteid}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    const told: string[] = []
    for (const path of [
      '/studies',
      '/studies/new',
      study,
      `${study}/overview`,
      `${study}/edit`,
      `${study}/subjects`,
      `${study}/formtypes`,
      `${study}/formtypes/new`,
      `${study}/activitytypes`,
      `${study}/export`,
      `${study}/import`,
      subject,
      `${subject}/formtypes/new/${addFormType.formtypeid}`,
      `${subject}/activities/${activitytypeid}`,
      `${subject}/devices/new`,
      '/sites',
      '/sites/new',
      `/sites/${siteid}/overview`,
      `/sites/${siteid}/edit`,
      '/devices',
      '/devices/new',
      '/users',
      '/exports',
      '/removed',
      '/profile',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading').first(), path).toBeVisible()
      await page.waitForLoadState('networkidle')
      told.push(...(await tabThrough(page)).map((each) => `${path.replaceAll(/[0-9a-f-]{36}/g, '…')}  ${each}`))
    }
    expect(told.join('\n')).toBe('')
  })
}

test('after a refused save, the first field that is wrong is in view with its message', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const fields = Array.from({ length: 60 }, (_, index) => ({
    name: `Field ${index + 1}`,
    type: 'String',
    required: index === 12,
  }))
  const { addFormType } = await admin<{ addFormType: { formtypeid: string } }>(
    `mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) {
      addFormType(studyid: $studyid, identifier: "Long", fields: $fields) { formtypeid } }`,
    { studyid, fields },
  )
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'admin', `/studies/${studyid}/subjects/${subjectid}/formtypes/new/${addFormType.formtypeid}`)
  await page.getByRole('textbox', { name: 'Field 1', exact: true }).fill('text')
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const at of [0, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), at)
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
      const wrong = page.getByRole('textbox', { name: /^Field 13/ })
      await expect(wrong).toBeFocused()
      await expect(page.locator('[data-field="Field 13"] .mantine-InputWrapper-error')).toBeInViewport({ ratio: 1 })
      const isCovered = () =>
        page.evaluate(async () => {
          for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
          const message = document.querySelector('[data-field="Field 13"] .mantine-InputWrapper-error')
          const { left, top, bottom } = message?.getBoundingClientRect() ?? new DOMRect()
          const seen = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 2, y))
          return seen.some((each) => !each?.closest('[data-field]'))
        })
      await expect.poll(isCovered).toBe(false)
    }
  }
})
