// @vitest-environment happy-dom

import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import { useLayout } from './use-layout.ts'

afterEach(closeAll)

const storedAs = (layout: Layout | null) => () => useLayout({ layout })

test('what a colleague sets is followed, also by a page that had set something else', async () => {
  const page = await drawHook(storedAs(null))
  await page.again(storedAs({ rate: 40 }))
  expect(page.result()).toMatchObject({ layout: { rate: 40 }, by: 'colleague' })
  await act(async () => page.result().set({ rate: 50 }, 'person'))
  expect(page.result()).toMatchObject({ layout: { rate: 50 }, by: 'person' })
  await page.again(storedAs({ rate: 60 }))
  expect(page.result()).toMatchObject({ layout: { rate: 60 }, by: 'colleague' })
})

test('what was stored from here, and arrives late, undoes nothing that was set here since', async () => {
  const page = await drawHook(storedAs(null))
  for (const rate of [40, 50]) {
    await act(async () => page.result().set({ rate }, 'person'))
    page.result().onSent({ rate })
  }
  await page.again(storedAs({ rate: 40 }))
  expect(page.result()).toMatchObject({ layout: { rate: 50 }, by: 'person' })
  await page.again(storedAs({ rate: 50 }))
  expect(page.result()).toMatchObject({ layout: { rate: 50 }, by: 'person' })
  // The same settings once more, by a colleague.
  await page.again(storedAs({ rate: 40 }))
  expect(page.result()).toMatchObject({ layout: { rate: 40 }, by: 'colleague' })
})

test('settings in another order are the same ones', async () => {
  const page = await drawHook(storedAs({ delimiter: ';', rate: 40 }))
  await page.again(storedAs({ rate: 40, delimiter: ';' }))
  expect(page.result().by).toBe('file')
})

test('the first description of a file is followed, and one that only describes changes nothing', async () => {
  const page = await drawHook(() => useLayout(undefined))
  expect(page.result()).toMatchObject({ layout: null, isSet: false })
  await page.again(storedAs(null))
  expect(page.result()).toMatchObject({ layout: null, by: 'file' })
  await page.again(storedAs({ rate: 40 }))
  expect(page.result()).toMatchObject({ layout: { rate: 40 }, by: 'colleague', isSet: true })
})
