import type { Fields } from '@casebook/domain/shared/merge/merge.ts'

export type Rights = { groups: readonly string[]; all_sites: boolean; sites: readonly string[] }

/** A field for each group and each site, so that two administrators who change different ones both succeed. */
export function fieldsOfRights({ groups, all_sites, sites }: Rights): Fields {
  return Object.fromEntries([
    ['all_sites', all_sites ? 'yes' : ''],
    ...groups.map((group) => [`group:${group}`, 'yes']),
    ...sites.map((siteid) => [`site:${siteid}`, 'yes']),
  ])
}

export function rightsOf(fields: Fields): { groups: string[]; all_sites: boolean; sites: string[] } {
  const given = (prefix: string) =>
    Object.entries(fields).flatMap(([key, value]) =>
      value === 'yes' && key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    )
  return { groups: given('group:'), all_sites: fields.all_sites === 'yes', sites: given('site:') }
}
