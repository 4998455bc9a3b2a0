// @vitest-environment happy-dom
import { problem } from '@casebook/domain/shared/problems.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'

vi.mock('../../calls/graphql.ts', () => ({ rereadShown: () => undefined }))
vi.mock('../../locale/failure-text.ts', () => ({
  useFailureText:
    () =>
    ({ message }: Error) =>
      message,
}))
const { usePreview } = await import('./use-preview.ts')

afterEach(closeAll)

/** Reads files when the test says so. */
async function reading() {
  const pending = new Map<string, PromiseWithResolvers<string>>()
  const read = vi.fn((file: File) => {
    const answer = Promise.withResolvers<string>()
    pending.set(file.name, answer)
    return answer.promise
  })
  const screen = await drawHook(() => usePreview(read))
  return {
    ...screen,
    read,
    take: (name: string) => screen.doing(() => screen.result().take(new File([], name))),
    answer: (name: string) => screen.doing(() => pending.get(name)?.resolve(`of ${name}`)),
    refuse: (name: string) => screen.doing(() => pending.get(name)?.reject(problem('exchange.nameless'))),
  }
}

test('of files chosen one after the other, the last one is shown, whatever becomes of the others', async () => {
  const { result, read, take, answer, refuse } = await reading()
  await take('one.xml')
  await take('two.xml')
  await take('three.xml')
  expect([result().file?.name, result().isReading]).toEqual(['three.xml', true])
  await refuse('one.xml')
  expect([result().preview, result().refusal, result().isReading]).toEqual([undefined, undefined, true])
  await answer('three.xml')
  expect([result().preview, result().isReading]).toEqual(['of three.xml', false])
  expect(read.mock.calls.map(([file]) => file.name)).toEqual(['one.xml', 'three.xml'])
  await take('four.xml')
  expect(result().preview).toBeUndefined()
  await refuse('four.xml')
  expect(result().refusal).toBeDefined()
})

test('what was added is forgotten', async () => {
  const { result, doing, take, answer } = await reading()
  await take('one.xml')
  await answer('one.xml')
  await doing(() => result().forget())
  expect([result().file, result().preview]).toEqual([undefined, undefined])
})
