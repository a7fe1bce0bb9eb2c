import { ArrowRight, ArrowUp } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { navigate } from '../../../router/navigate.ts'
import type { Reason } from '../model/formMessages.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { classes } from '../../../ui/classes.ts'
import { MODEL_PICKER_ID } from '../panel/TaskAndModelPickers.tsx'
import { entryId } from '../model/useForm.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { entryNames } from '../../../widgets/forms/formValues.ts'
import styles from './CreateActions.module.css'

interface Props {
  id: string
  /** Whether the button can't run; otherwise the service rejected the values. */
  blocked: boolean
  /** The verb on the button. */
  verb: string
  reasons: readonly Reason[]
}

/** Why the button can't run, each reason leading to its field or screen. */
export function Reasons({ id, blocked, verb, reasons }: Props) {
  return (
    <div id={id} className={styles.reasons}>
      <p className={classes(textStyles.note, styles.reasonsTitle)}>{reasonsTitle(blocked, verb)}</p>
      <ul>
        {reasons.map(({ entry, path, text }) => (
          <li key={text}>
            {path !== undefined ? (
              <button type="button" className={styles.reason} data-path={path} onClick={() => navigate(path)}>
                <ArrowRight aria-hidden />
                {text}
              </button>
            ) : entry === null ? (
              <span className={styles.reason}>{text}</span>
            ) : (
              <button type="button" className={styles.reason} onClick={() => focusEntry(entry)}>
                <ArrowUp aria-hidden />
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses the control of an entry, opening the section that contains it. */
function focusEntry(entry: string): void {
  const target = document.getElementById(entry === 'model' ? MODEL_PICKER_ID : entryId(entry))
  if (!target) return
  target.closest('details')?.setAttribute('open', '')
  target.scrollIntoView?.({ block: 'nearest' })
  target.focus()
}

/** Handles a click on a blocked button: shows all issues and focuses the first entry, or the link that solves it. */
export function focusReasons(form: Form, reasons: readonly Reason[]): void {
  draftStore.getState().touch(...form.fields.flatMap(entryNames))
  const first = reasons.find(({ entry, path }) => entry !== null || path !== undefined)
  if (first?.entry) focusEntry(first.entry)
  else if (first?.path) document.querySelector<HTMLElement>(`[data-path="${first.path}"]`)?.focus()
}

/** The heading of the reasons why a task can't run, or why the service rejected it: "To upscale". */
export const reasonsTitle = (blocked: boolean, verb: string): string =>
  blocked ? t('create.blocked', { verb: verb.charAt(0).toLowerCase() + verb.slice(1) }) : t('create.refused')
