import { useMemo, useRef, useState } from 'react'
import { Grid3x3 } from 'lucide-react'
import type { Grid, GridJob } from '../../../src-preload/contract/types/grid.ts'
import { navigate } from '../../router/navigate.ts'
import { navigateAbove } from '../../router/navigateAbove.ts'
import { useLocation } from '../../router/useLocation.ts'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useTrash } from '../../widgets/organize/useTrash.ts'
import { AssetViewer } from '../../widgets/results/viewer/AssetViewer.tsx'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { GridBar, GridHeader } from './GridHeader.tsx'
import screenStyles from '../../ui/layout/screen.module.css'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import { GridTable } from './GridTable.tsx'
import {
  arrange,
  type Arrangement,
  cellKey,
  defaultArrangement,
  positionText,
  type GridSheet,
} from './core/arrange.ts'
import { type Cell, fullCellSizeOf } from './core/GridLayout.ts'
import { useGridZoom, ZOOM_STEP } from './model/useGridZoom.ts'
import { useViewport } from './model/gridScroll.ts'
import { useGrid } from './model/useGrid.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { isActive } from '../../widgets/jobs/jobState.ts'
import { JobChip } from '../../widgets/jobs/JobChip.tsx'
import { JobActions } from '../../widgets/jobs/JobActions.tsx'
import { JobOutcome } from '../../widgets/jobs/JobOutcome.tsx'
import { gridCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import styles from './GridScreen.module.css'

interface Props {
  id: string
  /** Id of the result that is open in the viewer. */
  openAssetId: string | undefined
}

/**
 * A batch as a grid of the values that it compares: `#/queue/ID/grid`, with `?job=ID` to start at a job, and
 * `#/queue/ID/grid/ASSET` with an open result.
 */
export function GridScreen({ id, openAssetId }: Props) {
  const { grid, error, retry } = useGrid(id)
  if (error && !grid)
    return (
      <div className={spinnerStyles.center}>
        <LoadFailure error={error} onRetry={retry}>
          <Button onClick={() => navigate('queue')}>{t('grid.back')}</Button>
        </LoadFailure>
      </div>
    )
  if (!grid)
    return (
      <div className={spinnerStyles.center}>
        <Spinner label={t('common.loading')} />
      </div>
    )
  if (grid.axes.length === 0)
    return (
      <div className={spinnerStyles.center}>
        <EmptyState
          icon={<Grid3x3 aria-hidden />}
          title={t('grid.no_axes')}
          actions={
            <Button onClick={() => navigate(`queue/${encodeURIComponent(id)}`)}>{t('grid.back')}</Button>
          }
        >
          {t('grid.no_axes_text')}
        </EmptyState>
      </div>
    )
  return <LoadedGrid key={id} grid={grid} openAssetId={openAssetId} />
}

function LoadedGrid({ grid, openAssetId }: { grid: Grid; openAssetId: string | undefined }) {
  const [arrangement, setArrangement] = useState(() => defaultArrangement(grid))
  const { query } = useLocation()
  const [startJob] = useState(() => grid.jobs.find(({ id }) => id === query.get('job')))
  const startPosition = startJob ? positionOf(startJob, arrangement) : ([0, 0, 0] as const)
  const [page, setPage] = useState(startPosition[2])
  const [layer, setLayer] = useState(0)
  const [focusedCell, setFocusedCell] = useState<Cell>([startPosition[0], startPosition[1]])
  /** The cell whose job is open in the dialog. */
  const [openCell, setOpenCell] = useState<{ key: string; index: number }>()
  const sheet = useMemo(() => arrange(grid, arrangement), [grid, arrangement])
  const fullCellSize = useMemo(() => fullCellSizeOf(grid.jobs), [grid.jobs])
  const results = useMemo(() => resultsOf(sheet, page), [sheet, page])
  const layerCount = useMemo(() => maxLayers(grid.jobs), [grid.jobs])
  const trashActions = useTrash()
  const scroller = useRef<HTMLDivElement>(null)
  const screenRef = useRef<HTMLDivElement>(null)
  const viewport = useViewport(scroller)
  const zoom = useGridZoom(scroller, viewport, sheet, fullCellSize)
  const showOtherLayer = (by: -1 | 1) => setLayer((layer + by + layerCount) % layerCount)
  useShortcuts('full', screenRef, gridCommands, {
    zoomIn: () => zoom.zoomBy(ZOOM_STEP),
    zoomOut: () => zoom.zoomBy(1 / ZOOM_STEP),
    fit: zoom.zoomToFit,
    actualSize: zoom.zoomToActualSize,
    previousLayer: layerCount > 1 && (() => showOtherLayer(-1)),
    nextLayer: layerCount > 1 && (() => showOtherLayer(1)),
    // The table handles these.
    move: undefined,
    corner: undefined,
    open: undefined,
  })
  const path = `queue/${encodeURIComponent(grid.id)}/grid`
  const showAsset = (asset: string) => {
    const assetPath = `${path}/${encodeURIComponent(asset)}`
    if (openAssetId === undefined) navigateAbove(path, assetPath)
    else navigate(assetPath, { replace: true })
  }
  const closeViewer = () => navigate(path, { replace: true })
  const openJobOrAsset = (jobs: readonly GridJob[], job: GridJob) => {
    if (job.state === 'saved' && job.asset) showAsset(job.asset.id)
    else setOpenCell({ key: cellKey(job), index: jobs.indexOf(job) })
  }
  const cellJobs = openCell ? grid.jobs.filter((job) => cellKey(job) === openCell.key) : []
  const openJob = openCell && cellJobs[openCell.index]
  return (
    <div ref={screenRef} className={screenStyles.screen}>
      <GridHeader
        grid={grid}
        sheet={sheet}
        arrangement={arrangement}
        page={page}
        layer={layer}
        layerCount={layerCount}
        fullCellSize={fullCellSize}
        zoom={zoom}
        onArrange={(next) => {
          setArrangement(next)
          setPage(0)
          setFocusedCell([0, 0])
        }}
      />
      <GridBar
        sheet={sheet}
        page={page}
        onPage={setPage}
        layer={layer}
        layerCount={layerCount}
        onLayerStep={showOtherLayer}
      />
      <div className={screenStyles.body}>
        <GridTable
          scrollerRef={scroller}
          viewport={viewport}
          zoom={zoom}
          sheet={sheet}
          page={page}
          layer={layer}
          focusedCell={focusedCell}
          scrollsToFocusedCell={startJob !== undefined}
          onFocusedCell={setFocusedCell}
          onOpen={openJobOrAsset}
        />
      </div>
      {openJob && (
        <CellDialog
          id={openJob.id}
          title={positionText(sheet, positionOf(openJob, arrangement))}
          onOpen={(asset) => {
            setOpenCell(undefined)
            showAsset(asset)
          }}
          onClose={() => setOpenCell(undefined)}
        />
      )}
      {openAssetId !== undefined && (
        <AssetViewer
          id={openAssetId}
          order={results}
          total={results.length}
          onShow={showAsset}
          onClose={closeViewer}
          onRemove={(asset) => {
            const job = grid.jobs.find((candidate) => candidate.asset?.id === asset)
            if (job?.asset && job.asset.trashedAt !== null) return trashActions.restore([asset])
            const index = results.indexOf(asset)
            const next = results[index + 1] ?? results[index - 1]
            if (next === undefined || index === -1) closeViewer()
            else showAsset(next)
            trashActions.trash([asset])
          }}
        />
      )}
    </div>
  )
}

const positionOf = (
  { coordinates }: GridJob,
  { columns, rows, pages }: Arrangement,
): [number, number, number] => [
  coordinates[columns ?? -1] ?? 0,
  coordinates[rows ?? -1] ?? 0,
  coordinates[pages ?? -1] ?? 0,
]

/** The largest number of jobs in a cell. */
const maxLayers = (jobs: readonly GridJob[]): number =>
  Math.max(1, ...Array.from(Map.groupBy(jobs, cellKey).values(), ({ length }) => length))

/** Ids of a page's results in reading order, for the viewer. */
function resultsOf(sheet: GridSheet, page: number): string[] {
  const ids: string[] = []
  for (const row of sheet.rows.values.keys())
    for (const column of sheet.columns.values.keys())
      for (const { state, asset } of sheet.jobsAt(column, row, page))
        if (state === 'saved' && asset && asset.trashedAt === null) ids.push(asset.id)
  return ids
}

interface CellDialogProps {
  /** Job id; changes when the job is retried. */
  id: string
  /** The position of the cell. */
  title: string
  onOpen: (asset: string) => void
  onClose: () => void
}

/**
 * The dialog of a cell's job: its progress, its outcome with actions, or a button that opens the result once it is
 * saved.
 */
function CellDialog({ id, title, onOpen, onClose }: CellDialogProps) {
  const { data: job, error, refetch } = useApiQuery('jobs.get', { id }, { staleTime: 0 })
  const result = job?.state === 'saved' ? job.assets.find(({ role }) => role === 'result') : undefined
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        job?.state === 'queued' ? (
          <JobActions job={job} />
        ) : (
          result && (
            <Button variant="primary" onClick={() => onOpen(result.id)}>
              {t('grid.open_result')}
            </Button>
          )
        )
      }
    >
      {!job && error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !job ? (
        <Spinner label={t('common.loading')} />
      ) : isActive(job.state) || job.state === 'queued' || job.state === 'saved' ? (
        <div className={styles.jobState}>
          <p dir="auto" className={styles.prompt}>
            {job.title}
          </p>
          <JobChip job={job} />
          {job.state !== 'saved' && job.state !== 'queued' && (
            <ProgressBar label={t('result.progress')} value={job.progress} />
          )}
          {job.state === 'queued' && <p>{t('result.queued_text')}</p>}
          {job.state === 'saved' && !result && <p>{t('grid.deleted_text')}</p>}
        </div>
      ) : (
        <div className={styles.outcome}>
          <JobOutcome job={job} />
        </div>
      )}
    </Dialog>
  )
}
