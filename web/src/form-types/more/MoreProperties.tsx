import { fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ConditionInput } from '../expressions/ConditionInput.tsx'
import { ExpressionInput } from '../expressions/ExpressionInput.tsx'
import { TimeInput } from '../expressions/TimeInput.tsx'
import { useTimeWords } from '../expressions/time-words.ts'
import { FieldLanguages } from '../languages/FieldLanguages.tsx'
import { languagesOf, withCodes } from '../languages/languages.ts'
import { ChoicePart } from './ChoicePart.tsx'
import { hasBounds, isBoundBy } from './date-bounds.ts'
import classes from './More.module.css'
import type { MoreProps } from './more-props.ts'

type TextName = 'label' | 'section' | 'unit' | 'placeholder' | 'minimumLabel' | 'maximumLabel' | 'variable'

/** Everything that a field may say besides its name, type and whether it is required. */
export function MoreProperties(props: MoreProps) {
  const { typed, context, sections, bounds, result, errorOf, onChange, onBounds } = props
  const t = useTranslations('formTypes')
  const id = useId()
  const { properties, displays, column } = fieldTypeOf[typed.type]
  const uses = (property: string) => properties.some((each) => each === property)
  // The first field has none to ask about, or to calculate with.
  const hasOthers = context.others.length > 0
  const words = useTimeWords()
  const dates = context.others.filter(({ field }) => isBoundBy(typed.type, field.type))

  function textInput(name: TextName, more = {}) {
    return (
      <TextInput
        label={t(`more.${name}`)}
        value={typed[name]}
        error={errorOf(name)}
        autoComplete="off"
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        {...more}
      />
    )
  }

  function numberInput(name: 'minimum' | 'maximum' | 'softMinimum' | 'softMaximum' | 'decimals') {
    return (
      <TextInput
        label={t(`more.${name}`)}
        inputMode={name === 'decimals' ? 'numeric' : 'decimal'}
        value={typed[name]}
        error={errorOf(name)}
        autoComplete="off"
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    )
  }

  return (
    <div className={classes.more}>
      {textInput('label', { className: classes.whole, description: t('labelHint') })}
      <Textarea
        className={classes.whole}
        label={t('more.help')}
        value={typed.help}
        error={errorOf('help')}
        autosize={false}
        rows={2}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
      {textInput('section', { description: t('sectionHint'), list: `${id}sections` })}
      <datalist id={`${id}sections`}>
        {sections.map((section) => (
          <option key={section} value={section} />
        ))}
      </datalist>
      {uses('unit') && textInput('unit')}
      {uses('placeholder') && textInput('placeholder')}
      {uses('minimum') && (
        <>
          {numberInput('minimum')}
          {numberInput('maximum')}
          {numberInput('decimals')}
          {numberInput('softMinimum')}
          {numberInput('softMaximum')}
          <p className={`${classes.quiet} ${classes.whole}`}>{t('softHint')}</p>
        </>
      )}
      {hasBounds(typed.type) && (
        <>
          {(['atLeast', 'atMost'] as const).map((side) => (
            <TimeInput
              key={side}
              label={t(`bounds.${side}`)}
              placeholder={t(typed.type === 'DateTime' ? 'timeOrNow' : 'dateOrToday')}
              type={typed.type}
              value={bounds[side]}
              error={errorOf(side)}
              list={`${id}dates`}
              onChange={(value) => onBounds({ ...bounds, [side]: value })}
            />
          ))}
          <datalist id={`${id}dates`}>
            <option value={typed.type === 'DateTime' ? words.now : words.today} />
            {dates.map(({ variable, label }) => (
              <option key={variable} value={variable}>
                {label}
              </option>
            ))}
          </datalist>
        </>
      )}
      {displays.length > 1 && (
        <NativeSelect
          label={t('more.display')}
          value={displays.includes(typed.display) ? typed.display : 'LIST'}
          error={errorOf('display')}
          onChange={(event) => {
            const display = displays.find((each) => each === event.currentTarget.value)
            if (display) onChange({ display })
          }}
        >
          {displays.map((display) => (
            <option key={display} value={display}>
              {t(`displays.${display}`)}
            </option>
          ))}
        </NativeSelect>
      )}
      {typed.display === 'SCALE' && uses('minimumLabel') && (
        <>
          {textInput('minimumLabel', { description: t('endLabelHint') })}
          {textInput('maximumLabel')}
        </>
      )}
      {uses('multiline') && (
        <Checkbox
          className={classes.whole}
          label={t('more.multiline')}
          checked={typed.multiline}
          onChange={(event) => onChange({ multiline: event.currentTarget.checked })}
        />
      )}
      <ChoicePart
        {...props}
        onChange={(part) => {
          const isRecoded = part.options !== undefined && typed.translations.length > 0
          const translations = isRecoded ? withCodes(typed.translations, typed.options, part.options ?? []) : undefined
          onChange({ ...part, ...(translations ? { translations } : {}) })
        }}
      />
      {column && (
        <Checkbox
          className={classes.whole}
          label={t('more.identifying')}
          description={t(typed.type === 'String' && typed.pattern === '' ? 'identifyingTextHint' : 'identifyingHint')}
          checked={typed.identifying}
          onChange={(event) => onChange({ identifying: event.currentTarget.checked })}
        />
      )}
      {(hasOthers || typed.showIf !== '') && (
        <div className={classes.whole}>
          <ConditionInput
            label={t('more.showIf')}
            sentence={(words) => t('askedIf', { words })}
            value={typed.showIf}
            error={errorOf('showIf')}
            fields={context.others}
            onChange={(showIf) => onChange({ showIf })}
          />
        </div>
      )}
      {uses('calculation') && (hasOthers || typed.calculation !== '') && (
        <div className={classes.whole}>
          <ExpressionInput
            label={t('more.calculation')}
            description={
              typed.calculation === '' ? (
                t('calculationHint')
              ) : (
                <span role="status">
                  {t('result')} <span className={classes.result}>{result ?? '–'}</span>
                </span>
              )
            }
            value={typed.calculation}
            error={errorOf('calculation')}
            fields={context.others}
            canReadToday={false}
            onChange={(calculation) => onChange({ calculation })}
          />
        </div>
      )}
      <div className={classes.whole}>
        <FieldLanguages
          typed={typed}
          languages={languagesOf(context.fields)}
          error={errorOf('translations')}
          onChange={(translations) => onChange({ translations })}
        />
      </div>
      {column &&
        textInput('variable', {
          description: t(typed.isSaved ? 'variableFixed' : 'variableHint'),
          placeholder: context.variable,
          disabled: typed.isSaved,
          spellCheck: false,
        })}
    </div>
  )
}
