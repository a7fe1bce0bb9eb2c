import { useMemo, useState } from 'react'
import { ListChecks } from 'lucide-react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { useLocation } from '../../router/useLocation.ts'
import { navigate } from '../../router/navigate.ts'
import { queueLines, type QueueLine } from './model/queueLines.ts'
import { ACTIVE_STATES, ENDED_STATES, STUCK_STATES } from './model/queueStates.ts'
import { useQueuePages } from './model/queuePages.ts'
import { QueueSkeleton, QueueList } from './rows/QueueList.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

const IN_PROGRESS = [...ACTIVE_STATES, ...STUCK_STATES]

/** Single jobs, batches with their rows, and ended jobs in one list. */
export function GroupedQueue() {
  const batches = useApiQuery('batches.list', undefined, { staleTime: 0 })
  const { open, toggle } = useOpenBatch(batches.data?.batches ?? [])
  const batchId = open ?? ''
  const rows = {
    active: useQueuePages({ batch: batchId, states: IN_PROGRESS }, { enabled: open !== null }),
    unsent: useQueuePages({ batch: batchId, states: ['queued'] }, { enabled: open !== null }),
    ended: useQueuePages({ batch: batchId, states: ENDED_STATES }, { enabled: open !== null }),
  }
  const singles = {
    active: useQueuePages({ batch: null, states: IN_PROGRESS }),
    unsent: useQueuePages({ batch: null, states: ['queued'] }),
    ended: useQueuePages({ batch: null, states: ENDED_STATES }),
  }
  const lines = useMemo(
    () =>
      queueLines({
        batches: batches.data?.batches ?? [],
        open,
        rows: {
          active: rows.active.jobs,
          // Loads the parts one after another, because rows that load later would shift those below.
          unsent: rows.active.hasMore ? [] : rows.unsent.jobs,
          ended: rows.active.hasMore || rows.unsent.hasMore ? [] : rows.ended.jobs,
        },
        active: singles.active.jobs,
        unsent: singles.unsent.jobs,
        ended: singles.ended.jobs,
      }),
    [
      batches.data,
      open,
      rows.active.jobs,
      rows.active.hasMore,
      rows.unsent.jobs,
      rows.unsent.hasMore,
      rows.ended.jobs,
      singles.active.jobs,
      singles.unsent.jobs,
      singles.ended.jobs,
    ],
  )
  const error = batches.error ?? singles.active.error ?? singles.unsent.error ?? singles.ended.error
  if (error)
    return (
      <LoadFailure
        error={error}
        onRetry={() => {
          void batches.refetch()
          for (const pages of Object.values(singles)) pages.reload()
        }}
      />
    )
  if (batches.isPending || singles.active.loading || singles.unsent.loading || singles.ended.loading)
    return <QueueSkeleton />
  if (lines.length === 0) return <EmptyQueue />
  return (
    <QueueList
      lines={lines}
      ordered
      onToggle={toggle}
      onEnd={(bottom) => {
        if (isInner(bottom)) {
          const next = [rows.active, rows.unsent, rows.ended].find(({ hasMore }) => hasMore)
          next?.more()
        } else {
          if (singles.active.hasMore) singles.active.more()
          else if (singles.unsent.hasMore) singles.unsent.more()
          else if (bottom === lines.at(-1)) singles.ended.more()
        }
      }}
    />
  )
}

const isInner = (line: QueueLine | undefined): boolean => line?.kind === 'job' && line.part !== 'alone'

/** One batch is expanded at a time: the one in the URL, otherwise the first unfinished one. */
function useOpenBatch(batches: readonly { id: string; unsent: number; running: number; state: string }[]) {
  const { rest } = useLocation()
  const [closed, setClosed] = useState(false)
  const requested = batches.find(({ id }) => id === rest[0])
  const first = batches.find(({ unsent, running, state }) => state !== 'waiting' && unsent + running > 0)
  const open = closed ? null : ((requested ?? first)?.id ?? null)
  const toggle = ({ id }: { id: string }) => {
    setClosed(id === open)
    if (id !== open) navigate(`queue/${encodeURIComponent(id)}`, { replace: true })
  }
  return { open, toggle }
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
