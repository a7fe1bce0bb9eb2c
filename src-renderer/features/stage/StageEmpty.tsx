import { ImagePlus, Sparkles } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { draftStore } from '../create/model/draftStore.ts'
import styles from './StageEmpty.module.css'

/** Nothing made yet: what happens here, and one prompt to begin with. */
export function StageEmpty() {
  const task = draftStore((draft) => draft.operation)
  const begin = () => draftStore.getState().setValues({ prompt: t('stage.example') })
  return (
    <EmptyState
      icon={<ImagePlus aria-hidden />}
      title={t('stage.empty_title')}
      actions={
        task !== null && (
          <figure className={styles.example}>
            <blockquote>{t('stage.example')}</blockquote>
            <Button icon={<Sparkles aria-hidden />} onClick={begin}>
              {t('stage.empty_example')}
            </Button>
          </figure>
        )
      }
    >
      {t('stage.empty_words')}
    </EmptyState>
  )
}
