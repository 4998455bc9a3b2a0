/** Texts about drafts, and about colleagues who change the same record. */
export const draftsEn = {
  bothChanged:
    '{count, plural, one {One field was changed by you and by a colleague} other {# fields were changed by you and by a colleague}}',
  bothChangedText: 'Choose which value to keep. Everything else has already been merged.',
  changedBy: 'changed by {by}, {at}',
  changedUnknown: 'changed by a colleague',
  mine: 'Yours',
  theirs: 'Theirs',
  empty: '(empty)',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  keepMineOf: 'Keep mine: {name}',
  takeTheirsOf: 'Take theirs: {name}',
  removed: 'A colleague has removed this in the meantime.',
  removedBy: 'Removed by {by}, {at}.',
  removedText: 'What you typed is kept below. If you put it back, it is saved as it stands here.',
  removedForGood: 'What you typed is kept below, so that you can copy it.',
  putBack: 'Put back with my changes',
  leaveTitle: 'Leave with unsaved changes?',
  leaveText: 'What you typed here has not been saved.',
  leave: 'Leave',
  stayHere: 'Stay',
} as const
