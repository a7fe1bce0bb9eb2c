import { Plus } from 'lucide-react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ChooseCollection } from './ChooseCollection.tsx'
import styles from './CollectionsPanel.module.css'
import { useCollected } from './model/useCollected.ts'

/** The collections a result is in, and the way into others. */
export function CollectionsPanel({ detail: { asset, collections } }: { detail: AssetDetail }) {
  const { add, remove } = useCollected()
  if (asset.role !== 'result') return null
  return (
    <section aria-label={t('collections.in')} className={styles.section}>
      <h3 className={styles.head}>
        {t('collections.in')}
        <ChooseCollection
          label={t('collections.add_to_label')}
          ids={[asset.id]}
          onPick={(collection) => collection && add(collection, [asset.id])}
          onMade={() => {}}
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
        <p className={styles.none}>{t('collections.in_none')}</p>
      ) : (
        <ul className={styles.list}>
          {collections.map((one) => (
            <li key={one.id}>
              <Chip removeLabel={t('collections.remove_from', one)} onRemove={() => remove(one, [asset.id])}>
                {one.name}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
