import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { PersonRow } from './person/person-name.ts'
import classes from './UsersScreen.module.css'

/** The identity provider's claims about a person, which help an administrator identify them. */
export function AssertedFacts({ person }: { person: PersonRow }) {
  const t = useTranslations('users')
  const format = useFormatter()
  const headingid = useId()
  const { asserted } = person
  function at(instant: string | undefined): string | undefined {
    return instant && format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })
  }
  const facts = [
    { label: t('providerName'), text: asserted?.name },
    { label: t('hprNumber'), text: asserted?.hpr_number },
    { label: t('assuranceLevel'), text: asserted?.assurance_level },
    { label: t('email'), text: person.email },
    { label: t('subject'), text: person.sub },
    { label: t('issuer'), text: person.issuer },
    { label: t('firstSeen'), text: at(asserted?.first_seen) },
    { label: t('lastSeen'), text: at(asserted?.last_seen) ?? t('never') },
  ]
  return (
    <section aria-labelledby={headingid}>
      <h3 id={headingid} className={classes.asserted}>
        {t('asserted')}
      </h3>
      <dl className={classes.facts}>
        {facts.map(({ label, text }) => (
          <Fact key={label} label={label} text={text ?? t('notSaid')} />
        ))}
      </dl>
    </section>
  )
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  )
}
