import { FolderMinus, FolderPlus, Star } from 'lucide-react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { toasts } from '../../lib/toasts.ts'
import { ChooseCollection } from '../../widgets/collections/ChooseCollection.tsx'
import { useCollected } from '../../widgets/collections/model/useCollected.ts'
import { useStar } from '../../widgets/collections/model/useStar.ts'
import styles from './GalleryHeader.module.css'

interface Props {
  ids: readonly string[]
  tiles: readonly Tile[]
  /** The one looked at; null: everything. */
  collection: string | null
  onDone: () => void
}

/** Stars and collections for all that is picked at once. */
export function KeepActions({ ids, tiles, collection, onDone }: Props) {
  const star = useStar()
  const { add, remove } = useCollected()
  const { data } = useRoute('collections.list', undefined)
  const here = data?.collections.find(({ id }) => id === collection)
  const picked = new Set(ids)
  const all = ids.length > 0 && tiles.every(({ id, starredAt }) => !picked.has(id) || starredAt !== null)
  const none = ids.length === 0
  return (
    <>
      <Button
        disabled={none}
        aria-label={t(all ? 'collections.unstar' : 'collections.star')}
        title={t(all ? 'collections.unstar' : 'collections.star')}
        icon={<Star aria-hidden className={all ? styles.full : undefined} />}
        onClick={() => star(ids, !all)}
      >
        <span className={styles.wide}>{t(all ? 'collections.unstar' : 'collections.star')}</span>
      </Button>
      <ChooseCollection
        label={t('collections.add_to_label')}
        ids={ids}
        onPick={(to) => {
          if (to) add(to, ids)
          onDone()
        }}
        onMade={({ name, assets }) => {
          toasts.getState().show({ words: t('collections.added', { count: assets, name }) })
          onDone()
        }}
        trigger={(aria) => (
          <Button
            {...aria}
            disabled={none}
            aria-label={t('collections.add_to_label')}
            icon={<FolderPlus aria-hidden />}
          >
            <span className={styles.wide}>{t('collections.add_to')}</span>
          </Button>
        )}
      />
      {here && (
        <Button
          disabled={none}
          aria-label={t('collections.remove_from', here)}
          title={t('collections.remove_from', here)}
          icon={<FolderMinus aria-hidden />}
          onClick={() => {
            remove(here, ids)
            onDone()
          }}
        >
          <span className={styles.wide}>{t('collections.take_out')}</span>
        </Button>
      )}
    </>
  )
}
