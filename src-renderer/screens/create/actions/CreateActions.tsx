import { lazy, Suspense, useId, useRef, useEffect, useState } from 'react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { studioLink } from '../../../host/call.ts'
import { useCurrentConnection } from '../../../host/useCurrentConnection.ts'
import { MAX_COPIES } from '../../../../src-preload/constraints/limits.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import { useHealth } from '../../../widgets/useHealth.ts'
import { formKey, identicalJobStore, enqueueErrorStore } from './clicks.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { keyReasons, type BlockReason, fieldMessages } from '../model/formMessages.ts'
import { focusFirstReason, BlockReasonList, PriceButton, operationVerb } from './PriceButton.tsx'
import { mayHaveSyntax } from '../prompts/mayHaveSyntax.ts'
import { type PricedDraft, usePrice, type PriceState } from '../model/usePrice.ts'
import { useGenerate } from './useGenerate.ts'
import { TodaySpend } from './TodaySpend.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { findField } from '../../../widgets/forms/formValues.ts'
import { createCommands, formCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import styles from './CreateActions.module.css'

const IdenticalJobNote = lazy(async () => ({
  default: (await import('./ClickOutcomeNotes.tsx')).IdenticalJobNote,
}))

const EnqueueErrorNote = lazy(async () => ({
  default: (await import('./ClickOutcomeNotes.tsx')).EnqueueErrorNote,
}))

const LimitNote = lazy(async () => ({
  default: (await import('../../../widgets/jobs/LimitNote.tsx')).LimitNote,
}))

const PriceRiseDialog = lazy(async () => ({
  default: (await import('../../../widgets/prices/PriceRise.tsx')).PriceRiseDialog,
}))

const PriceProblemNote = lazy(async () => ({
  default: (await import('./ClickOutcomeNotes.tsx')).PriceProblemNote,
}))

const ConfirmUnpricedDialog = lazy(async () => ({
  default: (await import('./ClickOutcomeNotes.tsx')).ConfirmUnpricedDialog,
}))

const TargetCollection = lazy(async () => ({
  default: (await import('../../../widgets/collections/CollectionPicker.tsx')).TargetCollection,
}))

const SentAsWrittenNote = lazy(async () => ({
  default: (await import('../prompts/WildcardNote.tsx')).SentAsWrittenNote,
}))

const BatchDialog = lazy(async () => ({ default: (await import('../batch/BatchDialog.tsx')).BatchDialog }))

const PriceComparisonDialog = lazy(async () => ({
  default: (await import('../comparison/PriceComparisonDialog.tsx')).PriceComparisonDialog,
}))

const CopiesSelect = lazy(async () => ({ default: (await import('./CopiesSelect.tsx')).CopiesSelect }))

interface Props {
  form: Form
  draft: PricedDraft
  reasons: readonly BlockReason[]
  /** Whether the form can't run. A rejection by the service alone doesn't block it, because the next attempt may succeed. */
  isBlocked: boolean
  /**
   * Whether the check of the last edit is pending. `reasons` are then those of the form before the edit, and don't
   * block a click, because the studio checks each form it gets.
   */
  isChecking: boolean
}

/** The generate button with its price, and the reasons why it is blocked. */
export function CreateActions({
  form,
  draft,
  reasons: formReasons,
  isBlocked: formBlocked,
  isChecking,
}: Props) {
  const isStudioLost = studioLink((link) => link.isLost)
  const connection = useCurrentConnection()
  const recoveredAt = useHealth(connection?.id)?.recoveredAt
  const { price, refetchPrice, refreshPrice } = usePrice(
    draft,
    `${connection?.id} ${connection?.address} ${isStudioLost} ${recoveredAt}`,
  )
  usePriceIssues(form, price)
  const connectionKey = `${connection?.id} ${connection?.address} ${connection?.key}`
  const chosenCopies = draftStore((draft) => draft.copies[form.operation] ?? 1)
  const canCopy = canVarySeed(form)
  const copies = canCopy ? chosenCopies : 1
  const { generate, isSending, waitingClick, isConfirming, confirm, cancel, rise, acceptRise, cancelRise } =
    useGenerate(form, price, refetchPrice, connection?.id, connectionKey, copies)
  const total = timesCopies(price, copies)
  const connectionReasons = keyReasons(connection, price)
  const reasons = [...connectionReasons, ...formReasons]
  const isBlocked = formBlocked || connectionReasons.length > 0
  const collection = draftStore((draft) => draft.collection)
  const enqueueError = enqueueErrorStore((store) => store.error)
  const identicalJob = identicalJobStore((store) => store.match)
  const buttonRow = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'batch' | 'prices'>()
  const Dialog = dialog && { batch: BatchDialog, prices: PriceComparisonDialog }[dialog]
  useShortcuts('full', buttonRow, formCommands, {
    batch: () => setDialog('batch'),
    prices: () => setDialog('prices'),
    presets: undefined,
  })
  const id = useId()
  const verb = operationVerb(form.operation)
  const priceProblem = price.state === 'unavailable' ? problemMessage(price.problem) : null

  const canRun = connectionReasons.length === 0 && (!formBlocked || isChecking)
  const onClick = (atFront = false) =>
    canRun ? generate(atFront ? { first: true } : undefined) : focusFirstReason(form, reasons)

  return (
    <div className={styles.actions}>
      {reasons.length > 0 && <BlockReasonList id={id} isBlocked={isBlocked} reasons={reasons} />}
      {reasons.length === 0 && price.state === 'unavailable' && (
        <Suspense>
          <PriceProblemNote id={id} problem={price.problem} onRetry={refetchPrice} />
        </Suspense>
      )}
      {enqueueError && enqueueError.key === formKey(connectionKey, draft) && (
        <Suspense>
          <EnqueueErrorNote key={enqueueError.at} error={enqueueError} />
        </Suspense>
      )}
      {identicalJob && !isBlocked && connection && identicalJob.key === formKey(connection.id, draft) && (
        <Suspense>
          <IdenticalJobNote
            key={identicalJob.clicks}
            jobId={identicalJob.jobId}
            price={total}
            isSending={isSending}
            onRunAnother={() => {
              // The note disappears with its focused button.
              buttonRow.current?.querySelector('button')?.focus()
              generate({ another: true })
            }}
          />
        </Suspense>
      )}
      {Object.values(draft.values).some((value) => typeof value === 'string' && mayHaveSyntax(value)) && (
        <Suspense>
          <SentAsWrittenNote />
        </Suspense>
      )}
      {total.state === 'priced' && !total.isStale && connection && !enqueueError && (
        <Suspense>
          <LimitNote amount={total.price} connectionId={connection.id} collectionId={collection} />
        </Suspense>
      )}
      <div ref={buttonRow} className={styles.buttons}>
        <PriceButton
          label={verb}
          price={total}
          copies={copies}
          isSending={isSending || (waitingClick !== null && waitingClick.price !== null)}
          isBlocked={isBlocked}
          describedBy={reasons.length > 0 || priceProblem ? id : undefined}
          onClick={() => onClick()}
          onApproach={refreshPrice}
          onRunAtFront={() => onClick(true)}
        />
        {canCopy && (
          <Suspense fallback={<span className={styles.copies} />}>
            <CopiesSelect operation={form.operation} value={copies} />
          </Suspense>
        )}
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setDialog('batch')}>
          {t('create.batch')}
        </Button>
      </div>
      {waitingClick && (
        <p className={textStyles.label} role="status">
          {waitingClick.price === null
            ? t('create.click_again')
            : t('create.click_waits', { price: formatMoney(waitingClick.price) })}
        </p>
      )}
      <div className={classes(toolbarStyles.bar, styles.options)}>
        <Suspense>
          <TargetCollection />
        </Suspense>
        <button
          type="button"
          className={classes(textStyles.label, styles.comparison)}
          aria-haspopup="dialog"
          onClick={() => setDialog('prices')}
        >
          {t('create.price_comparison')}
        </button>
        <KeyHint of={createCommands.generate} />
      </div>
      <TodaySpend />
      <Suspense>
        {Dialog && <Dialog form={form} values={draft.values} onClose={() => setDialog(undefined)} />}
      </Suspense>
      {isConfirming && priceProblem && !isBlocked && (
        <Suspense>
          <ConfirmUnpricedDialog reason={priceProblem} onCancel={cancel} onConfirm={confirm} />
        </Suspense>
      )}
      {rise && !isBlocked && (
        <Suspense>
          <PriceRiseDialog {...rise} label={verb} onCancel={cancelRise} onConfirm={acceptRise} />
        </Suspense>
      )}
    </div>
  )
}

/** The price of all copies. */
function timesCopies(price: PriceState, copies: number): PriceState {
  if (price.state === 'priced') return { ...price, price: price.price * copies }
  if (price.state !== 'unavailable' || !price.last) return price
  return { ...price, last: { ...price.last, price: price.last.price * copies } }
}

/** Whether each copy can have a seed of its own at the same price. */
const canVarySeed = ({ fields }: Form): boolean =>
  fields.some(
    (field) => field.kind === 'seed' && field.priced !== true && field.max - field.min >= MAX_COPIES - 1,
  )

/** Shows at the affected fields why the service rejected the price request, before a job is submitted. */
function usePriceIssues(form: Form, price: PriceState): void {
  useEffect(() => {
    // The last messages stay while a new price is requested.
    if (price.state === 'pricing') return
    const messages = price.state === 'unavailable' ? Object.entries(fieldMessages(price.problem)) : []
    const atFields = messages.filter(([entry]) => findField(form, entry) !== undefined)
    draftStore.getState().setPriceIssues(Object.fromEntries(atFields))
  }, [form, price])
}
