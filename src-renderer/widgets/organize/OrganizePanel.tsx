import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/buttons/Chip.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Rating } from '../../ui/fields/Rating.tsx'
import panelStyles from '../../ui/layout/panel.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { ChipList } from './ChipList.tsx'
import { NoteField } from './NoteField.tsx'
import { TagEditor } from './tags/TagEditor.tsx'
import { useUndoKey } from './undoStack.ts'
import { useRate } from './useRate.ts'
import { useTagActions } from './useTags.ts'
import { organizeCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'

interface Props {
  detail: AssetDetail
  /** The part that a keyboard command opens. `onOpened` is called once it has the focus, or is closed. */
  opening: 'tags' | 'note' | undefined
  onOpened: () => void
}

/** Rating, tags and note of a result. */
export function OrganizePanel({ detail: { asset, tags, note }, opening, onOpened }: Props) {
  const rate = useRate()
  const { remove } = useTagActions()
  const [isEditing, setEditing] = useState(false)
  const ids = useMemo(() => [asset.id], [asset.id])
  const addButton = useRef<HTMLButtonElement>(null)
  const noteSection = useRef<HTMLElement>(null)
  useEffect(() => {
    if (opening !== 'note') return
    noteSection.current?.querySelector('textarea')?.focus()
    onOpened()
  }, [opening, onOpened])
  const isTagEditorOpen = isEditing || opening === 'tags'
  const toggleTagEditor = (isOpen: boolean) => {
    setEditing(isOpen)
    if (opening === 'tags') onOpened()
  }
  if (asset.role !== 'result') return null
  return (
    <>
      <section aria-label={t('organize.rating')} className={panelStyles.section}>
        <h3>
          {t('organize.rating')}
          <Rating
            label={t('organize.rating')}
            value={asset.rating}
            onValueChange={(rating) => rate(ids, rating)}
          />
        </h3>
      </section>
      <section aria-label={t('organize.tags')} className={panelStyles.section}>
        <h3>
          {t('organize.tags')}
          <IconButton
            ref={addButton}
            size="small"
            label={t('organize.edit_tags')}
            command={organizeCommands.tags}
            aria-haspopup="dialog"
            aria-expanded={isTagEditorOpen}
            icon={<Plus aria-hidden />}
            onClick={() => toggleTagEditor(!isTagEditorOpen)}
          />
        </h3>
        {tags.length === 0 ? (
          <p className={textStyles.quiet}>{t('organize.tags_none')}</p>
        ) : (
          <ChipList key={asset.id}>
            {tags.map((tag) => (
              <li key={tag}>
                <Chip removeLabel={t('organize.remove_tag', { tag })} onRemove={() => remove(ids, tag)}>
                  {tag}
                </Chip>
              </li>
            ))}
          </ChipList>
        )}
        {isTagEditorOpen && (
          <TagEditor
            anchor={addButton}
            ids={ids}
            onClose={() => {
              toggleTagEditor(false)
              addButton.current?.focus()
            }}
          />
        )}
      </section>
      <section ref={noteSection} aria-label={t('organize.note')} className={panelStyles.section}>
        <h3>{t('organize.note')}</h3>
        <NoteField key={asset.id} id={asset.id} note={note} />
      </section>
    </>
  )
}

interface OrganizeInViewerOptions {
  /** The shown result; undefined until it is loaded. */
  detail: AssetDetail | undefined
  viewer: RefObject<HTMLElement | null>
  /** Shows the details panel, where the tags and the note are edited. */
  showDetails: () => void
  /** Moves the result to the trash. */
  onRemove: () => void
}

/**
 * Keyboard commands that rate, tag and annotate the result in the viewer, and undo that. Returns props of the panel.
 */
export function useOrganizeInViewer({
  detail,
  viewer,
  showDetails,
  onRemove,
}: OrganizeInViewerOptions): Pick<Props, 'opening' | 'onOpened'> {
  const rate = useRate()
  const [opening, setOpening] = useState<'tags' | 'note'>()
  const [onOpened] = useState(() => () => setOpening(undefined))
  const asset = detail?.asset
  const canChange = asset?.role === 'result' && asset.trashedAt === null
  const open = (kind: 'tags' | 'note') => {
    showDetails()
    setOpening(kind)
  }
  useUndoKey(viewer)
  useShortcuts('full', viewer, organizeCommands, {
    rate: canChange && ((key) => rate([asset.id], Number(key))),
    tags: canChange && (() => open('tags')),
    note: canChange && (() => open('note')),
    trash: asset && asset.role !== 'input' && asset.trashedAt === null && onRemove,
  })
  return { opening, onOpened }
}
