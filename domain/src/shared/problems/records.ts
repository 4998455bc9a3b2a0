import type { CatalogueEntry } from './problem-code.ts'

/** Sites, studies, subjects and what is recorded about them. */
export const recordsProblems = {
  'site.missing': {
    code: 'NOT_FOUND',
    sentence: 'This site does not exist, or you do not have access to it. Select another site.',
  },
  'device.missing': {
    code: 'NOT_FOUND',
    sentence: 'This device does not exist at this site. Check the list of devices.',
  },
  'study.missing': { code: 'NOT_FOUND', sentence: 'This study does not exist here. Check the list of studies.' },
  'activity-type.missing': {
    code: 'NOT_FOUND',
    sentence: 'This activity type does not exist in this study. Check its activity types.',
  },
  'form-type.missing': {
    code: 'NOT_FOUND',
    sentence: 'This form type does not exist in this study. Check its form types.',
  },
  'subject.missing': {
    code: 'NOT_FOUND',
    sentence: 'This subject does not exist here. Check the list of subjects.',
  },
  'form.missing': { code: 'NOT_FOUND', sentence: 'This subject has no such form. Reload the page.' },
  'running.missing': {
    code: 'NOT_FOUND',
    sentence: 'This activity is not running. Start it, or record it with its times.',
  },
  'activity.missing': {
    code: 'NOT_FOUND',
    sentence: 'This subject has no such activity. Save the activity first, or reload the page.',
  },
  'removed.missing': { code: 'NOT_FOUND', sentence: 'No removed item has this ID. Check the list of removed items.' },
  'site.id.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This identifier is or was used by another site and cannot be reused. Choose another.',
  },
  'device.id.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This site already has a device with this ID. Choose another device ID.',
  },
  'devices.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This site already has: {deviceids}. Leave them out.',
  },
  'devices.count': { code: 'BAD_INPUT', sentence: 'Give 1 to {max} devices at once.' },
  'devices.twice': { code: 'BAD_INPUT', sentence: 'The device {deviceid} is in the list twice. Give it once.' },
  'activity-type.description.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This study already has an activity type with this description. Choose another.',
  },
  'form-type.identifier.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This study already has a form type with this identifier. Choose another.',
  },
  'subject.identifier.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This study already has a subject with this identifier. Choose another.',
  },
  'subject.id.taken': { code: 'ALREADY_EXISTS', sentence: 'A subject with this ID already exists. Choose another ID.' },
  'form.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This subject already has a form of this type. Open that one and edit it.',
  },
  'subject.device.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This device is already attached to the subject at this location. Reload the page.',
  },
  'activity.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This subject already has an activity of this type. Open that one and edit it.',
  },
  'occurrence.which': {
    code: 'BAD_INPUT',
    sentence: 'There are several of this type. Say which one.',
  },
  'occurrence.once': {
    code: 'BAD_INPUT',
    sentence: 'This type does not repeat, so that its only number is 1. Leave the number out.',
  },
  'occurrence.next': {
    code: 'BAD_INPUT',
    sentence: 'The next number is {next}. Leave the number out.',
  },
  'occurrence.label': {
    code: 'BAD_INPUT',
    sentence: 'Only what can be recorded several times has a label of its own. Leave the label out.',
  },
  'repeats.used': {
    code: 'CONFLICT',
    sentence: 'These subjects have several of this type: {names}. Remove what is too many first, or let it repeat.',
  },
  'visit.missing': {
    code: 'NOT_FOUND',
    sentence: 'This type belongs to no such visit of the study. Check the schedule of the study.',
  },
  'running.time.ahead': { code: 'BAD_INPUT', sentence: 'Give a time that is not later than now.' },
  'running.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This activity is already running. Stop it, or undo its start.',
  },
  'version.stale': {
    code: 'CONFLICT',
    sentence:
      'This was changed while you worked on it. Compare what you typed with what is there now, then save again.',
  },
  'removal.unseen': {
    code: 'CONFLICT',
    sentence:
      '{name} changed this after you had read it. Look at what is there now, then remove it if you still want to.',
  },
  'snapshot.without-closing': {
    code: 'BAD_INPUT',
    sentence: 'A snapshot is taken only with the status CLOSED. Leave it out.',
  },
  'snapshot.differs': {
    code: 'CONFLICT',
    sentence: 'The subject was changed while you were closing it. Check it, then submit again.',
  },
  'subject.closed': {
    code: 'SUBJECT_NOT_OPEN',
    sentence: 'The subject is closed. Reopen it before you change anything.',
  },
  'subject.deleted': {
    code: 'SUBJECT_NOT_OPEN',
    sentence: 'The subject is marked as deleted. Ask a subject administrator to reopen it before you change anything.',
  },
  'study.epoch': { code: 'BAD_INPUT', sentence: 'Give an epoch of {least} to {most} whole seconds.' },
  'study.limit': { code: 'BAD_INPUT', sentence: 'Give a number from {least} to {most}, or leave the limit out.' },
  'study.places.none': { code: 'BAD_INPUT', sentence: 'Name at least one place on the body.' },
  'study.places.too-many': { code: 'BAD_INPUT', sentence: 'Name at most {max} places on the body.' },
  'study.places.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'The place {place} is in the list twice. Names that differ only in case or blanks are the same.',
  },
  'study.places.used': {
    code: 'CONFLICT',
    sentence: 'Devices are or were worn in the place {place}. Keep it in the list.',
  },
  'study.not-open': {
    code: 'STUDY_NOT_OPEN',
    sentence:
      'The study is {status}: it accepts no new subjects and no changes to its types. Set its status to OPEN first.',
  },
  'subject.no-activity': {
    code: 'NO_ACTIVITY',
    sentence: 'At least one activity must be saved before submitting and closing a subject',
  },
  'subject.upload-pending': {
    code: 'UPLOAD_PENDING',
    sentence: 'The file {filename} is still uploading. Wait until it has finished, or delete it, then submit again.',
  },
  'subject.forms-incomplete': {
    code: 'BAD_INPUT',
    sentence:
      'These fields lack a value or hold one that no longer fits: {fields}. Complete them, or say why it is closed anyway.',
  },
  'site.id.pattern': { code: 'BAD_INPUT', sentence: 'Use 1 to {max} lowercase letters, a to z.' },
  'device.id.pattern': {
    code: 'BAD_INPUT',
    sentence: 'Use 1 to {max} characters: uppercase letters A to Z and digits 0 to 9.',
  },
  'subject.id.pattern': {
    code: 'BAD_INPUT',
    sentence: 'Use 1 to {max} characters: letters a to z, digits, hyphens and underscores.',
  },
  'subject.new-not-open': {
    code: 'BAD_INPUT',
    sentence: 'A new subject is OPEN. Create it first, then change its status.',
  },
  'subject.devices.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'The device {deviceid} is already attached at this location. Choose another device or location.',
  },
  'subject.devices.other-twice': {
    code: 'BAD_INPUT',
    sentence:
      'Besides arm and chest, the device {deviceid} can be worn in one place at a time. Choose another device, or detach it first.',
  },
  'subject.place.required': {
    code: 'BAD_INPUT',
    sentence: 'Say where the device is worn: with the position OTHER, name one of the study’s places.',
  },
  'subject.place.mismatch': {
    code: 'BAD_INPUT',
    sentence:
      'The place {place} does not go with the position {position}. Give arm as ARM, chest as CHEST, all others as OTHER.',
  },
  'subject.place.unknown': {
    code: 'BAD_INPUT',
    sentence: 'This study has no place {place} on the body. Choose one of its places, or add it to the study.',
  },
  'subject.worn.future': {
    code: 'BAD_INPUT',
    sentence: 'This time is still to come. Say when the device was put on or taken off.',
  },
  'subject.worn.reversed': {
    code: 'BAD_INPUT',
    sentence: 'The device {deviceid} was put on after this time. Choose a later one.',
  },
  'subject.visit.missing': { code: 'BAD_INPUT', sentence: 'This study has no such visit. Check its schedule.' },
  'subject.devices.too-many': { code: 'BAD_INPUT', sentence: 'Attach at most {max} devices to a subject.' },
  'snapshot.unreadable': {
    code: 'BAD_INPUT',
    sentence: 'The snapshot is not JSON in the expected format. Reload the page, then submit again.',
  },
  'form.field.changed': {
    code: 'CONFLICT',
    sentence: 'Somebody else has changed {name} meanwhile. Compare your value with theirs, then save again.',
  },
  'form.key.unknown': { code: 'BAD_INPUT', sentence: 'The form type has no field {name}. Omit this value.' },
  'form.key.duplicate': { code: 'BAD_INPUT', sentence: 'The field {name} was given twice. Give it once.' },
  'activity.time.format': {
    code: 'BAD_INPUT',
    sentence: 'Type the time as yyyy-MM-dd HH:mm, such as 2026-10-20 09:50.',
  },
  'activity.time.no-such': { code: 'BAD_INPUT', sentence: 'There is no such day or time of day. Correct it.' },
  'activity.time.skipped': {
    code: 'BAD_INPUT',
    sentence:
      'This time does not exist in {zone}: the clocks went forward at that time. Type an earlier or a later time.',
  },
  'activity.time.range': { code: 'BAD_INPUT', sentence: 'Give the time in whole seconds, in the years 1 to 9999.' },
  'activity.stop.not-later': { code: 'BAD_INPUT', sentence: 'Enter a stop time that is later than the start time.' },
  'history.position': {
    code: 'BAD_INPUT',
    sentence: 'before must be the historyid of the last entry that was read; “{before}” is not one.',
  },
  'history.range': { code: 'BAD_INPUT', sentence: 'Ask for 1 to {max} entries at a time.' },
  'changes.position': {
    code: 'BAD_INPUT',
    sentence: 'after must be a position that listChanges returned. Leave it out to start from now.',
  },
  'changes.elsewhere': {
    code: 'BAD_INPUT',
    sentence:
      'This position belongs to another database, or to the time before this one was restored. Read everything again, then go on from a new position.',
  },
  'marked.range': { code: 'BAD_INPUT', sentence: 'Ask for 1 to {max} files at a time.' },
  'changes.range': { code: 'BAD_INPUT', sentence: 'Ask for 1 to {max} changes at a time.' },
} as const satisfies Record<string, CatalogueEntry>
