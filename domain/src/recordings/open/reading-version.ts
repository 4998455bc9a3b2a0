/**
 * Of how files are read: raised when other samples or times are read from the same file, so that servers measure all
 * files again and say so, as they do for a new version of a method.
 */
export const readingVersion = '4'
