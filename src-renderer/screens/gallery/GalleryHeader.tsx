import { ImageIcon, Star, Trash2, ChevronDown, Ellipsis, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { navigate } from '../../router/navigate.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { KeyHint } from '../../ui/buttons/KeyHint.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Slider } from '../../ui/fields/Slider.tsx'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { galleryView, ROW_HEIGHTS } from './galleryView.ts'
import { galleryQuery, type GalleryFilter } from '../../widgets/library/libraryPages.ts'
import type { Library } from './useLibrary.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { toasts } from '../../lib/toasts.ts'
import { CollectionNameDialog } from '../../widgets/collections/CollectionNameDialog.tsx'
import styles from './GalleryHeader.module.css'

interface Props {
  library: Library
  filter: GalleryFilter
  /** The search that the shown results belong to. */
  search: string
  onSelect: () => void
  onEmpty: () => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, dialog, [contenteditable]') !== null

/** Title with counts, search, tile size and actions. */
export function GalleryHeader({ library, filter, search, onSelect, onEmpty }: Props) {
  const { total, bytes } = library
  const { trash, starred } = filter
  const countKey = search ? 'gallery.found' : trash ? 'gallery.in_trash' : 'gallery.count'
  return (
    <header className={screenStyles.head}>
      {trash ? <h1>{t('gallery.trash')}</h1> : <CollectionChooser filter={filter} />}
      <output className={classes(screenStyles.sub, textStyles.truncate)}>
        {library.isLoading
          ? ''
          : [t(countKey, { count: total }), total > 0 && formatBytes(bytes)].filter(Boolean).join(' · ')}
      </output>
      <GallerySearch />
      <SizeSlider />
      {trash ? (
        <Button onClick={onEmpty} disabled={total === 0} icon={<Trash2 aria-hidden />}>
          {t('gallery.empty_trash')}
        </Button>
      ) : null}
      {!trash && (
        <IconButton
          variant="framed"
          label={t('collections.starred_only')}
          aria-pressed={starred}
          className={styles.starred}
          icon={<Star aria-hidden />}
          onClick={() => navigate(`gallery${galleryQuery({ ...filter, starred: !starred })}`)}
        />
      )}
      <Button onClick={onSelect} disabled={total === 0}>
        {t('gallery.select')}
      </Button>
      <IconButton
        label={trash ? t('gallery.library') : t('gallery.trash')}
        icon={trash ? <ImageIcon aria-hidden /> : <Trash2 aria-hidden />}
        onClick={() => navigate(trash ? 'gallery' : 'gallery?view=trash')}
      />
    </header>
  )
}

/** The search field, which the / key focuses. */
function GallerySearch() {
  const input = useRef<HTMLInputElement>(null)
  const searchText = galleryView((view) => view.searchText)
  const setSearchText = galleryView((view) => view.setSearchText)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchField
      label={t('gallery.search')}
      value={searchText}
      onValueChange={setSearchText}
      clearLabel={t('gallery.clear_search')}
      maxLength={10_000}
      hint={<KeyHint keys="/" />}
      inputRef={input}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        if (searchText === '') event.currentTarget.blur()
        setSearchText('')
      }}
      className={styles.search}
    />
  )
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

/** The gallery's title, which is a menu of the collections. */
function CollectionChooser({ filter }: { filter: GalleryFilter }) {
  const { data } = useApiQuery('collections.list', undefined)
  const collection = data?.collections.find(({ id }) => id === filter.collection)
  const show = (id: string | null) => navigate(`gallery${galleryQuery({ ...filter, collection: id })}`)
  return (
    <span className={styles.scope}>
      <CollectionPicker
        label={t('collections.choose')}
        value={filter.collection}
        noneLabel={t('collections.all')}
        onPick={(picked) => show(picked?.id ?? null)}
        trigger={(aria) => (
          <button type="button" {...aria} className={styles.chooser} title={collection?.name}>
            <h1>{collection?.name ?? t('gallery.title')}</h1>
            <ChevronDown aria-hidden />
          </button>
        )}
      />
      {collection && <CollectionMenu collection={collection} onDeleted={() => show(null)} />}
    </span>
  )
}

/** Renames or deletes a collection; its results are not affected. */
function CollectionMenu({ collection, onDeleted }: { collection: Collection; onDeleted: () => void }) {
  const [openDialog, setOpenDialog] = useState<'rename' | 'delete'>()
  const { id, name } = collection
  const close = () => setOpenDialog(undefined)
  const remove = useApiMutation('collections.delete', {
    onDone: () => {
      close()
      toasts.getState().show({ text: t('collections.deleted', { name }) })
      onDeleted()
    },
  })
  return (
    <>
      <Menu
        label={t('collections.actions', { name })}
        side="bottom-start"
        items={[
          {
            label: t('collections.rename'),
            icon: <Pencil aria-hidden />,
            onSelect: () => setOpenDialog('rename'),
          },
          {
            label: t('collections.delete'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setOpenDialog('delete'),
          },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} label={t('collections.actions', { name })} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {openDialog === 'rename' && (
        <CollectionNameDialog existing={collection} onClose={close} onDone={close} />
      )}
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={t('collections.delete_title', { name })}
          text={t('collections.delete_text')}
          confirmLabel={t('collections.delete_action')}
          isBusy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate({ id })}
        />
      )}
    </>
  )
}
