import { lazy, Suspense, useState } from 'react'
import {
  ArrowLeft,
  ArrowRightLeft,
  Download,
  Layers2,
  LayoutGrid,
  Maximize,
  Minus,
  Plus,
  ChevronLeft,
  ChevronRight,
} from 'lucide-react'
import type { Grid } from '../../../src-preload/contract/types/grid.ts'
import { navigate } from '../../router/navigate.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import {
  type Arrangement,
  type GridSheet,
  swapColumnsAndRows,
  setPagesAxis,
  axisName,
} from './core/arrange.ts'
import type { Size } from './core/GridLayout.ts'
import { type GridZoom, ZOOM_STEP } from './model/useGridZoom.ts'
import { classes } from '../../ui/classes.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { gridCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './GridScreen.module.css'

const GridExportDialog = lazy(async () => ({
  default: (await import('./GridExportDialog.tsx')).GridExportDialog,
}))

interface Props {
  grid: Grid
  sheet: GridSheet
  arrangement: Arrangement
  page: number
  layer: number
  layerCount: number
  /** Size of a cell at scale 1. */
  fullCellSize: Size
  zoom: GridZoom
  onArrange: (arrangement: Arrangement) => void
}

/** The header of a grid: name, progress, zoom, arrangement, and the export to one image. */
export function GridHeader({
  grid,
  sheet,
  arrangement,
  page,
  layer,
  layerCount,
  fullCellSize,
  zoom,
  onArrange,
}: Props) {
  const [isExporting, setIsExporting] = useState(false)
  const done = grid.jobs.filter(({ state }) => state === 'saved').length
  return (
    <header className={screenStyles.head}>
      <IconButton
        label={t('grid.back')}
        className={screenStyles.back}
        icon={<ArrowLeft aria-hidden />}
        onClick={() => navigate(`queue/${encodeURIComponent(grid.id)}`)}
      />
      <div className={screenStyles.text}>
        <h1 dir="auto" title={grid.name}>
          {grid.name}
        </h1>
        <output className={screenStyles.sub}>{t('grid.done', { done, count: grid.jobs.length })}</output>
      </div>
      <GridZoomBar zoom={zoom} />
      <Menu
        label={t('grid.arrange')}
        items={[
          {
            label: t('grid.swap'),
            icon: <ArrowRightLeft aria-hidden />,
            onSelect: () => onArrange(swapColumnsAndRows(arrangement)),
          },
          ...(grid.axes.length > 2
            ? [
                'separator' as const,
                ...grid.axes.map((axis, index) => ({
                  label: t('grid.as_pages', { label: axisName(axis) }),
                  icon: <Layers2 aria-hidden />,
                  disabled: arrangement.pages === index,
                  onSelect: () => onArrange(setPagesAxis(arrangement, index)),
                })),
              ]
            : []),
        ]}
        trigger={(aria) => (
          <Button {...aria} variant="quiet" icon={<LayoutGrid aria-hidden />}>
            {t('grid.arrange')}
          </Button>
        )}
      />
      <Button icon={<Download aria-hidden />} aria-haspopup="dialog" onClick={() => setIsExporting(true)}>
        {t('grid.export')}
      </Button>
      {isExporting && (
        <Suspense>
          <GridExportDialog
            grid={grid}
            sheet={sheet}
            page={page}
            layer={layer}
            layerCount={layerCount}
            fullCellSize={fullCellSize}
            onClose={() => setIsExporting(false)}
          />
        </Suspense>
      )}
    </header>
  )
}

/** The buttons that zoom the grid, and the current scale. */
function GridZoomBar({ zoom }: { zoom: GridZoom }) {
  const percent = Math.round(zoom.scale * 100)
  return (
    <div
      className={classes(textStyles.quiet, styles.group)}
      role="toolbar"
      aria-label={t('grid.zoom')}
      title={t('grid.zoom_text')}
    >
      <IconButton
        size="small"
        label={t('grid.zoom_out')}
        command={gridCommands.zoomOut}
        icon={<Minus aria-hidden />}
        onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}
      />
      <output>{t('grid.percent', { percent })}</output>
      <IconButton
        size="small"
        label={t('grid.zoom_in')}
        command={gridCommands.zoomIn}
        icon={<Plus aria-hidden />}
        onClick={() => zoom.zoomBy(ZOOM_STEP)}
      />
      <IconButton
        size="small"
        label={t('grid.fit')}
        command={gridCommands.fit}
        disabled={zoom.isFitted}
        icon={<Maximize aria-hidden />}
        onClick={zoom.zoomToFit}
      />
      <button
        type="button"
        className={styles.actualSize}
        aria-label={t('grid.actual')}
        onClick={zoom.zoomToActualSize}
      >
        1:1
      </button>
    </div>
  )
}

interface GridBarProps {
  sheet: GridSheet
  page: number
  onPage: (page: number) => void
  /** Index of the job shown in each cell. */
  layer: number
  /** The largest number of jobs in a cell. */
  layerCount: number
  /** Shows the previous (-1) or the next (1) job of each cell. */
  onLayerStep: (by: -1 | 1) => void
}

/** With more pages, or more characters in all their names, a select replaces the buttons. */
const MAX_PAGE_BUTTONS = 16
const MAX_BUTTON_CHARACTERS = 72

const needsSelect = (names: readonly string[]): boolean =>
  names.length > MAX_PAGE_BUTTONS || names.join('').length > MAX_BUTTON_CHARACTERS

/** Chooses the page, and which job each cell shows. Renders nothing without a page axis if no cell has a second job. */
export function GridBar({ sheet, page, onPage, layer, layerCount, onLayerStep }: GridBarProps) {
  const { pages } = sheet
  if (pages.name === '' && layerCount === 1) return null
  return (
    <div className={classes(screenStyles.bar, textStyles.quiet)}>
      {pages.name !== '' && needsSelect(pages.values) && (
        <div className={styles.pageSelect}>
          <Select
            label={pages.name}
            value={page}
            options={pages.shortValues.map((label, value) => ({ value, label }))}
            onValueChange={onPage}
          />
          <span>{t('grid.page_of', { at: page + 1, count: pages.values.length })}</span>
        </div>
      )}
      {pages.name !== '' && !needsSelect(pages.values) && (
        <div className={styles.pages}>
          <span aria-hidden>{pages.name}</span>
          <Segmented
            label={pages.name}
            value={String(page)}
            options={pages.values.map((label, index) => ({ value: String(index), label }))}
            onValueChange={(value) => onPage(Number(value))}
          />
        </div>
      )}
      {layerCount > 1 && (
        <div className={classes(textStyles.quiet, styles.group)} role="group" aria-label={t('grid.layer')}>
          <IconButton
            size="small"
            label={t('grid.layer_before')}
            command={gridCommands.previousLayer}
            icon={<ChevronLeft aria-hidden />}
            onClick={() => onLayerStep(-1)}
          />
          <output>{t('grid.layer_of', { at: layer + 1, count: layerCount })}</output>
          <IconButton
            size="small"
            label={t('grid.layer_next')}
            command={gridCommands.nextLayer}
            icon={<ChevronRight aria-hidden />}
            onClick={() => onLayerStep(1)}
          />
        </div>
      )}
    </div>
  )
}
