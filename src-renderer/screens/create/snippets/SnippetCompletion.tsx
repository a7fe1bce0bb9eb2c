import { useEffect, useId } from 'react'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import listStyles from '../../../ui/fields/PickerList.module.css'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { SnippetText } from './SnippetText.tsx'
import { useCompletion } from './useCompletion.ts'
import { useSnippets } from './useSnippets.ts'
import styles from './snippets.module.css'

const NONE: readonly Snippet[] = []

/**
 * Suggests snippets after `__` in a text area or a text box of one line, which keeps the focus. It remains a text box for screen
 * readers: HTML allows no other role for a text area, and a combobox would have a single line. `areaId` is its DOM id.
 */
export function SnippetCompletion({ areaId }: { areaId: string }) {
  const { snippets = NONE } = useSnippets()
  const { area, options, active, setActive, take, close } = useCompletion(areaId, snippets)
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const isOpen = options.length > 0
  const canComplete = snippets.length > 0
  useEffect(() => {
    if (!canComplete) return
    return setAttributes(area.current, { 'aria-autocomplete': 'list' })
  }, [area, canComplete])
  const activeId = isOpen ? optionId(active) : undefined
  useEffect(() => {
    if (activeId === undefined) return
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
    return setAttributes(area.current, { 'aria-controls': listId, 'aria-activedescendant': activeId })
  }, [area, listId, activeId])
  if (!isOpen) return null
  return (
    <Popover anchor={area} onClose={close} matchAnchorWidth className={styles.popover}>
      <div id={listId} role="listbox" aria-label={t('snippets.title')} className={styles.options}>
        {options.map((snippet, index) => (
          <div
            key={snippet.name}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes(styles.option, index === active && listStyles.active)}
            // The text area keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(snippet)}
            onKeyDown={(event) => event.key === 'Enter' && take(snippet)}
            onPointerMove={() => setActive(index)}
          >
            <SnippetText snippet={snippet} />
          </div>
        ))}
      </div>
    </Popover>
  )
}

/** Sets attributes of an element that another component renders. Returns a function that removes them. */
function setAttributes(element: Element | null, attributes: Record<string, string>): () => void {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, value)
  return () => {
    for (const name of Object.keys(attributes)) element?.removeAttribute(name)
  }
}
