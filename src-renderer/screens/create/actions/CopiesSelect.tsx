import { ChevronDown } from 'lucide-react'
import { MAX_COPIES } from '../../../../src-preload/constraints/limits.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './CreateActions.module.css'

const COUNTS = Array.from({ length: MAX_COPIES }, (_, index) => index + 1)

interface Props {
  operation: string
  value: number
}

/** How many copies of the form a click makes, each with its own seed. Remembered for each task. */
export function CopiesSelect({ operation, value }: Props) {
  return (
    <span className={styles.copies} title={t('formTools.copies_help')}>
      <select
        className={fieldStyles.control}
        aria-label={t('formTools.copies')}
        value={value}
        onChange={({ target }) => draftStore.getState().chooseCopies(operation, Number(target.value))}
      >
        {COUNTS.map((count) => (
          <option key={count} value={count}>
            ×{count}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </span>
  )
}
