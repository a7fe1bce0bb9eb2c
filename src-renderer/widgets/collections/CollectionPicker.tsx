import { Plus, ChevronDown, Folder } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { type PickerItem, PickerPopover } from '../../ui/fields/PickerPopover.tsx'
import { Thumb } from '../thumbs/Thumb.tsx'
import { nestCollections } from './nestCollections.ts'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { draftStore } from '../forms/draftStore.ts'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './collections.module.css'

interface Props {
  label: string
  /** Id of the chosen collection; null if none. */
  value?: string | null
  /** Label of the first option, which chooses no collection; absent if a collection is required. */
  noneLabel?: string
  /** Other items above the collections. */
  otherItems?: {
    title: string
    items: readonly PickerItem[]
    value: string | undefined
    onPick: (id: string) => void
  }
  /** Results to add to a newly created collection. */
  ids?: readonly string[]
  /** Called when the list opens or closes. */
  onOpenChange?: (isOpen: boolean) => void
  onPick: (collection: Pick<Collection, 'id' | 'name'> | null) => void
  /** Called after a collection was created. By default `onPick`, unless `ids` were added to it already. */
  onCreated?: (collection: Collection) => void
  trigger: (aria: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-haspopup': 'listbox'
    'aria-expanded': boolean
    onClick: () => void
  }) => ReactNode
}

const NONE_ID = ''
/** Prefix of the ids of items that aren't collections. */
const OTHER_PREFIX = 'other '
/** Lists with more options have a search field. */
const SEARCH_THRESHOLD = 8

/** A button that opens a list of collections, where a new one can be created. */
export function CollectionPicker({
  label,
  value = null,
  noneLabel,
  otherItems,
  ids = [],
  onOpenChange,
  onPick,
  onCreated,
  trigger,
}: Props) {
  const { data } = useApiQuery('collections.list', undefined)
  const [isOpen, setIsOpen] = useState(false)
  const [searchText, setSearchText] = useState('')
  const setOpen = (next: boolean) => {
    setSearchText('')
    setIsOpen(next)
    onOpenChange?.(next)
  }
  const [isCreating, setIsCreating] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const collections = data?.collections ?? []
  const hasOtherItems = otherItems !== undefined && otherItems.items.length > 0
  const items = [
    ...(noneLabel === undefined ? [] : [{ id: NONE_ID, label: noneLabel }]),
    ...(otherItems?.items.map((item) => ({
      ...item,
      id: `${OTHER_PREFIX}${item.id}`,
      group: otherItems.title,
    })) ?? []),
    ...nestCollections(collections).map(({ id, name, assets, cover, parentId }) => ({
      id,
      label: name,
      ...(hasOtherItems && { group: t('collections.in') }),
      facts: [t('collections.count', { count: assets })],
      image: cover ? <Thumb asset={cover} alt="" /> : <Folder aria-hidden className={styles.noCover} />,
      isIndented: parentId !== null,
    })),
  ]
  const pick = (id: string) => {
    setOpen(false)
    anchor.current?.focus()
    if (otherItems && id.startsWith(OTHER_PREFIX)) return otherItems.onPick(id.slice(OTHER_PREFIX.length))
    onPick(collections.find((collection) => collection.id === id) ?? null)
  }
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'listbox',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <PickerPopover
          anchor={anchor}
          listId={listId}
          label={label}
          isCompact
          items={items}
          value={otherItems?.value === undefined ? (value ?? NONE_ID) : `${OTHER_PREFIX}${otherItems.value}`}
          {...(items.length > SEARCH_THRESHOLD && {
            search: {
              label: t('collections.search'),
              noMatches: (search: string) => t('collections.nothing', { search }),
            },
          })}
          searchText={searchText}
          onSearchText={setSearchText}
          listReplacement={undefined}
          header={undefined}
          footer={
            <Button
              size="small"
              variant="quiet"
              icon={<Plus aria-hidden />}
              onClick={() => {
                setOpen(false)
                setIsCreating(true)
              }}
            >
              {t('collections.new')}
            </Button>
          }
          onClose={() => setOpen(false)}
          onPick={pick}
        />
      )}
      {isCreating && (
        <CollectionNameDialog
          ids={ids}
          onClose={() => setIsCreating(false)}
          onDone={(created) => {
            setIsCreating(false)
            if (onCreated) onCreated(created)
            else if (ids.length === 0) onPick(created)
          }}
        />
      )}
    </>
  )
}

/** Chooses the collection for the results of new jobs; stored with the draft. */
export function TargetCollection() {
  const targetId = draftStore((draft) => draft.collection)
  const { data } = useApiQuery('collections.list', undefined)
  const chosen = data?.collections.find(({ id }) => id === targetId)
  return (
    <CollectionPicker
      label={t('collections.results_go_to')}
      value={chosen?.id ?? null}
      noneLabel={t('collections.none')}
      onPick={(collection) => draftStore.getState().chooseCollection(collection?.id ?? null)}
      trigger={(aria) => (
        <button
          type="button"
          {...aria}
          className={classes(toolbarStyles.bar, textStyles.quiet, styles.choose)}
        >
          <span>{t('collections.results_go_to')}</span>
          <span dir="auto" className={classes(textStyles.truncate, styles.name)}>
            {chosen?.name ?? t('collections.results_go_nowhere')}
          </span>
          <ChevronDown aria-hidden />
        </button>
      )}
    />
  )
}
