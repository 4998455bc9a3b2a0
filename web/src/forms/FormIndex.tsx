import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { shallowEqual } from '@mantine/hooks'
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import classes from './FormIndex.module.css'
import { entryOf, type FieldProgress, type FieldState, sectionsOf } from './values/form-progress.ts'

const looks = {
  filled: IconCircleCheck,
  empty: IconCircle,
  wanted: IconCircleDashed,
  refused: IconAlertTriangle,
  asked: IconAlertTriangle,
} satisfies Record<FieldState, unknown>

/**
 * The progress of a form: what is still required, how much is refused, and a link to each field or section. Where
 * sections are listed, each refused field has a link of its own above them.
 */
export const FormIndex = memo(ProgressIndex, isSameProgress)

type FormIndexProps = {
  fields: readonly FieldProgress[]
  /** Those of the form type, with the sections. */
  all: readonly FormTypeField[]
  /** How many fields are required, and how many of them are empty. */
  required: { all: number; left: number }
  /** Must be a stable function. */
  onGo: (name: string) => void
}

/** Most keys change nothing of it. What else it shows follows from its fields. */
function isSameProgress(before: FormIndexProps, now: FormIndexProps): boolean {
  return (
    before.onGo === now.onGo &&
    before.all === now.all &&
    (before.fields === now.fields ||
      (shallowEqual(before.required, now.required) &&
        before.fields.length === now.fields.length &&
        before.fields.every((one, place) => one === now.fields[place])))
  )
}

function ProgressIndex({ fields, all, required, onGo }: FormIndexProps) {
  const t = useTranslations('forms')
  const sections = sectionsOf(all, fields)
  const refused = fields.filter(({ state }) => state === 'refused' || state === 'asked')

  return (
    <nav aria-label={t('index')} className={classes.index}>
      <p className={classes.left} role="status">
        {required.all === 0 ? t('noneRequired') : t('requiredLeft', required)}
      </p>
      {refused.length > 0 && (
        <div className={classes.errors}>
          <p>{t('errorCount', { count: refused.length })}</p>
          {sections && (
            <ul className={classes.list}>
              {refused.map(({ name, label }) => (
                <li key={name}>
                  <button type="button" className={classes.item} data-state="refused" onClick={() => onGo(name)}>
                    <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
                    {label}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <ol className={classes.list}>
        {sections
          ? sections.map((section) => (
              <SectionLine
                key={section.fields[0]?.name}
                name={section.name}
                filled={section.filled}
                all={section.fields.length}
                entry={entryOf(section)}
                onGo={onGo}
              />
            ))
          : fields.map(({ name, label, state }) => {
              const Icon = looks[state]
              return (
                <li key={name}>
                  <button type="button" className={classes.item} data-state={state} onClick={() => onGo(name)}>
                    <Icon size={16} aria-hidden className={classes.icon} />
                    <span className={classes.name}>{label}</span>
                    <span className={classes.hidden}> ({t(`states.${state}`)})</span>
                  </button>
                </li>
              )
            })}
      </ol>
    </nav>
  )
}

/** Drawn again only when the section itself changes. */
const SectionLine = memo(function SectionLine({
  name,
  filled,
  all,
  entry,
  onGo,
}: {
  name: string
  filled: number
  all: number
  /** The field at which it is entered. */
  entry: string
  onGo: (name: string) => void
}) {
  const t = useTranslations('forms')
  return (
    <li>
      <button type="button" className={classes.item} onClick={() => onGo(entry)}>
        <span className={classes.name}>{name}</span>
        <span className={classes.count}>{t('givenOf', { given: filled, all })}</span>
      </button>
    </li>
  )
})
