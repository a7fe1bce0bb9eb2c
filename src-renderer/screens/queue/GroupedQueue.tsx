import { useMemo, useState } from 'react'
import { useRoute } from '../../host/useRoute.ts'
import { usePlace } from '../../router/usePlace.ts'
import { go } from '../../router/go.ts'
import { queueLines, type QueueLine } from './model/queueLines.ts'
import { ACTIVE_STATES, OVER_STATES, STUCK_STATES } from './model/queueStates.ts'
import { useQueuePages } from './model/useQueuePages.ts'
import { EmptyQueue } from './EmptyQueue.tsx'
import { QueueWaiting } from './QueueWaiting.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { QueueList } from './rows/QueueList.tsx'

const AT_WORK = [...ACTIVE_STATES, ...STUCK_STATES]

/** Single jobs, batches with their rows, and ended jobs in one list. */
export function GroupedQueue() {
  const batches = useRoute('batches.list', undefined, { staleTime: 0 })
  const { open, toggle } = useOpenBatch(batches.data?.batches ?? [])
  const inBatch = open ?? ''
  const rows = {
    active: useQueuePages({ batch: inBatch, states: AT_WORK }, { enabled: open !== null }),
    unsent: useQueuePages({ batch: inBatch, states: ['queued'] }, { enabled: open !== null }),
    over: useQueuePages({ batch: inBatch, states: OVER_STATES }, { enabled: open !== null }),
  }
  const alone = {
    active: useQueuePages({ batch: null, states: AT_WORK }),
    unsent: useQueuePages({ batch: null, states: ['queued'] }),
    over: useQueuePages({ batch: null, states: OVER_STATES }),
  }
  const lines = useMemo(
    () =>
      queueLines({
        batches: batches.data?.batches ?? [],
        open,
        rows: {
          active: rows.active.jobs,
          // Loads one part after another, because rows that load later would shift those below.
          unsent: rows.active.hasMore ? [] : rows.unsent.jobs,
          over: rows.active.hasMore || rows.unsent.hasMore ? [] : rows.over.jobs,
        },
        active: alone.active.jobs,
        unsent: alone.unsent.jobs,
        over: alone.over.jobs,
      }),
    [
      batches.data,
      open,
      rows.active.jobs,
      rows.active.hasMore,
      rows.unsent.jobs,
      rows.unsent.hasMore,
      rows.over.jobs,
      alone.active.jobs,
      alone.unsent.jobs,
      alone.over.jobs,
    ],
  )
  const error = batches.error ?? alone.active.error ?? alone.unsent.error ?? alone.over.error
  if (error)
    return (
      <LoadFailure
        error={error}
        onRetry={() => {
          void batches.refetch()
          for (const pages of Object.values(alone)) pages.reload()
        }}
      />
    )
  if (batches.isPending || alone.active.loading || alone.unsent.loading || alone.over.loading)
    return <QueueWaiting />
  if (lines.length === 0) return <EmptyQueue />
  return (
    <QueueList
      lines={lines}
      ordered
      onToggle={toggle}
      onEnd={(bottom) => {
        if (isInner(bottom)) {
          const next = [rows.active, rows.unsent, rows.over].find(({ hasMore }) => hasMore)
          next?.more()
        } else {
          if (alone.active.hasMore) alone.active.more()
          else if (alone.unsent.hasMore) alone.unsent.more()
          else if (bottom === lines.at(-1)) alone.over.more()
        }
      }}
    />
  )
}

const isInner = (line: QueueLine | undefined): boolean => line?.kind === 'job' && line.part !== 'alone'

/** One batch is expanded at a time: the opened one, else the first unfinished one. */
function useOpenBatch(batches: readonly { id: string; unsent: number; running: number; state: string }[]) {
  const { rest } = usePlace()
  const [closed, setClosed] = useState(false)
  const asked = batches.find(({ id }) => id === rest[0])
  const first = batches.find(({ unsent, running, state }) => state !== 'waiting' && unsent + running > 0)
  const open = closed ? null : ((asked ?? first)?.id ?? null)
  const toggle = ({ id }: { id: string }) => {
    setClosed(id === open)
    if (id !== open) go(`queue/${encodeURIComponent(id)}`, { replace: true })
  }
  return { open, toggle }
}
