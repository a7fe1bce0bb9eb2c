import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import styles from './rows.module.css'

export function About() {
  const info = useRoute('studio.info', undefined)
  return (
    <>
      <p className={styles.lead}>{t('settings.about_words')}</p>
      <div className={styles.rows}>
        <div className={styles.line}>
          <span>{t('settings.version')}</span>
          <span>{info.data?.version}</span>
        </div>
        <div className={styles.line}>
          <span>{t('settings.host')}</span>
          <span>{info.data && t(`settings.host_${info.data.host}`)}</span>
        </div>
        <p className={styles.words}>{t('settings.money_words')}</p>
      </div>
    </>
  )
}
