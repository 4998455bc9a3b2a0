import { waitText } from '@casebook/domain/shared/wait-text.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure, FailureParams } from '../calls/failures.ts'
import { useGroupText } from './group-text.ts'
import { useLocaleChoice } from './locale.tsx'
import { saidInLanguage } from './said-in-language.ts'

/** Fills `{name}` like domain's fillIn, which would add the whole catalogue to the initial load. */
function fillIn(sentence: string, params: FailureParams): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}

/** A waiting time arrives in English words and in seconds. It is converted to the screen's language. */
function localizeWait(params: FailureParams, locale: string): FailureParams {
  return typeof params.seconds === 'number' && 'wait' in params
    ? { ...params, wait: waitText(params.seconds, locale) }
    : params
}

/** Groups arrive as codes, separated by commas. */
function withGroupNames(params: FailureParams, groupText: (group: string) => string): FailureParams {
  return {
    ...params,
    groups: String(params.groups ?? '')
      .split(', ')
      .map(groupText)
      .join(', '),
  }
}

/** The sentence for a failure in the language of the screen. */
export function useFailureText(): (failure: Failure) => string {
  const { problems, locale } = useLocaleChoice()
  const t = useTranslations('app')
  const groupText = useGroupText()
  return useCallback(
    (failure) => {
      const nameGroups = (params: FailureParams) =>
        failure.reason === 'call.forbidden' ? withGroupNames(params, groupText) : params
      const translated = failure.reason === undefined ? undefined : problems[failure.reason]
      if (translated)
        return fillIn(translated, nameGroups(localizeWait(saidInLanguage(failure.params, locale), locale)))
      if (failure.code === 'NETWORK') return t('failureNetwork')
      if (failure.code === 'UNEXPECTED') return t('failureUnexpected', { details: failure.message })
      return failure.message
    },
    [problems, t, groupText, locale],
  )
}
