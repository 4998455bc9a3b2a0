/** The response body for a call that does not accept JSON. */
export const notAcceptable = {
  errors: [
    {
      message: 'Ask for application/graphql-response+json or application/json; other forms are not answered.',
      extensions: { code: 'BAD_INPUT' },
    },
  ],
}

/**
 * The JSON media types of an Accept header that mean a single response, or undefined if there are none. The others are
 * hidden from GraphQL Yoga, which would respond in parts.
 */
export function acceptedJson(accept = ''): string | undefined {
  if (accept.trim() === '') return '*/*'
  const json = accept
    .split(',')
    .filter((part) => /^\s*(application\/((graphql-response\+)?json|\*)|\*\/\*)\s*(;|$)/i.test(part))
  return json.length > 0 ? json.join(',') : undefined
}
