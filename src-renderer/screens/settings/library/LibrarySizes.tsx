import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { InlineLoadFailure } from '../../../widgets/InlineLoadFailure.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import rowStyles from '../rows.module.css'

/** The disk space of the library by kind of file. */
export function LibrarySizes() {
  const { data, error, refetch } = useApiQuery('maintenance.sizes', undefined, { staleTime: 0 })
  if (error && !data)
    return (
      <p>
        <InlineLoadFailure error={error} onRetry={() => void refetch()} />
      </p>
    )
  if (!data) return <Skeleton height={180} />
  const total = data.groups.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <div>
      <div className={toolbarStyles.ends}>
        <p>{t('maintenance.sizes')}</p>
        <span>{formatBytes(total)}</span>
      </div>
      <dl className={rowStyles.facts}>
        {data.groups.map(({ group, files, bytes }) => (
          <div key={group}>
            <dt className={textStyles.label}>{t(`maintenance.size_${group}`)}</dt>
            <dd className={textStyles.note}>
              {t('maintenance.size', { size: formatBytes(bytes), count: files })}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
