import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'

/** What the balance suggests about a job whose answer was lost, where it suggests anything; the user decides. */
export function HintLine({ jobId, className }: { jobId: string; className: string | undefined }) {
  const { data } = useRoute('balance.hints', undefined)
  const hint = data?.hints.find(({ id }) => id === jobId)
  return hint ? <p className={className}>{t(`balance.hint_${hint.suggests}`)}</p> : null
}
