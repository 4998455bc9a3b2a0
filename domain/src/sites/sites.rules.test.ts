import { expect, test } from 'vitest'
import { siteFields, whyNotSiteid } from './sites.rules.ts'

test.each(['a', 'oslo', 'z'.repeat(40)])('%j may be a siteid', (siteid) => {
  expect(whyNotSiteid(siteid)).toBeUndefined()
})

test.each(['Oslo', 'oslo1', 'os lo', ' oslo', 'oslo\n', 'østfold', 'z'.repeat(41), 'oslo\0'])(
  '%j may not be a siteid',
  (siteid) => {
    expect(whyNotSiteid(siteid)).toMatchObject({ reason: 'site.id.pattern', field: 'identifier' })
  },
)

test('an empty siteid and an empty name are refused as required', () => {
  expect(whyNotSiteid('')?.reason).toBe('text.required')
  expect(siteFields.name.whyNot(' ')).toMatchObject({ reason: 'text.required', field: 'name' })
})
