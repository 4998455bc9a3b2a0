import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Current } from '../calls/failures.ts'
import { useUser } from '../session/session.tsx'
import {
  type DraftEvent,
  type DraftState,
  isChanged,
  openDraft,
  reduceDraft,
  type Stored,
} from './machine/draft-machine.ts'
import { draftKey, keepDraft, readDraft } from './machine/draft-storage.ts'

/** Who wrote a version, and when (an Instant). */
export type Author = { by: string; at: string }
/** Finds out who wrote the record's newest version. */
export type FindAuthor = () => Promise<Author | undefined>

type Settings = {
  findAuthor?: FindAuthor
  /** Whether the editor is visible. A hidden editor without changes forgets a removed record. */
  isOpen?: boolean
}

type Opened = { key: string; heard: string; state: DraftState; isRestored: boolean }

export type RecordDraft = {
  state: DraftState
  fields: Fields
  /** Whether the editor has unsaved changes. */
  isChanged: boolean
  /** The editor was restored from an earlier visit's draft. */
  isRestored: boolean
  isRemoved: boolean
  /** Who removed it, once that is known. Undefined without `findAuthor`. */
  removedBy: Author | undefined
  authors: ReadonlyMap<number, Author>
  set: (fields: Fields) => void
  answer: (key: string, choice: 'mine' | 'theirs') => void
  /** Discards the changes at once, so that a guard does not block what follows. Call it from event handlers only. */
  discard: () => void
  /** For useRecordSubmission. */
  dispatch: (event: DraftEvent) => void
  learnAuthor: (current: Current) => void
  latest: () => DraftState
}

/**
 * The contents of an editor, stored in session storage while they differ from the saved state, so that a reload, a
 * sign-in or a crash loses nothing. `record` names the record, whether or not it exists ('form/SUBJECTID/FORMTYPEID').
 * The key includes the person, so that nobody finds another's text. Colleagues' changes are merged in as soon as they
 * are read. A conflict is shown with its author and time; without `findAuthor`, only after a refused save has reported
 * them.
 */
export function useRecordDraft(
  record: string,
  stored: Stored,
  { findAuthor, isOpen = true }: Settings = {},
): RecordDraft {
  const { sub } = useUser()
  const key = draftKey(sub, record)
  const heard = JSON.stringify(stored)
  const [opened, setOpened] = useState(() => open(key, stored, heard))
  const [authors, setAuthors] = useState<ReadonlyMap<number, Author>>(new Map())

  let current = opened
  if (opened.key !== key) current = open(key, stored, heard)
  else if (opened.heard !== heard) {
    const state = reduceDraft(opened.state, { type: 'heard', stored })
    const isAuthorKnown = findAuthor !== undefined || stored.version === null || authors.has(stored.version)
    if (isAuthorKnown || Object.keys(state.asked).length === 0) current = { ...opened, heard, state }
  }
  if (!isOpen && current.state.kind === 'removed' && !isChanged(current.state)) {
    current = { ...current, state: openDraft(stored) }
  }
  if (current !== opened) setOpened(current)

  const { state } = current
  const newest = useRef(state)
  const read = useRef(stored)
  useLayoutEffect(() => {
    read.current = stored
  })
  useLayoutEffect(() => {
    newest.current = state
    keepDraft(key, state)
  }, [key, state])

  const dispatch = useCallback((event: DraftEvent) => {
    setOpened((before) => ({ ...before, state: reduceDraft(before.state, event) }))
  }, [])
  const discard = useCallback(() => {
    flushSync(() => {
      setOpened((before) => ({
        ...before,
        isRestored: false,
        heard: JSON.stringify(read.current),
        state: reduceDraft(before.state, { type: 'discarded', stored: read.current }),
      }))
    })
  }, [])
  const learnAuthor = useCallback(({ version, by, at }: Current) => {
    if (by !== '') setAuthors((known) => new Map(known).set(version, { by, at }))
  }, [])

  const unknown = Object.values(state.asked).find(({ version }) => !authors.has(version))?.version
  const find = useRef(findAuthor)
  useEffect(() => {
    find.current = findAuthor
  })
  useEffect(() => {
    if (unknown === undefined) return
    // If the network is down, the conflict is shown without a name.
    void find.current?.().then(
      (author) => author && learnAuthor({ version: unknown, ...author }),
      () => undefined,
    )
  }, [unknown, learnAuthor])

  const isRemoved = state.kind === 'removed' || (state.kind === 'saving' && state.before === 'removed')
  const [removedBy, setRemovedBy] = useState<Author>()
  useEffect(() => {
    if (!isRemoved) return
    let isOver = false
    void find.current?.().then(
      (author) => {
        if (!isOver) setRemovedBy(author)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      setRemovedBy(undefined)
    }
  }, [isRemoved])

  return {
    state,
    fields: state.mine,
    isChanged: isChanged(state),
    isRestored: current.isRestored,
    isRemoved,
    removedBy,
    authors,
    set: useCallback((fields: Fields) => dispatch({ type: 'typed', fields }), [dispatch]),
    answer: useCallback((field, choice) => dispatch({ type: 'answered', key: field, choice }), [dispatch]),
    discard,
    dispatch,
    learnAuthor,
    latest: useCallback(() => newest.current, []),
  }
}

function open(key: string, stored: Stored, heard: string): Opened {
  const state = readDraft(key, stored)
  return { key, heard, state, isRestored: isChanged(state) || state.kind === 'removed' }
}
