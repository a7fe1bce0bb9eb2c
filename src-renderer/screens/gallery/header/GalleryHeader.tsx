import { ImageIcon, ListFilter, Star, Trash2 } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Slider } from '../../../ui/fields/Slider.tsx'
import { classes } from '../../../ui/classes.ts'
import { ImportMenu } from '../../../widgets/files/ImportMenu.tsx'
import {
  isFiltered,
  isStarredOnly,
  NO_FILTER,
  toggleStarred,
} from '../../../widgets/library/libraryFilter.ts'
import { DisplayMenu } from './DisplayMenu.tsx'
import { FilterMenu } from '../filters/FilterBar.tsx'
import { galleryView, ROW_HEIGHTS } from '../galleryView.ts'
import { ScopeChooser } from './ScopeChooser.tsx'
import type { GalleryLocation } from '../useGalleryLocation.ts'
import type { Library } from '../useLibrary.ts'
import { galleryCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { MAX_SEARCH_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import screenStyles from '../../../ui/layout/screen.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './GalleryHeader.module.css'

interface Props {
  library: Library
  gallery: GalleryLocation
  searchRef: RefObject<HTMLInputElement | null>
  filterRef: RefObject<HTMLButtonElement | null>
  isFilterMenuOpen: boolean
  onFilterMenu: (isOpen: boolean) => void
  /** Opens the jump to a date; absent where it isn't available. */
  onJump: (() => void) | undefined
  /** Absent if there is nothing to select. */
  onSelect: (() => void) | undefined
  onEmptyTrash: () => void
  /** Sorts the results by meaning; absent where that isn't available. */
  onMeaning: (() => void) | undefined
}

/** Title with counts, search, filter, order and actions. */
export function GalleryHeader(props: Props) {
  const { library, gallery, filterRef, isFilterMenuOpen, onFilterMenu } = props
  const { view, show } = gallery
  const { filter } = view
  const { trash } = filter
  const isEmpty = library.tiles.length === 0
  const isByMeaning = gallery.meaning !== null && props.onMeaning !== undefined
  const change = (next: LibraryFilter, options?: { replace: boolean }) =>
    show({ ...view, filter: next }, options)
  return (
    <header className={screenStyles.head}>
      {trash ? <h1>{t('gallery.trash')}</h1> : <ScopeChooser gallery={gallery} />}
      <output dir="auto" className={classes(screenStyles.sub, textStyles.truncate)}>
        {countText(library, filter)}
      </output>
      <GallerySearch
        search={filter.search}
        inputRef={props.searchRef}
        onSearch={(search) => change({ ...filter, search }, { replace: filter.search !== '' })}
      />
      <IconButton
        ref={filterRef}
        variant="framed"
        label={t('filters.add')}
        command={galleryCommands.filter}
        aria-haspopup="dialog"
        aria-expanded={isFilterMenuOpen}
        icon={<ListFilter aria-hidden />}
        onClick={() => onFilterMenu(!isFilterMenuOpen)}
      />
      {isFilterMenuOpen && (
        <Suspense>
          <FilterMenu
            anchor={filterRef}
            filter={filter}
            index={undefined}
            onChange={change}
            onClose={() => onFilterMenu(false)}
          />
        </Suspense>
      )}
      {!trash && (
        <IconButton
          variant="framed"
          label={t('collections.starred_only')}
          aria-pressed={isStarredOnly(filter)}
          className={styles.starred}
          icon={<Star aria-hidden />}
          onClick={() => change(toggleStarred(filter))}
        />
      )}
      <DisplayMenu
        sort={view.sort}
        isByMeaning={isByMeaning}
        onSort={(sort) => show({ ...view, sort }, { meaning: null })}
        onMeaning={props.onMeaning}
        onJump={props.onJump}
      />
      <SizeSlider />
      {trash && !isFiltered(filter) && (
        <Button onClick={props.onEmptyTrash} disabled={isEmpty} icon={<Trash2 aria-hidden />}>
          {t('gallery.empty_trash')}
        </Button>
      )}
      <Button onClick={props.onSelect} disabled={props.onSelect === undefined}>
        {t('gallery.select')}
      </Button>
      {!trash && <ImportMenu />}
      <IconButton
        label={trash ? t('gallery.library') : t('gallery.trash')}
        icon={trash ? <ImageIcon aria-hidden /> : <Trash2 aria-hidden />}
        onClick={() =>
          trash
            ? gallery.showLast()
            : show({ ...view, filter: { ...NO_FILTER, trash: true } }, { savedId: null, meaning: null })
        }
      />
    </header>
  )
}

/** "1,204 results · 3.1 GB"; empty until the results are counted. */
function countText({ totals }: Library, filter: LibraryFilter): string {
  if (totals === null) return ''
  const { total: count, bytes } = totals
  const key = isFiltered(filter) ? 'gallery.found' : filter.trash ? 'gallery.in_trash' : 'gallery.count'
  return [t(key, { count }), count > 0 && formatBytes(bytes)].filter(Boolean).join(' · ')
}

function SizeSlider() {
  const rowHeight = galleryView((view) => view.rowHeight)
  const setRowHeight = galleryView((view) => view.setRowHeight)
  const { min, max, step } = ROW_HEIGHTS
  return (
    <span className={styles.size}>
      <Slider
        aria-label={t('gallery.tile_size')}
        min={min}
        max={max}
        step={step}
        value={rowHeight}
        onValueChange={setRowHeight}
      />
    </span>
  )
}

/** Pause in typing after which the search starts, in ms. */
const DEBOUNCE_MS = 80

interface SearchProps {
  /** The search whose results are shown. */
  search: string
  onSearch: (search: string) => void
  inputRef: RefObject<HTMLInputElement | null>
}

/** The search field. It searches at each pause in typing, and at once when it is emptied. */
function GallerySearch({ search, onSearch, inputRef }: SearchProps) {
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
