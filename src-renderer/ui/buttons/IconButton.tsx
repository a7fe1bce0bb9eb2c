import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { KeyHint } from './KeyHint.tsx'
import { positionNear } from '../positionNear.ts'
import type { Command } from '../../../src-preload/shared/keymap/Command.ts'
import styles from './IconButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name and tooltip. */
  label: string
  /** The command that does the same; its key is in the tooltip. */
  command?: Command | undefined
  icon: ReactNode
  size?: 'small' | 'normal'
  /** `framed` is for buttons on an image or next to framed buttons. */
  variant?: 'quiet' | 'framed'
}

export function IconButton({
  label,
  command,
  icon,
  size = 'normal',
  variant = 'quiet',
  className,
  ...rest
}: Props) {
  return (
    <Tooltip label={label} command={command}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={classes(styles.icon, styles[size], styles[variant], className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}

interface TooltipProps {
  label: string
  command: Command | undefined
  children: ReactNode
}

const HOVER_DELAY_MS = 450

/** A visual tooltip, shown on hover after a delay, and immediately on keyboard focus. */
function Tooltip({ label, command, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
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
    if (!isOpen || !target || !element) return
    element.showPopover?.()
    const position = positionNear(
      target.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: innerWidth, height: innerHeight },
      'bottom',
    )
    element.style.left = `${position.left}px`
    element.style.top = `${position.top}px`
  }, [isOpen])

  return (
    <span
      ref={wrapper}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(HOVER_DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {isOpen && (
        <span ref={tooltip} popover="manual" className={styles.tooltip} aria-hidden="true">
          {label}
          {command && <KeyHint of={command} />}
        </span>
      )}
    </span>
  )
}
