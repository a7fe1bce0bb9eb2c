import { useMemo, useState } from 'react'
import { ListChecks } from 'lucide-react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { useLocation } from '../../router/useLocation.ts'
import { navigate } from '../../router/navigate.ts'
import { queueLines, type QueueLine } from './model/queueLines.ts'
import { ACTIVE_STATES, ENDED_STATES, UNRESOLVED_STATES, useQueuePages } from './model/queuePages.ts'
import { QueueSkeleton, QueueList } from './rows/QueueList.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

const IN_PROGRESS = [...ACTIVE_STATES, ...UNRESOLVED_STATES]

/** Single jobs, batches with their rows, and ended jobs in one list. */
export function GroupedQueue() {
  const batches = useApiQuery('batches.list', undefined, { staleTime: 0 })
  const { openBatchId, toggle } = useOpenBatch(batches.data?.batches ?? [])
  const batchId = openBatchId ?? ''
  const batchPages = {
    active: useQueuePages({ batch: batchId, states: IN_PROGRESS }, { enabled: openBatchId !== null }),
    unsent: useQueuePages({ batch: batchId, states: ['queued'] }, { enabled: openBatchId !== null }),
    ended: useQueuePages({ batch: batchId, states: ENDED_STATES }, { enabled: openBatchId !== null }),
  }
  const singlePages = {
    active: useQueuePages({ batch: null, states: IN_PROGRESS }),
    unsent: useQueuePages({ batch: null, states: ['queued'] }),
    ended: useQueuePages({ batch: null, states: ENDED_STATES }),
  }
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
        active: singlePages.active.jobs,
        unsent: singlePages.unsent.jobs,
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
      singlePages.active.jobs,
      singlePages.unsent.jobs,
      singlePages.ended.jobs,
    ],
  )
  const error =
    batches.error ?? singlePages.active.error ?? singlePages.unsent.error ?? singlePages.ended.error
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
      onToggle={toggle}
      onLastNeeded={(lastNeeded) => {
        if (isInBatch(lastNeeded)) {
          const next = [batchPages.active, batchPages.unsent, batchPages.ended].find(({ hasMore }) => hasMore)
          next?.loadMore()
        } else {
          if (singlePages.active.hasMore) singlePages.active.loadMore()
          else if (singlePages.unsent.hasMore) singlePages.unsent.loadMore()
          else if (lastNeeded === lines.at(-1)) singlePages.ended.loadMore()
        }
      }}
    />
  )
}

const isInBatch = (line: QueueLine | undefined): boolean =>
  line?.kind === 'job' && line.batchPosition !== 'none'

/** One batch is expanded at a time: the one in the URL, otherwise the first unfinished one; none once the user collapsed it. */
function useOpenBatch(batches: readonly { id: string; unsent: number; running: number; state: string }[]) {
  const { rest } = useLocation()
  const [isCollapsed, setCollapsed] = useState(false)
  const requested = batches.find(({ id }) => id === rest[0])
  const first = batches.find(({ unsent, running, state }) => state !== 'waiting' && unsent + running > 0)
  const openBatchId = isCollapsed ? null : ((requested ?? first)?.id ?? null)
  const toggle = ({ id }: { id: string }) => {
    setCollapsed(id === openBatchId)
    if (id !== openBatchId) navigate(`queue/${encodeURIComponent(id)}`, { replace: true })
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
