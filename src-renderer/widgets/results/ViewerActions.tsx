import { Download, FolderOpen, Grid3x3, RotateCcw, Shuffle, SlidersHorizontal, Trash2 } from 'lucide-react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { go } from '../../router/go.ts'
import { usePlace } from '../../router/usePlace.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { StarButton } from '../collections/StarButton.tsx'
import { reuse } from './reuse.ts'
import { UseInMenu } from './uses/UseInMenu.tsx'
import { useFileWays } from './useFileWays.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import styles from './AssetViewer.module.css'

/** What can be done with a result that is open. */
export function ViewerActions({ detail, onRemove }: { detail: AssetDetail; onRemove: () => void }) {
  const { asset, parameters, fileName } = detail
  const ways = useFileWays()
  const trashed = asset.trashedAt !== null
  return (
    <div className={toolbarStyles.bar}>
      <UseInMenu id={asset.id} wordClass={styles.word} />
      {parameters !== null && (
        <>
          <Button
            look="quiet"
            aria-label={t('stage.use')}
            icon={<SlidersHorizontal aria-hidden />}
            onClick={() => reuse(parameters, true)}
          >
            <span className={styles.word}>{t('stage.use')}</span>
          </Button>
          <Button
            look="quiet"
            aria-label={t('stage.remix')}
            icon={<Shuffle aria-hidden />}
            onClick={() => reuse(parameters, false)}
          >
            <span className={styles.word}>{t('stage.remix')}</span>
          </Button>
        </>
      )}
      {asset.jobId !== null && <GridLink job={asset.jobId} />}
      {asset.role === 'result' && !trashed && <StarButton asset={asset} />}
      {ways.reveal && (
        <IconButton
          label={t('viewers.open_folder')}
          icon={<FolderOpen aria-hidden />}
          onClick={() => ways.reveal?.(asset.id)}
        />
      )}
      <IconButton
        label={t('viewers.save_copy')}
        icon={<Download aria-hidden />}
        onClick={() => ways.save(asset.id, fileName.split('/').at(-1) ?? fileName)}
      />
      {asset.role !== 'input' && (
        <IconButton
          label={t(trashed ? 'viewers.restore' : 'viewers.delete')}
          {...(trashed ? {} : { keys: 'Del' })}
          icon={trashed ? <RotateCcw aria-hidden /> : <Trash2 aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

/** The way from a result of a sweep to what stands beside it. */
function GridLink({ job }: { job: string }) {
  const { data } = useRoute('batches.grid_of', { job })
  const { rest } = usePlace()
  if (!data?.batch || rest[1] === 'grid') return null
  const path = `queue/${encodeURIComponent(data.batch.id)}/grid?job=${encodeURIComponent(job)}`
  return <IconButton label={t('grid.show')} icon={<Grid3x3 aria-hidden />} onClick={() => go(path)} />
}
