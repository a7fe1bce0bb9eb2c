import { useEffect, useRef, useState, type ReactNode } from 'react'
import { KeyHint } from '../buttons/KeyHint.tsx'
import { placeNear, type Side } from './placeNear.ts'
import styles from './Tooltip.module.css'

interface Props {
  label: string
  keys?: string
  side?: Side
  children: ReactNode
}

const DELAY_MS = 450

/** A visual tooltip; its content must have its own accessible name. Shown on hover after a delay, on keyboard focus immediately. */
export function Tooltip({ label, keys, side = 'bottom', children }: Props) {
  const [open, setOpen] = useState(false)
  const wrapper = useRef<HTMLSpanElement>(null)
  const tooltip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const target = wrapper.current?.firstElementChild
    const element = tooltip.current
    if (!open || !target || !element) return
    element.showPopover?.()
    const position = placeNear(
      target.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: innerWidth, height: innerHeight },
      side,
    )
    element.style.left = `${position.left}px`
    element.style.top = `${position.top}px`
  }, [open, side])

  return (
    <span
      ref={wrapper}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {open && (
        <span ref={tooltip} popover="manual" className={styles.tooltip} aria-hidden="true">
          {label}
          {keys && <KeyHint keys={keys} />}
        </span>
      )}
    </span>
  )
}
