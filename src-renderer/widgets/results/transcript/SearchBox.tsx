import { ChevronDown, ChevronUp, Search as Lens } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from '../sheet.module.css'
import type { Search } from './useSearch.ts'

interface Props {
  search: Search
  boxRef: RefObject<HTMLInputElement | null>
}

/** Search within a text: Enter and Shift+Enter step through the matches, Escape clears the search. */
export function SearchBox({ search, boxRef }: Props) {
  const { text, matches, index, step, setText } = search
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && text !== '') setText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const hasText = text.trim() !== ''
  return (
    <div className={classes(fieldStyles.control, fieldStyles.frame, styles.search)} role="search">
      <Lens aria-hidden />
      <input
        ref={boxRef}
        type="text"
        value={text}
        aria-label={t('media.search')}
        placeholder={t('media.search')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={classes(textStyles.quiet, styles.count)}>
        {hasText &&
          (matches.length === 0
            ? t('media.not_found')
            : t('media.found_at', { at: index + 1, count: matches.length }))}
      </output>
      {hasText && (
        <>
          <IconButton
            size="small"
            label={t('media.found_before')}
            keys="⇧ Enter"
            icon={<ChevronUp aria-hidden />}
            disabled={matches.length === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            size="small"
            label={t('media.found_next')}
            keys="Enter"
            icon={<ChevronDown aria-hidden />}
            disabled={matches.length === 0}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}
