import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import type { MenuEntry } from './MenuList.tsx'
import type { Side } from '../positionNear.ts'

// Loaded when the first menu opens.
const MenuList = lazy(async () => ({ default: (await import('./MenuList.tsx')).MenuList }))

interface Props {
  label: string
  items: readonly MenuEntry[]
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

/** A button that opens a menu. */
export function Menu({ label, items, side = 'bottom-end', trigger }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <Suspense>
          <MenuList anchor={anchor} label={label} items={items} side={side} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
