import { useMemo, useState } from 'react'
import { useRoute } from '../../host/useRoute.ts'
import { usePlace } from '../../app/router/usePlace.ts'
import { go } from '../../app/router/go.ts'
import { queueLines, type QueueLine } from './model/queueLines.ts'
import { ACTIVE_STATES, OVER_STATES, STUCK_STATES } from './model/queueStates.ts'
import { useQueuePages } from './model/useQueuePages.ts'
import { QueueNothing } from './QueueNothing.tsx'
import { QueueWaiting } from './QueueWaiting.tsx'
import { QueueWrong } from './QueueWrong.tsx'
import { QueueList } from './rows/QueueList.tsx'

const AT_WORK = [...ACTIVE_STATES, ...STUCK_STATES]

/** Batches with their rows, jobs by themselves, and what is over, in one list. */
export function GroupedQueue() {
  const batches = useRoute('batches.list', undefined, { staleTime: 0 })
  const { open, toggle } = useOpenBatch(batches.data?.batches ?? [])
  const inBatch = open ?? ''
  const rows = {
    active: useQueuePages({ batch: inBatch, states: AT_WORK }, open !== null),
    unsent: useQueuePages({ batch: inBatch, states: ['queued'] }, open !== null),
    over: useQueuePages({ batch: inBatch, states: OVER_STATES }, open !== null),
  }
  const all = {
    active: useQueuePages({ states: AT_WORK }),
    unsent: useQueuePages({ states: ['queued'] }),
    over: useQueuePages({ states: OVER_STATES }),
  }
  const lines = useMemo(
    () =>
      queueLines({
        batches: batches.data?.batches ?? [],
        open,
        rows: {
          active: rows.active.jobs,
          // One part after the other: rows that come later would push those below.
          unsent: rows.active.hasMore ? [] : rows.unsent.jobs,
          over: rows.active.hasMore || rows.unsent.hasMore ? [] : rows.over.jobs,
        },
        active: all.active.jobs,
        unsent: all.unsent.jobs,
        over: all.over.jobs,
      }),
    [
      batches.data,
      open,
      rows.active.jobs,
      rows.active.hasMore,
      rows.unsent.jobs,
      rows.unsent.hasMore,
      rows.over.jobs,
      all.active.jobs,
      all.unsent.jobs,
      all.over.jobs,
    ],
  )
  const error = batches.error ?? all.active.error ?? all.unsent.error ?? all.over.error
  if (error)
    return (
      <QueueWrong
        error={error}
        onRetry={() => {
          void batches.refetch()
          for (const pages of Object.values(all)) pages.reload()
        }}
      />
    )
  if (batches.isPending || all.active.loading || all.unsent.loading || all.over.loading)
    return <QueueWaiting />
  if (lines.length === 0) return <QueueNothing />
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
          // Single jobs go first: past the first row of a batch none is unsent.
          const noneLeft = all.unsent.jobs.at(-1)?.batch
          if (all.active.hasMore) all.active.more()
          else if (all.unsent.hasMore && !noneLeft) all.unsent.more()
          else if (bottom === lines.at(-1)) all.over.more()
        }
      }}
    />
  )
}

const isInner = (line: QueueLine | undefined): boolean => line?.kind === 'job' && line.part !== 'alone'

/** One batch shows its rows at a time: the one gone to, else the first with something to do. */
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
