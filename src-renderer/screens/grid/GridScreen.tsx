import { useMemo, useRef, useState } from 'react'
import { Grid3x3 } from 'lucide-react'
import type { Grid, GridJob } from '../../../src-preload/contract/types/grid.ts'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useTrash } from '../../widgets/library/useTrash.ts'
import { AssetViewer } from '../../widgets/results/viewer/AssetViewer.tsx'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { CellDialog } from './CellDialog.tsx'
import { GridBar } from './GridBar.tsx'
import { GridHeader } from './GridHeader.tsx'
import screenStyles from '../../ui/layout/screen.module.css'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import { GridTable } from './GridTable.tsx'
import { arrange, defaultArrangement, positionText, type GridSheet } from './model/arrange.ts'
import { cellBox } from './core/gridSizes.ts'
import { useGridZoom, ZOOM_STEP } from './model/useGridZoom.ts'
import { useViewport } from './model/gridScroll.ts'
import { useGrid } from './model/useGrid.ts'

interface Props {
  id: string
  /** Id of the result in the viewer. */
  opened: string | undefined
}

/** A sweep as a labelled grid: `#/queue/ID/grid`, and `#/queue/ID/grid/ASSET` with an open result. */
export function GridScreen({ id, opened }: Props) {
  const { grid, error, retry } = useGrid(id)
  if (error && !grid) {
    return (
      <div className={spinnerStyles.center}>
        <LoadFailure error={error} onRetry={retry}>
          <Button onClick={() => navigate('queue')}>{t('grid.back')}</Button>
        </LoadFailure>
      </div>
    )
  }
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
  return <Sheet key={id} grid={grid} opened={opened} />
}

function Sheet({ grid, opened }: { grid: Grid; opened: string | undefined }) {
  const [arrangement, setArrangement] = useState(() => defaultArrangement(grid))
  const { query } = useLocation()
  const [startJob] = useState(() => grid.jobs.find(({ id }) => id === query.get('job')))
  const first = startJob ? positionOf(startJob, arrangement) : ([0, 0, 0] as const)
  const [page, setPage] = useState(first[2])
  const [layer, setLayer] = useState(0)
  const [current, setCurrent] = useState<readonly [number, number]>([first[0], first[1]])
  /** The cell whose job is open in the dialog. */
  const [openCell, setOpenCell] = useState<{ key: string; index: number }>()
  const sheet = useMemo(() => arrange(grid, arrangement), [grid, arrangement])
  const box = useMemo(() => cellBox(grid.jobs), [grid.jobs])
  const results = useMemo(() => resultsOf(sheet, page), [sheet, page])
  const layers = useMemo(() => maxLayers(grid.jobs), [grid.jobs])
  const trashActions = useTrash()
  const scroller = useRef<HTMLDivElement>(null)
  const screenRef = useRef<HTMLDivElement>(null)
  const viewport = useViewport(scroller)
  const zoom = useGridZoom(scroller, viewport, sheet, box)
  const step = (by: number) => setLayer((layer + by + layers) % layers)
  useShortcuts('full', screenRef, {
    '+': () => zoom.zoomBy(ZOOM_STEP),
    '=': () => zoom.zoomBy(ZOOM_STEP),
    '-': () => zoom.zoomBy(1 / ZOOM_STEP),
    '0': zoom.zoomToFit,
    '1': zoom.zoomToActualSize,
    ...(layers > 1 ? { '[': () => step(-1), ']': () => step(1) } : {}),
  })
  const path = `queue/${encodeURIComponent(grid.id)}/grid`
  const show = (asset: string) =>
    navigate(`${path}/${encodeURIComponent(asset)}`, { replace: opened !== undefined })
  const close = () => navigate(path, { replace: true })
  const open = (jobs: readonly GridJob[], job: GridJob) => {
    if (job.state === 'saved' && job.asset) show(job.asset.id)
    else setOpenCell({ key: job.at.join(' '), index: jobs.indexOf(job) })
  }
  const cellJobs = openCell ? grid.jobs.filter(({ at }) => at.join(' ') === openCell.key) : []
  const openJob = openCell && cellJobs[openCell.index]
  return (
    <div ref={screenRef} className={screenStyles.screen}>
      <GridHeader
        grid={grid}
        sheet={sheet}
        arrangement={arrangement}
        page={page}
        layer={layer}
        box={box}
        zoom={zoom}
        onArrange={(next) => {
          setArrangement(next)
          setPage(0)
          setCurrent([0, 0])
        }}
      />
      <GridBar sheet={sheet} page={page} onPage={setPage} layer={layer} layers={layers} onLayer={step} />
      <div className={screenStyles.body}>
        <GridTable
          scrollerRef={scroller}
          viewport={viewport}
          zoom={zoom}
          sheet={sheet}
          page={page}
          layer={layer}
          current={current}
          scrollsToCurrent={startJob !== undefined}
          onCurrent={setCurrent}
          onOpen={open}
        />
      </div>
      {openJob && (
        <CellDialog
          id={openJob.id}
          title={positionText(sheet, positionOf(openJob, arrangement))}
          onOpen={(asset) => {
            setOpenCell(undefined)
            show(asset)
          }}
          onClose={() => setOpenCell(undefined)}
        />
      )}
      {opened !== undefined && (
        <AssetViewer
          id={opened}
          order={results}
          total={results.length}
          onShow={show}
          onClose={close}
          onRemove={(asset) => {
            const index = results.indexOf(asset)
            const next = results[index + 1] ?? results[index - 1]
            if (next === undefined || index === -1) close()
            else show(next)
            trashActions.trash([asset])
          }}
        />
      )}
    </div>
  )
}

const positionOf = (
  { at }: GridJob,
  { columns, rows, pages }: ReturnType<typeof defaultArrangement>,
): [number, number, number] => [at[columns ?? -1] ?? 0, at[rows ?? -1] ?? 0, at[pages ?? -1] ?? 0]

/** The largest number of jobs in a cell. */
function maxLayers(jobs: readonly GridJob[]): number {
  const counts = new Map<string, number>()
  for (const { at } of jobs) counts.set(at.join(' '), (counts.get(at.join(' ')) ?? 0) + 1)
  return Math.max(1, ...counts.values())
}

/** Ids of a page's results in reading order, for the viewer. */
function resultsOf(sheet: GridSheet, page: number): string[] {
  const ids: string[] = []
  for (const row of sheet.rows.values.keys())
    for (const column of sheet.columns.values.keys())
      for (const { state, asset } of sheet.jobsAt(column, row, page))
        if (state === 'saved' && asset && asset.trashedAt === null) ids.push(asset.id)
  return ids
}
