// @vitest-environment happy-dom

import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import { useCorrection, useCorrections } from './use-correction.ts'

afterEach(closeAll)

const stale = new Failure({ code: 'CONFLICT', message: '' })
const over = (stored: number) => () => useCorrection(stored)

test('a colleague’s correction neither moves what is wanted nor is replaced without a word', async () => {
  const clock = await drawHook(over(0))
  await act(async () => clock.result().setShift(5))
  await clock.again(over(9))
  expect(clock.result()).toMatchObject({ shift: -4, over: 0 })
  // The refusal said what the colleague stored.
  await act(async () => clock.result().onRefused(stale))
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

test('what two people want of the same clock is not added up', async () => {
  const clocks = await drawHook(useCorrections)
  const clock = (stored: number) => clocks.result()('arm', stored)
  await act(async () => clock(0).setShift(5))
  // The colleague found the same, and saved it.
  expect(clock(5)).toMatchObject({ shift: 0, over: 0 })
  expect(clock(4.9)).toMatchObject({ shift: 0.1, over: 0 })
  expect(clocks.result()('chest', 2)).toMatchObject({ shift: 0, over: 2 })
})

test('each of several clocks has its own correction, to the millisecond', async () => {
  const clocks = await drawHook(useCorrections)
  await act(async () => {
    clocks.result()('arm', 0.1).setShift(0.2004)
    clocks.result()('chest', 2).setShift(-1)
  })
  expect(clocks.result()('arm', 0.1)).toMatchObject({ shift: 0.2, over: 0.1 })
  expect(clocks.result()('chest', 2)).toMatchObject({ shift: -1, over: 2 })
  await act(async () => clocks.result()('arm', 0.1).end())
  expect(clocks.result()('arm', 0.1).shift).toBe(0)
  expect(clocks.result()('chest', 2).shift).toBe(-1)
})

test('a refusal that comes late keeps what was chosen meanwhile', async () => {
  const clock = await drawHook(over(0))
  await act(async () => clock.result().setShift(5))
  await clock.again(over(9))
  const { onRefused } = clock.result()
  await act(async () => clock.result().setShift(1))
  await act(async () => onRefused(stale))
  expect(clock.result()).toMatchObject({ shift: 1, over: 9 })
})

test('a save whose answer was lost does not let the next one replace a colleague’s correction', async () => {
  const clock = await drawHook(over(0))
  await act(async () => clock.result().setShift(5))
  await clock.again(over(9))
  await act(async () => clock.result().onRefused(new Failure({ code: 'NETWORK', message: '' })))
  expect(clock.result()).toMatchObject({ shift: -4, over: 0 })
})
