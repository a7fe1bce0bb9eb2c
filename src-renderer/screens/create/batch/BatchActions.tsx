import { useRef, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import type { BatchPreview, PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import { navigate } from '../../../router/navigate.ts'
import { problemOf, isDefiniteFailure } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { formatDollars, parseDollars } from '../../../lib/dollars.ts'
import { pricedButtonProps, isPriceStale } from '../../../lib/pricedButton.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatShortMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { TargetCollection } from '../../../widgets/collections/CollectionPicker.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { needsNewKey } from '../model/formMessages.ts'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import type { Preview } from './usePreview.ts'
import type { RowFilter } from './PreviewPane.tsx'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import styles from './BatchDialog.module.css'

interface Props {
  preview: Preview
  data: BatchPreview
  skipped: ReadonlySet<number>
  rowAt: (index: number) => PreviewRow | undefined
  /** The filter that leaves only the rows that can't run. */
  filter: RowFilter
  suggestedName: string
  onDone: () => void
}

/** The total, the name and limit of the batch, and the button with the exact total. */
export function BatchActions({ preview, data, skipped, rowAt, filter, suggestedName, onDone }: Props) {
  const [name, setName] = useState<string>()
  const [capText, setCapText] = useState('')
  const [includesUnpriced, setIncludesUnpriced] = useState(false)
  const collection = draftStore((draft) => draft.collection)
  const isBusyRef = useRef(false)
  /** The last click without a response, with what it would have created. */
  const lastClick = useRef<{ intent: string; idempotencyKey: string }>(null)
  const sums = batchSums(data, skipped, rowAt)
  const cap = capText.trim() === '' ? null : parseDollars(capText)
  const enqueue = useApiMutation('batches.enqueue', {
    toastOnError: false,
    onDone: ({ id, jobs, quoted }) => {
      const text = t('batch.added', { count: jobs, price: formatShortMoney(quoted) })
      const action = { label: t('batch.added_show'), run: () => navigate(`queue/${encodeURIComponent(id)}`) }
      toasts.getState().show({ text, action })
      onDone()
    },
  })
  const problem = enqueue.error && problemOf(enqueue.error)
  const message = problem
    ? problemMessage(problem)
    : preview.problem && !needsNewKey(preview.problem) && problemMessage(preview.problem)
  const hasUnpriced = (sums?.unpriced ?? 0) > 0
  const keyProblem = [preview.problem, ...data.rows.map((row) => row.problem)].find(
    (problem) => problem && needsNewKey(problem),
  )
  const isReady =
    sums !== null &&
    !keyProblem &&
    sums.jobs > 0 &&
    cap !== undefined &&
    !preview.isPricing &&
    (!hasUnpriced || includesUnpriced)

  const run = () => {
    if (!isReady || !sums || isBusyRef.current) return
    isBusyRef.current = true
    const intent = JSON.stringify([data.id, [...skipped].toSorted((a, b) => a - b), sums.total, collection])
    // The same key is reused after a lost response; a changed choice gets a new key.
    if (lastClick.current?.intent !== intent)
      lastClick.current = { intent, idempotencyKey: crypto.randomUUID() }
    enqueue.mutate(
      {
        preview: data.id,
        idempotencyKey: lastClick.current.idempotencyKey,
        name: (name ?? suggestedName).trim() || suggestedName,
        skip: [...skipped],
        total: sums.total,
        unpriced: includesUnpriced,
        cap: cap ?? null,
        collection,
      },
      {
        onError: (error) => {
          isBusyRef.current = false
          const problem = problemOf(error)
          if (isDefiniteFailure(problem)) lastClick.current = null
          if (problem.code === 'batch_preview_gone' || isPriceStale(problem)) preview.reload()
        },
      },
    )
  }
  return (
    <footer className={styles.actions}>
      <p className={styles.sums} role="status">
        <b>{t('batch.jobs', { count: sums?.jobs ?? 0 })}</b>
        {data.invalidRows > 0 && (
          <span className={styles.over}>
            <span>
              {t(onlyExceedLimits(data.rows) ? 'batch.over' : 'batch.unable', { count: data.invalidRows })}
            </span>
            <Button size="small" onClick={() => filter.setOn(!filter.isOn)}>
              {t(filter.isOn ? 'batch.show_all' : 'batch.show_over')}
            </Button>
          </span>
        )}
        {hasUnpriced && <span>{t('batch.unpriced', { count: sums?.unpriced ?? 0 })}</span>}
        {preview.isPricing && <Spinner label={t('batch.pricing')} />}
        {data.pricesToRequest > 0 && !preview.isPricing && (
          <Button size="small" onClick={preview.fetchPrices}>
            {t('batch.price_do', { count: data.pricesToRequest })}
          </Button>
        )}
        {data.waitsUntil !== null && <span>{t('batch.price_waits')}</span>}
      </p>
      {keyProblem && (
        <p className={styles.over} role="alert">
          <span>{problemMessage(keyProblem).summary}</span>
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
      {hasUnpriced && data.pricesToRequest === 0 && !keyProblem && (
        <Switch
          label={t('batch.unpriced_run', { count: sums?.unpriced ?? 0 })}
          help={t('batch.unpriced_help')}
          checked={includesUnpriced}
          onCheckedChange={setIncludesUnpriced}
        />
      )}
      {message && (
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
      <div className={styles.runLine}>
        <TextField
          label={t('queue.name')}
          value={name ?? suggestedName}
          onValueChange={setName}
          maxLength={200}
        />
        <TextField
          label={t('batch.cap')}
          value={capText}
          onValueChange={setCapText}
          inputMode="decimal"
          before="$"
          placeholder={t('queue.cap_none')}
          error={cap === undefined ? t('queue.cap_bad') : undefined}
          onBlur={() => {
            if (cap) setCapText(formatDollars(cap))
          }}
        />
        <Button
          variant="primary"
          size="large"
          disabled={!isReady || enqueue.isPending}
          onClick={run}
          {...pricedButtonProps(sums?.total ?? 0, (price) => {
            const add = t('batch.add', { count: sums?.jobs ?? 0, price })
            const unpriced = hasUnpriced && includesUnpriced
            return unpriced ? `${add} + ${t('batch.unpriced', { count: sums?.unpriced ?? 0 })}` : add
          })}
        />
      </div>
    </footer>
  )
}

const LIMIT_ISSUES: ReadonlySet<Issue['code']> = new Set([
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'too_few',
])

/** Whether rows are invalid only because their values exceed limits of the model. */
const onlyExceedLimits = (rows: readonly PreviewRow[]): boolean =>
  rows.every(({ issues }) => issues.every(({ code }) => LIMIT_ISSUES.has(code)))

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
