import { useState, useEffect, useMemo } from 'react'
import { CircleHelp, SearchX } from 'lucide-react'
import '../../i18n/lazyTexts.ts'
import { GroupedQueue } from './GroupedQueue.tsx'
import { QueueHeader } from './QueueHeader.tsx'
import {
  QUEUE_VIEWS,
  type QueueView,
  VIEW_NAMES,
  ALL_STATES,
  useQueueUpdates,
  useQueuePages,
  listIds,
} from './model/queuePages.ts'
import { type QueueSelectionActions, useQueueSelection } from './selection/useQueueSelection.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import { t } from '../../i18n/t.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { classes } from '../../ui/classes.ts'
import type { Job, JobState } from '../../../src-preload/contract/types/job.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { MAX_JOB_SEARCH_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { ChargeHint, uncertainCause, UncertainJobActions } from '../../widgets/jobs/UncertainJobActions.tsx'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import noteStyles from '../../ui/layout/note.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { truncate } from '../../../src-preload/shared/truncate.ts'
import { listId } from '../../host/call.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { flatLines } from './model/queueLines.ts'
import { QueueSkeleton, QueueList } from './rows/QueueList.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { InlineLoadFailure } from '../../widgets/InlineLoadFailure.tsx'
import styles from './Queue.module.css'

/** All jobs: queued, running, waiting for a decision, and ended. */
export function Queue() {
  const [view, setView] = useState<QueueView>('all')
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebounced(search.trim())
  useQueueUpdates()
  const selection = useQueueSelection()
  const { clear } = selection
  // Clears the selection, so that jobs that a filter hides aren't cancelled with the visible ones.
  const filterBy = (change: { view?: QueueView; search?: string }) => {
    clear()
    if (change.view !== undefined) setView(change.view)
    if (change.search !== undefined) setSearch(change.search)
  }
  const states = QUEUE_VIEWS[view]
  return (
    <div className={screenStyles.screen}>
      <QueueHeader />
      <QueueFilterBar
        view={view}
        onViewChange={(next) => filterBy({ view: next })}
        search={search}
        onSearchChange={(next) => filterBy({ search: next })}
      />
      <UncertainNotes />
      <div className={screenStyles.body}>
        {states === null && debouncedSearch === '' ? (
          <GroupedQueue selection={selection} />
        ) : (
          <FilteredQueue
            states={states}
            search={debouncedSearch}
            selection={selection}
            onClear={() => {
              filterBy({ view: 'all', search: '' })
            }}
          />
        )}
      </div>
    </div>
  )
}

const SEARCH_DEBOUNCE_MS = 200

/** The text once it hasn't changed for a moment. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** More uncertain jobs are only counted; the “Needs attention” filter lists them. */
const MAX_NOTES = 20

/** Uncertain jobs with the three actions to resolve them, above the list whatever its filter. */
function UncertainNotes() {
  const { jobs, total, error, reload } = useQueuePages({ states: ['uncertain'] })
  if (error)
    return (
      <div className={classes(noteStyles.note, noteStyles.warn)}>
        <CircleHelp aria-hidden />
        <p>
          <InlineLoadFailure error={error} intro={t('queue.uncertain_unread')} onRetry={reload} />
        </p>
      </div>
    )
  if (jobs.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={t('queue.charge_unconfirmed')}>
      {jobs.slice(0, MAX_NOTES).map((job) => (
        <UncertainNote key={job.id} job={job} />
      ))}
      {total > MAX_NOTES && (
        <li className={screenStyles.sub}>{t('queue.more_uncertain', { count: total - MAX_NOTES })}</li>
      )}
    </ul>
  )
}

interface QueueFilterBarProps {
  view: QueueView
  onViewChange: (view: QueueView) => void
  search: string
  onSearchChange: (search: string) => void
}

const VIEWS = VIEW_NAMES.map((value) => ({
  value,
  label: t(`queue.view_${value}`),
}))

/** Filters the list by state and title. */
function QueueFilterBar({ view, onViewChange, search, onSearchChange }: QueueFilterBarProps) {
  return (
    <div className={classes(screenStyles.bar, styles.filter)}>
      <Segmented label={t('queue.view')} options={VIEWS} value={view} onValueChange={onViewChange} />
      <SearchField
        label={t('queue.search')}
        value={search}
        onValueChange={onSearchChange}
        clearLabel={t('queue.search_clear')}
        maxLength={MAX_JOB_SEARCH_LENGTH}
        className={styles.search}
      />
    </div>
  )
}

/** Maximum length of a title in a note, in characters; a title may be a prompt of a whole page. */
const MAX_TITLE_LENGTH = 140

/** An uncertain job, why it is uncertain, and the three actions to resolve it. */
function UncertainNote({ job }: { job: Job }) {
  const title =
    job.title.length > MAX_TITLE_LENGTH ? `${truncate(job.title, MAX_TITLE_LENGTH).trimEnd()}…` : job.title
  const serviceMessage = job.problem?.serviceMessage
  return (
    <li className={classes(noteStyles.note, noteStyles.warn, styles.note)}>
      <CircleHelp aria-hidden />
      <div className={styles.text}>
        <strong>{t('jobs.uncertain')}</strong>
        <p>{t('queue.uncertain_job', { title, cause: uncertainCause(job.problem) })}</p>
        <p className={textStyles.label}>
          {job.price === null
            ? t('queue.uncertain_unpriced')
            : t('queue.uncertain_price', { price: formatMoney(job.price) })}
        </p>
        {serviceMessage && (
          <p className={textStyles.label}>
            {t('result.service_says')}: {serviceMessage}
          </p>
        )}
        <ChargeHint jobId={job.id} className={textStyles.label} />
      </div>
      <div className={toolbarStyles.actions}>
        <UncertainJobActions job={job} />
      </div>
    </li>
  )
}

interface FilteredQueueProps {
  /** Null for any state. */
  states: readonly JobState[] | null
  search: string
  selection: QueueSelectionActions
  onClear: () => void
}

/** The jobs that match the filter and the search, in one list without batches. */
function FilteredQueue({ states, search, selection, onClear }: FilteredQueueProps) {
  const filter = { states: [...(states ?? ALL_STATES)], ...(search === '' ? {} : { search }) }
  const pages = useQueuePages(filter, { listId: listId('queue') })
  const lines = useMemo(() => flatLines(pages.jobs), [pages.jobs])
  if (pages.error) return <LoadFailure error={pages.error} onRetry={pages.reload} />
  if (pages.isLoading) return <QueueSkeleton />
  if (pages.jobs.length === 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('queue.none_title')}
        actions={<Button onClick={onClear}>{t('queue.none_show_all')}</Button>}
      >
        {t(search === '' ? 'queue.none_in_state' : 'queue.none_matching')}
      </EmptyState>
    )
  return (
    <QueueList
      lines={lines}
      isInSendOrder={false}
      selection={selection}
      listGroup={() => listIds(filter, pages)}
      onToggle={() => {}}
      onLastNeeded={(lastNeeded) => {
        if (lastNeeded === lines.length - 1) pages.loadMore()
      }}
    />
  )
}
