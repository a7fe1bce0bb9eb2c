import { Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import { KeyHint } from '../../ui/buttons/KeyHint.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useSettings } from '../../screens/settings/useSettings.ts'
import { MAX_RECENT_ENTRIES } from '../../../src-preload/constraints/limits.ts'
import type { ActiveCommand } from '../../ui/useShortcuts.ts'
import textStyles from '../../ui/layout/text.module.css'
import listStyles from '../../ui/fields/PickerList.module.css'
import { rank } from './rank.ts'
import type { GroupId, PaletteEntry } from './PaletteEntry.ts'
import { useFoundEntries, usePaletteEntries } from './usePaletteEntries.tsx'
import styles from './Palette.module.css'

interface Props {
  /** The commands of the screen, as they were when the palette was opened. */
  actions: readonly ActiveCommand[]
  onClose: () => void
}

/** The maximum number of entries listed; others are found by typing more. */
const MAX_ENTRIES = 60
/** Entries that the Page keys move by. */
const PAGE_STEP = 8
const NO_ENTRIES: readonly string[] = []
/** Maximum number of recently used entries listed before a search. */
const MAX_RECENT = 8

/** Finds and runs commands, and opens screens, tasks, models, collections, smart collections, tags, settings and results. */
export function Palette({ actions, onClose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const { settings, change } = useSettings()
  const recent = settings?.recentEntries ?? NO_ENTRIES
  const known = usePaletteEntries(actions)
  const found = useFoundEntries(text)
  const groups = useMemo(() => groupEntries(known, found, text, recent), [known, found, text, recent])
  const entries = groups.flatMap((group) => group.entries)
  const activeIndex = Math.max(
    0,
    entries.findIndex((entry) => entry.id === activeId),
  )
  const active = entries[activeIndex]
  const optionId = (entry: PaletteEntry) => `${id}-${entries.indexOf(entry)}`
  const announced = useDeferredValue(entries.length)

  // Runs after the dialog has opened and focused itself.
  useEffect(() => input.current?.focus(), [])

  const run = (entry: PaletteEntry, runEntry: () => void) => {
    // Tags and results are found by a search only, so they can't be listed as recently used.
    // Before the settings are loaded, the other entries are unknown and would be replaced.
    if (settings && known.includes(entry)) {
      const ids = [entry.id, ...recent.filter((other) => other !== entry.id)]
      change({ recentEntries: ids.slice(0, MAX_RECENT_ENTRIES) })
    }
    onClose()
    // Commands act on the focused element, so they run after the dialog has closed and returned the focus.
    setTimeout(runEntry)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1
    const moves: Record<string, number> = {
      ArrowDown: activeIndex === last ? 0 : activeIndex + 1,
      ArrowUp: activeIndex === 0 ? last : activeIndex - 1,
      PageDown: Math.min(last, activeIndex + PAGE_STEP),
      PageUp: Math.max(0, activeIndex - PAGE_STEP),
    }
    const target = entries[moves[event.key] ?? -1]
    if (target) {
      event.preventDefault()
      setActiveId(target.id)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      const isOther = (event.ctrlKey || event.metaKey) && active.runWithModifier !== undefined
      run(active, (isOther && active.runWithModifier) || active.run)
    }
  }
  return (
    <Dialog hasOwnHeader title={t('palette.title')} onClose={onClose}>
      <div className={styles.palette}>
        <ListSearch
          label={t('palette.search')}
          icon={<Search aria-hidden />}
          value={text}
          onValueChange={(next) => {
            setText(next)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDown}
          listId={`${id}-list`}
          activeId={active && optionId(active)}
          inputRef={input}
        />
        {entries.length === 0 && <div className={styles.nothing}>{t('palette.none', { text })}</div>}
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette.title')}
          tabIndex={-1}
          className={classes(listStyles.list, styles.list)}
        >
          {groups.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
              <div id={`${id}-${group.id}`} role="presentation" className={listStyles.heading}>
                {t(`palette.group_${group.id}`)}
              </div>
              {group.entries.map((entry) => (
                <Option
                  key={entry.id}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === active}
                  onHover={() => setActiveId(entry.id)}
                  onPick={() => run(entry, entry.run)}
                />
              ))}
            </div>
          ))}
        </div>
        {(active?.runWithModifier ?? text.trim() === '') && (
          <footer className={classes(textStyles.note, styles.footer)}>
            {active?.runWithModifier ? t('palette.use_prompt') : t('palette.hint')}
            {active?.runWithModifier && <KeyHint of={{ keys: ['Mod+Enter'] }} />}
          </footer>
        )}
        <VisuallyHidden>
          <output>{t('palette.count', { count: announced })}</output>
        </VisuallyHidden>
      </div>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  /** Whether Enter runs it. */
  isActive: boolean
  onHover: () => void
  onPick: () => void
}

function Option({ id, entry, isActive, onHover, onPick }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes(listStyles.choice, styles.option, isActive && listStyles.active)}
      onClick={onPick}
      onKeyDown={(event) => event.key === 'Enter' && onPick()}
      onPointerMove={onHover}
    >
      {entry.image && <span className={listStyles.image}>{entry.image}</span>}
      <span dir="auto" className={classes(textStyles.truncate, styles.label)} title={entry.label}>
        {entry.label}
      </span>
      {entry.detail && (
        <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate, styles.detail)}>
          {entry.detail}
        </span>
      )}
      {entry.command && <KeyHint of={entry.command} />}
    </div>
  )
}

interface Group {
  id: GroupId | 'recent'
  entries: PaletteEntry[]
}

/** Groups shown before a search. The others can have hundreds of entries. */
const SHOWN_AT_FIRST: readonly GroupId[] = ['actions', 'screens', 'global', 'tasks', 'settings']

/** The entries to list, grouped: without a search the recently used ones first, otherwise the group with the best match first. */
function groupEntries(
  known: readonly PaletteEntry[],
  found: readonly PaletteEntry[],
  text: string,
  recent: readonly string[],
): Group[] {
  if (text.trim() === '') {
    const byId = new Map(known.map((entry) => [entry.id, entry]))
    const used = recent.flatMap((entryId) => byId.get(entryId) ?? []).slice(0, MAX_RECENT)
    const others = known.filter(({ group }) => SHOWN_AT_FIRST.includes(group))
    const groups: Group[] = [
      { id: 'recent', entries: used },
      ...grouped(others.filter((entry) => !used.includes(entry))),
    ]
    return groups.filter(({ entries }) => entries.length > 0)
  }
  const [results, tags] = [
    found.filter(({ group }) => group === 'results'),
    found.filter(({ group }) => group === 'tags'),
  ]
  const ranked = rank([...known, ...tags], text, recent).slice(0, MAX_ENTRIES - results.length)
  return [...grouped(ranked), ...grouped(results)]
}

const grouped = (entries: readonly PaletteEntry[]): Group[] =>
  [...Map.groupBy(entries, ({ group }) => group)].map(([id, groupEntries]) => ({ id, entries: groupEntries }))
