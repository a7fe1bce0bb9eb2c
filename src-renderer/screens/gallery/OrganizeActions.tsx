import { FolderMinus, FolderPlus, Star } from 'lucide-react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { toasts } from '../../lib/toasts.ts'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import { useCollectionActions } from '../../widgets/collections/useCollectionActions.ts'
import { useStar } from '../../widgets/collections/StarButton.tsx'
import styles from './GalleryHeader.module.css'

interface Props {
  ids: readonly string[]
  tiles: readonly Tile[]
  /** Id of the shown collection; null for everything. */
  collection: string | null
  onDone: () => void
}

/** Stars the selected results, and adds them to collections. */
export function OrganizeActions({ ids, tiles, collection, onDone }: Props) {
  const star = useStar()
  const { add, remove } = useCollectionActions()
  const { data } = useApiQuery('collections.list', undefined)
  const collectionInView = data?.collections.find(({ id }) => id === collection)
  const selected = new Set(ids)
  const areAllStarred =
    ids.length > 0 && tiles.every(({ id, starredAt }) => !selected.has(id) || starredAt !== null)
  const isEmpty = ids.length === 0
  return (
    <>
      <Button
        disabled={isEmpty}
        aria-label={t(areAllStarred ? 'collections.unstar' : 'collections.star')}
        title={t(areAllStarred ? 'collections.unstar' : 'collections.star')}
        icon={<Star aria-hidden className={areAllStarred ? styles.full : undefined} />}
        onClick={() => star(ids, !areAllStarred)}
      >
        <span className={styles.wide}>{t(areAllStarred ? 'collections.unstar' : 'collections.star')}</span>
      </Button>
      <CollectionPicker
        label={t('collections.add_to_label')}
        ids={ids}
        onPick={(target) => {
          if (target) add(target, ids)
          onDone()
        }}
        onCreated={({ name, assets }) => {
          toasts.getState().show({ text: t('collections.added', { count: assets, name }) })
          onDone()
        }}
        trigger={(aria) => (
          <Button
            {...aria}
            disabled={isEmpty}
            aria-label={t('collections.add_to_label')}
            icon={<FolderPlus aria-hidden />}
          >
            <span className={styles.wide}>{t('collections.add_to')}</span>
          </Button>
        )}
      />
      {collectionInView && (
        <Button
          disabled={isEmpty}
          aria-label={t('collections.remove_from', collectionInView)}
          title={t('collections.remove_from', collectionInView)}
          icon={<FolderMinus aria-hidden />}
          onClick={() => {
            remove(collectionInView, ids)
            onDone()
          }}
        >
          <span className={styles.wide}>{t('collections.take_out')}</span>
        </Button>
      )}
    </>
  )
}
