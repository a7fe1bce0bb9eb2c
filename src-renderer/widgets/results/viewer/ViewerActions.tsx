import {
  Download,
  Ellipsis,
  FolderOpen,
  GitCompareArrows,
  Grid3x3,
  Maximize2,
  Minimize2,
  Presentation,
  Repeat2,
  RotateCcw,
  Shuffle,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../../router/navigate.ts'
import { useLocation } from '../../../router/useLocation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../../ui/overlays/MenuList.tsx'
import { StarButton } from '../../collections/StarButton.tsx'
import { reuseParameters, UseInMenu } from '../actions/formActions.tsx'
import { useFileActions } from '../actions/fileActions.tsx'
import {
  organizeCommands,
  resultCommands,
  viewerCommands,
} from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './AssetViewer.module.css'

/** Ids of the files that the open result can be compared with. */
interface Comparable {
  /** Its first input of the same kind. */
  source?: string | undefined
  /** The next result in the list, which is older in the default order; for the last one, the one before it. */
  previous?: string | undefined
}

/** What a result can be compared with. For `previous` see `Comparable`. */
export const comparableWith = ({ asset, inputs }: AssetDetail, previous: string | undefined): Comparable => ({
  source: inputs.find((input) => input.asset.kind === asset.kind)?.asset.id,
  previous,
})

interface Props {
  detail: AssetDetail
  comparable: Comparable
  isFullscreen: boolean
  /** Opens the comparison with another result. */
  onCompare: (other: string) => void
  onSlideshow: () => void
  onFullscreen: () => void
  /** Opens the dialog that runs the task again with a change; absent if the result wasn't made from a form. */
  onAgain: (() => void) | undefined
  onRemove: () => void
}

/** Toolbar of an open result. */
export function ViewerActions(props: Props) {
  const { detail, onAgain, onRemove } = props
  const { asset, parameters } = detail
  const actions = useFileActions()
  const isTrashed = asset.trashedAt !== null
  return (
    <div className={toolbarStyles.bar}>
      {onAgain && (
        <IconButton
          label={t('again.open')}
          command={resultCommands.again}
          icon={<Repeat2 aria-hidden />}
          onClick={onAgain}
        />
      )}
      <UseInMenu id={asset.id} buttonClassName={styles.action} />
      {parameters !== null && (
        <>
          <Button
            variant="quiet"
            className={styles.action}
            icon={<SlidersHorizontal aria-hidden />}
            onClick={() => void reuseParameters(parameters, true)}
          >
            {t('result.use')}
          </Button>
          <Button
            variant="quiet"
            className={styles.action}
            icon={<Shuffle aria-hidden />}
            onClick={() => void reuseParameters(parameters, false)}
          >
            {t('result.remix')}
          </Button>
        </>
      )}
      {asset.jobId !== null && <GridLink job={asset.jobId} />}
      {asset.role === 'result' && !isTrashed && <StarButton asset={asset} />}
      <IconButton
        label={t('viewers.save_copy')}
        icon={<Download aria-hidden />}
        onClick={() => actions.save(asset.id)}
      />
      {asset.role !== 'input' && (
        <IconButton
          label={t(isTrashed ? 'viewers.restore' : 'viewers.delete')}
          command={isTrashed ? undefined : organizeCommands.trash}
          icon={isTrashed ? <RotateCcw aria-hidden /> : <Trash2 aria-hidden />}
          onClick={onRemove}
        />
      )}
      <MoreMenu {...props} reveal={actions.reveal} />
    </div>
  )
}

/** Menu to compare the result, start a slideshow, go to full screen, or show its folder. */
function MoreMenu({
  detail: { asset },
  comparable: { source, previous },
  isFullscreen,
  onCompare,
  onSlideshow,
  onFullscreen,
  reveal,
}: Props & { reveal: ((id: string) => void) | undefined }) {
  const compare = (other: string | undefined, label: string, hasKey: boolean): MenuItem[] =>
    other === undefined
      ? []
      : [
          {
            label,
            icon: <GitCompareArrows aria-hidden />,
            hint: hasKey && <KeyHint of={viewerCommands.compare} />,
            onSelect: () => onCompare(other),
          },
        ]
  return (
    <Menu
      label={t('viewers.more')}
      items={[
        ...compare(source, t('viewers.compare_source'), true),
        ...compare(previous, t('viewers.compare_previous'), source === undefined),
        {
          label: t('viewers.slideshow'),
          icon: <Presentation aria-hidden />,
          hint: <KeyHint of={viewerCommands.slideshow} />,
          onSelect: onSlideshow,
        },
        {
          label: t(isFullscreen ? 'viewers.leave_fullscreen' : 'viewers.fullscreen'),
          icon: isFullscreen ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />,
          hint: <KeyHint of={viewerCommands.fullscreen} />,
          onSelect: onFullscreen,
        },
        ...(reveal
          ? ([
              'separator',
              {
                label: t('viewers.open_folder'),
                icon: <FolderOpen aria-hidden />,
                onSelect: () => reveal(asset.id),
              },
            ] as const)
          : []),
      ]}
      trigger={(aria) => <IconButton {...aria} label={t('viewers.more')} icon={<Ellipsis aria-hidden />} />}
    />
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
