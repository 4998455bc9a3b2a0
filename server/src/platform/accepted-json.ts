/** The body of an answer to a call that accepts no JSON. */
export const notAcceptable = {
  errors: [
    {
      message: 'Ask for application/graphql-response+json or application/json; other forms are not answered.',
      extensions: { code: 'BAD_INPUT' },
    },
  ],
}

/**
 * What of an Accept header is JSON in one piece; undefined where that is nothing. The rest is kept from GraphQL Yoga, which
 * would answer in parts.
 */
export function acceptedJson(accept = ''): string | undefined {
  if (accept.trim() === '') return '*/*'
  const json = accept
    .split(',')
    .filter((part) => /^\s*(application\/((graphql-response\+)?json|\*)|\*\/\*)\s*(;|$)/i.test(part))
  return json.length > 0 ? json.join(',') : undefined
}
