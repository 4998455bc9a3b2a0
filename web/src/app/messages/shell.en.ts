import { componentsEn } from '../../components/messages.en.ts'
import { appEn } from '../../shell/messages.en.ts'
import { studiesEn } from '../../studies/messages.en.ts'

/** The texts of the shell and the studies screen: part of the initial load. */
export const shellEn = {
  app: appEn,
  components: componentsEn,
  studies: studiesEn,
}
