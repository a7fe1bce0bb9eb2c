import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { TooManyPixels } from '../../../widgets/results/image/TooManyPixels.tsx'
import { StageFrame } from './StageFrame.tsx'
import styles from './StageHero.module.css'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { AssetView } from '../../../widgets/results/viewer/AssetView.tsx'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import spinnerStyles from '../../../ui/feedback/Spinner.module.css'

interface Props {
  job: Job
  result: Asset
  onEnlarge: () => void
}

/** A saved result: the image, with its last preview until it has loaded. */
export function StageResult({ job, result, onEnlarge }: Props) {
  const [loaded, setLoaded] = useState(false)
  const [broken, setBroken] = useState(false)
  const { media } = bridge()
  const title = job.title.trim() || t('gallery.untitled')
  const placeholder =
    job.preview > 0 ? media.url('preview', job.id, job.preview) : media.url('thumb', result.id)
  if (result.kind !== 'image') return <StageMedia id={result.id} />
  if (hasTooManyPixels(result))
    return (
      <StageFrame width={result.width} height={result.height}>
        <div className={styles.broken}>
          <TooManyPixels asset={result} />
        </div>
      </StageFrame>
    )
  return (
    <StageFrame width={result.width} height={result.height}>
      {!loaded && !broken && (
        <div className={classes(styles.ground, styles.moving)} aria-hidden data-loading>
          <i />
          <i />
        </div>
      )}
      {!loaded && !broken && (job.preview > 0 || result.hasThumb) && (
        <img
          className={styles.under}
          src={placeholder}
          alt=""
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      )}
      {broken ? (
        <div className={styles.broken}>
          <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.picture_broken')}>
            {t('viewers.picture_broken_words')}
          </EmptyState>
        </div>
      ) : (
        <img
          className={styles.picture}
          src={media.url('asset', result.id)}
          alt={title}
          draggable={false}
          decoding="async"
          onLoad={() => setLoaded(true)}
          onError={() => setBroken(true)}
        />
      )}
      <button type="button" className={styles.open} aria-label={t('stage.enlarge')} onClick={onEnlarge} />
    </StageFrame>
  )
}

/** A saved result other than an image, in the viewer of its kind. */
function StageMedia({ id }: { id: string }) {
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
