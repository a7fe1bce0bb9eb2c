import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import { classes } from '../classes.ts'
import styles from './Popover.module.css'
import { positionNear, type Side } from '../positionNear.ts'

/** What a popover is next to: an element, or a point of the window. */
export type Anchor = Pick<HTMLElement, 'getBoundingClientRect' | 'contains' | 'focus'>

type Props = Omit<ComponentProps<'div'>, 'popover'> & {
  anchor: RefObject<Anchor | null>
  /** Called on Escape, a click outside, or when the focus leaves. */
  onClose: () => void
  side?: Side
  /** At least as wide as the anchor. */
  matchAnchorWidth?: boolean
  children: ReactNode
}

/** A popover in the top layer, open while mounted. It follows its anchor. */
export function Popover({
  anchor,
  onClose,
  side = 'bottom-start',
  matchAnchorWidth,
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
    const updatePosition = () => {
      const anchorBox = anchor.current?.getBoundingClientRect()
      if (!anchorBox) return
      if (matchAnchorWidth) element.style.minWidth = `${anchorBox.width}px`
      const position = positionNear(
        anchorBox,
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: innerWidth, height: innerHeight },
        side,
      )
      element.style.left = `${position.left}px`
      element.style.top = `${position.top}px`
    }
    updatePosition()
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (element.contains(target) || anchor.current?.contains(target) === true)
    const onPointer = (event: Event) => {
      if (!isInside(event.target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      // A popover inside this one closes first; tooltips, which are hidden from screen readers, don't count.
      const hasInner = element.querySelector('[popover]:not([aria-hidden])') !== null
      if (event.key !== 'Escape' || hasInner) return
      event.preventDefault()
      event.stopPropagation()
      close()
      anchor.current?.focus()
    }
    const onFocus = (event: FocusEvent) => {
      if (!isInside(event.target)) close()
    }
    const resizeObserver =
      typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(updatePosition)
    resizeObserver?.observe(element)
    // A text area grows with its text.
    if (anchor.current instanceof Element) resizeObserver?.observe(anchor.current)
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('focusin', onFocus)
    addEventListener('resize', updatePosition)
    addEventListener('scroll', updatePosition, true)
    return () => {
      resizeObserver?.disconnect()
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('focusin', onFocus)
      removeEventListener('resize', updatePosition)
      removeEventListener('scroll', updatePosition, true)
    }
  }, [anchor, side, matchAnchorWidth])

  return (
    <div {...rest} ref={box} popover="manual" className={classes(styles.popover, className)}>
      {children}
    </div>
  )
}
