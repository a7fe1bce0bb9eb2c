import '../../../i18n/lazyTexts.ts'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { useCurrentConnection } from '../../../host/useCurrentConnection.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { ConfirmUnpricedDialog, EnqueueErrorNote, PriceProblemNote } from '../actions/ClickOutcomeNotes.tsx'
import { useHealth } from '../../../widgets/useHealth.ts'
import { blockReasons, keyReasons, type BlockReason } from '../model/formMessages.ts'
import { focusFirstReason, BlockReasonList, PriceButton } from '../actions/PriceButton.tsx'
import type { PriceState } from '../model/usePrice.ts'
import { enqueueErrorStore } from '../actions/clicks.ts'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import { TodaySpend } from '../actions/TodaySpend.tsx'
import { type Sentence, usePricedSentences, useSentenceRun, sentencesKey, useSentences } from './useSplit.ts'
import { Scissors, Undo2, RotateCcw } from 'lucide-react'
import { Button } from '../../../ui/buttons/Button.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/useForm.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import { splitStore, sentenceKey } from './splitStore.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { createCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import textStyles from '../../../ui/layout/text.module.css'
import actionStyles from '../actions/CreateActions.module.css'
import styles from './Split.module.css'

interface Props {
  form: Form
  field: FieldOf<'text'>
  reasons: readonly BlockReason[]
  isBlocked: boolean
  /**
   * Whether the check of the last edit is pending. `reasons` are then those of the form before the edit, and don't
   * block a click, because the studio checks each form it gets.
   */
  isChecking: boolean
}

/** The generate button of a text that is split into sentences, with the number of jobs and their total price. */
export function SplitActions({
  form,
  field,
  reasons: formReasons,
  isBlocked: formBlocked,
  isChecking,
}: Props) {
  const { sentences, isCurrent, refetchPrice } = usePricedSentences(form, field)
  const { run, unsentOf, isSending } = useSentenceRun(form, refetchPrice)
  const [isConfirming, setConfirming] = useState(false)
  const enqueueError = enqueueErrorStore((store) => store.error)
  const connection = useCurrentConnection()
  const recoveredAt = useHealth(connection?.id)?.recoveredAt
  const onRecovered = useEffectEvent(() => refetchPrice())
  useEffect(() => {
    if (recoveredAt != null) onRecovered()
  }, [recoveredAt])
  const id = useId()
  const unsent = unsentOf(sentences)
  const price: PriceState = isCurrent ? totalOf(unsent) : { state: 'pricing' }
  if (isConfirming && price.state !== 'unavailable') setConfirming(false)
  const connectionReasons = keyReasons(connection, price)
  const sentenceReasons = invalidReasons(form, unsent)
  const formTexts = new Set(formReasons.map(({ text }) => text))
  const reasons = [
    ...connectionReasons,
    ...formReasons,
    ...sentenceReasons.filter(({ text }) => !formTexts.has(text)),
  ]
  const isBlocked = formBlocked || connectionReasons.length > 0 || sentenceReasons.length > 0
  const canRun = connectionReasons.length === 0 && (!formBlocked || isChecking) && price.state !== 'none'

  const generate = () => {
    if (!canRun) focusFirstReason(form, reasons)
    else if (price.state === 'priced') void run(sentences)
    else if (price.state === 'unavailable') setConfirming(true)
    else toasts.getState().show({ text: t('create.click_again') })
  }
  return (
    <div className={actionStyles.actions}>
      {reasons.length > 0 && <BlockReasonList id={id} isBlocked={isBlocked} reasons={reasons} />}
      {reasons.length === 0 && price.state === 'unavailable' && (
        <PriceProblemNote id={id} problem={price.problem} onRetry={refetchPrice} />
      )}
      {enqueueError?.key === sentencesKey(sentences) && (
        <EnqueueErrorNote key={enqueueError.at} error={enqueueError} />
      )}
      <PriceButton
        label={t('speech.split_run', { count: unsent.length })}
        price={price}
        isSending={isSending}
        isBlocked={isBlocked || sentences.length === 0}
        describedBy={reasons.length > 0 || price.state === 'unavailable' ? id : undefined}
        onClick={generate}
        onApproach={refetchPrice}
      />
      <TodaySpend>
        <KeyHint of={createCommands.generate} />
      </TodaySpend>
      {isConfirming && !isBlocked && price.state === 'unavailable' && (
        <ConfirmUnpricedDialog
          reason={problemMessage(price.problem)}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void run(sentences)
          }}
        />
      )}
    </div>
  )
}

/** Why sentences can't run, each reason once. */
function invalidReasons(form: Form, sentences: readonly Sentence[]): BlockReason[] {
  const issues = sentences.flatMap(({ quote }) => (quote?.state === 'invalid' ? quote.issues : []))
  const reasons = blockReasons({
    isStudioLost: false,
    isModelDelisted: false,
    form,
    issues,
    serviceMessages: {},
  })
  return [...new Map(reasons.map((reason) => [reason.text, reason])).values()]
}

/**
 * The total price of the sentences; `none` if there are none or one can't run. `pricing` until each has a response, then `unavailable`
 * if one has no price.
 */
function totalOf(sentences: readonly Sentence[]): PriceState {
  if (sentences.length === 0 || sentences.some(({ quote }) => quote?.state === 'invalid'))
    return { state: 'none' }
  let price = 0
  let quotedAt = Number.POSITIVE_INFINITY
  let problem: Problem | undefined
  let unavailable: PriceState | null = null
  for (const { quote } of sentences)
    if (quote?.state === 'priced') {
      price += quote.price
      quotedAt = Math.min(quotedAt, quote.quotedAt)
      problem ??= quote.problem
    } else if (quote?.state === 'unavailable') unavailable ??= { ...quote, last: undefined }
    else return { state: 'pricing' }
  return unavailable ?? { state: 'priced', key: '', price, quotedAt, problem }
}

/** A button that splits the text into sentences, or their list once it is split. Renders nothing for a single sentence. */
export function SentenceSplitter({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { form } = useForm()
  const isSplit = splitStore((split) => split.isSplit[form.operation] === true)
  const language = draftStore((draft) => draft.values[form.operation]?.['lang'])
  const count = useSentences(field, text, language).sentences.length
  if (!isSplit && count < 2) return null
  const toggle = () => splitStore.getState().setSplit(form.operation, !isSplit)
  return (
    <div className={styles.split}>
      {isSplit ? (
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
  const { sentences, refetchPrice } = usePricedSentences(form, field)
  const { runAgain } = useSentenceRun(form, refetchPrice)
  return (
    <ol className={styles.list} aria-label={t('speech.split_title')}>
      {sentences.map((sentence, index) => (
        <SentenceRow
          key={`${index} ${sentence.text}`}
          number={index + 1}
          operation={form.operation}
          sentence={sentence}
          onRunAgain={() => void runAgain(sentence)}
        />
      ))}
    </ol>
  )
}

interface SentenceRowProps {
  number: number
  operation: string
  sentence: Sentence
  onRunAgain: () => void
}

function SentenceRow({ number, operation, sentence, onRunAgain }: SentenceRowProps) {
  const { text, quote } = sentence
  const jobId = splitStore((split) => split.jobIds[sentenceKey(operation, sentence)])
  const { data: job } = useApiQuery('jobs.get', { id: jobId ?? '' }, { enabled: jobId !== undefined })
  return (
    <li className={classes(textStyles.label, styles.row)}>
      <span className={textStyles.note}>{number}</span>
      <span dir="auto">{text}</span>
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
            label={t('speech.split_again_for', { at: number, price: priceLabel(quote) })}
            icon={<RotateCcw />}
            disabled={quote?.state !== 'priced'}
            onClick={onRunAgain}
          />
        </span>
      )}
    </li>
  )
}

const hasNoPrice = (quote: Sentence['quote']): boolean =>
  quote?.state === 'unavailable' || quote?.state === 'invalid'

/** The price in the name of a button. */
function priceLabel(quote: Sentence['quote']): string {
  if (quote?.state === 'priced') return formatMoney(quote.price)
  return t(hasNoPrice(quote) ? 'create.unavailable' : 'create.pricing')
}

function priceText(quote: Sentence['quote']) {
  if (quote?.state === 'priced') return <Money nanoDollars={quote.price} isInColumn />
  return hasNoPrice(quote) ? t('speech.split_no_price') : '…'
}
