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
    study_document: 'Dokument',
    study_document_version: 'Dokumentversjon',
  },
  labels: {
    name: 'Navn',
    status: 'Status',
    identifier: 'Identifikator',
    description: 'Beskrivelse',
    number: 'Versjon',
    draft: 'Utkast',
    title: 'Tittel',
    kind: 'Type',
    filename: 'Fil',
    date: 'Dato',
    size: 'Størrelse',
  },
  draftSaved: 'lagret',
  draftChanged: 'endret',
}
