/** The reason that the history stores for a removal undone, in every language, so that it can be translated. */
export const undoReason = 'Removal undone'
