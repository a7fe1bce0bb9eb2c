import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { hasModifier } from '../../../lib/keys.ts'
import type { Tag } from '../../../../src-preload/contract/types/tag.ts'
import { MAX_TAG_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import { call } from '../../../host/call.ts'
import { usePageLoader } from '../../../host/usePageLoader.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { offsetToReveal, renderedIndexes, UniformAxis } from '../../../lib/virtualList.ts'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useScroller } from '../../../ui/useScroller.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import { useUndoKey } from '../undoStack.ts'
import { TagRow } from './TagRow.tsx'
import { useTagChanges } from './useTagChanges.ts'
import styles from './ManageTags.module.css'

const PAGE_SIZE = 200
/** In px. */
const ROW_HEIGHT = 36
/** Rows rendered above and below the visible ones. */
const OVERSCAN = 8

/** Dialog that lists all tags, most used first, and renames, merges and deletes them. */
export function ManageTags({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const list = useTagPages(search)
  const searchRef = useRef<HTMLInputElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useUndoKey(content)
  return (
    <Dialog title={t('tags.title')} onClose={onClose}>
      <div ref={content} className={styles.content}>
        <SearchField
          label={t('tags.search')}
          clearLabel={t('gallery.clear_search')}
          value={text}
          onValueChange={setText}
          maxLength={MAX_TAG_LENGTH}
          inputRef={searchRef}
        />
        <p role="status" className={textStyles.quiet}>
          {list.tags !== undefined &&
            (list.total > 0
              ? t('tags.count', { count: list.total })
              : search === ''
                ? t('tags.none')
                : t('tags.nothing', { search }))}
        </p>
        {list.error && !list.tags ? (
          <LoadFailure error={list.error} onRetry={list.reload} />
        ) : list.tags === undefined ? (
          <Skeleton height={ROW_HEIGHT * 4} />
        ) : (
          <TagList
            key={search}
            tags={list.tags}
            onMore={list.loadMore}
            onClose={onClose}
            onEmpty={() => searchRef.current?.focus()}
          />
        )}
      </div>
    </Dialog>
  )
}

interface TagListProps {
  tags: readonly Tag[]
  onMore: () => void
  onClose: () => void
  /** Moves the focus elsewhere when the focused tag is gone and there is no other. */
  onEmpty: () => void
}

/** Virtual list of tags. The arrow keys move between them; F2 renames and Delete deletes the focused one. */
function TagList({ tags, onMore, onClose, onEmpty }: TagListProps) {
  const { ref, height, top, onScroll } = useScroller(ROW_HEIGHT)
  const [activeName, setActiveName] = useState<string>()
  const [renamedName, setRenamedName] = useState<string>()
  const [merge, setMerge] = useState<{ name: string; newName: string }>()
  const [busyTexts, setBusyTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const { rename, remove } = useTagChanges()
  const active = Math.max(
    0,
    tags.findIndex(({ name }) => nameKey(name) === nameKey(activeName ?? '')),
  )
  const axis = new UniformAxis({ count: tags.length, size: ROW_HEIGHT, gap: 0, before: 0, after: 0 })
  const range = axis.range(top, top + height, OVERSCAN)
  useEffect(() => {
    if (range.end >= tags.length) onMore()
  })
  /** The tag that gets the focus once it is listed, unless the focus is elsewhere by then. */
  const nextFocus = useRef<string>(undefined)
  useEffect(() => {
    const name = nextFocus.current
    const isLost = document.activeElement === document.body
    if (name === undefined || (!isLost && !ref.current?.contains(document.activeElement))) return
    const row = ref.current?.querySelector(`[data-tag="${CSS.escape(nameKey(name))}"]`)
    const button = row?.querySelector<HTMLButtonElement>('[data-row-start]')
    if (button) button.focus()
    else if (isLost) onEmpty()
    if (button || isLost) nextFocus.current = undefined
  })
  const focusTag = (name: string) => {
    setActiveName(name)
    nextFocus.current = name
    const scroller = ref.current
    const index = tags.findIndex((tag) => tag.name === name)
    if (!scroller || index === -1) return
    const start = axis.offsetAt(index)
    scroller.scrollTop = offsetToReveal(
      { start: scroller.scrollTop, end: scroller.scrollTop + height },
      { start, end: start + ROW_HEIGHT },
    )
  }
  const runBusy = async <T,>(name: string, busyText: string, change: Promise<T>): Promise<T> => {
    setBusyTexts((texts) => new Map([...texts, [name, busyText]]))
    const output = await change
    setBusyTexts((texts) => new Map([...texts].filter(([other]) => other !== name)))
    return output
  }
  const finishRenaming = async (name: string, newName: string | undefined, isMerge = false) => {
    if (newName === undefined) return
    const problem = await runBusy(name, t('tags.renaming'), rename(name, newName, isMerge))
    if (problem?.code === 'tag_name_taken') return setMerge({ name, newName: problem.params.name })
    if (!problem) return focusTag(newName)
    const { summary, nextStep } = problemMessage(problem)
    toasts.getState().show({ text: [summary, nextStep].filter(Boolean).join(' '), tone: 'error' })
  }
  const deleteTag = (index: number) => {
    const name = tags[index]?.name
    if (name === undefined || busyTexts.has(name)) return
    const neighbour = tags[index + 1] ?? tags[index - 1]
    if (neighbour) focusTag(neighbour.name)
    else onEmpty()
    void runBusy(name, t('tags.deleting'), remove(name))
  }
  const startRenaming = (index: number) => {
    const name = tags[index]?.name
    if (name !== undefined && !busyTexts.has(name)) setRenamedName(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (renamedName !== undefined || hasModifier(event)) return
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + axis.countIn(height),
      PageUp: active - axis.countIn(height),
      Home: 0,
      End: tags.length - 1,
    }
    const move = moves[event.key]
    if (move !== undefined) focusTag(tags[Math.min(tags.length - 1, Math.max(0, move))]?.name ?? '')
    else if (event.key === 'F2') startRenaming(active)
    else if (event.key === 'Delete') deleteTag(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {/* Handles keys for its rows. */}
      <div
        ref={ref}
        className={styles.scroller}
        style={{ height: axis.length }}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setActiveName(target.closest<HTMLElement>('[data-tag]')?.dataset['tag'])}
        role="presentation"
      >
        <ul className={styles.list} style={{ height: axis.length }} aria-label={t('tags.title')}>
          {(tags.length === 0 ? [] : renderedIndexes(range, active)).map((index) => {
            const tag = tags[index]
            return (
              tag && (
                <li
                  key={tag.name}
                  data-tag={nameKey(tag.name)}
                  className={styles.row}
                  style={{ transform: `translateY(${axis.offsetAt(index)}px)`, height: ROW_HEIGHT }}
                  aria-setsize={tags.length}
                  aria-posinset={index + 1}
                >
                  <TagRow
                    tag={tag}
                    busyText={busyTexts.get(tag.name)}
                    isTabStop={index === active}
                    isRenaming={tag.name === renamedName}
                    onStartRenaming={() => startRenaming(index)}
                    onRename={(newName, keepsFocus) => {
                      setRenamedName(undefined)
                      if (keepsFocus) focusTag(tag.name)
                      void finishRenaming(tag.name, newName)
                    }}
                    onDelete={() => deleteTag(index)}
                    onLeave={onClose}
                  />
                </li>
              )
            )
          })}
        </ul>
      </div>
      {merge && (
        <ConfirmDialog
          title={t('tags.merge_title', merge)}
          text={t('tags.merge_text', merge)}
          confirmLabel={t('tags.merge_action')}
          onClose={() => setMerge(undefined)}
          onConfirm={() => {
            setMerge(undefined)
            void finishRenaming(merge.name, merge.newName, true)
          }}
        />
      )}
    </>
  )
}

interface TagPages {
  /** The loaded tags; undefined until the first page is loaded. */
  tags: readonly Tag[] | undefined
  total: number
  error: Error | null
  loadMore: () => void
  reload: () => void
}

/** The tags that match a search, loaded page by page. */
function useTagPages(search: string): TagPages {
  const query = useInfiniteQuery({
    queryKey: ['tags.list', 'pages', search],
    queryFn: ({ pageParam }) => call('tags.list', { search, skip: pageParam, limit: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.length * PAGE_SIZE
      return loaded < total ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { loadNext } = usePageLoader(query)
  const pages = query.data?.pages
  return {
    tags: pages?.flatMap(({ tags }) => tags),
    total: pages?.[0]?.total ?? 0,
    error: query.error,
    loadMore: loadNext,
    reload: () => void query.refetch(),
  }
}
