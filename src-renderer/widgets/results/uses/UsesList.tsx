import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { byGroup, openIn } from './uses.ts'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './UsesList.module.css'

/** The tasks that accept an asset, grouped by their output; tasks without a model are disabled. */
export function UsesList({ id, onUsed }: { id: string; onUsed?: () => void }) {
  const { data, error } = useApiQuery('library.uses', { id })
  if (error) return <p className={textStyles.note}>{problemMessage(problemOf(error)).what}</p>
  if (!data) return <Skeleton height={96} />
  if (data.uses.length === 0) return <p className={textStyles.note}>{t('media.no_uses')}</p>
  return (
    <div className={styles.list}>
      {byGroup(data.uses).map(({ group, uses }) => (
        <Fragment key={group}>
          <h3 className={classes(textStyles.quiet, styles.group)}>{t(`media.group_${group}`)}</h3>
          <ul>
            {uses.map((use) => (
              <li key={`${use.operation} ${use.field}`}>
                <button
                  type="button"
                  className={classes(rowStyles.press, styles.use)}
                  disabled={!use.available}
                  onClick={() => {
                    openIn(use, id)
                    onUsed?.()
                  }}
                >
                  <span className={styles.name}>{use.operationName}</span>
                  <span className={classes(textStyles.quiet, textStyles.truncate)}>
                    {use.available ? use.fieldLabel : t('media.no_model')}
                  </span>
                  <ArrowRight aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}
