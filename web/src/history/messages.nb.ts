import type { Translated } from '../texts/translated.ts'
import type { historyEn } from './messages.en.ts'

export const historyNb: Translated<typeof historyEn> = {
  history: 'Historikk',
  close: 'Lukk historikken',
  none: 'Ingen endringer ennå.',
  newestFirst: 'Nyeste først. Tider i {zone}.',
  older: 'Eldre endringer',
  because: 'Begrunnelse: {reason}',
  nothing: 'ingenting',
  actionDone: {
    ADDED: '{what} lagt til',
    UPDATED: '{what} endret',
    REMOVED: '{what} fjernet',
  },
  undoReason: 'Fjerningen ble angret',
  kinds: {
    study: 'Studie',
    activity_type: 'Aktivitetstype',
    form_type: 'Skjematype',
    visit: 'Besøk',
    study_document: 'Dokument',
    study_document_version: 'Dokumentversjon',
  },
  fields: {
    study: {
      name: 'Navn',
      status: 'Status',
      identifier: 'Identifikator',
      places: 'Steder på kroppen',
      epoch_seconds: 'Lengde på en epoke i sekunder',
      calendar_feed: 'Kalenderen kan abonneres på',
    },
    activity_type: { description: 'Beskrivelse', repeats: 'Gjentas' },
    form_type: {
      identifier: 'Identifikator',
      number: 'Versjon',
      repeats: 'Gjentas',
      fields: 'Felter',
      draft: 'Utkast',
      version_notes: 'Navn på versjoner',
    },
    visit: {
      name: 'Navn',
      day: 'Dag',
      days_before: 'Dager før',
      days_after: 'Dager etter',
      repeats: 'Gjentas',
      in_order: 'I rekkefølge',
    },
    study_document: { title: 'Tittel', kind: 'Type' },
    study_document_version: { number: 'Versjon', filename: 'Fil', date: 'Dato', status: 'Status', size: 'Størrelse' },
  },
  values: {
    study_document: {
      kind: {
        protocol: 'Protokoll',
        approval: 'Godkjenning',
        information: 'Informasjonsskriv',
        procedure: 'Prosedyre',
        other: 'Annet',
      },
    },
  },
  yes: 'ja',
  no: 'nei',
  draftSaved: 'lagret',
  draftChanged: 'endret',
}
