// @vitest-environment happy-dom

import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import { useCorrection } from './use-correction.ts'

afterEach(closeAll)

const over = (stored: number) => () => useCorrection(stored)

test('a colleague’s correction neither moves what is wanted nor is replaced without a word', async () => {
  const clock = await drawHook(over(0))
  await act(async () => clock.result().setShift(5))
  await clock.again(over(9))
  expect(clock.result()).toMatchObject({ shift: -4, over: 0 })
  // The refusal said what the colleague stored.
  await act(async () => clock.result().goOn())
  expect(clock.result()).toMatchObject({ shift: -4, over: 9 })
  await act(async () => clock.result().setShift(-2))
  expect(clock.result()).toMatchObject({ shift: -2, over: 9 })
  await act(async () => clock.result().end())
  expect(clock.result()).toMatchObject({ shift: 0, over: 9 })
})

test('a correction that is taken back is over', async () => {
  const clock = await drawHook(over(3))
  await act(async () => clock.result().setShift(5))
  await act(async () => clock.result().setShift(0))
  await clock.again(over(4))
  expect(clock.result()).toMatchObject({ shift: 0, over: 4 })
})
