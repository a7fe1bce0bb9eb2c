import { Scissors, Undo2, RotateCcw } from 'lucide-react'
import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/useForm.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import { splitStore, sentenceKey } from './splitStore.ts'
import { useSentences, type Sentence, useSplit, useSplitRun } from './useSplit.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './Split.module.css'

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

/** List of the sentences with their prices and jobs; each can be generated again. */
function SplitList({ form, field }: { form: Form; field: FieldOf<'text'> }) {
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

function Row({ number, operation, sentence: { text, quote }, onAgain }: RowProps) {
  const jobId = splitStore((split) => split.jobs[sentenceKey(operation, text)])
  const { data: job } = useApiQuery('jobs.get', { id: jobId ?? '' }, { enabled: jobId !== undefined })
  return (
    <li className={classes(textStyles.label, styles.row)}>
      <span className={textStyles.note}>{number}</span>
      <span>{text}</span>
      <span className={textStyles.note}>{priceText(quote)}</span>
      {job && (
        <span className={styles.jobId}>
          <button
            type="button"
            className={styles.show}
            onClick={() => selectedJobStore.getState().select(job.id)}
          >
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

function priceText(quote: Sentence['quote']) {
  if (quote?.state === 'priced') return <Money nanoDollars={quote.price} />
  return quote?.state === 'unavailable' ? t('speech.split_no_price') : '…'
}
