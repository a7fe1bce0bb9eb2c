import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { t } from '../../../i18n/t.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { LINE_HEIGHTS, type QueueLine } from '../model/queueLines.ts'
import type { SelectionChange } from '../selection/queueSelection.ts'
import type { ListGroup, QueueSelectionActions } from '../selection/useQueueSelection.ts'
import { listCommands, queueCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../../lib/keys.ts'

interface Options {
  lines: readonly QueueLine[]
  /** Offsets of the tops of the lines in px. */
  tops: Float64Array
  scroller: RefObject<HTMLDivElement | null>
  /** Indexes of the rendered lines. */
  rendered: readonly number[]
  selection: QueueSelectionActions
  listGroup: ListGroup
  /** Announces a text to screen readers. */
  announce: (text: string) => void
}

/** Selects rows by mouse and keyboard. Tab reaches one row; arrow keys move to the others (roving focus). */
export function useRowSelection({
  lines,
  tops,
  scroller,
  rendered,
  selection,
  listGroup,
  announce,
}: Options) {
  const order = useMemo(() => lines.flatMap((line) => (line.kind === 'job' ? [line.job.id] : [])), [lines])
  const { active, ids, change } = selection
  const renderedIds = rendered.flatMap((index) => {
    const line = lines[index]
    return line?.kind === 'job' ? [line.job.id] : []
  })
  const tabStop = active !== null && renderedIds.includes(active) ? active : renderedIds[0]

  const latestOrder = useRef(order)
  useEffect(() => void (latestOrder.current = order), [order])
  const onSelect = useCallback(
    (id: string, how: SelectionChange) => change(id, how, latestOrder.current),
    [change],
  )

  const count = ids.size
  const wasSelecting = useRef(false)
  useEffect(() => {
    if (count > 0 || wasSelecting.current) announce(t('queue.selected', { count }))
    wasSelecting.current = count > 0
  }, [count, announce])

  /** The row that gets the focus once it is rendered. */
  const pendingFocus = useRef<string | null>(null)
  useLayoutEffect(() => {
    const id = pendingFocus.current
    const title = id && document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-title]`)
    if (!title) return
    pendingFocus.current = null
    title.focus({ preventScroll: true })
  })
  const moveFocus = (box: HTMLElement, id: string, how: SelectionChange) => {
    pendingFocus.current = id
    onSelect(id, how)
    const index = lines.findIndex((line) => line.kind === 'job' && line.job.id === id)
    const [top, bottom] = [tops[index] ?? 0, (tops[index] ?? 0) + LINE_HEIGHTS.job]
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target =
      event.target instanceof Element ? event.target.closest('[data-title], input[type=checkbox]') : null
    const current = target?.closest('[data-row]')?.getAttribute('data-row') ?? null
    const command = findCommand(queueCommands, event)
    if (current === null || !command || !ROW_COMMANDS.has(command)) return
    const at = order.indexOf(current)
    const next = { ArrowUp: order[at - 1], ArrowDown: order[at + 1], Home: order[0], End: order.at(-1) }
    const key = KEYS.find((candidate) => candidate === event.key)
    if (event.key === ' ') onSelect(current, event.shiftKey ? 'extend' : 'toggle')
    else if (key === 'End' && event.shiftKey) selection.extendToEnd(current, listGroup)
    else if (key && next[key] !== undefined)
      moveFocus(event.currentTarget, next[key], event.shiftKey ? 'extend' : 'focus')
    else if (!key) return
    event.preventDefault()
  }

  useShortcuts('full', scroller, listCommands, { selectAll: () => selection.selectAll(listGroup) })
  return { tabStop, onSelect, onKeyDown }
}

const ROW_COMMANDS: ReadonlySet<string> = new Set(['move', 'select', 'extend'])
const KEYS = ['ArrowUp', 'ArrowDown', 'Home', 'End'] as const
