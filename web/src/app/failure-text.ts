import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure, FailureParams } from './failures.ts'
import { useLocaleChoice } from './locale.tsx'

/** Fills `{name}` as domain's fillIn does, which would bring the whole catalogue into the first load. */
function fillIn(sentence: string, params: FailureParams): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

/** The sentence that a person reads for a failure, in the language of the screen. */
export function useFailureText(): (failure: Failure) => string {
  const { problems } = useLocaleChoice()
  const t = useTranslations('app')
  return useCallback(
    (failure) => {
      const translated = failure.reason === undefined ? undefined : problems[failure.reason]
      if (translated) return fillIn(translated, failure.params)
      if (failure.code === 'NETWORK') return t('failureNetwork')
      if (failure.code === 'UNEXPECTED') return t('failureUnexpected', { details: failure.message })
      return failure.message
    },
    [problems, t],
  )
}
