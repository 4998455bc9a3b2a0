import type { CallCase } from '../report/turns.ts'

const fields = 'sub given_name family_name email email_verified phone_number phone_number_verified groups'

/** Who is signed in: hardly any work, so this measures the overhead of a call. */
export const me: CallCase = {
  name: 'me',
  casebook: () => ({ lot: [JSON.stringify({ query: `query Me { me { ${fields} is_admin is_hp is_patient } }` })] }),
  postgraphile: () => {
    const theirs = fields.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return { lot: [JSON.stringify({ query: `query Me { allPeopleList { ${theirs} } }` })] }
  },
}
