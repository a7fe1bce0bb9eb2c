import { Plus } from 'lucide-react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ChooseCollection } from './ChooseCollection.tsx'
import textStyles from '../../ui/text.module.css'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import panelStyles from '../../ui/panel.module.css'
import styles from './collections.module.css'
import { useCollected } from './model/useCollected.ts'

/** The collections a result is in, and the way into others. */
export function CollectionsPanel({ detail: { asset, collections } }: { detail: AssetDetail }) {
  const { add, remove } = useCollected()
  if (asset.role !== 'result') return null
  return (
    <section aria-label={t('collections.in')} className={panelStyles.section}>
      <h3>
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
        <p className={textStyles.quiet}>{t('collections.in_none')}</p>
      ) : (
        <ul className={classes(toolbarStyles.chips, styles.list)}>
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
