import { sql } from 'kysely'
import { bilingual } from '../../mail/bilingual.ts'
import type { EmailMessage, Mailer } from '../../mail/mailer.ts'
import type { Write } from '../../writes/write.ts'

type ExportRequest = { personid: string; origin: string; siteid: string; isDone: boolean }

/** Emails the person who requested an export that it has ended, if they still see the site and have a verified address. */
export async function queueEmail(tx: Write, mailer: Pick<Mailer, 'queue'>, asked: ExportRequest): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select(['given_name', 'family_name', 'email'])
    .where('personid', '=', asked.personid)
    .where('state', '=', 'active')
    .where('email_verified', '=', true)
    // They may have lost the site since they asked.
    .where(sql<boolean>`(all_sites or ${asked.siteid} = any(sites))`)
    .executeTakeFirst()
  if (!person?.email) return
  const name = [person.given_name, person.family_name].filter(Boolean).join(' ')
  await mailer.queue(tx, exportEmail({ name, address: person.email }, asked))
}

/** Contains no data and no name of a study or subject. The linked page shows those. */
function exportEmail(to: EmailMessage['to'], { origin, siteid, isDone }: ExportRequest): EmailMessage {
  const link = `${origin}/exports?site=${siteid}`
  if (isDone) {
    return bilingual(
      to,
      'Casebook: your export is ready / eksporten er klar',
      `The export that you asked for is ready. Download it within 7 days: ${link}`,
      `Eksporten du ba om, er klar. Last den ned innen 7 dager: ${link}`,
    )
  }
  return bilingual(
    to,
    'Casebook: your export failed / eksporten mislyktes',
    `The export that you asked for could not be made. See why, and try again: ${link}`,
    `Eksporten som du ba om, kunne ikke lages. Se hvorfor, og prøv igjen: ${link}`,
  )
}
