import { lazy, Suspense } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import textStyles from '../../ui/layout/text.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import styles from './rows.module.css'

const Notices = lazy(() => import('./Notices.tsx'))

export function About() {
  const info = useApiQuery('studio.info', undefined)
  return (
    <>
      <p className={styles.lead}>{t('settings.about_words')}</p>
      <div className={panelStyles.rows}>
        <div className={styles.line}>
          <span>{t('settings.version')}</span>
          <span>{info.data?.version}</span>
        </div>
        <div className={styles.line}>
          <span>{t('settings.host')}</span>
          <span>{info.data && t(`settings.host_${info.data.host}`)}</span>
        </div>
        <p className={textStyles.note}>{t('settings.money_words')}</p>
        <div>
          <h3>{t('settings.third_party')}</h3>
          <p className={textStyles.note}>{t('settings.third_party_words')}</p>
          <Suspense fallback={<Skeleton height={200} />}>
            <Notices />
          </Suspense>
        </div>
      </div>
    </>
  )
}
