import { ArrowLeftRight, X } from 'lucide-react'
import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { useUndoKey } from '../../organize/undoStack.ts'
import { useStar } from '../../organize/useStar.ts'
import { AssetContent } from '../AssetContent.tsx'
import { detailFailure } from '../FileFault.tsx'
import { ImagePane, ScaledNote } from './ImagePane.tsx'
import { type ComparedResult, Pane } from './Pane.tsx'
import { FITTED, stepBy, zoomBy, type SharedZoom } from './sharedZoom.ts'
import { type StackMode, StackedImages } from './StackedImages.tsx'
import { SyncedVideos } from './SyncedVideos.tsx'
import { globalCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { compareCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { type ComparedParameter, compareParameters } from './compareParameters.ts'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './CompareDialog.module.css'

type Mode = 'side' | StackMode
const MODES: readonly Mode[] = ['side', 'slider', 'difference']
const ZOOM_STEP = 1.4

interface Props {
  /** Two to four results. */
  ids: readonly string[]
  onClose: () => void
}

/** The direction in which each key moves the images. */
const PAN_STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const NO_STEP = [0, 0] as const

/**
 * Two to four results side by side, or two images on top of each other, above a table of their differing parameters.
 */
export function CompareDialog({ ids, onClose }: Props) {
  const [order, setOrder] = useState(ids)
  const [mode, setMode] = useState<Mode>('side')
  const [zoom, setZoom] = useState<SharedZoom>(FITTED)
  const root = useRef<HTMLDivElement>(null)
  const star = useStar()
  const compared = useCompared(order)
  const details = compared.flatMap(({ detail, error }) => (detail && error === null ? [detail] : []))
  const isAll = (viewer: AssetDetail['viewer']) =>
    details.length === order.length && details.every((detail) => detail.viewer === viewer)
  const areImages = isAll('image')
  const [first, second] = details
  const canStack = areImages && details.length === 2 && !details.some(({ asset }) => hasTooManyPixels(asset))
  const shownMode = canStack ? mode : 'side'
  const cycleMode = () => setMode(MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'side')
  const swap = () => setOrder(([head, ...rest]) => (head === undefined ? [] : [...rest, head]))
  const toggleStar = (index: number) => {
    const asset = compared[index]?.detail?.asset
    if (asset?.role === 'result' && asset.trashedAt === null) star([asset.id], asset.starredAt === null)
  }
  useUndoKey(root)
  useShortcuts('full', root, compareCommands, {
    mode: canStack && cycleMode,
    swap,
    star: (key) => toggleStar(Number(key) - 1),
    zoomIn: areImages && (() => setZoom((old) => zoomBy(old, ZOOM_STEP))),
    zoomOut: areImages && (() => setZoom((old) => zoomBy(old, 1 / ZOOM_STEP))),
    fit: areImages && (() => setZoom(FITTED)),
    pan: areImages && ((key) => setZoom((old) => stepBy(old, ...(PAN_STEPS[key] ?? NO_STEP)))),
  })
  return (
    <Dialog hasOwnHeader size="full" title={t('compare.title', { count: order.length })} onClose={onClose}>
      <div ref={root} className={styles.compare}>
        <header className={classes(toolbarStyles.bar, styles.head)}>
          <IconButton
            label={t('compare.close')}
            command={globalCommands.close}
            icon={<X aria-hidden />}
            onClick={onClose}
          />
          <span dir="auto" className={classes(textStyles.title, textStyles.truncate)}>
            {t('compare.title', { count: order.length })}
          </span>
          {areImages && <ScaledNote details={details} />}
          <span className={toolbarStyles.space} />
          {canStack && (
            <Segmented
              label={t('compare.mode')}
              value={mode}
              options={MODES.map((value) => ({ value, label: t(`compare.${value}`) }))}
              onValueChange={setMode}
            />
          )}
          <IconButton
            label={t('compare.swap')}
            command={compareCommands.swap}
            icon={<ArrowLeftRight aria-hidden />}
            onClick={swap}
          />
        </header>
        <div className={styles.panes} data-count={shownMode === 'side' ? order.length : 1}>
          {shownMode !== 'side' && first && second ? (
            <StackedImages
              mode={shownMode}
              before={first}
              after={second}
              zoom={zoom}
              onZoomChange={setZoom}
            />
          ) : isAll('video') ? (
            <SyncedVideos details={details} />
          ) : (
            compared.map((entry, index) => (
              <Pane key={entry.id} compared={entry} number={index + 1}>
                {(detail) =>
                  detail.viewer === 'image' ? (
                    <ImagePane detail={detail} number={index + 1} zoom={zoom} onZoomChange={setZoom} />
                  ) : (
                    <AssetContent asset={detail.asset} detail={detail} mode="embedded" />
                  )
                }
              </Pane>
            ))
          )}
        </div>
        {details.length > 1 && <ParameterTable details={details} />}
      </div>
    </Dialog>
  )
}

/** The details of each result, in the given order. */
function useCompared(ids: readonly string[]): ComparedResult[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['library.asset', { id }],
      queryFn: () => call('library.asset', { id }),
    })),
  }).map((query, index) => ({
    id: ids[index] ?? '',
    detail: query.data,
    error: detailFailure(query),
    reload: () => void query.refetch(),
  }))
}

/** The parameters in which results differ, with a column for each result; equal parameters are collapsed. */
function ParameterTable({ details }: { details: readonly AssetDetail[] }) {
  const rows = compareParameters(details)
  const differing = rows.filter(({ isEqual }) => !isEqual)
  const equal = rows.filter(({ isEqual }) => isEqual)
  return (
    <section className={styles.parameters} aria-label={t('compare.parameters')} tabIndex={0}>
      {differing.length === 0 ? (
        <p className={textStyles.quiet}>{t('compare.nothing_differs')}</p>
      ) : (
        <Rows rows={differing} details={details} />
      )}
      {equal.length > 0 && (
        <details>
          <summary className={classes(textStyles.label, styles.summary)}>
            {t('compare.equal', { count: equal.length })}
          </summary>
          <Rows rows={equal} details={details} />
        </details>
      )}
    </section>
  )
}

function Rows({ rows, details }: { rows: readonly ComparedParameter[]; details: readonly AssetDetail[] }) {
  return (
    <table className={styles.table}>
      <colgroup>
        <col className={styles.label} />
      </colgroup>
      <thead className={textStyles.hidden}>
        <tr>
          <th scope="col">{t('compare.parameter')}</th>
          {details.map(({ asset, title }, index) => (
            <th key={asset.id} scope="col">
              {index + 1}: {title.trim() || asset.name || t('gallery.untitled')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label, values, isEqual }) => (
          <tr key={name} className={isEqual ? styles.equal : undefined}>
            <th scope="row">{label}</th>
            {details.map(({ asset }, index) => {
              const value = values[index] ?? null
              return (
                <td key={asset.id} className={value === null ? styles.none : undefined}>
                  <div className={styles.value}>{value ?? t('compare.none')}</div>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
