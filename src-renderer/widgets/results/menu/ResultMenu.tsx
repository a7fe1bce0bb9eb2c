import {
  ArrowRight,
  Copy,
  Download,
  FolderOpen,
  FolderOutput,
  FolderPlus,
  GitCompareArrows,
  Grid3x3,
  RotateCcw,
  Shuffle,
  SlidersHorizontal,
  Star,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { type MenuEntry, type MenuItem, MenuList } from '../../../ui/overlays/MenuList.tsx'
import type { Anchor } from '../../../ui/overlays/Popover.tsx'
import { CollectionNameDialog } from '../../collections/CollectionNameDialog.tsx'
import { nestCollections } from '../../collections/nestCollections.ts'
import { useCollectionActions } from '../../collections/useCollectionActions.ts'
import { useStar } from '../../organize/useStar.ts'
import { useTrash } from '../../organize/useTrash.ts'
import { Compare, MAX_COMPARED, MIN_COMPARED } from '../compare/Compare.tsx'
import { useFileActions } from '../actions/fileActions.tsx'
import { useHasConnection } from '../../ConnectOffer.tsx'
import { reuseParameters, usesAsItems } from '../actions/formActions.tsx'
import { copyImage, copyText } from '../CopyButton.tsx'
import { type MenuRequest, resultMenu } from './resultMenu.ts'
import { promptLineOf, reusePart } from '../actions/recall.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('../../export/ExportDialog.tsx')).ExportDialog,
}))

const ContactSheetDialog = lazy(async () => ({
  default: (await import('../../sheet/ContactSheetDialog.tsx')).ContactSheetDialog,
}))

/** With more images on a contact sheet, each would be too small to recognize. */
const MAX_ON_SHEET = 1000

/** A dialog that an item of the menu opens. */
type OpenDialog = { kind: 'export' | 'collection' | 'compare' | 'sheet'; ids: readonly string[] }

/** The context menu of results, and the dialogs that it opens. */
export function ResultMenu() {
  const request = resultMenu((state) => state.request)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const [firstId] = request?.ids ?? []
  return (
    <>
      {request && firstId !== undefined && (
        <RequestedMenu
          key={`${request.x} ${request.y} ${firstId}`}
          request={request}
          onDialog={(kind) => setDialog({ kind, ids: request.ids })}
        />
      )}
      {dialog?.kind === 'export' && (
        <Suspense>
          <ExportDialog ids={dialog.ids} onClose={close} />
        </Suspense>
      )}
      {dialog?.kind === 'collection' && (
        <CollectionNameDialog ids={dialog.ids} onClose={close} onDone={close} />
      )}
      {dialog?.kind === 'sheet' && (
        <Suspense>
          <ContactSheetDialog ids={dialog.ids} onClose={close} />
        </Suspense>
      )}
      {dialog?.kind === 'compare' && <Compare ids={dialog.ids} onClose={close} />}
    </>
  )
}

interface MenuProps {
  request: MenuRequest
  onDialog: (kind: OpenDialog['kind']) => void
}

function RequestedMenu(props: MenuProps) {
  const { ids } = props.request
  const [firstId = ''] = ids
  return ids.length === 1 ? <SingleMenu id={firstId} {...props} /> : <SelectionMenu {...props} />
}

/** The menu of one result, shown once all its items are known. */
function SingleMenu({ id, request, onDialog }: MenuProps & { id: string }) {
  const { data: detail, isPending } = useApiQuery('library.asset', { id })
  const { data: uses, isPending: areUsesPending } = useApiQuery('library.uses', { id })
  const hasConnection = useHasConnection() !== false
  const files = useFileActions()
  const organizeItems = useOrganizeItems(request, onDialog, {
    areInTrash: detail?.asset.trashedAt !== null,
    areStarred: detail?.asset.starredAt !== null,
  })
  if (isPending || areUsesPending || !detail) return null
  const { asset } = detail
  const useIn = usesAsItems(id, uses?.uses ?? [], hasConnection)
  return (
    <PointMenu
      request={request}
      groups={[
        copyItems(detail),
        [
          { label: t('resultMenu.save'), icon: <Download aria-hidden />, onSelect: () => files.save(id) },
          asset.role === 'result' && exportItem(onDialog),
          files.reveal !== undefined && {
            label: t('resultMenu.reveal'),
            icon: <FolderOpen aria-hidden />,
            onSelect: () => files.reveal?.(id),
          },
        ],
        [
          useIn.length > 0 && {
            label: t('resultMenu.use_in'),
            icon: <ArrowRight aria-hidden />,
            items: useIn,
          },
          ...reuseItems(detail),
        ],
        ...(asset.role === 'result' ? organizeItems : []),
      ]}
    />
  )
}

/** The menu of several selected results. */
function SelectionMenu({ request, onDialog }: MenuProps) {
  const { ids, selection = { areInTrash: false, areStarred: false } } = request
  const organizeItems = useOrganizeItems(request, onDialog, selection)
  const canCompare = ids.length >= MIN_COMPARED && ids.length <= MAX_COMPARED
  return (
    <PointMenu
      request={request}
      groups={[
        [
          exportItem(onDialog),
          ids.length <= MAX_ON_SHEET && {
            label: t('resultMenu.contact_sheet'),
            icon: <Grid3x3 aria-hidden />,
            onSelect: () => onDialog('sheet'),
          },
          canCompare && {
            label: t('gallery.compare'),
            icon: <GitCompareArrows aria-hidden />,
            onSelect: () => onDialog('compare'),
          },
        ],
        ...organizeItems,
      ]}
    />
  )
}

const exportItem = (onDialog: MenuProps['onDialog']): MenuItem => ({
  label: t('exporting.open'),
  icon: <FolderOutput aria-hidden />,
  onSelect: () => onDialog('export'),
})

/** A group of menu items; false for an item that doesn't apply. */
type Items = (MenuItem | false)[]

function copyItems({ asset, parameters }: AssetDetail): Items {
  const { id, kind } = asset
  const icon = <Copy aria-hidden />
  const prompt = parameters && promptLineOf(parameters)
  return [
    kind === 'image' &&
      !hasTooManyPixels(asset) && {
        label: t('resultMenu.copy_image'),
        icon,
        onSelect: () => void copyImage(id),
      },
    kind === 'text' && {
      label: t('resultMenu.copy_text'),
      icon,
      onSelect: () =>
        void copyText(
          call('library.transcript', { id }).then(({ text }) => text),
          t('resultMenu.text_copied'),
        ),
    },
    Boolean(prompt) && {
      label: t('resultMenu.copy_prompt'),
      icon,
      onSelect: () => void copyText(prompt?.text ?? '', t('resultMenu.prompt_copied')),
    },
    parameters !== null && {
      label: t('resultMenu.copy_parameters'),
      icon,
      onSelect: () =>
        void copyText(
          call('exports.parameters', { id }).then(({ text }) => text),
          t('resultMenu.parameters_copied'),
        ),
    },
  ]
}

function reuseItems({ parameters }: AssetDetail): Items {
  if (parameters === null) return []
  const sliders = <SlidersHorizontal aria-hidden />
  return [
    { label: t('result.use'), icon: sliders, onSelect: () => void reuseParameters(parameters, true) },
    {
      label: t('result.remix'),
      icon: <Shuffle aria-hidden />,
      onSelect: () => void reuseParameters(parameters, false),
    },
    promptLineOf(parameters) !== undefined && {
      label: t('resultMenu.reuse_prompt'),
      icon: sliders,
      onSelect: () => void reusePart('prompt', parameters),
    },
    parameters.seed !== null && {
      label: t('resultMenu.reuse_seed'),
      icon: sliders,
      onSelect: () => void reusePart('seed', parameters),
    },
  ]
}

/** Items to star results, add them to collections, and move them to the trash or back. */
function useOrganizeItems(
  { ids, onRemove }: MenuRequest,
  onDialog: MenuProps['onDialog'],
  { areInTrash, areStarred }: NonNullable<MenuRequest['selection']>,
): Items[] {
  const star = useStar()
  const { add } = useCollectionActions()
  const { trash, restore } = useTrash()
  const { data } = useApiQuery('collections.list', undefined)
  const remove = onRemove ?? (() => (areInTrash ? restore([...ids]) : trash([...ids])))
  if (areInTrash)
    return [[{ label: t('viewers.restore'), icon: <RotateCcw aria-hidden />, onSelect: remove }]]
  const collections = nestCollections(data?.collections ?? [])
  return [
    [
      ...[true, false]
        .filter((isStarring) => isStarring !== areStarred)
        .map((isStarring) => ({
          label: t(isStarring ? 'collections.star' : 'collections.unstar'),
          icon: <Star aria-hidden />,
          onSelect: () => star(ids, isStarring),
        })),
      {
        label: t('resultMenu.add_to'),
        icon: <FolderPlus aria-hidden />,
        items: [
          ...collections.map((collection) => ({
            label: collection.name,
            onSelect: () => add(collection, ids),
          })),
          ...(collections.length > 0 ? (['separator'] as const) : []),
          { label: t('resultMenu.new_collection'), onSelect: () => onDialog('collection') },
        ],
      },
    ],
    [{ label: t('viewers.delete'), icon: <Trash2 aria-hidden />, onSelect: remove }],
  ]
}

/** A menu at a point of the window. The groups are separated by lines. */
function PointMenu({ request, groups }: { request: MenuRequest; groups: readonly Items[] }) {
  const { ids, x, y, container, opener } = request
  const anchor = useRef<Anchor>({
    getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
    contains: () => false,
    focus: () => opener?.focus({ preventScroll: true }),
  })
  useEffect(() => {
    // Scrolling would move the results away from the menu.
    const onWheel = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('[popover]')) closeMenu()
    }
    addEventListener('wheel', onWheel)
    return () => removeEventListener('wheel', onWheel)
  }, [])
  const shownGroups = groups
    .map((group) => group.filter((item) => item !== false))
    .filter(({ length }) => length > 0)
  const items = shownGroups.flatMap((group, index): MenuEntry[] =>
    index === 0 ? group : ['separator', ...group],
  )
  return createPortal(
    <MenuList
      anchor={anchor}
      label={t('resultMenu.label', { count: ids.length })}
      items={items}
      side="bottom-start"
      onClose={closeMenu}
    />,
    container,
  )
}

const closeMenu = (): void => resultMenu.setState({ request: undefined })
