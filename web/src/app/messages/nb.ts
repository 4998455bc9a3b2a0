import { componentsNb } from '../../components/messages.nb.ts'
import { studiesNb } from '../../studies/messages.nb.ts'
import { appNb } from '../messages.nb.ts'
import type { Messages, Translated } from './en.ts'

/** Norwegian bokmål, loaded only where it is chosen. */
export const nb: Translated<Messages> = {
  app: appNb,
  components: componentsNb,
  studies: studiesNb,
}
