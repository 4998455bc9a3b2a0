import { componentsEn } from '../../components/messages.en.ts'
import { studiesEn } from '../../studies/messages.en.ts'
import { appEn } from '../messages.en.ts'

/** What the shell and the studies screen say: part of the first load. */
export const shellEn = {
  app: appEn,
  components: componentsEn,
  studies: studiesEn,
}
