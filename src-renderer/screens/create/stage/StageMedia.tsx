import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { AssetView } from '../../../widgets/results/AssetView.tsx'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import spinnerStyles from '../../../ui/Spinner.module.css'

/** A saved result other than an image, in the viewer of its kind. */
export function StageMedia({ id }: { id: string }) {
  const { data, error } = useApiQuery('library.asset', { id })
  if (error) return <LoadFailure error={error} />
  if (!data)
    return (
      <div className={spinnerStyles.center}>
        <Spinner label={t('common.loading')} />
      </div>
    )
  return <AssetView asset={data.asset} detail={data} place="stage" />
}
