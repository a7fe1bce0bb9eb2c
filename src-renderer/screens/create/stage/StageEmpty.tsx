import { Sparkles } from 'lucide-react'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { StageDrawing } from './StageDrawing.tsx'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/panel.module.css'
import styles from './Stage.module.css'

/** Nothing made yet: what the chosen task makes, and an example prompt if text is enough. */
export function StageEmpty() {
  const id = draftStore((draft) => draft.operation)
  const { data } = useApiQuery('operations.list', undefined)
  const task = data?.operations.find((operation) => operation.id === id)
  const makes = task?.makes ?? 'file'
  const example = task?.example
  return (
    <EmptyState
      drawing={<StageDrawing of={makes} />}
      title={t(`stage.empty_${makes}`)}
      actions={
        example && (
          <figure className={classes(panelStyles.panel, styles.example)}>
            <blockquote>{example.words}</blockquote>
            <Button
              icon={<Sparkles aria-hidden />}
              onClick={() => draftStore.getState().setValues({ [example.field]: example.words })}
            >
              {t('stage.empty_example')}
            </Button>
          </figure>
        )
      }
    >
      {t(example ? 'stage.empty_description' : 'stage.empty_fill')}
    </EmptyState>
  )
}
