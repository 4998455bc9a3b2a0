/** The path of the embedded provider. */
export const embeddedPath = '/idp'
