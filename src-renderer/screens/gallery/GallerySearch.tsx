import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { KeyHint } from '../../ui/buttons/KeyHint.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { galleryCommands } from '../../../src-preload/shared/keymap/later.ts'
import { MAX_SEARCH_LENGTH } from '../../../src-preload/shared/limits.ts'
import styles from './GalleryHeader.module.css'

/** Pause in typing after which the search starts, in ms. */
const DEBOUNCE_MS = 80

interface Props {
  /** The search whose results are shown. */
  search: string
  onSearch: (search: string) => void
  inputRef: RefObject<HTMLInputElement | null>
}

/** The search field. It searches at each pause in typing, and at once when it is emptied. */
export function GallerySearch({ search, onSearch, inputRef }: Props) {
  const [text, setText] = useState(search)
  const [sent, setSent] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  if (search !== lastSearch) {
    setLastSearch(search)
    // Changed by something else, such as Back or a saved search.
    if (search !== sent) {
      setSent(search)
      setText(search)
    }
  }
  const send = (next: string) => {
    if (next === search) return
    setSent(next)
    onSearch(next)
  }
  const change = (next: string) => {
    setText(next)
    if (next.trim() === '') send('')
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    const next = text.trim()
    if (next === '') return
    const timer = setTimeout(() => sendLater(next), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchField
      label={t('gallery.search')}
      value={text}
      onValueChange={change}
      clearLabel={t('gallery.clear_search')}
      maxLength={MAX_SEARCH_LENGTH}
      hint={<KeyHint of={galleryCommands.search} />}
      inputRef={inputRef}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        if (text === '') event.currentTarget.blur()
        change('')
      }}
      className={styles.search}
    />
  )
}
