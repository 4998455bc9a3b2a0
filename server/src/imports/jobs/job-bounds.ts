/** Bytes of a file that is imported in the background, as it is sent and as text. */
export const mostFileBytes = 200_000_000
