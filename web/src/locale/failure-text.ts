import { waitText } from '@casebook/domain/shared/wait-text.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure, FailureParams } from '../calls/failures.ts'
import { useGroupText } from './group-text.ts'
import { useLocaleChoice } from './locale.tsx'

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
