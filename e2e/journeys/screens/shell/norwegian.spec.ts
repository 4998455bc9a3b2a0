import { expect, expectLooksRight, signIn, test } from '../../../fixtures.ts'
import { openRecording } from '../../../new-file.ts'
import { addDevices, newSite, newStudy } from '../../../new-site.ts'

test.use({ locale: 'nb-NO' })

test('a Norwegian browser gets Norwegian texts, including refusals and dates', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Hei, gjest!' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb')
  await signIn(page, 'coordinator', '/studies?site=oslo')
  await expect(page.getByRole('heading', { level: 1, name: 'Studier' })).toBeVisible()
  await page.getByRole('button', { name: 'Ny studie' }).click()
  await page.getByRole('textbox', { name: 'Navn' }).fill('Step counting, arm and chest against treadmill')
  await page.getByRole('textbox', { name: 'Navn' }).fill(' ')
  await page.getByRole('button', { name: 'Legg til studie' }).click()
  await expect(page.getByRole('textbox', { name: 'Navn' })).toHaveAccessibleDescription(/Fyll ut/i)
  await page.getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('link', { name: 'Step counting, arm and chest against treadmill', exact: true }).click()
  await page.getByRole('link', { name: 'S-001', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Deltaker: S-001 (identifikator)' })).toBeVisible()
  await expect(page.getByText(/^\d{1,2}\. \p{Ll}+ \d{4}, Europe\/Oslo$/u)).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'EN English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subject: S-001 (identifier)' })).toBeVisible()
})

test('a person who is refused is told why in Norwegian', async ({ page }) => {
  await signIn(page, 'newcomer')
  await expect(page.getByRole('heading', { name: 'Innloggingsfeil' })).toBeVisible()
  await expect(page.getByText('Detaljer: Kontoen din venter på at en administrator aktiverer den.')).toBeVisible()
})

test.describe('switched to Norwegian', () => {
  test.use({ locale: 'en-GB' })

  test('the axes of a recording are drawn again', async ({ page, browser, baseURL }) => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `2026-10-20T09:48:${String(at).padStart(2, '0')},${(at % 2) / 2}`,
    )
    const bytes = new TextEncoder().encode(['time,x (g)', ...lines, ''].join('\n'))
    await openRecording({ page, browser, baseURL }, bytes)
    const drawn = () => page.locator('canvas').evaluateAll(pictures)
    const inEnglish = await drawn()
    expect(inEnglish.length).toBeGreaterThan(0)
    await page.locator('button[lang=nb]').click()
    await page.locator('html[lang=nb]').waitFor()
    // 0.5 becomes 0,5.
    await expect.poll(drawn).not.toEqual(inEnglish)
  })

  test('a question about a removal and the offer to undo it are in one language', async ({ page, admin }) => {
    const { siteid, name } = await newSite(admin)
    await newStudy(admin, siteid, 'Zephyr')
    await addDevices(admin, siteid, ['A1', 'B2'])
    await signIn(page, 'admin', '/sites')
    await page.getByRole('button', { name: `Remove ${name}` }).press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByText('This also removes 1 study and 2 devices.')).toBeVisible()
    await page.locator('button[lang=nb]').press('Enter')
    await expect(question.getByText('Dette fjerner også 1 studie og 2 enheter.')).toBeVisible()
    await question.getByRole('button', { name: 'Fjern' }).press('Enter')
    await expect(page.getByText(`Fjernet: ${name}`)).toBeVisible()
    await page.locator('button[lang=en]').press('Enter')
    await expect(page.getByText(`Removed: ${name}`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeFocused()
  })
})

function pictures(all: Element[]): string[] {
  return all.flatMap((each) => (each instanceof HTMLCanvasElement ? [each.toDataURL()] : []))
}
