import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useRecord } from '../../records/use-record.ts'
import classes from '../reading/Recording.module.css'
import { isStartReadable, type LayoutTexts, layoutOf, textsOf } from './layout-texts.ts'

/** The name of the settings that are typed for a file. They are no record of the server: applying them reads the file again. */
export function layoutRecord(fileid: string): string {
  return `recording-layout/${fileid}`
}

/** Sets how a text file is read. Empty settings are recognised from the file. */
export function LayoutForm({
  fileid,
  layout,
  onApply,
  onCancel,
}: {
  fileid: string
  layout: Layout
  onApply: (layout: Layout) => void
  onCancel: () => void
}) {
  const t = useTranslations('recordings')
  const copy = useRecord({ record: layoutRecord(fileid), blank: textsOf(layout) })
  const texts: LayoutTexts = { ...textsOf(layout), ...copy.fields }
  const same = { value: '', label: t('settings.asRecognised') }
  const set = (name: keyof LayoutTexts) => (event: { currentTarget: { value: string } }) =>
    copy.type({ [name]: event.currentTarget.value })

  function apply(next: Layout) {
    copy.discard()
    onApply(next)
  }

  return (
    <form
      className={classes.settings}
      onSubmit={(event) => {
        event.preventDefault()
        if (isStartReadable(texts.start)) apply(layoutOf(texts))
      }}
    >
      <NativeSelect
        label={t('settings.delimiter')}
        value={texts.delimiter}
        onChange={set('delimiter')}
        data={[
          same,
          { value: ',', label: t('delimiters.,') },
          { value: ';', label: t('delimiters.;') },
          { value: '\t', label: t('delimiters.tab') },
          { value: '|', label: t('delimiters.|') },
          { value: ' ', label: t('delimiters.space') },
        ]}
      />
      <NativeSelect
        label={t('settings.decimal')}
        value={texts.decimal}
        onChange={set('decimal')}
        data={[same, { value: '.', label: t('settings.point') }, { value: ',', label: t('settings.comma') }]}
      />
      <TextInput
        label={t('settings.headerRows')}
        inputMode="numeric"
        placeholder={same.label}
        value={texts.headerRows}
        onChange={set('headerRows')}
      />
      <TextInput
        label={t('settings.timeColumn')}
        inputMode="numeric"
        placeholder={same.label}
        value={texts.timeColumn}
        onChange={set('timeColumn')}
      />
      <NativeSelect
        label={t('settings.timeUnit')}
        value={texts.timeUnit}
        onChange={set('timeUnit')}
        data={[
          same,
          ...(['d', 'h', 'min', 's', 'ms', 'us', '100ns', 'ns'] as const).map((value) => ({
            value,
            label: t(`forms.${value}`),
          })),
        ]}
      />
      <NativeSelect
        label={t('settings.epoch')}
        value={texts.epoch}
        onChange={set('epoch')}
        data={[
          same,
          ...(['1970', '1900', '1904', '2001', '1601', '1', '0'] as const).map((value) => ({
            value,
            label: t(`epochs.y${value}`),
          })),
        ]}
      />
      <NativeSelect
        label={t('settings.dateOrder')}
        value={texts.dateOrder}
        onChange={set('dateOrder')}
        data={[same, ...(['ymd', 'dmy', 'mdy'] as const).map((value) => ({ value, label: t(`settings.${value}`) }))]}
      />
      <TextInput
        label={t('settings.rate')}
        inputMode="decimal"
        placeholder={same.label}
        value={texts.rate}
        onChange={set('rate')}
      />
      <TextInput
        label={t('settings.start')}
        placeholder={same.label}
        value={texts.start}
        onChange={set('start')}
        error={isStartReadable(texts.start) ? undefined : t('settings.startFormat')}
      />
      <p className={classes.quiet}>{t('settings.remembered')}</p>
      <div className={classes.actions}>
        <Button type="submit">{t('settings.apply')}</Button>
        <Button variant="default" onClick={() => apply({})}>
          {t('settings.reset')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            copy.discard()
            onCancel()
          }}
        >
          {t('clockCancel')}
        </Button>
      </div>
    </form>
  )
}
