import { ChevronDown } from 'lucide-react'
import { go } from '../../router/go.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { ChooseCollection } from '../../widgets/collections/ChooseCollection.tsx'
import { CollectionMenu } from '../../widgets/collections/CollectionMenu.tsx'
import styles from './GalleryHeader.module.css'
import { galleryQuery, type GalleryPlace } from '../../widgets/library/galleryPlace.ts'

/** The gallery's title, by which a collection is chosen; everything is always among them. */
export function GalleryScope({ place }: { place: GalleryPlace }) {
  const { data } = useRoute('collections.list', undefined)
  const collection = data?.collections.find(({ id }) => id === place.collection)
  const show = (id: string | null) => go(`gallery${galleryQuery({ ...place, collection: id })}`)
  return (
    <span className={styles.scope}>
      <ChooseCollection
        label={t('collections.choose')}
        value={place.collection}
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
