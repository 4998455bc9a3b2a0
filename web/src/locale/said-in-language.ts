import type { FailureParams } from '../calls/failures.ts'

/** A sentence of the study's own is sent in all its languages: `message`, `message.nb`. Bokmål is often tagged as Norwegian. */
export function saidInLanguage(params: FailureParams, locale: string): FailureParams {
  if (!('message' in params)) return params
  const same = locale === 'nb' ? ['nb', 'no'] : [locale]
  const keys = Object.keys(params)
  const key =
    keys.find((each) => each.toLowerCase() === `message.${locale}`) ??
    keys.find((each) => each.startsWith('message.') && same.includes(each.slice(8).split('-', 1)[0] ?? ''))
  return key === undefined ? params : { ...params, message: params[key] ?? '' }
}
