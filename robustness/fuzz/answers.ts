import type { Answer } from '../person.ts'

/** Words of the code or the database that no answer may contain. */
const leaks =
  /node_modules|\bat (async )?\w+ \(|violates|pg_catalog|syntax error at or near|relation "|ECONN|invalid input syntax/

/** Why a caller should never get this answer; undefined if it is fine. */
export function whyInvalid({ status, text }: Answer): string | undefined {
  if (status >= 500) return `status ${status}`
  if (text.includes('"INTERNAL"')) return 'INTERNAL'
  const isJson = text.startsWith('{') || (status === 200 && !/^(:|event:)/.test(text))
  if (isJson) {
    try {
      const { errors } = JSON.parse(text)
      const messages = Array.isArray(errors) ? errors.map(({ message }) => String(message)).join('\n') : ''
      if (leaks.test(messages)) return 'an error that tells of the inside'
    } catch {
      return 'an answer that is no JSON'
    }
  }
  return undefined
}

/** Refusals by limits, which may take longer. */
export function isLimited({ status, text }: Answer): boolean {
  return status === 413 || status === 429 || /too deep|aliases|too much|"RATE_LIMITED"/.test(text)
}
