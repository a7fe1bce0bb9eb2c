import { Plus } from 'lucide-react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/buttons/Chip.tsx'
import { ChipList } from '../organize/ChipList.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { CollectionPicker } from './CollectionPicker.tsx'
import { useCollectionActions } from './useCollectionActions.ts'
import textStyles from '../../ui/layout/text.module.css'
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
        <ChipList key={asset.id} className={styles.list}>
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
        </ChipList>
      )}
    </section>
  )
}
