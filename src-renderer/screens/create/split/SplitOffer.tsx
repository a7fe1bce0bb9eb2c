import { Scissors, Undo2 } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/FormContext.ts'
import { SplitList } from './SplitList.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './Split.module.css'
import { splitStore } from './splitStore.ts'
import { useSentences } from './useSplit.ts'

/** Button to split a text into sentences, or the list of sentences if it is split. */
export function SplitOffer({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { form } = useForm()
  const isOn = splitStore((split) => split.on[form.operation] === true)
  const language = draftStore((draft) => draft.values[form.operation]?.['lang'])
  const count = useSentences(field, text, language).length
  if (!isOn && count < 2) return null
  const toggle = () => splitStore.getState().setOn(form.operation, !isOn)
  return (
    <div className={styles.split}>
      {isOn ? (
        <>
          <div className={classes(fieldStyles.head, styles.head)}>
            <span>{t('speech.split_count', { count })}</span>
            <Button size="small" variant="quiet" icon={<Undo2 aria-hidden />} onClick={toggle}>
              {t('speech.split_off')}
            </Button>
          </div>
          <SplitList form={form} field={field} />
        </>
      ) : (
        <Button size="small" variant="quiet" icon={<Scissors aria-hidden />} onClick={toggle}>
          {t('speech.split', { count })}
        </Button>
      )}
    </div>
  )
}
