import '../../../i18n/lazyTexts.ts'
import { X } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { changeText } from '../../../widgets/forms/changes.ts'
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
            <li key={reset.field}>{changeText(form, reset, { isKept: true })}</li>
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
