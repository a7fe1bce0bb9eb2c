import { ChevronDown } from 'lucide-react'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { draftStore } from '../forms/draftStore.ts'
import { ChooseCollection } from './ChooseCollection.tsx'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './collections.module.css'

/** Where the results of the next clicks go, remembered with the draft. */
export function ResultsGoTo() {
  const wanted = draftStore((draft) => draft.collection)
  const { data } = useRoute('collections.list', undefined)
  const chosen = data?.collections.find(({ id }) => id === wanted)
  return (
    <ChooseCollection
      label={t('collections.results_go_to')}
      value={chosen?.id ?? null}
      none={t('collections.none')}
      onPick={(collection) => draftStore.getState().chooseCollection(collection?.id ?? null)}
      trigger={(aria) => (
        <button
          type="button"
          {...aria}
          className={classes(toolbarStyles.bar, textStyles.quiet, styles.choose)}
        >
          <span>{t('collections.results_go_to')}</span>
          <span className={classes(textStyles.cut, styles.name)}>
            {chosen?.name ?? t('collections.results_go_nowhere')}
          </span>
          <ChevronDown aria-hidden />
        </button>
      )}
    />
  )
}
