import { X } from 'lucide-react'
import type { Form, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/useForm.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { optionLabel } from '../../../widgets/forms/formValues.ts'
import styles from '../actions/CreateActions.module.css'

/** The values that a change of model reset, until dismissed. */
export function ResetNotice({ model }: { model: string }) {
  const { form } = useForm()
  const resets = draftStore((draft) => draft.resets)
  if (resets.length === 0) return null
  return (
    <div className={classes(textStyles.label, styles.resets)} role="status">
      <div>
        <strong>{t('create.resets_title', { model })}</strong>
        <ul>
          {resets.map((reset) => (
            <li key={reset.field}>{resetText(form, reset)}</li>
          ))}
        </ul>
      </div>
      <IconButton
        size="small"
        label={t('common.dismiss')}
        icon={<X />}
        onClick={draftStore.getState().dismissResets}
      />
    </div>
  )
}

function resetText(form: Form, { field, label, from, fromText, to }: Reset): string {
  const text = (value: Values[string]) => valueText(form, field, value)
  return to === undefined
    ? t('create.reset_gone', { label })
    : t('create.reset_to', { label, from: fromText ?? text(from), to: text(to) })
}

type Value = Values[string]

const MAX_LENGTH = 40

/** A value as text: the label of an option, the number of files, or the value itself. */
function valueText(form: Form, entry: string, value: Value): string {
  const text = optionLabel(form, entry, value) ?? plainText(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

function plainText(value: Value): string {
  if (typeof value === 'boolean') return t(value ? 'create.yes' : 'create.no')
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  // Only files are lists of strings, which are internal ids.
  if (value.length > 0 && value.every((item) => typeof item === 'string'))
    return t('create.files_count', { count: value.length })
  return value.map((item) => plainText(nameOf(item))).join(', ')
}

const nameOf = (value: Value): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['name'] ?? value) : value
