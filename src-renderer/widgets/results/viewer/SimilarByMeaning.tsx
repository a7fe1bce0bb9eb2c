import { t } from '../../../i18n/t.ts'
import { navigate } from '../../../router/navigate.ts'
import { useLocation } from '../../../router/useLocation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { similarPath } from '../../library/filterUrl.ts'
import { useEmbeddingTask } from '../../library/useEmbeddingTask.ts'

/** Link to the gallery, sorted by how close its results are in meaning to the text of this one. */
export function SimilarByMeaning({ id }: { id: string }) {
  const task = useEmbeddingTask()
  const { screen, query } = useLocation()
  if (task === undefined) return null
  const shownQuery = screen === 'gallery' ? query : new URLSearchParams()
  return (
    <section aria-label={t('meaning.similar')} className={panelStyles.section}>
      <h3>{t('meaning.similar')}</h3>
      <p className={textStyles.note}>{t('meaning.similar_text')}</p>
      <Button size="small" onClick={() => navigate(similarPath(shownQuery, id))}>
        {t('meaning.similar_action')}
      </Button>
    </section>
  )
}
