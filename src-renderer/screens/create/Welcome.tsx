import { ArrowRight, FlaskConical, Plug } from 'lucide-react'
import { useId } from 'react'
import { navigate } from '../../router/navigate.ts'
import { useMarkReady } from '../../lib/useReady.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import rowStyles from '../../ui/layout/row.module.css'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './Welcome.module.css'

const BENEFITS = [
  { title: t('create.promise_price'), text: t('create.promise_price_text') },
  { title: t('create.promise_disk'), text: t('create.promise_disk_text') },
  { title: t('create.promise_find'), text: t('create.promise_find_text') },
]

/** The first screen of a new library: an introduction and the two ways to start. */
export function Welcome() {
  const sandbox = useApiMutation('connections.use_sandbox')
  useMarkReady(true)
  return (
    <div className={classes(screenStyles.centered, styles.welcome)}>
      <div className={styles.card}>
        <WelcomeArt />
        <h1 dir="auto" className={styles.title}>
          {t('create.welcome_title')}
        </h1>
        <p className={styles.text}>{t('create.welcome_text')}</p>
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
              <span className={textStyles.label}>{t('create.try_sandbox_text')}</span>
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
              <span className={textStyles.label}>{t('create.connect_text')}</span>
            </span>
            <ArrowRight aria-hidden className={styles.arrow} />
          </button>
        </div>
        <ul className={styles.promises}>
          {BENEFITS.map(({ title, text }) => (
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

/** Illustration: three images, one of them with its price. */
function WelcomeArt() {
  const id = useId()
  return (
    <div className={styles.art} aria-hidden="true">
      <svg className={styles.left} viewBox="0 0 120 150">
        <Sky id={`${id}a`} from="#ffd6b0" to="#e06a7c" />
        <circle cx="78" cy="58" r="15" fill="#fff3dc" />
        <path d="M0 104 34 76l26 20 24-18 36 28v44H0z" fill="#8d3f6e" />
        <path d="M0 124c30-14 52 6 78-4 16-6 28-4 42 2v28H0z" fill="#55285a" />
      </svg>
      <svg className={styles.right} viewBox="0 0 120 150">
        <Sky id={`${id}b`} from="#bfe9dd" to="#4a9d9c" />
        <path d="M0 92c24-10 44-4 60 2s40 8 60-4v60H0z" fill="#2d7377" />
        <path d="M0 116c20-8 38-4 58 0s42 4 62-6v40H0z" fill="#1c4f58" />
        <path d="M86 90V50l10-8 10 8v38" fill="#f6f1e7" />
        <path d="M89 58h14v6H89z" fill="#e5705f" />
      </svg>
      <svg className={styles.middle} viewBox="0 0 150 188">
        <Sky id={`${id}c`} from="#c9c6ff" to="#5b5bd6" />
        <circle cx="52" cy="62" r="24" fill="#ffffffe6" />
        <path d="m0 140 44-48 30 32 24-24 52 46v42H0z" fill="#3f3a9e" />
        <path d="M0 160c34-16 62-2 92-8 22-4 40-6 58 0v36H0z" fill="#282566" />
      </svg>
      <span className={styles.artPrice}>$0.004213</span>
    </div>
  )
}

function Sky({ id, from, to }: { id: string; from: string; to: string }) {
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor={from} />
        <stop offset="1" stopColor={to} />
      </linearGradient>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </>
  )
}
