/** The colours of a button that discards or removes: the ink of the text, because dark red means a subject's status. */
export const discarding = { color: 'var(--cb-ink)', c: 'var(--cb-raised)' }
