import { Ellipsis, FolderInput, FolderOutput, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../ui/overlays/MenuList.tsx'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { MoveCollectionDialog } from './MoveCollectionDialog.tsx'
import { useCollectionActions } from './useCollectionActions.ts'

interface Props {
  collection: Collection
  /** Called with a collection that was created inside this one. */
  onCreated: (created: Collection) => void
  onDeleted: () => void
}

/** Menu that renames, nests or deletes a collection; its results are not affected. */
export function CollectionMenu({ collection, onCreated, onDeleted }: Props) {
  const [openDialog, setOpenDialog] = useState<'rename' | 'create' | 'move'>()
  const { data } = useApiQuery('collections.list', undefined)
  const { move, recordRename, deleteCollection } = useCollectionActions()
  const { id, name, parentId } = collection
  const others = (data?.collections ?? []).filter((other) => other.id !== id)
  const hasChildren = others.some((other) => other.parentId === id)
  const parents = others.filter((other) => other.parentId === null)
  const close = () => setOpenDialog(undefined)
  const nestingItems: MenuItem[] =
    parentId === null
      ? [
          {
            label: t('collections.new_inside'),
            icon: <FolderPlus aria-hidden />,
            onSelect: () => setOpenDialog('create'),
          },
          ...(hasChildren || parents.length === 0
            ? []
            : [
                {
                  label: t('collections.move'),
                  icon: <FolderInput aria-hidden />,
                  onSelect: () => setOpenDialog('move'),
                },
              ]),
        ]
      : [
          {
            label: t('collections.move_out', {
              name: others.find((other) => other.id === parentId)?.name ?? '',
            }),
            icon: <FolderOutput aria-hidden />,
            onSelect: () => move(collection, null),
          },
        ]
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
          ...nestingItems,
          'separator',
          {
            label: t('collections.delete'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => deleteCollection(collection, onDeleted),
          },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} label={t('collections.actions', { name })} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {openDialog === 'rename' && (
        <CollectionNameDialog
          existing={collection}
          onClose={close}
          onDone={(renamed) => {
            close()
            recordRename(collection, renamed)
          }}
        />
      )}
      {openDialog === 'create' && (
        <CollectionNameDialog
          parent={collection}
          onClose={close}
          onDone={(created) => {
            close()
            onCreated(created)
          }}
        />
      )}
      {openDialog === 'move' && (
        <MoveCollectionDialog
          collection={collection}
          parents={parents}
          onClose={close}
          onMove={(parent) => {
            close()
            move(collection, parent)
          }}
        />
      )}
    </>
  )
}
