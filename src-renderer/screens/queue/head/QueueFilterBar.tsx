import { t } from '../../../i18n/t.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { VIEW_NAMES, type QueueView } from '../model/queueStates.ts'
import { classes } from '../../../ui/classes.ts'
import screenStyles from '../../../ui/screen.module.css'
import styles from '../Queue.module.css'

interface Props {
  view: QueueView
  onView: (view: QueueView) => void
  search: string
  onSearch: (search: string) => void
}

const VIEWS = VIEW_NAMES.map((value) => ({
  value,
  label: t(`queue.view_${value}`),
}))

/** Filters the list by state and title. */
export function QueueFilterBar({ view, onView, search, onSearch }: Props) {
  return (
    <div className={classes(screenStyles.bar, styles.filter)}>
      <Segmented label={t('queue.view')} options={VIEWS} value={view} onValueChange={onView} />
      <SearchField
        label={t('queue.search')}
        value={search}
        onValueChange={onSearch}
        clearLabel={t('queue.search_clear')}
        className={styles.search}
      />
    </div>
  )
}
