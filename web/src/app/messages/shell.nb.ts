import { componentsNb } from '../../components/messages.nb.ts'
import { appNb } from '../../shell/messages.nb.ts'
import { studiesNb } from '../../studies/messages.nb.ts'
import type { Translated } from '../../texts/translated.ts'
import type { shellEn } from './shell.en.ts'

/** shell.en.ts in Norwegian bokmål. */
export const shellNb: Translated<typeof shellEn> = {
  app: appNb,
  components: componentsNb,
  studies: studiesNb,
}
