import '../../../i18n/lazyTexts.ts'
import { X } from 'lucide-react'
import type { Form, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { optionLabel } from '../../../widgets/forms/formValues.ts'
import { MODEL_PICKER_ID, useForm } from '../model/useForm.ts'
import styles from '../Create.module.css'

interface Props {
  chooseModel: (slug: string) => void
}

/** The values that a change of model reset, until dismissed. Undo restores the earlier model and its entered values. */
export function ResetNotice({ chooseModel }: Props) {
  const { form } = useForm()
  const resets = draftStore((draft) => draft.resets)
  const previous = draftStore((draft) => draft.resetsFrom)
  if (resets.length === 0) return null
  const close = (action: () => void) => {
    action()
    // The notice disappears with the focused button.
    document.getElementById(MODEL_PICKER_ID)?.focus()
  }
  return (
    <div className={classes(textStyles.label, styles.resets)} role="status">
      <div>
        <strong>{t('create.resets_title', { model: form.model.name })}</strong>
        <ul>
          {resets.map((reset) => (
            <li key={reset.field}>{resetText(form, reset)}</li>
          ))}
        </ul>
      </div>
      <div className={styles.resetActions}>
        {previous !== null && (
          <Button size="small" variant="quiet" onClick={() => close(() => chooseModel(previous))}>
            {t('common.undo')}
          </Button>
        )}
        <IconButton
          size="small"
          label={t('common.dismiss')}
          icon={<X />}
          onClick={() => close(draftStore.getState().dismissResets)}
        />
      </div>
    </div>
  )
}

function resetText(form: Form, { field, label, from, fromText, to }: Reset): string {
  const text = (value: Values[string]) => valueText(form, field, value)
  // `to` is undefined if the new model has no such field.
  return to === undefined
    ? t('create.reset_gone', { label })
    : t('create.reset_to', { label, from: fromText ?? text(from), to: text(to) })
}

type Value = Values[string]

/** Longer values are truncated to this many characters. */
const MAX_LENGTH = 40

/** A value as text: the label of an option, the number of files, or the value itself. */
function valueText(form: Form, entry: string, value: Value): string {
  const text = optionLabel(form, entry, value) ?? displayText(value)
  return text.length > MAX_LENGTH ? `${truncate(text, MAX_LENGTH - 1)}…` : text
}

function displayText(value: Value): string {
  if (typeof value === 'boolean') return t(value ? 'create.yes' : 'create.no')
  // A value such as `voice_clone` is a term of the service.
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  // A list of strings holds file ids, which mean nothing to the user.
  if (value.length > 0 && value.every((item) => typeof item === 'string'))
    return t('create.files_count', { count: value.length })
  return value.map((item) => displayText(nameOf(item))).join(', ')
}

const nameOf = (value: Value): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['name'] ?? value) : value
