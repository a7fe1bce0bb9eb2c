import {
  lazy,
  Suspense,
  useDeferredValue,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Minus, Plus, Tag as TagIcon } from 'lucide-react'
import type { Tag } from '../../../../src-preload/contract/types/tag.ts'
import { MAX_TAG_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { call } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ListSearch } from '../../../ui/fields/ListSearch.tsx'
import listStyles from '../../../ui/fields/PickerList.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { forAllIds } from '../cachedAssets.ts'
import { parseTagNames, tagOptions, type TagOption, type TagState } from './tagOptions.ts'
import { useTagActions } from '../useTags.ts'
import styles from '../organize.module.css'

interface Props {
  anchor: RefObject<HTMLElement | null>
  /** The results whose tags are edited. Must be the same array in every render for the same results. */
  ids: readonly string[]
  onClose: () => void
}

const ManageTags = lazy(async () => ({ default: (await import('../manage/ManageTags.tsx')).ManageTags }))

/** Maximum number of tags offered at once. */
const MAX_OFFERED = 50

/**
 * Adds tags to results and removes them, with completion. A tag that only some of the results have is shown as mixed.
 */
export function TagEditor({ anchor, ids, onClose }: Props) {
  const [text, setText] = useState('')
  const search = useDeferredValue(parseTagNames(text).length > 1 ? '' : text.trim())
  const applied = useAppliedTags(ids)
  const { data } = useApiQuery(
    'tags.list',
    { search: search.slice(0, MAX_TAG_LENGTH), limit: MAX_OFFERED },
    { keepPrevious: true, staleTime: 0 },
  )
  const { add, remove } = useTagActions()
  /** Index of the option that Enter chooses. Undefined: the first one if there is text, otherwise none. */
  const [activeIndex, setActiveIndex] = useState<number>()
  const [isManaging, setManaging] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const options = tagOptions(text, { applied, found: data?.tags ?? [], results: ids.length })
  const active = Math.min(activeIndex ?? (text.trim() === '' ? -1 : 0), options.length - 1)
  const tooLong = parseTagNames(text).some((name) => name.length > MAX_TAG_LENGTH)
  const optionId = (index: number) => `${listId}-${index}`
  const choose = (option: TagOption | undefined) => {
    if (!option || tooLong) return
    if (option.kind === 'create') add(ids, option.names)
    else if (option.state === 'all') remove(ids, option.name)
    else add(ids, [option.name])
    if (text !== '') {
      setText('')
      setActiveIndex(undefined)
    }
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const last = options.length - 1
      const next = event.key === 'ArrowDown' ? active + 1 : active - 1
      setActiveIndex(next > last ? 0 : next < 0 ? last : next)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (active === -1) onClose()
    else choose(options[active])
  }
  if (isManaging)
    return (
      <Suspense>
        <ManageTags onClose={onClose} />
      </Suspense>
    )
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      className={styles.editor}
      aria-label={t('organize.tags')}
      role="dialog"
    >
      <ListSearch
        label={t('organize.tag_search')}
        icon={<TagIcon aria-hidden />}
        value={text}
        onValueChange={(next) => {
          setText(next)
          setActiveIndex(undefined)
        }}
        onKeyDown={onKeyDown}
        listId={listId}
        activeId={active >= 0 ? optionId(active) : undefined}
        inputRef={input}
        isInvalid={tooLong}
      />
      {tooLong && (
        <p className={classes(fieldStyles.error, styles.hint)}>
          {t('organize.tag_too_long', { max: MAX_TAG_LENGTH })}
        </p>
      )}
      {options.length === 0 && (
        <p className={classes(textStyles.quiet, styles.hint)}>{t('organize.no_tags')}</p>
      )}
      <div
        id={listId}
        role="listbox"
        aria-multiselectable
        aria-label={t('organize.tags')}
        className={classes(listStyles.list, styles.options)}
      >
        {options.map((option, index) => (
          <Option
            key={option.kind === 'create' ? '+' : option.name}
            id={optionId(index)}
            option={option}
            isActive={index === active}
            onChoose={() => choose(option)}
            onHover={() => setActiveIndex(index)}
          />
        ))}
      </div>
      <div className={classes(textStyles.quiet, styles.foot)}>
        {ids.length > 1 && <p>{t('organize.tags_of', { count: ids.length })}</p>}
        <Button size="small" variant="quiet" onClick={() => setManaging(true)}>
          {t('tags.manage')}
        </Button>
      </div>
    </Popover>
  )
}

interface OptionProps {
  id: string
  option: TagOption
  isActive: boolean
  onChoose: () => void
  onHover: () => void
}

const CHECKED: Record<TagState, boolean | 'mixed'> = { none: false, some: 'mixed', all: true }

function Option({ id, option, isActive, onChoose, onHover }: OptionProps) {
  const state = option.kind === 'tag' ? option.state : 'none'
  const Icon = option.kind === 'create' ? Plus : state === 'some' ? Minus : Check
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-checked={option.kind === 'tag' ? CHECKED[state] : undefined}
      className={classes(listStyles.choice, isActive && listStyles.active)}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onHover}
    >
      <Icon
        aria-hidden
        className={option.kind === 'tag' && state === 'none' ? listStyles.blank : undefined}
      />
      <span className={listStyles.name}>
        {option.kind === 'tag'
          ? option.name
          : t('organize.create_tag', {
              count: option.names.length,
              names: option.names.map((name) => `“${name}”`).join(', '),
            })}
      </span>
    </div>
  )
}

const NO_TAGS: Tag[] = []

const listNumbers = new WeakMap<readonly string[], number>()
let listCount = 0

/** A number of its own for each list. As part of a query key, 100,000 ids would be hashed at each render. */
function listNumber(ids: readonly string[]): number {
  const number = listNumbers.get(ids) ?? ++listCount
  listNumbers.set(ids, number)
  return number
}

/** How many of these results have each tag. */
function useAppliedTags(ids: readonly string[]): Tag[] {
  const { data } = useQuery({
    queryKey: ['tags.count', listNumber(ids)],
    queryFn: () => countTags(ids),
    placeholderData: keepPreviousData,
    // The same selection is rarely edited again.
    gcTime: 0,
    enabled: ids.length > 0,
  })
  return data ?? NO_TAGS
}

async function countTags(ids: readonly string[]): Promise<Tag[]> {
  const counts = new Map<string, number>()
  for (const { tags } of await forAllIds(ids, (part) => call('tags.count', { ids: part })))
    for (const { name, results } of tags) counts.set(name, (counts.get(name) ?? 0) + results)
  return [...counts].map(([name, results]) => ({ name, results }))
}
