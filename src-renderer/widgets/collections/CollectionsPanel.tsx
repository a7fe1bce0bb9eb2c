import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { toasts } from '../../lib/toasts.ts'
import { libraryViews } from '../library/libraryPages.ts'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/buttons/Chip.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { CollectionPicker } from './CollectionPicker.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import styles from './collections.module.css'

/** The collections a result is in, with buttons to add and remove it. */
export function CollectionsPanel({ detail: { asset, collections } }: { detail: AssetDetail }) {
  const { add, remove } = useCollectionActions()
  if (asset.role !== 'result') return null
  return (
    <section aria-label={t('collections.in')} className={panelStyles.section}>
      <h3>
        {t('collections.in')}
        <CollectionPicker
          label={t('collections.add_to_label')}
          ids={[asset.id]}
          onPick={(collection) => collection && add(collection, [asset.id])}
          onCreated={() => {}}
          trigger={(aria) => (
            <IconButton
              {...aria}
              size="small"
              label={t('collections.add_to_label')}
              icon={<Plus aria-hidden />}
            />
          )}
        />
      </h3>
      {collections.length === 0 ? (
        <p className={textStyles.quiet}>{t('collections.in_none')}</p>
      ) : (
        <ul className={classes(toolbarStyles.chips, styles.list)}>
          {collections.map((collection) => (
            <li key={collection.id}>
              <Chip
                removeLabel={t('collections.remove_from', collection)}
                onRemove={() => remove(collection, [asset.id])}
              >
                {collection.name}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type NamedCollection = Pick<Collection, 'id' | 'name'>

type Route = 'collections.add' | 'collections.remove'

interface CollectionActions {
  add: (collection: NamedCollection, ids: readonly string[]) => void
  remove: (collection: NamedCollection, ids: readonly string[]) => void
}

/** Adds results to collections and removes them, with undo in the toast. */
export function useCollectionActions(): CollectionActions {
  const client = useQueryClient()
  const changeAndRefetch = useCallback(
    (route: Route, collection: NamedCollection, ids: readonly string[]) =>
      changeCollection(route, collection, ids).finally(() => {
        void client.invalidateQueries({ queryKey: ['collections.list'] })
        void client.invalidateQueries({ queryKey: ['library.asset'] })
        void client.invalidateQueries(libraryViews({ collection: collection.id }))
      }),
    [client],
  )
  const add = useCallback(
    async (collection: NamedCollection, ids: readonly string[]) => {
      const count = await changeAndRefetch('collections.add', collection, ids)
      if (count === null) return
      const text =
        count === 0
          ? t('collections.added_none', collection)
          : t('collections.added', { count, name: collection.name })
      toasts.getState().show({ text })
    },
    [changeAndRefetch],
  )
  const remove = useCallback(
    async (collection: NamedCollection, ids: readonly string[]) => {
      const count = await changeAndRefetch('collections.remove', collection, ids)
      if (count === null) return
      const action = {
        label: t('common.undo'),
        run: () => void changeAndRefetch('collections.add', collection, ids),
      }
      toasts.getState().show({ text: t('collections.removed', { count, name: collection.name }), action })
    },
    [changeAndRefetch],
  )
  return {
    add: (collection, ids) => void add(collection, ids),
    remove: (collection, ids) => void remove(collection, ids),
  }
}

/** Returns the number of results added or removed; null after a failure, which is shown in a toast. */
async function changeCollection(
  route: Route,
  { id }: NamedCollection,
  ids: readonly string[],
): Promise<number | null> {
  try {
    return (await call(route, { id, ids: [...ids] })).changed
  } catch (error) {
    showProblem(error)
    return null
  }
}
