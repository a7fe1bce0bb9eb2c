import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'

/** What the balance suggests about whether an unconfirmed job was charged; the user decides. */
export function HintLine({ jobId, className }: { jobId: string; className: string | undefined }) {
  const { data } = useApiQuery('balance.hints', undefined)
  const hint = data?.hints.find(({ id }) => id === jobId)
  return hint ? <p className={className}>{t(`balance.hint_${hint.suggests}`)}</p> : null
}
