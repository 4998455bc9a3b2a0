import { problem } from '@casebook/domain/shared/problems.ts'
import { expect, test } from 'vitest'
import { anotherSignedIn } from './gave-way.ts'

test('the page that takes the place of another one tells it in the words of the server', () => {
  expect(anotherSignedIn).toBe(problem('session.another').message)
})
