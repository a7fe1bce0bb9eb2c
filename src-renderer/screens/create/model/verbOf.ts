import { lookUp, t } from '../../../i18n/t.ts'

/** The verb of a task on its button: "Upscale", "Transcribe"; "Generate" for tasks without one of their own. */
export const verbOf = (operation: string): string =>
  lookUp(`create.verb_${operation}`) ?? t('create.generate')

/** The heading of the reasons why a task can't run, or why the service rejected it: "To upscale". */
export const reasonsTitle = (blocked: boolean, verb: string): string =>
  blocked ? t('create.blocked', { verb: verb.charAt(0).toLowerCase() + verb.slice(1) }) : t('create.refused')
