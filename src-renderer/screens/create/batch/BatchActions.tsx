import { useRef, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import type { BatchPreview, PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import { goTo, navigate } from '../../../router/navigate.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useIsUnmounted } from '../../../lib/useIsUnmounted.ts'
import { idempotencyKeyOf } from '../../../host/idempotencyKeys.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useCurrentConnection } from '../../../host/useCurrentConnection.ts'
import { t } from '../../../i18n/t.ts'
import { parseDollars } from '../../../lib/format/dollars.ts'
import { pricedButtonProps, isPriceStale } from '../../../lib/pricedButton.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { dollarDigits, formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { isWindowBlur } from '../../../ui/isWindowBlur.ts'
import { toasts } from '../../../lib/toasts.ts'
import { TargetCollection } from '../../../widgets/collections/CollectionPicker.tsx'
import { FILE_LIMIT_ISSUES } from '../../../widgets/forms/issueText.ts'
import { LimitNote } from '../../../widgets/jobs/LimitNote.tsx'
import { PriceRiseNote, type Rise } from '../../../widgets/prices/PriceRise.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { needsNewApiKey } from '../model/formMessages.ts'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import type { BatchTerms } from '../../../../src-preload/contract/types/batchDraft.ts'
import type { Preview } from './usePreview.ts'
import type { RowFilter } from './PreviewPane.tsx'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { MAX_CAP_TEXT_LENGTH, MAX_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import styles from './BatchDialog.module.css'

/** Problems of a click that a new preview solves. */
const NEEDS_PREVIEW: ReadonlySet<ProblemCode> = new Set(['batch_preview_gone', 'batch_repeated'])

interface Props {
  preview: Preview
  data: BatchPreview
  skipped: ReadonlySet<number>
  /** The row with its current price; undefined while that is loading. */
  pricedRowAt: (index: number) => PreviewRow | undefined
  /** Filter that shows only the rows that can't run. */
  filter: RowFilter
  suggestedName: string
  terms: BatchTerms
  onTerms: (terms: BatchTerms) => void
  /** Closes the dialog. */
  onDone: () => void
  /** Called once the batch has been added, even if the plan was edited or the dialog was closed meanwhile. */
  onAdded: () => void
}

/**
 * The footer of the preview: how many jobs would be created, can't run or lack a price, problems, the collection, name
 * and spending limit of the batch, and the button that adds its jobs for the exact total.
 */
export function BatchActions({
  preview,
  data,
  skipped,
  pricedRowAt,
  filter,
  suggestedName,
  terms,
  onTerms,
  onDone,
  onAdded,
}: Props) {
  const { name, capText } = terms
  /** Id of the preview whose rows without a price the user agreed to run. */
  const [unpricedConsentFor, setUnpricedConsentFor] = useState<string>()
  const includesUnpriced = unpricedConsentFor === data.id
  const connection = useCurrentConnection()
  const collection = draftStore((draft) => draft.collection)
  const isBusyRef = useRef(false)
  /** True once the plan was edited or the dialog was closed. */
  const isUnmounted = useIsUnmounted()
  const sums = batchSums(data, skipped, pricedRowAt)
  const cap = capText.trim() === '' ? null : parseDollars(capText)
  const jobsUnderCap = cap && sums ? estimateJobsUnderCap(sums, cap) : null
  const rename = useApiMutation('batches.rename')
  const changeCap = useApiMutation('batches.set_limit')
  const enqueue = useApiMutation('batches.enqueue', {
    toastOnError: false,
    onDone: ({ id, jobs, quoted, ...batch }, input) => {
      // After a lost response, the studio returns the batch of the earlier click, which may have another name and limit.
      if (batch.name !== input.name) rename.mutate({ id, name: input.name })
      if (batch.cap !== input.cap) changeCap.mutate({ id, cap: input.cap })
      const text = t('batch.added', { count: jobs, price: formatMoney(quoted) })
      const action = { label: t('batch.added_show'), ...goTo(`queue/${encodeURIComponent(id)}`) }
      toasts.getState().show({ text, action })
      onAdded()
    },
  })
  // The problem stays visible when the preview is reloaded because of it. Another plan remounts this component.
  const problem = enqueue.error && problemOf(enqueue.error)
  const message = problem
    ? problemMessage(problem)
    : preview.problem && !needsNewApiKey(preview.problem) && problemMessage(preview.problem)
  const hasUnpriced = (sums?.unpriced ?? 0) > 0
  const apiKeyProblem = [preview.problem, ...data.rows.map((row) => row.problem)].find(
    (problem) => problem && needsNewApiKey(problem),
  )
  const isReady =
    sums !== null &&
    !apiKeyProblem &&
    sums.jobs > 0 &&
    cap !== undefined &&
    !preview.isPricing &&
    (!hasUnpriced || includesUnpriced)

  /** The rise that kept the last click from running. */
  const [rise, setRise] = useState<Rise | null>(null)
  const canRun = (sums: BatchSums) => sums.jobs > 0 && (sums.unpriced === 0 || includesUnpriced)
  /** Runs a click at new prices that add up to no more than was shown. */
  const runAtNewPrices = async (shown: number) => {
    isBusyRef.current = true
    const next = await preview.refreshPrices()
    isBusyRef.current = false
    if (!next || isUnmounted.current) return
    const nextSums = batchSums(next, skipped, (index) => next.rows.find((row) => row.index === index))
    // Without the new prices of all skipped rows, the button shows the new total for another click.
    if (!nextSums || !canRun(nextSums)) return
    if (nextSums.total > shown) setRise({ shown, price: nextSums.total })
    else await send(nextSums.total, false)
  }
  const run = () => {
    if (!isReady || !sums || isBusyRef.current) return
    setRise(null)
    if (preview.arePricesOld()) void runAtNewPrices(sums.total)
    else void send(sums.total, true)
  }
  /** `mayRepeat`: at new prices, if the studio finds the shown ones too old. */
  async function send(total: number, mayRepeat: boolean): Promise<void> {
    isBusyRef.current = true
    // The same rows keep their key even if their prices, or the batch's name, limit or collection changed since a lost response.
    const rows = [...skipped].toSorted((a, b) => a - b)
    const request = {
      preview: data.id,
      idempotencyKey: idempotencyKeyOf('batch', connection?.id, preview.planKey, rows),
      name: (name ?? suggestedName).trim() || suggestedName,
      skip: [...skipped],
      total,
      unpriced: includesUnpriced,
      cap: cap ?? null,
      collection,
    }
    try {
      await enqueue.mutateAsync(request)
    } catch (error) {
      isBusyRef.current = false
      const problem = problemOf(error)
      if (isUnmounted.current) return
      if (NEEDS_PREVIEW.has(problem.code)) preview.reload()
      else if (isPriceStale(problem) && mayRepeat) await runAtNewPrices(total)
    }
  }
  return (
    <footer className={styles.actions}>
      <p className={styles.sums} role="status">
        {sums && <b>{t('batch.jobs', { count: sums.jobs })}</b>}
        {data.invalidRows > 0 && (
          <span className={styles.alert}>
            <span>
              {t(areOnlyOutsideLimits(data.rows) ? 'batch.outside_limits' : 'batch.unable', {
                count: data.invalidRows,
              })}
            </span>
            <Button size="small" onClick={() => filter.setOn(!filter.isOn)}>
              {t(filter.isOn ? 'batch.show_all' : 'batch.show_invalid')}
            </Button>
          </span>
        )}
        {hasUnpriced && <span>{t('batch.unpriced', { count: sums?.unpriced ?? 0 })}</span>}
        {(preview.isPricing || !sums) && <Spinner label={t('batch.pricing')} />}
        {data.pricesToRequest > 0 && !preview.isPricing && (
          <Button size="small" onClick={preview.fetchPrices}>
            {t('batch.check_prices', { count: data.pricesToRequest })}
          </Button>
        )}
        {data.waitsUntil !== null && <span>{t('batch.price_waits')}</span>}
      </p>
      {apiKeyProblem && (
        <p className={styles.alert} role="alert">
          <span>{problemMessage(apiKeyProblem).summary}</span>
          <Button
            size="small"
            onClick={() => {
              navigate('settings/connections')
              onDone()
            }}
          >
            {t('batch.to_key')}
          </Button>
        </p>
      )}
      {hasUnpriced && data.pricesToRequest === 0 && !apiKeyProblem && (
        <Switch
          label={t('batch.unpriced_run', { count: sums?.unpriced ?? 0 })}
          help={t('batch.unpriced_help')}
          checked={includesUnpriced}
          onCheckedChange={(isOn) => setUnpricedConsentFor(isOn ? data.id : undefined)}
        />
      )}
      {rise && <PriceRiseNote {...rise} />}
      {message && !rise && (
        <p className={classes(noteStyles.note, noteStyles.bad)} role="alert">
          <CircleAlert aria-hidden />
          <span>
            {message.summary} {message.money} {message.nextStep} {message.serviceMessage}
          </span>
        </p>
      )}
      <div className={toolbarStyles.bar}>
        <TargetCollection />
      </div>
      {jobsUnderCap !== null && (
        <p className={styles.sums} role="status">
          {t('batch.cap_short', { runs: jobsUnderCap, count: sums?.jobs ?? 0 })}
        </p>
      )}
      {sums && connection && (
        <LimitNote
          amount={cap ? Math.min(cap, sums.total) : sums.total}
          connectionId={connection.id}
          collectionId={collection}
          onLeave={onDone}
        />
      )}
      <div className={styles.runLine}>
        <TextField
          label={t('queue.name')}
          value={name ?? suggestedName}
          onValueChange={(name) => onTerms({ ...terms, name })}
          maxLength={MAX_NAME_LENGTH}
        />
        <TextField
          label={t('batch.cap')}
          value={capText}
          onValueChange={(capText) => onTerms({ ...terms, capText })}
          maxLength={MAX_CAP_TEXT_LENGTH}
          inputMode="decimal"
          before="$"
          placeholder={t('queue.cap_none')}
          error={cap === undefined ? t('queue.cap_bad') : undefined}
          onBlur={(event) => {
            if (cap && !isWindowBlur(event)) onTerms({ ...terms, capText: dollarDigits(cap) })
          }}
        />
        <Button
          variant="primary"
          size="large"
          disabled={!isReady || enqueue.isPending}
          onClick={run}
          {...(sums
            ? pricedButtonProps(sums.total, (price) => {
                const add = t('batch.add', { count: sums.jobs, price })
                const unpriced = hasUnpriced && includesUnpriced
                return unpriced ? `${add} + ${t('batch.unpriced', { count: sums.unpriced })}` : add
              })
            : { children: t('batch.add_uncounted') })}
        />
      </div>
    </footer>
  )
}

const LIMIT_ISSUES: ReadonlySet<Issue['code']> = new Set([
  'too_short',
  'too_long',
  'too_many_tokens',
  'too_small',
  'too_large',
  'too_many',
  'too_few',
  ...FILE_LIMIT_ISSUES,
])

/** Whether all issues are values outside a limit. The rows of a preview include all invalid ones. */
const areOnlyOutsideLimits = (rows: readonly PreviewRow[]): boolean =>
  rows.every(({ issues }) => issues.every(({ code }) => LIMIT_ISSUES.has(code)))

/**
 * About how many jobs the limit of a batch allows, at their average price; null if it allows all of them. Jobs without a price wait at
 * any limit.
 */
export const estimateJobsUnderCap = ({ jobs, total, unpriced }: BatchSums, cap: number): number | null =>
  cap >= total && unpriced === 0
    ? null
    : Math.min(jobs - unpriced, Math.floor((cap / Math.max(1, total)) * (jobs - unpriced)))

interface BatchSums {
  /** Number of jobs that would be created. */
  jobs: number
  /** Exact sum of their prices, in nano-dollars. */
  total: number
  /** Number of jobs whose price is unknown. */
  unpriced: number
}

/** The sums of a preview without the skipped rows; null while a skipped row isn't loaded, because its price is unknown. */
export function batchSums(
  preview: BatchPreview,
  skipped: Iterable<number>,
  rowAt: (index: number) => PreviewRow | undefined,
): BatchSums | null {
  let { total, unpriced } = preview
  let jobs = preview.count - preview.invalidRows
  for (const index of skipped) {
    const row = rowAt(index)
    if (!row) return null
    if (row.issues.length > 0) continue
    jobs--
    if (row.price === null) unpriced--
    else total -= row.price
  }
  return { jobs, total, unpriced }
}
