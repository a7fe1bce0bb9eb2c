import { useEffect, useRef, useState, type ReactNode } from 'react'
import { KeyHint } from './KeyHint.tsx'
import { placeNear, type Side } from './placeNear.ts'
import styles from './Tooltip.module.css'

interface Props {
  label: string
  keys?: string
  side?: Side
  children: ReactNode
}

const DELAY = 450

/** A visual hint: its content must have its own accessible name. Shown on hover after a moment, at once on keyboard focus. */
export function Tooltip({ label, keys, side = 'bottom', children }: Props) {
  const [open, setOpen] = useState(false)
  const holder = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = (after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const target = holder.current?.firstElementChild
    const element = bubble.current
    if (!open || !target || !element) return
    element.showPopover?.()
    const at = placeNear(
      target.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: innerWidth, height: innerHeight },
      side,
    )
    element.style.left = `${at.left}px`
    element.style.top = `${at.top}px`
  }, [open, side])

  return (
    <span
      ref={holder}
      className={styles.holder}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(DELAY)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {open && (
        <span ref={bubble} popover="manual" className={styles.bubble} aria-hidden="true">
          {label}
          {keys && <KeyHint keys={keys} />}
        </span>
      )}
    </span>
  )
}
