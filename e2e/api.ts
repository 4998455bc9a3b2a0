import { type APIRequestContext, expect } from '@playwright/test'

export type DemoPerson = 'admin' | 'coordinator' | 'nurse' | 'patient' | 'newcomer'

/** Calls the API as the signed-in person. Returns the answer's data; any error fails the journey. */
export type Caller = <Answer = Record<string, unknown>>(
  query: string,
  variables?: Record<string, unknown>,
) => Promise<Answer>

/** Signs in through the provider, without a page. The context then has the person's cookies. */
export async function callAs(context: APIRequestContext, baseURL: string, name: DemoPerson): Promise<Caller> {
  await context.get(`${baseURL}/auth/sign-in?login_hint=${name}`)
  return async (query, variables = {}) => {
    const headers = { origin: new URL(baseURL).origin }
    const answer = await context.post(`${baseURL}/graphql`, { headers, data: { query, variables } })
    const { data, errors } = await answer.json()
    expect(errors).toBeUndefined()
    return data
  }
}
