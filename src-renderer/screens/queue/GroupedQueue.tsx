import { useMemo, useState } from 'react'
import { ListChecks } from 'lucide-react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { useLocation } from '../../router/useLocation.ts'
import { navigate } from '../../router/navigate.ts'
import { groupEnds, queueLines } from './model/queueLines.ts'
import type { QueueFilter } from '../../../src-preload/contract/types/queue.ts'
import { ACTIVE_STATES, ENDED_STATES, listIds, UNRESOLVED_STATES, useQueuePages } from './model/queuePages.ts'
import type { QueueSelectionActions } from './selection/useQueueSelection.ts'
import { QueueSkeleton, QueueList } from './rows/QueueList.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

const SECTIONS = ['active', 'unsent', 'ended'] as const
type Section = (typeof SECTIONS)[number]

const STATES: Record<Section, QueueFilter['states']> = {
  active: [...ACTIVE_STATES, ...UNRESOLVED_STATES],
  unsent: ['queued'],
  ended: ENDED_STATES,
}

const filterOf = (batch: string | null, section: Section): QueueFilter => ({ batch, states: STATES[section] })

/** Single jobs, batches with their rows, and ended jobs in one list. */
export function GroupedQueue({ selection }: { selection: QueueSelectionActions }) {
  const batches = useApiQuery('batches.list', undefined, { staleTime: 0 })
  const { openBatchId, toggle } = useOpenBatch(batches.data?.batches ?? [])
  const batchId = openBatchId ?? ''
  const batchPages = {
    active: useQueuePages(filterOf(batchId, 'active'), { enabled: openBatchId !== null }),
    unsent: useQueuePages(filterOf(batchId, 'unsent'), { enabled: openBatchId !== null }),
    ended: useQueuePages(filterOf(batchId, 'ended'), { enabled: openBatchId !== null }),
  }
  const singlePages = {
    active: useQueuePages(filterOf(null, 'active')),
    unsent: useQueuePages(filterOf(null, 'unsent')),
    ended: useQueuePages(filterOf(null, 'ended')),
  }
  const batchError = batchPages.active.error ?? batchPages.unsent.error ?? batchPages.ended.error
  const lines = useMemo(
    () =>
      queueLines({
        batches: batches.data?.batches ?? [],
        openBatchId,
        batchJobs: {
          active: batchPages.active.jobs,
          // Jobs of a group are shown once the group above is loaded completely, because rows that load later would shift those below.
          unsent: batchPages.active.hasMore ? [] : batchPages.unsent.jobs,
          ended: batchPages.active.hasMore || batchPages.unsent.hasMore ? [] : batchPages.ended.jobs,
        },
        batchError,
        active: singlePages.active.jobs,
        unsent: singlePages.active.hasMore ? [] : singlePages.unsent.jobs,
        ended: singlePages.ended.jobs,
      }),
    [
      batches.data,
      openBatchId,
      batchPages.active.jobs,
      batchPages.active.hasMore,
      batchPages.unsent.jobs,
      batchPages.unsent.hasMore,
      batchPages.ended.jobs,
      batchError,
      singlePages.active.jobs,
      singlePages.active.hasMore,
      singlePages.unsent.jobs,
      singlePages.ended.jobs,
    ],
  )
  /** A group is the open batch, the single jobs above the batches, or those below them. */
  const listGroup = async (id: string | null): Promise<string[]> => {
    const line = lines.find(
      (candidate) => candidate.kind === 'job' && (id === null || candidate.job.id === id),
    )
    const job = line?.kind === 'job' ? line.job : null
    const isInOpenBatch = job !== null && openBatchId !== null && job.batch === openBatchId
    const isEnded = job !== null && ENDED_STATES.includes(job.state)
    const sections: readonly Section[] = isInOpenBatch ? SECTIONS : isEnded ? ['ended'] : ['active', 'unsent']
    const pages = isInOpenBatch ? batchPages : singlePages
    const batch = isInOpenBatch ? openBatchId : null
    const lists = await Promise.all(
      sections.map((section) => listIds(filterOf(batch, section), pages[section])),
    )
    return lists.flat()
  }
  const error =
    (batches.data ? null : batches.error) ??
    singlePages.active.error ??
    singlePages.unsent.error ??
    singlePages.ended.error
  if (error)
    return (
      <LoadFailure
        error={error}
        onRetry={() => {
          void batches.refetch()
          for (const pages of Object.values(singlePages)) pages.reload()
        }}
      />
    )
  if (
    batches.isPending ||
    singlePages.active.isLoading ||
    singlePages.unsent.isLoading ||
    singlePages.ended.isLoading
  )
    return <QueueSkeleton />
  if (lines.length === 0) return <EmptyQueue />
  return (
    <QueueList
      lines={lines}
      isInSendOrder
      selection={selection}
      listGroup={listGroup}
      onToggle={toggle}
      onRetryBatch={() => {
        for (const pages of Object.values(batchPages)) pages.reload()
      }}
      onLastNeeded={(lastNeeded) => {
        const ends = groupEnds(lines, openBatchId)
        const { active, unsent, ended } = singlePages
        if (lastNeeded >= ends.current) (active.hasMore ? active : unsent).loadMore()
        if (lastNeeded >= ends.batch)
          SECTIONS.map((section) => batchPages[section])
            .find(({ hasMore }) => hasMore)
            ?.loadMore()
        if (lastNeeded >= ends.ended) ended.loadMore()
      }}
    />
  )
}

/**
 * One batch is expanded at a time: the one in the URL, otherwise the first unfinished one, or none once the user collapsed a batch. A
 * batch that was expanded by default stays expanded when it ends, because the user may be reading its failures.
 */
function useOpenBatch(batches: readonly { id: string; unsent: number; running: number; state: string }[]) {
  const { rest } = useLocation()
  const [isCollapsed, setCollapsed] = useState(false)
  const requested = batches.find(({ id }) => id === rest[0])
  const [defaultId, setDefaultId] = useState<string>()
  const defaultBatch =
    batches.find(({ id }) => id === defaultId) ??
    batches.find(({ unsent, running, state }) => state !== 'waiting' && unsent + running > 0)
  if (defaultBatch && defaultBatch.id !== defaultId) setDefaultId(defaultBatch.id)
  const openBatchId = requested?.id ?? (isCollapsed ? null : (defaultBatch?.id ?? null))
  const toggle = ({ id }: { id: string }) => {
    const isOpen = id === openBatchId
    setCollapsed(isOpen)
    navigate(isOpen ? 'queue' : `queue/${encodeURIComponent(id)}`, { replace: true })
  }
  return { openBatchId, toggle }
}

function EmptyQueue() {
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title={t('queue.empty_title')}
      actions={
        <Button variant="primary" onClick={() => navigate('create')}>
          {t('queue.empty_action')}
        </Button>
      }
    >
      {t('queue.empty_description')}
    </EmptyState>
  )
}
