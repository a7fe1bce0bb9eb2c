import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { classes } from '../classes.ts'
import textStyles from '../layout/text.module.css'
import styles from './Menu.module.css'
import type { Side } from './positionNear.ts'
import { Popover } from './Popover.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  hint?: ReactNode
  disabled?: boolean
  danger?: boolean
  /** Whether it is the chosen one of several options; absent for actions. */
  checked?: boolean
  /** Whether `checked` can be on beside others, instead of being one of several choices. */
  isToggle?: boolean
  onSelect: () => void
}

interface Props {
  label: string
  items: (MenuItem | 'separator')[]
  side?: Side
  /** Renders the button that opens the menu; it must spread the given attributes. */
  trigger: (aria: TriggerAria) => ReactNode
}
export interface TriggerAria {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
}

/** A menu button: arrow keys, Home, End and first letters move the focus, Enter selects, Escape closes. */
export function Menu({ label, items, side = 'bottom-end', trigger }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // The popover becomes visible after its children are rendered, and hidden elements can't be focused.
  useEffect(() => {
    if (isOpen && menu.current) (enabledItems(menu.current)[0] ?? menu.current).focus()
  }, [isOpen])
  const run = (item: MenuItem) => {
    setOpen(false)
    anchor.current?.focus()
    item.onSelect()
  }
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <Popover anchor={anchor} side={side} onClose={() => setOpen(false)} className={styles.menu}>
          <div role="menu" aria-label={label} tabIndex={-1} ref={menu} onKeyDown={moveFocus}>
            {items.map((item, index) =>
              item === 'separator' ? (
                <hr key={separatorKey(items[index - 1])} className={styles.line} />
              ) : (
                <button
                  key={item.label}
                  type="button"
                  {...(item.checked === undefined
                    ? { role: 'menuitem' }
                    : {
                        role: item.isToggle ? 'menuitemcheckbox' : 'menuitemradio',
                        'aria-checked': item.checked,
                      })}
                  tabIndex={-1}
                  disabled={item.disabled}
                  className={classes(styles.item, item.danger && styles.danger)}
                  onClick={() => run(item)}
                  onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
                >
                  {item.checked === undefined ? (
                    item.icon
                  ) : (
                    <Check aria-hidden className={classes(!item.checked && styles.blank)} />
                  )}
                  <span className={styles.text}>{item.label}</span>
                  {item.hint && <span className={textStyles.quiet}>{item.hint}</span>}
                </button>
              ),
            )}
          </div>
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
  const letter = event.key.length === 1 ? event.key.toLowerCase() : undefined
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

const separatorKey = (before: Props['items'][number] | undefined): string =>
  `after ${before === undefined || before === 'separator' ? '' : before.label}`
