import { ArrowRight, FlaskConical, Plug } from 'lucide-react'
import { go } from '../../router/go.ts'
import { useReady } from '../../lib/useReady.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './Welcome.module.css'
import { WelcomeArt } from './WelcomeArt.tsx'

const PROMISES = [
  { title: t('create.promise_price'), words: t('create.promise_price_words') },
  { title: t('create.promise_disk'), words: t('create.promise_disk_words') },
  { title: t('create.promise_find'), words: t('create.promise_find_words') },
]

/** The first screen of a new studio: what it is, and the two ways to begin. */
export function Welcome() {
  const sandbox = useAct('connections.use_sandbox')
  useReady(true)
  return (
    <div className={styles.welcome}>
      <div className={styles.card}>
        <WelcomeArt />
        <h1 className={styles.title}>{t('create.welcome_title')}</h1>
        <p className={styles.words}>{t('create.welcome_words')}</p>
        <div className={styles.ways}>
          <button
            type="button"
            className={styles.way}
            data-main
            aria-disabled={sandbox.isPending || undefined}
            onClick={() => !sandbox.isPending && sandbox.mutate()}
          >
            <span className={styles.icon}>
              {sandbox.isPending ? <Spinner /> : <FlaskConical aria-hidden />}
            </span>
            <span className={rowStyles.words}>
              <b>{sandbox.isPending ? t('create.sandbox_starting') : t('create.try_sandbox')}</b>
              <span className={textStyles.label}>{t('create.try_sandbox_words')}</span>
            </span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </button>
          <button type="button" className={styles.way} onClick={() => go('settings/connections?add=1')}>
            <span className={styles.icon}>
              <Plug aria-hidden />
            </span>
            <span className={rowStyles.words}>
              <b>{t('create.connect')}</b>
              <span className={textStyles.label}>{t('create.connect_words')}</span>
            </span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </button>
        </div>
        <ul className={styles.promises}>
          {PROMISES.map(({ title, words }) => (
            <li key={title} className={rowStyles.words}>
              <b>{title}</b>
              <span className={textStyles.label}>{words}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
