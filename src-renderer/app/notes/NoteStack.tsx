import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './NoteStack.module.css'

/** In a window that isn't higher, in px, several notes share one line. */
const SMALL_HEIGHT = '(max-height: 560px)'

/** The notes above every screen. In a small window, or at a large zoom, several take one line: the first, and how many there are. */
export function NoteStack({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const [isExpanded, setExpanded] = useState(false)
  const isSmall = useIsSmall()
  const isStacked = isSmall && count > 1
  const isCollapsed = isStacked && !isExpanded
  useEffect(() => {
    const element = list.current
    if (!element) return
    const update = () => {
      const notes = [...element.querySelectorAll<HTMLElement>('[data-note]')]
      for (const [index, note] of notes.entries()) note.hidden = isCollapsed && index > 0
      setCount(notes.length)
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [isCollapsed])
  return (
    <div className={classes(styles.stack, isCollapsed && styles.collapsed)}>
      <div ref={list} id={LIST_ID}>
        {children}
      </div>
      {isStacked && (
        <div className={styles.more}>
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isExpanded}
            aria-controls={LIST_ID}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? t('shell.fewer_notes') : t('shell.more_notes', { count: count - 1 })}
          </Button>
        </div>
      )}
    </div>
  )
}

const LIST_ID = 'notes'

function useIsSmall(): boolean {
  const [isSmall, setSmall] = useState(() => globalThis.matchMedia?.(SMALL_HEIGHT).matches ?? false)
  useEffect(() => {
    const query = globalThis.matchMedia?.(SMALL_HEIGHT)
    const update = () => setSmall(query?.matches ?? false)
    query?.addEventListener('change', update)
    return () => query?.removeEventListener('change', update)
  }, [])
  return isSmall
}
