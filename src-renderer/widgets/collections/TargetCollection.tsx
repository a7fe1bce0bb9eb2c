import { ChevronDown } from 'lucide-react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { draftStore } from '../forms/draftStore.ts'
import { CollectionPicker } from './CollectionPicker.tsx'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './collections.module.css'

/** Chooses the collection for the results of new jobs; stored with the draft. */
export function TargetCollection() {
  const targetId = draftStore((draft) => draft.collection)
  const { data } = useApiQuery('collections.list', undefined)
  const chosen = data?.collections.find(({ id }) => id === targetId)
  return (
    <CollectionPicker
      label={t('collections.results_go_to')}
      value={chosen?.id ?? null}
      noneLabel={t('collections.none')}
      onPick={(collection) => draftStore.getState().chooseCollection(collection?.id ?? null)}
      trigger={(aria) => (
        <button
          type="button"
          {...aria}
          className={classes(toolbarStyles.bar, textStyles.quiet, styles.choose)}
        >
          <span>{t('collections.results_go_to')}</span>
          <span className={classes(textStyles.truncate, styles.name)}>
            {chosen?.name ?? t('collections.results_go_nowhere')}
          </span>
          <ChevronDown aria-hidden />
        </button>
      )}
    />
  )
}
