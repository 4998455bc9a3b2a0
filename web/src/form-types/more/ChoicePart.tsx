import { choiceOptions } from '@casebook/domain/form-types/field-properties.ts'
import { fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import { Button, Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { hasCodes } from '../draft/field-draft.ts'
import classes from './More.module.css'
import type { MoreProps } from './more-props.ts'
import { OptionsTable } from './OptionsTable.tsx'
import { otherCode } from './other.ts'

/** The options of a Choice with codes and labels, whether several may be chosen, and "other, please specify". */
export function ChoicePart({
  typed,
  wantsOther,
  errorOf,
  onChange,
  onOther,
}: Pick<MoreProps, 'typed' | 'wantsOther' | 'errorOf' | 'onChange' | 'onOther'>) {
  const t = useTranslations('formTypes')
  if (fieldTypeOf[typed.type].patternUse !== 'options') return null
  const { options, pattern } = typed
  const listed =
    options.length > 0
      ? options
      : pattern.trim() === ''
        ? []
        : choiceOptions(pattern).map((text) => ({ code: text, label: text }))
  const hasOther = options.some(({ code }) => code === otherCode)

  function setOther(isWanted: boolean) {
    const rest = listed.filter(({ code }) => code !== otherCode)
    onChange({ options: isWanted ? [...rest, { code: otherCode, label: t('other') }] : rest })
    onOther(isWanted)
  }

  return (
    <>
      {hasCodes(typed) ? (
        <OptionsTable
          legend={t('options')}
          options={options}
          error={errorOf('options')}
          onChange={(next) => onChange({ options: next })}
        />
      ) : (
        <div className={classes.whole}>
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange({ options: listed.length > 0 ? listed : [{ code: '', label: '' }] })}
          >
            {t('giveCodes')}
          </Button>
        </div>
      )}
      <Checkbox
        className={classes.whole}
        label={t('more.multiple')}
        checked={typed.multiple}
        onChange={(event) => onChange({ multiple: event.currentTarget.checked })}
      />
      <Checkbox
        className={classes.whole}
        label={t('otherSpecify')}
        description={wantsOther && hasOther ? t('otherHint') : undefined}
        checked={hasOther}
        onChange={(event) => setOther(event.currentTarget.checked)}
      />
    </>
  )
}
