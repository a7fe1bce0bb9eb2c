import { Download, FolderOpen, Grid3x3, RotateCcw, Shuffle, SlidersHorizontal, Trash2 } from 'lucide-react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../../router/navigate.ts'
import { useLocation } from '../../../router/useLocation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { StarButton } from '../../collections/StarButton.tsx'
import { reuseParameters, UseInMenu } from '../formActions.tsx'
import { useFileActions } from '../fileActions.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './AssetViewer.module.css'

/** Toolbar of an open result. */
export function ViewerActions({ detail, onRemove }: { detail: AssetDetail; onRemove: () => void }) {
  const { asset, parameters, fileName } = detail
  const actions = useFileActions()
  const isTrashed = asset.trashedAt !== null
  return (
    <div className={toolbarStyles.bar}>
      <UseInMenu id={asset.id} labelClassName={styles.word} />
      {parameters !== null && (
        <>
          <Button
            variant="quiet"
            aria-label={t('result.use')}
            icon={<SlidersHorizontal aria-hidden />}
            onClick={() => reuseParameters(parameters, true)}
          >
            <span className={styles.word}>{t('result.use')}</span>
          </Button>
          <Button
            variant="quiet"
            aria-label={t('result.remix')}
            icon={<Shuffle aria-hidden />}
            onClick={() => reuseParameters(parameters, false)}
          >
            <span className={styles.word}>{t('result.remix')}</span>
          </Button>
        </>
      )}
      {asset.jobId !== null && <GridLink job={asset.jobId} />}
      {asset.role === 'result' && !isTrashed && <StarButton asset={asset} />}
      {actions.reveal && (
        <IconButton
          label={t('viewers.open_folder')}
          icon={<FolderOpen aria-hidden />}
          onClick={() => actions.reveal?.(asset.id)}
        />
      )}
      <IconButton
        label={t('viewers.save_copy')}
        icon={<Download aria-hidden />}
        onClick={() => actions.save(asset.id, fileName.split('/').at(-1) ?? fileName)}
      />
      {asset.role !== 'input' && (
        <IconButton
          label={t(isTrashed ? 'viewers.restore' : 'viewers.delete')}
          {...(isTrashed ? {} : { keys: 'Del' })}
          icon={isTrashed ? <RotateCcw aria-hidden /> : <Trash2 aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

/** Link from a result to its cell in the batch's grid. */
function GridLink({ job }: { job: string }) {
  const { data } = useApiQuery('batches.grid_of', { job })
  const { rest } = useLocation()
  // A result that was opened from the grid needs no link to it.
  if (!data?.batch || rest[1] === 'grid') return null
  const path = `queue/${encodeURIComponent(data.batch.id)}/grid?job=${encodeURIComponent(job)}`
  return <IconButton label={t('grid.show')} icon={<Grid3x3 aria-hidden />} onClick={() => navigate(path)} />
}
