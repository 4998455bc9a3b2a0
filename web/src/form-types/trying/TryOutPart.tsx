import { type FormTypeField, spokenType } from '@casebook/domain/form-types/fields.ts'
import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { useDrawing } from '../../forms/filling/drawing/use-drawing.ts'
import { FormFields } from '../../forms/filling/FormFields.tsx'
import { useFormKeys } from '../../forms/keys/use-form-keys.ts'
import { fieldProgress } from '../../forms/values/form-progress.ts'
import { evaluatedForm, whyNotField } from '../../forms/values/judged-form.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { useLocaleChoice } from '../../locale/locale.tsx'
import classes from './TryOutPart.module.css'
import type { TryOut } from './use-try-out.ts'

/** How much of it, in pixels, must be on the screen when it opens. */
const leastSeen = 200

/** The form as a nurse fills it in, at a desk or on a phone. Nothing of it is stored. */
export function TryOutPart({ tryOut, name }: { tryOut: TryOut; name: string }) {
  const t = useTranslations('formTypes')
  const textOf = useFailureText()
  const { values, type, clear } = tryOut
  const { locale } = useLocaleChoice()
  const judge = useMemo(() => spokenType(tryOut.judge, locale), [tryOut.judge, locale])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [size, setSize] = useState('desk')
  const keys = useFormKeys()
  const judged = evaluatedForm(judge, values)
  const drawing = useDrawing(judge.fields, judged.hidden)
  const place = useRef<HTMLElement>(null)
  // On a phone it stands far below the button that opens it.
  useEffect(() => {
    const { top = 0, bottom = 0 } = place.current?.getBoundingClientRect() ?? {}
    if (top > window.innerHeight - leastSeen || bottom < leastSeen) place.current?.scrollIntoView()
  }, [])
  const onType = useCallback((field: FormTypeField, value: string) => type({ [field.name]: value }), [type])
  const onReason = useCallback((key: string, reason: string) => type({ [key]: reason }), [type])
  const onLeave = useCallback((field: FormTypeField) => setLeft((before) => new Set(before).add(field.name)), [])

  const errors = new Map<string, string>()
  for (const field of judge.fields) {
    const why = left.has(field.name) ? whyNotField(judge, field, values) : undefined
    const [failure] = why ? failuresOf(why) : []
    if (failure) errors.set(field.name, textOf(failure))
  }

  return (
    <section ref={place} className={classes.tryOut} aria-label={t('tryIt')} {...keys}>
      <div className={classes.head}>
        <h3>{t('tryIt')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('seenAs')}
          value={size}
          onChange={setSize}
          data={[
            { value: 'desk', label: t('atDesk') },
            { value: 'phone', label: t('onPhone') },
          ]}
        />
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            clear()
            setLeft(new Set())
          }}
        >
          {t('emptyTryOut')}
        </Button>
      </div>
      <p className={classes.quiet}>{t('tryHint')}</p>
      <div className={classes.form} data-size={size}>
        {name !== '' && <h4 className={classes.name}>{name}</h4>}
        <FormFields
          drawing={drawing}
          judge={judge}
          judged={judged}
          progress={fieldProgress(
            judge.fields.filter((field) => field.type !== 'Note'),
            (each) => judged.values.get(each) ?? values[each],
            (each) => errors.has(each),
            () => false,
          )}
          values={values}
          errors={errors}
          isDisabled={false}
          onType={onType}
          onLeave={onLeave}
          onReason={onReason}
        />
      </div>
    </section>
  )
}
