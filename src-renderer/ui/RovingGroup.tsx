import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { hasModifier } from '../lib/keys.ts'
import toolbarStyles from './layout/toolbar.module.css'
import { classes } from './classes.ts'

interface Props {
  label: string
  className?: string | undefined
  /** Called with each pressed key, after an arrow key, Home or End has moved the focus. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** Buttons. */
  children: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Buttons as one stop of the Tab key: it reaches the pressed one, otherwise the first, and the arrow keys, Home and End move between
 * them.
 */
export function RovingGroup({ label, className, onKeyDown, children }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const buttons = () =>
    [...(group.current?.querySelectorAll('button') ?? [])].filter((button) => !button.disabled)
  const setStop = (stop: HTMLButtonElement | undefined) => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1
  }
  // After each render, because buttons may be added or removed.
  useEffect(() => {
    const all = buttons()
    const focused = all.find((button) => button === document.activeElement)
    setStop(focused ?? all.find((button) => button.getAttribute('aria-pressed') === 'true') ?? all[0])
  })
  const moveFocus = (event: KeyboardEvent) => {
    if (hasModifier(event)) return
    const all = buttons()
    const at = all.findIndex((button) => button === document.activeElement)
    const step = STEPS[event.key]
    const next =
      event.key === 'Home'
        ? all[0]
        : event.key === 'End'
          ? all.at(-1)
          : step === undefined || at === -1
            ? undefined
            : all[(at + step + all.length) % all.length]
    if (!next) return
    event.preventDefault()
    setStop(next)
    next.focus()
  }
  return (
    <div
      ref={group}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      className={classes(toolbarStyles.bar, className)}
      onKeyDown={(event) => {
        moveFocus(event)
        onKeyDown?.(event)
      }}
    >
      {children}
    </div>
  )
}
