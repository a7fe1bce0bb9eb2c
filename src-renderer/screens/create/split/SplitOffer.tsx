import { Scissors, Undo2 } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/FormContext.ts'
import { SplitList } from './SplitList.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/field.module.css'
import styles from './Split.module.css'
import { splitStore } from './splitStore.ts'
import { useSentences } from './useSplit.ts'

/** Offers to speak a text sentence by sentence, and lists them when it does. */
export function SplitOffer({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { form } = useForm()
  const on = splitStore((split) => split.on[form.operation] === true)
  const language = draftStore((draft) => draft.values[form.operation]?.['lang'])
  const count = useSentences(field, text, language).length
  if (!on && count < 2) return null
  const turn = () => splitStore.getState().turn(form.operation, !on)
  return (
    <div className={styles.split}>
      {on ? (
        <>
          <div className={classes(fieldStyles.head, styles.head)}>
            <span>{t('speech.split_count', { count })}</span>
            <Button size="small" look="quiet" icon={<Undo2 aria-hidden />} onClick={turn}>
              {t('speech.split_off')}
            </Button>
          </div>
          <SplitList form={form} field={field} />
        </>
      ) : (
        <Button size="small" look="quiet" icon={<Scissors aria-hidden />} onClick={turn}>
          {t('speech.split', { count })}
        </Button>
      )}
    </div>
  )
}
