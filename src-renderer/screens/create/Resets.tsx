import { X } from 'lucide-react'
import type { Form, Reset, Values } from '../../../src-preload/contract/types/form.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { useForm } from './model/FormContext.ts'
import { valueText } from './model/valueText.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/layout/text.module.css'
import styles from './CreateActions.module.css'

/** The values that a change of model reset, until dismissed. */
export function Resets({ model }: { model: string }) {
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
