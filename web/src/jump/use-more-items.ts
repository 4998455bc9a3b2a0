import { exampleStudyName } from '@casebook/domain/studies/example-study.ts'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { atSite, paths } from '../browser/paths.ts'
import { locales } from '../browser/preferences.ts'
import { useSelectedSiteid } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { SiteChoicesDocument } from '../generated/graphql.ts'
import { useGuide } from '../guide/state/guide-state.ts'
import { useLocaleChoice } from '../locale/locale.tsx'
import { useStudyParts } from '../session/study-parts.ts'
import type { JumpItem } from './jump-items.ts'

const noVariables = {}
type NamedStudy = { studyid: string; name: string }

/** The parts of the site and of its studies that this person may open, the open study's first; then the other sites. */
export function usePlaces(studies: readonly NamedStudy[], openStudyid: string | undefined): JumpItem[] {
  const t = useTranslations('studies')
  const ofStudy = useTranslations('study')
  const ofExports = useTranslations('exports')
  const navigate = useNavigate()
  const siteid = useSelectedSiteid()
  const parts = useStudyParts()
  const sites = useRead(SiteChoicesDocument, noVariables).data?.listSites ?? []
  const site = sites.find((each) => each.siteid === siteid)

  const place = (name: string, path: string, aside: string): JumpItem => ({
    id: path,
    kind: 'screen',
    name,
    aside,
    go: () => navigate(path),
  })
  const partsOf = ({ studyid, name: study }: NamedStudy) =>
    parts.map(({ path }) => {
      const name = path === 'edit' ? ofStudy('editHeading') : ofStudy(`tabs.${path}`)
      return place(name, `${paths.study(studyid)}/${path}`, study)
    })
  return [
    ...studies.filter(({ studyid }) => studyid === openStudyid).flatMap(partsOf),
    ...(site
      ? [
          place(t('siteOverview'), paths.siteOverview(site.siteid), site.name),
          place(ofExports('heading'), paths.exports, site.name),
        ]
      : []),
    ...studies.filter(({ studyid }) => studyid !== openStudyid).flatMap(partsOf),
    ...sites
      .filter((each) => each !== site)
      .map((other): JumpItem => {
        const path = atSite(paths.studies, other.siteid)
        return { id: path, kind: 'site', name: other.name, go: () => navigate(path) }
      }),
  ]
}

/** The guide, if the site has the example study, and the choices of the screen: light or dark, and the language. */
export function useScreenActions(studies: readonly NamedStudy[]): JumpItem[] {
  const t = useTranslations('app')
  const ofGuide = useTranslations('guide')
  const navigate = useNavigate()
  const { begin } = useGuide()
  const { locale, choose } = useLocaleChoice()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const action = (id: string, name: string, go: () => void): JumpItem => ({ id, kind: 'action', name, go })
  return [
    ...studies
      .filter(({ name }) => name === exampleStudyName)
      .map(({ studyid }) =>
        action('guide', ofGuide('again'), () => {
          begin()
          navigate(paths.subjects(studyid))
        }),
      ),
    action('scheme', t(isDark ? 'toLight' : 'toDark'), () => setColorScheme(isDark ? 'light' : 'dark')),
    ...locales
      .filter((each) => each !== locale)
      .map((other) =>
        action('language', `${t('language')}: ${t(other === 'en' ? 'english' : 'norwegian')}`, () => choose(other)),
      ),
  ]
}
