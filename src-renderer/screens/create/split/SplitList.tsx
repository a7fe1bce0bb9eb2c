import { RotateCcw } from 'lucide-react'
import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { stageStore } from '../../../widgets/jobs/stageStore.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './Split.module.css'
import { sentenceKey, splitStore } from './splitStore.ts'
import { type Sentence, useSplit } from './useSplit.ts'
import { useSplitRun } from './useSplitRun.ts'

/** List of the sentences with their prices and jobs; each can be generated again. */
export function SplitList({ form, field }: { form: Form; field: FieldOf<'text'> }) {
  const { sentences, refetchPrice } = useSplit(form, field)
  const { runAgain } = useSplitRun(form, refetchPrice)
  return (
    <ol className={styles.list} aria-label={t('speech.split_title')}>
      {sentences.map((sentence, index) => (
        <Row
          key={`${index} ${sentence.text}`}
          number={index + 1}
          operation={form.operation}
          sentence={sentence}
          onAgain={() => void runAgain(sentence)}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  number: number
  operation: string
  sentence: Sentence
  onAgain: () => void
}

function Row({ number, operation, sentence: { text, price }, onAgain }: RowProps) {
  const jobId = splitStore((split) => split.jobs[sentenceKey(operation, text)])
  const { data: job } = useApiQuery('jobs.get', { id: jobId ?? '' }, { enabled: jobId !== undefined })
  return (
    <li className={classes(textStyles.label, styles.row)}>
      <span className={textStyles.note}>{number}</span>
      <span>{text}</span>
      <span className={textStyles.note}>{priceText(price)}</span>
      {job && (
        <span className={styles.jobId}>
          <button type="button" className={styles.show} onClick={() => stageStore.getState().select(job.id)}>
            <JobChip job={job} />
            <VisuallyHidden>{t('speech.split_show', { at: number })}</VisuallyHidden>
          </button>
          <IconButton
            size="small"
            label={t('speech.split_again_for', { at: number })}
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
