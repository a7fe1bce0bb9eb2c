import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import { classes } from './classes.ts'
import styles from './Popover.module.css'
import { placeNear, type Side } from './placeNear.ts'

type Props = Omit<ComponentProps<'div'>, 'popover'> & {
  anchor: RefObject<HTMLElement | null>
  /** Escape, a click outside, or the focus leaving both. */
  onClose: () => void
  side?: Side
  /** As wide as the anchor at least. */
  wide?: boolean
  children: ReactNode
}

/** A floating box in the top layer: mount it to open it. It follows its anchor and closes itself. */
export function Popover({
  anchor,
  onClose,
  side = 'bottom-start',
  wide,
  className,
  children,
  ...rest
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.showPopover?.()
    const place = () => {
      const near = anchor.current?.getBoundingClientRect()
      if (!near) return
      if (wide) element.style.minWidth = `${near.width}px`
      const at = placeNear(
        near,
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: innerWidth, height: innerHeight },
        side,
      )
      element.style.left = `${at.left}px`
      element.style.top = `${at.top}px`
    }
    place()
    const inside = (target: EventTarget | null) =>
      target instanceof Node && (element.contains(target) || anchor.current?.contains(target) === true)
    const onPointer = (event: Event) => {
      if (!inside(event.target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
      anchor.current?.focus()
    }
    const onFocus = (event: FocusEvent) => {
      if (!inside(event.target)) close()
    }
    const follow = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place)
    follow?.observe(element)
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('focusin', onFocus)
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      follow?.disconnect()
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('focusin', onFocus)
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  }, [anchor, side, wide])

  return (
    <div {...rest} ref={box} popover="manual" className={classes(styles.popover, className)}>
      {children}
    </div>
  )
}
