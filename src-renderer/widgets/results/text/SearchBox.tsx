import { ChevronDown, ChevronUp, Search as SearchIcon } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  Fragment,
} from 'react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { textCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { type DisplayMode, useShortcuts } from '../../../ui/useShortcuts.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './sheet.module.css'

interface Props {
  search: Search
  inputRef: RefObject<HTMLInputElement | null>
}

/** Keyboard commands of a text search. */
export function useSearchShortcuts(
  mode: DisplayMode,
  viewer: RefObject<HTMLElement | null>,
  { search, inputRef }: Props,
): void {
  useShortcuts(mode, viewer, textCommands, {
    search: () => inputRef.current?.focus(),
    nextMatch: search.matches.length > 0 && (() => search.step(1)),
    previousMatch: search.matches.length > 0 && (() => search.step(-1)),
  })
}

/** Search within a text: Enter and Shift+Enter step through the matches, Escape clears the search. */
export function SearchBox({ search, inputRef }: Props) {
  const { text, matches, isSearching, index, step, setText } = search
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
      <SearchIcon aria-hidden />
      <input
        dir="auto"
        ref={inputRef}
        type="text"
        value={text}
        aria-label={t('media.search')}
        placeholder={t('media.search')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={classes(textStyles.quiet, styles.count)}>
        {hasText &&
          (matches.length > 0
            ? t('media.found_at', { at: index + 1, count: matches.length })
            : !isSearching && t('media.not_found'))}
      </output>
      {hasText && (
        <>
          <IconButton
            size="small"
            label={t('media.found_before')}
            command={textCommands.previousMatch}
            icon={<ChevronUp aria-hidden />}
            disabled={matches.length === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            size="small"
            label={t('media.found_next')}
            command={textCommands.nextMatch}
            icon={<ChevronDown aria-hidden />}
            disabled={matches.length === 0}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}

export interface Search {
  text: string
  matches: readonly Match[]
  /** Whether the matches are still those of an earlier text. */
  isSearching: boolean
  /** The current match; undefined if there are none. */
  current: Match | undefined
  index: number
  setText: (text: string) => void
  /** Moves to the next or previous match, and wraps around at the ends. */
  step: (direction: 1 | -1) => void
}

/** Search within texts on screen. */
export function useSearch(texts: readonly string[]): Search {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const deferredText = useDeferredValue(text)
  const matches = useMemo(() => findMatches(texts, deferredText), [texts, deferredText])
  const clampedIndex = Math.min(index, Math.max(0, matches.length - 1))
  return {
    text,
    matches,
    isSearching: text !== deferredText,
    current: matches[clampedIndex],
    index: clampedIndex,
    setText: (next) => {
      setText(next)
      setIndex(0)
    },
    step: (direction) =>
      matches.length > 0 && setIndex((clampedIndex + direction + matches.length) % matches.length),
  }
}

/** Scrolls to the current match whenever it is another one, or calls `scrollToText` if the match isn't rendered. */
export function useScrollToMatch(
  viewer: RefObject<HTMLElement | null>,
  match: Match | undefined,
  scrollToText?: (textIndex: number) => void,
): void {
  const scroll = useEffectEvent(() => {
    if (match && !scrollToMatch(viewer.current)) scrollToText?.(match.textIndex)
  })
  // An edit elsewhere in the text creates new objects of the same matches.
  const position = match && `${match.textIndex} ${match.from} ${match.to}`
  useEffect(() => {
    if (position !== undefined) scroll()
  }, [position])
}

/** Scrolls to the current match in a viewer; returns false if it isn't rendered. */
export function scrollToMatch(viewer: HTMLElement | null): boolean {
  const mark = viewer?.querySelector('[data-current]')
  mark?.scrollIntoView?.({ block: 'center' })
  return Boolean(mark)
}

/** A search match: the index of its text, and a range of characters in it. */
export interface Match {
  textIndex: number
  from: number
  to: number
}

/** The search stops at this many matches: more are too many to step through. */
const MAX_MATCHES = 10_000

/** All matches of `query` in order, ignoring case. */
export function findMatches(texts: readonly string[], query: string): Match[] {
  const needle = lowerCaseOf(query.trim())
  const matches: Match[] = []
  if (needle === '') return matches
  for (const [textIndex, text] of texts.entries()) {
    const haystack = lowerCaseOf(text)
    for (
      let from = haystack.indexOf(needle);
      from !== -1;
      from = haystack.indexOf(needle, from + needle.length)
    ) {
      matches.push({ textIndex, from, to: from + needle.length })
      if (matches.length === MAX_MATCHES) return matches
    }
  }
  return matches
}

/** A text in lower case with the same length. Letters such as İ, whose lower case is longer, stay as they are. */
function lowerCaseOf(text: string): string {
  const lowerCase = text.toLowerCase()
  if (lowerCase.length === text.length) return lowerCase
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  }).join('')
}

/** A marked range of characters. Marks are in order and don't overlap. */
export interface Mark {
  from: number
  to: number
  isCurrent?: boolean
}

interface HighlightedTextProps {
  text: string
  marks: readonly Mark[]
}

/** A text with search matches marked; the current match is emphasized. */
export function HighlightedText({ text, marks }: HighlightedTextProps) {
  if (marks.length === 0) return text
  return (
    <>
      {marks.map(({ from, to, isCurrent }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark className={styles.mark} {...(isCurrent ? { 'data-current': true } : {})}>
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}
