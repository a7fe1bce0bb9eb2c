import { issueText } from '../../forms/issueText.ts'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { addJob } from '../../../host/events.ts'
import { call } from '../../../host/call.ts'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { pricedButtonProps, toShownQuote } from '../../../lib/pricedButton.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { PriceRiseNote } from '../../prices/PriceRise.tsx'
import { usePricedClick } from '../../prices/usePricedClick.ts'
import { draftStore } from '../../forms/draftStore.ts'
import { findField } from '../../forms/formValues.ts'
import { reuseParameters } from '../actions/formActions.tsx'
import type { AgainChoice, AgainDraft, LimitedCalls } from './againChoices.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './AgainDialog.module.css'

interface PricedRow {
  kind: 'priced'
  draft: AgainDraft
  quote: Extract<QuoteResult, { state: 'priced' }>
}

type RowState =
  | { kind: 'pricing' }
  | PricedRow
  /** The choice has no price, or its values are invalid. With a draft, it can be opened in the form. */
  | { kind: 'unavailable'; reason: string; draft?: AgainDraft }
  | { kind: 'sent'; text: string }

/**
 * A choice with its idempotency key, which stays the same while the dialog is open, so that a repeated click can't run
 * it twice.
 */
export interface KeyedChoice extends AgainChoice {
  idempotencyKey: string
}

interface Props {
  choice: KeyedChoice
  calls: LimitedCalls
  /** The outcome of an earlier click on this choice; undefined if there was none. */
  outcomeText: string | undefined
  onSent: (text: string) => void
}

/** One choice with its price. A click runs it at exactly this price, once. */
export function AgainRow({ choice, calls, outcomeText, onSent }: Props) {
  const client = useQueryClient()
  const { idempotencyKey } = choice
  const price = useQuery({
    queryKey: ['again', idempotencyKey],
    queryFn: ({ signal }) => calls.run(() => priceChoice(choice, signal), signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const state: RowState =
    outcomeText !== undefined
      ? { kind: 'sent', text: outcomeText }
      : (!price.isFetching && price.data) || { kind: 'pricing' }
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const { click, retryIfStale, rise } = usePricedClick<PricedRow>({
    quoteOf: ({ quote }) => quote,
    refetch: async () => {
      const { data } = await price.refetch()
      return data?.kind === 'priced' ? data : undefined
    },
    run: (row) => void run(row),
  })
  const run = async (row: PricedRow) => {
    const { draft, quote } = row
    if (isSending) return
    setSending(true)
    setProblem(undefined)
    const { collection } = draftStore.getState()
    try {
      const job = await call('jobs.enqueue', {
        ...requestOf(draft),
        idempotencyKey,
        quote: toShownQuote(quote),
        collection,
      })
      if (!job.already) addJob(client, job)
      onSent(t(`again.${job.already ?? 'sent'}`))
    } catch (error) {
      if (!isShown.current) showProblem(error)
      const failure = problemOf(error)
      if (error instanceof Error && retryIfStale(error, row)) return
      const { summary, money, nextStep } = problemMessage(failure)
      setProblem([summary, money, nextStep].filter(Boolean).join(' '))
      void client.invalidateQueries({ queryKey: ['budgets.get'] })
    } finally {
      setSending(false)
    }
  }
  const facts = [...(choice.facts ?? []), 'draft' in state && state.draft?.note].filter(Boolean)
  return (
    <li className={styles.row}>
      <span className={styles.text}>
        <span>{choice.label}</span>
        {rise && <PriceRiseNote {...rise} />}
        {facts.length > 0 && <span className={textStyles.note}>{facts.join(' · ')}</span>}
        {(problem ?? (state.kind === 'unavailable' ? state.reason : undefined)) !== undefined && (
          <span className={textStyles.note} role="status">
            {problem ?? (state.kind === 'unavailable' && state.reason)}
          </span>
        )}
      </span>
      {state.kind === 'pricing' && <Spinner label={t('create.pricing')} />}
      {state.kind === 'priced' && (
        <Button
          size="small"
          disabled={isSending}
          onClick={() => click(state)}
          {...priceProps(choice, state.quote.price)}
        />
      )}
      {state.kind === 'unavailable' && state.draft && (
        <Button size="small" onClick={() => openInForm(choice, state.draft)}>
          {t('again.open_form')}
        </Button>
      )}
      {state.kind === 'sent' && (
        <span className={styles.sent} role="status">
          <Check aria-hidden />
          {state.text}
        </span>
      )}
    </li>
  )
}

/** The button shows the verb and the price; its accessible name includes the choice. */
function priceProps({ operation, label }: AgainChoice, price: number) {
  const verb = lookUp(`create.verb_${operation}`) ?? t('create.generate')
  const props = pricedButtonProps(price, (text) => t('create.label_at_price', { label: verb, price: text }))
  return {
    ...props,
    'aria-label': t('again.run', { button: props['aria-label'] ?? props.children, choice: label }),
  }
}

const requestOf = ({ form, values }: AgainDraft) => ({
  operation: form.operation,
  model: form.model.slug,
  values,
})

/** A choice of another seed leaves it to the form, which draws a new one for each click. */
const openInForm = ({ isNewSeed = false }: AgainChoice, draft: AgainDraft | undefined): void => {
  if (draft) void reuseParameters({ ...requestOf(draft), model: draft.form.model }, !isNewSeed)
}

async function priceChoice(choice: AgainChoice, signal: AbortSignal): Promise<RowState> {
  try {
    const draft = await choice.build()
    const request = requestOf(draft)
    const { issues } = await call('forms.check', request)
    const [issue] = issues
    if (issue) {
      const label = findField(draft.form, issue.field)?.label ?? issue.field
      return { kind: 'unavailable', reason: t('create.reason', { label, text: issueText(issue) }), draft }
    }
    if (signal.aborted) return { kind: 'pricing' }
    const quote = await call('quotes.price', { ...request, draftId: crypto.randomUUID(), kind: 'choice' })
    if (quote.state === 'priced') return { kind: 'priced', draft, quote }
    const reason =
      quote.state === 'unavailable' ? problemMessage(quote.problem).summary : t('queue.parameters_invalid')
    return { kind: 'unavailable', reason: t('create.price_why', { why: reason }), draft }
  } catch (error) {
    return { kind: 'unavailable', reason: problemMessage(problemOf(error)).summary }
  }
}
