import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { ImageComparison } from '../image/ImageComparison.tsx'
import { imageSize, type OnZoomChange, useSharedZoom } from './ImagePane.tsx'
import { Caption } from './Pane.tsx'
import { readDifference, sharePercent } from './pixelDifference.ts'
import type { SharedZoom } from './sharedZoom.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import badgeStyles from '../../../ui/layout/badge.module.css'
import checksStyles from '../../../ui/layout/checks.module.css'
import styles from './CompareDialog.module.css'

export type StackMode = 'slider' | 'difference'

interface Props {
  mode: StackMode
  before: AssetDetail
  after: AssetDetail
  zoom: SharedZoom
  onZoomChange: OnZoomChange
}

/** Two images on top of each other: with a divider, or as the difference of their colours. */
export function StackedImages({ mode, before, after, zoom, onZoomChange }: Props) {
  const view = useRef<HTMLDivElement>(null)
  const place = useSharedZoom(view, imageSize(after.asset), zoom, onZoomChange)
  const [beforeUrl, afterUrl] = [fileUrl(before.asset.id), fileUrl(after.asset.id)]
  return (
    <figure className={styles.pane}>
      <div ref={view} className={styles.view}>
        {place && (
          <div
            className={classes(styles.stack, mode === 'difference' ? styles.difference : checksStyles.checks)}
            style={{ width: place.width, height: place.height, transform: place.transform }}
          >
            {mode === 'slider' ? (
              <ImageComparison
                beforeUrl={beforeUrl}
                beforeLabel={nameOf(before)}
                afterLabel={nameOf(after)}
                imageClass={styles.layer ?? ''}
              >
                <img className={styles.layer} src={afterUrl} alt={nameOf(after)} draggable={false} />
              </ImageComparison>
            ) : (
              <>
                <img className={styles.layer} src={beforeUrl} alt={nameOf(before)} draggable={false} />
                <img
                  className={classes(styles.layer, styles.subtracted)}
                  src={afterUrl}
                  alt={nameOf(after)}
                  draggable={false}
                />
              </>
            )}
          </div>
        )}
        {mode === 'difference' && <DifferenceShare firstId={before.asset.id} secondId={after.asset.id} />}
      </div>
      <div dir="auto" className={styles.captions}>
        <Caption detail={before} number={1} />
        <Caption detail={after} number={2} />
      </div>
    </figure>
  )
}

const nameOf = ({ asset, title }: AssetDetail): string => title.trim() || asset.name || t('gallery.untitled')

/** Shows what share of the pixels differs. */
function DifferenceShare({ firstId, secondId }: { firstId: string; secondId: string }) {
  const { data, isError } = useQuery({
    queryKey: ['difference', fileUrl(firstId), fileUrl(secondId)],
    queryFn: () => readDifference(firstId, secondId),
    staleTime: Infinity,
    retry: false,
  })
  const text = isError
    ? t('compare.difference_failed')
    : data === undefined
      ? t('compare.comparing')
      : data === 0
        ? t('compare.identical')
        : t('compare.differing', { percent: sharePercent(data) })
  return <output className={classes(badgeStyles.badge, badgeStyles.corner)}>{text}</output>
}
