import { ArrowRight, FlaskConical, Plug } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { useReady } from '../../lib/useReady.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import rowStyles from '../../ui/layout/row.module.css'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './Welcome.module.css'
import { WelcomeArt } from './WelcomeArt.tsx'

const PROMISES = [
  { title: t('create.promise_price'), text: t('create.promise_price_words') },
  { title: t('create.promise_disk'), text: t('create.promise_disk_words') },
  { title: t('create.promise_find'), text: t('create.promise_find_words') },
]

/** The first screen of a new library: an introduction and the two ways to start. */
export function Welcome() {
  const sandbox = useApiMutation('connections.use_sandbox')
  useReady(true)
  return (
    <div className={classes(screenStyles.middle, styles.welcome)}>
      <div className={styles.card}>
        <WelcomeArt />
        <h1 className={styles.title}>{t('create.welcome_title')}</h1>
        <p className={styles.text}>{t('create.welcome_words')}</p>
        <div className={styles.options}>
          <button
            type="button"
            className={styles.option}
            data-main
            aria-disabled={sandbox.isPending || undefined}
            onClick={() => !sandbox.isPending && sandbox.mutate()}
          >
            <span className={styles.icon}>
              {sandbox.isPending ? <Spinner /> : <FlaskConical aria-hidden />}
            </span>
            <span className={rowStyles.text}>
              <b>{sandbox.isPending ? t('create.sandbox_starting') : t('create.try_sandbox')}</b>
              <span className={textStyles.label}>{t('create.try_sandbox_words')}</span>
            </span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </button>
          <button
            type="button"
            className={styles.option}
            onClick={() => navigate('settings/connections?add=1')}
          >
            <span className={styles.icon}>
              <Plug aria-hidden />
            </span>
            <span className={rowStyles.text}>
              <b>{t('create.connect')}</b>
              <span className={textStyles.label}>{t('create.connect_words')}</span>
            </span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </button>
        </div>
        <ul className={styles.promises}>
          {PROMISES.map(({ title, text }) => (
            <li key={title} className={rowStyles.text}>
              <b>{title}</b>
              <span className={textStyles.label}>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
