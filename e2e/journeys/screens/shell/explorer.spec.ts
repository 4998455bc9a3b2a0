import { expect, expectNoSidewaysScroll, signIn, test } from '../../../fixtures.ts'

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`the explorer of the API answers its first query beside or below it, ${width} pixels wide`, async ({
    page,
    baseURL,
  }) => {
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !/^(data|blob):/.test(request.url())) outside.push(request.url())
    })
    await page.setViewportSize({ width, height })
    await signIn(page, 'nurse')
    await page.waitForLoadState('networkidle')
    await page.goto('/graphql')
    await page.getByRole('button', { name: /^Execute/ }).click()
    const answer = page.locator('.graphiql-response')
    await expect(answer).toContainText('"given_name": "Kari"')
    const box = await answer.boundingBox()
    expect(box?.width).toBeGreaterThan(width === 390 ? 300 : 500)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /Documentation/ }).click()
    await expect(page.getByText('Root Types')).toBeInViewport()
    expect(outside).toEqual([])
  })
}
