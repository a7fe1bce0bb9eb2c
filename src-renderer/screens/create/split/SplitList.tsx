import { RotateCcw } from 'lucide-react'
import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { stageStore } from '../../../widgets/jobs/model/stageStore.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/text.module.css'
import styles from './Split.module.css'
import { sentenceKey, splitStore } from './splitStore.ts'
import { type Sentence, useSplit } from './useSplit.ts'
import { useSplitRun } from './useSplitRun.ts'

/** The sentences in their order: what each costs, what became of it, and each again by itself. */
export function SplitList({ form, field }: { form: Form; field: FieldOf<'text'> }) {
  const { sentences, askAgain } = useSplit(form, field)
  const { again } = useSplitRun(form, askAgain)
  return (
    <ol className={styles.list} aria-label={t('speech.split_title')}>
      {sentences.map((sentence, at) => (
        <Row
          key={`${at} ${sentence.text}`}
          at={at + 1}
          operation={form.operation}
          sentence={sentence}
          onAgain={() => void again(sentence)}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  at: number
  operation: string
  sentence: Sentence
  onAgain: () => void
}

function Row({ at, operation, sentence: { text, price }, onAgain }: RowProps) {
  const made = splitStore((split) => split.jobs[sentenceKey(operation, text)])
  const { data: job } = useRoute('jobs.get', { id: made ?? '' }, { enabled: made !== undefined })
  return (
    <li className={classes(textStyles.label, styles.row)}>
      <span className={textStyles.note}>{at}</span>
      <span>{text}</span>
      <span className={textStyles.note}>{priceText(price)}</span>
      {job && (
        <span className={styles.made}>
          <button type="button" className={styles.show} onClick={() => stageStore.getState().select(job.id)}>
            <JobChip job={job} />
            <VisuallyHidden>{t('speech.split_show', { at })}</VisuallyHidden>
          </button>
          <IconButton
            size="small"
            label={t('speech.split_again_for', { at })}
            icon={<RotateCcw />}
            onClick={onAgain}
          />
        </span>
      )}
    </li>
  )
}

function priceText(price: Sentence['price']) {
  if (price?.state === 'priced') return <Money nano={price.price} />
  return price?.state === 'unavailable' ? t('speech.split_no_price') : '…'
}
