import { Check, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { hasModifier } from '../../lib/keys.ts'
import { classes } from '../classes.ts'
import textStyles from '../layout/text.module.css'
import styles from './Menu.module.css'
import type { Side } from '../positionNear.ts'
import { type Anchor, Popover } from './Popover.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  hint?: ReactNode
  disabled?: boolean
  danger?: boolean
  /** Whether it is the chosen one of several options; absent for actions. */
  checked?: boolean
  /** Whether `checked` is independent of other items, as in a checkbox instead of a radio button. */
  isToggle?: boolean
  /** Its submenu. */
  items?: readonly MenuEntry[]
  onSelect?: () => void
}
export type MenuEntry = MenuItem | 'separator'

interface Props {
  /** What the menu is next to; it gets the focus back. */
  anchor: RefObject<Anchor | null>
  label: string
  items: readonly MenuEntry[]
  side: Side
  onClose: () => void
}

/** An open menu: arrow keys, Home, End and first letters move the focus, Enter selects, the right arrow opens a submenu, Escape closes. */
export function MenuList({ anchor, label, items, side, onClose }: Props) {
  const run = (item: MenuItem) => {
    onClose()
    anchor.current?.focus()
    item.onSelect?.()
  }
  return (
    <Popover
      anchor={anchor}
      side={side}
      onClose={onClose}
      className={styles.menu}
      onContextMenu={(event) => event.preventDefault()}
    >
      <MenuItems label={label} items={items} takesFocus onRun={run} />
    </Popover>
  )
}

interface ItemsProps {
  label: string
  items: readonly MenuEntry[]
  /** Whether the first item gets the focus. */
  takesFocus: boolean
  onRun: (item: MenuItem) => void
  /** Returns from a submenu to its item. */
  onLeave?: () => void
}

/**
 * Delay before a hovered item gets the focus while a submenu is open, because the pointer crosses items on its way
 * there.
 */
const HOVER_DELAY_MS = 150

function MenuItems({ label, items, takesFocus, onRun, onLeave }: ItemsProps) {
  const [opened, setOpened] = useState<{ item: MenuItem; takesFocus: boolean }>()
  const menu = useRef<HTMLDivElement>(null)
  /** The item of the open submenu. */
  const parent = useRef<HTMLElement>(null)
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hoverTimer.current), [])
  // The popover becomes visible after its children are rendered, and hidden elements can't be focused.
  useEffect(() => {
    if (takesFocus && menu.current) (enabledItems(menu.current)[0] ?? menu.current).focus()
  }, [takesFocus])
  const open = (item: MenuItem, element: HTMLElement, focusesFirst: boolean) => {
    parent.current = element
    setOpened({ item, takesFocus: focusesFirst })
  }
  const onHover = (item: MenuItem, element: HTMLElement) => {
    if (opened?.item.label === item.label) return
    const focusItem = () => {
      element.focus({ preventScroll: true })
      if (item.items) open(item, element, false)
    }
    clearTimeout(hoverTimer.current)
    if (opened) hoverTimer.current = setTimeout(focusItem, HOVER_DELAY_MS)
    else focusItem()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowLeft' && onLeave) {
      event.preventDefault()
      return onLeave()
    }
    const focused = event.target instanceof HTMLElement ? event.target : null
    const item = items.find((entry) => entry !== 'separator' && entry.label === focused?.dataset['label'])
    if (event.key === 'ArrowRight' && focused && item && item !== 'separator' && item.items) {
      event.preventDefault()
      return open(item, focused, true)
    }
    moveFocus(event)
  }
  return (
    <>
      <div role="menu" aria-label={label} tabIndex={-1} ref={menu} onKeyDown={onKeyDown}>
        {items.map((item, index) =>
          item === 'separator' ? (
            <hr key={separatorKey(items[index - 1])} className={styles.line} />
          ) : (
            <button
              key={item.label}
              type="button"
              data-label={item.label}
              {...(item.checked === undefined
                ? { role: 'menuitem' }
                : {
                    role: item.isToggle ? 'menuitemcheckbox' : 'menuitemradio',
                    'aria-checked': item.checked,
                  })}
              {...(item.items && {
                'aria-haspopup': 'menu',
                'aria-expanded': opened?.item.label === item.label,
              })}
              tabIndex={-1}
              disabled={item.disabled}
              className={classes(styles.item, item.danger && styles.danger)}
              onClick={({ currentTarget }) => (item.items ? open(item, currentTarget, true) : onRun(item))}
              onPointerMove={({ currentTarget }) => onHover(item, currentTarget)}
              onPointerLeave={() => clearTimeout(hoverTimer.current)}
            >
              {item.checked === undefined ? (
                item.icon
              ) : (
                <Check aria-hidden className={classes(!item.checked && styles.blank)} />
              )}
              <span dir="auto" className={styles.text}>
                {item.label}
              </span>
              {item.hint && <span className={textStyles.quiet}>{item.hint}</span>}
              {item.items && <ChevronRight aria-hidden />}
            </button>
          ),
        )}
      </div>
      {opened?.item.items && (
        <Popover
          key={opened.item.label}
          anchor={parent}
          side="right-start"
          onClose={() => setOpened(undefined)}
          className={styles.menu}
        >
          <MenuItems
            label={opened.item.label}
            items={opened.item.items}
            takesFocus={opened.takesFocus}
            onRun={onRun}
            onLeave={() => {
              setOpened(undefined)
              parent.current?.focus()
            }}
          />
        </Popover>
      )}
    </>
  )
}

const enabledItems = (menu: Element) => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)'),
]

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = enabledItems(event.currentTarget)
  const currentIndex = items.findIndex((item) => item === document.activeElement)
  const letter = event.key.length === 1 && !hasModifier(event) ? event.key.toLowerCase() : undefined
  const byLetter =
    letter &&
    [...items.slice(currentIndex + 1), ...items].find((item) =>
      item.textContent?.trim().toLowerCase().startsWith(letter),
    )
  const next =
    event.key === 'ArrowDown'
      ? items[(currentIndex + 1) % items.length]
      : event.key === 'ArrowUp'
        ? items.at(currentIndex <= 0 ? -1 : currentIndex - 1)
        : event.key === 'Home'
          ? items[0]
          : event.key === 'End'
            ? items.at(-1)
            : byLetter || undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

const separatorKey = (before: MenuEntry | undefined): string =>
  `after ${before === undefined || before === 'separator' ? '' : before.label}`
