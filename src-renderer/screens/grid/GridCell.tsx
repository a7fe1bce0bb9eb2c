import { memo } from 'react'
import { LoaderCircle, Play, Trash2 } from 'lucide-react'
import type { GridAsset, GridJob } from '../../../src-preload/contract/types/grid.ts'
import { bridge } from '../../host/bridge.ts'
import { t } from '../../i18n/t.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { formatDuration } from '../../lib/time.ts'
import { classes } from '../../ui/classes.ts'
import { Thumb } from '../../widgets/thumbs/Thumb.tsx'
import { jobIcons } from '../../widgets/jobs/model/jobIcons.ts'
import { jobTones } from '../../widgets/jobs/model/jobTones.ts'
import { jobStateText } from '../../widgets/jobs/model/jobStateText.ts'
import { CellVector } from './CellVector.tsx'
import badgeStyles from '../../ui/badge.module.css'
import textStyles from '../../ui/text.module.css'
import spinnerStyles from '../../ui/Spinner.module.css'
import styles from './GridCell.module.css'

interface Props {
  job: GridJob | undefined
  /** How many are in the cell. */
  count: number
  /** Of the cell, px. */
  width: number
  /** The cell is larger than a thumbnail: the image itself is shown, this many times its size in px. */
  sharp: number | null
}

/** Narrower than this a cell has room for a sign alone, px. */
const WORDS_FROM = 84
const WHY_FROM = 132
/** From here on a text is read, not only recognised. */
const ROOMY_FROM = 240

/** The result or state of a job in a sweep, in a small cell, which has the accessible name. */
export const GridCell = memo(function GridCell({ job, count, width, sharp }: Props) {
  const asset = job?.asset
  return (
    <span className={classes(styles.cell, count > 1 && styles.stack)} aria-hidden>
      {!job ? (
        <span className={styles.none} />
      ) : asset && job.state === 'saved' ? (
        <Result asset={asset} sharp={sharp} width={width} />
      ) : (
        <AtWork job={job} width={width} />
      )}
      {count > 1 && <b className={classes(badgeStyles.badge, styles.count)}>{count}</b>}
    </span>
  )
})

function Result({ asset, sharp, width }: { asset: GridAsset; sharp: number | null; width: number }) {
  const trashed = asset.trashedAt !== null
  const whole = sharp !== null && asset.kind === 'image' && !trashed && !hasTooManyPixels(asset)
  // At actual size and beyond, every image is shown at the same scale; below, each fills its cell.
  const size =
    sharp !== null && sharp > 0 && asset.width !== null && asset.height !== null
      ? { width: asset.width * sharp, height: asset.height * sharp }
      : undefined
  const text = width >= WORDS_FROM
  return (
    <span className={classes(styles.result, trashed && styles.trashed)}>
      {asset.excerpt !== null && text ? (
        <span className={classes(styles.excerpt, width >= ROOMY_FROM && styles.roomy)} dir="auto">
          {asset.excerpt}
        </span>
      ) : asset.kind === 'embedding' ? (
        <CellVector id={asset.id} text={text} />
      ) : (
        <Thumb asset={asset} alt="" />
      )}
      {whole && (
        <img
          className={styles.sharp}
          style={size}
          src={bridge().media.url('asset', asset.id)}
          alt=""
          decoding="async"
          draggable={false}
        />
      )}
      {asset.kind === 'video' && (
        <span className={styles.play}>
          <Play />
        </span>
      )}
      {asset.durationMs !== null && text && (
        <span className={classes(badgeStyles.badge, badgeStyles.corner)}>
          {formatDuration(asset.durationMs)}
        </span>
      )}
      {trashed && (
        <span className={styles.state}>
          <Trash2 />
          {text && <span>{t('grid.trashed')}</span>}
        </span>
      )}
    </span>
  )
}

function AtWork({ job, width }: { job: GridJob; width: number }) {
  const { state, progress, preview, problem } = job
  const Icon = state === 'saved' ? Trash2 : jobIcons[state]
  const working = state === 'sending' || state === 'running' || state === 'saving'
  const why = problem && width >= WHY_FROM ? problemMessage(problem).what : ''
  return (
    <span className={classes(styles.state, styles[jobTones[state]])}>
      {preview > 0 && (
        <img
          className={styles.preview}
          src={bridge().media.url('preview', job.id, preview)}
          alt=""
          draggable={false}
        />
      )}
      {/* Hundreds that turn at once would keep the window from scrolling. */}
      <Icon className={Icon === LoaderCircle && width >= WORDS_FROM ? spinnerStyles.turns : undefined} />
      {width >= WORDS_FROM && <span>{state === 'saved' ? t('grid.deleted') : jobStateText(job)}</span>}
      {why && <span className={classes(textStyles.clamp, styles.why)}>{why}</span>}
      {working && progress !== null && <span className={styles.bar} style={{ '--part': progress / 100 }} />}
    </span>
  )
}
