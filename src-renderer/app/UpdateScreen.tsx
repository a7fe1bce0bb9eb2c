import '../i18n/lazyTexts.ts'
import type { LibraryUpdate } from '../../src-preload/contract/types/libraryUpdate.ts'
import { t } from '../i18n/t.ts'
import { classes } from '../ui/classes.ts'
import { Logo } from '../ui/Logo.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import screenStyles from '../ui/layout/screen.module.css'
import textStyles from '../ui/layout/text.module.css'
import styles from './UpdateScreen.module.css'

/** Shown instead of the app while the library is being updated. */
export function UpdateScreen({ update }: { update: LibraryUpdate }) {
  return (
    <main className={screenStyles.centered}>
      <div className={styles.text}>
        <Logo size={44} />
        <h1 dir="auto" className={classes(textStyles.title, styles.title)}>
          {t('update.title')}
        </h1>
        <ProgressBar label={t('update.progress')} value={progressPercent(update)} />
        <p className={styles.now}>{stageText(update)}</p>
        <p className={styles.note}>{t('update.note')}</p>
      </div>
    </main>
  )
}

/** Progress of the current stage in percent. The progress inside a step is unknown, so the running step counts half. */
function progressPercent({ stage, step, steps, percent }: LibraryUpdate): number | null {
  if (stage === 'check') return null
  return stage === 'step' ? (100 * (step - 0.5)) / steps : percent
}

function stageText({ stage, step, steps, percent }: LibraryUpdate): string {
  switch (stage) {
    case 'check':
      return t('update.check')
    case 'backup':
      return t('update.backup', { percent })
    case 'step':
      return t('update.step', { step, steps })
  }
}
