import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { type Move, useMoveJobs } from '../../../widgets/jobs/useMoveJobs.ts'
import type { QueueLine } from '../model/queueLines.ts'

/** Maximum length of a title in an announcement, in characters; a title may be a prompt of a whole page. */
const MAX_ANNOUNCED_TITLE = 80

/**
 * Moves a job in the order of sending, or all selected ones if it is one of them. Keeps the focus on its row, and
 * announces the move.
 */
export function useQueueMoves(
  lines: readonly QueueLine[],
  isInSendOrder: boolean,
  selected: ReadonlySet<string>,
) {
  const move = useMoveJobs()
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 })
  const announce = useCallback(
    (text: string) => setAnnouncement(({ count }) => ({ text, count: count + 1 })),
    [],
  )
  const latest = useRef({ lines, selected })
  /** The row that had the focus before a move, and the jobs of which the first rendered one gets it. */
  const focusMove = useRef<{ from: Element; to: readonly string[] } | null>(null)
  useLayoutEffect(() => {
    latest.current = { lines, selected }
    const pending = focusMove.current
    focusMove.current = null
    const focused = document.activeElement
    const hasFocusElsewhere =
      focused && focused !== document.body && focused.closest('[data-row]') !== pending?.from
    if (pending === null || hasFocusElsewhere) return
    pending.to
      .map((id) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-title]`))
      .find((button) => button !== null)
      ?.focus()
  }, [lines, selected])
  const onMove = useCallback(
    (job: Job, to: Move) => {
      const { lines: shown, selected: ids } = latest.current
      const unsent = unsentOf(shown, job)
      const moving = ids.has(job.id) ? [...ids] : [job.id]
      const index = unsent.findIndex(({ id }) => id === job.id)
      // A row that moved far away isn't rendered, so the focus goes to a neighbour.
      const targets = [job, unsent[index + 1], unsent[index - 1]].flatMap((target) => target?.id ?? [])
      const from = document.activeElement?.closest('[data-row]')
      const pending = from ? { from, to: targets } : null
      focusMove.current = pending
      const moveAndAnnounce = async () => {
        const moved = await move(moving, isInSendOrder ? unsent : [], to)
        if (moved > 1) announce(t('queue.moved_jobs', { count: moved }))
        else if (moved === 1) {
          const title = truncate(job.title, MAX_ANNOUNCED_TITLE)
          announce(t(`queue.moved_${typeof to === 'string' ? to : 'before'}`, { title }))
        } else if (focusMove.current === pending) focusMove.current = null
      }
      void moveAndAnnounce()
    },
    [move, isInSendOrder, announce],
  )
  const moveSelected = useCallback(
    (to: Move) => {
      const { lines: shown, selected: ids } = latest.current
      const first = shown.find(
        (line) => line.kind === 'job' && line.job.state === 'queued' && ids.has(line.job.id),
      )
      if (first?.kind === 'job') return onMove(first.job, to)
      // None of them is loaded, so they have no neighbours to step over.
      const moveAndAnnounce = async () => {
        const count = await move([...ids], [], to)
        if (count > 0) announce(t('queue.moved_jobs', { count }))
      }
      void moveAndAnnounce()
    },
    [move, onMove, announce],
  )
  return { onMove, moveSelected, announce, announcement }
}

/** The unsent jobs among which a job moves: those of its batch, or those outside batches. */
const unsentOf = (lines: readonly QueueLine[], { batch = null }: Pick<Job, 'batch'>): Job[] =>
  lines.flatMap((line) =>
    line.kind === 'job' && line.job.state === 'queued' && (line.job.batch ?? null) === batch
      ? [line.job]
      : [],
  )
