import { ChevronDown } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import { CollectionMenu } from '../../widgets/collections/CollectionMenu.tsx'
import styles from './GalleryHeader.module.css'
import { galleryQuery, type GalleryFilter } from '../../widgets/library/galleryFilter.ts'

/** The gallery's title, which is a menu of the collections. */
export function GalleryScope({ filter }: { filter: GalleryFilter }) {
  const { data } = useApiQuery('collections.list', undefined)
  const collection = data?.collections.find(({ id }) => id === filter.collection)
  const show = (id: string | null) => navigate(`gallery${galleryQuery({ ...filter, collection: id })}`)
  return (
    <span className={styles.scope}>
      <CollectionPicker
        label={t('collections.choose')}
        value={filter.collection}
        none={t('collections.all')}
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
