import { ChevronLeft, ChevronRight, PanelRight, X } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { resultHandlers } from '../menu/resultMenu.ts'
import { Dialog, useIsUnderDialog } from '../../../ui/overlays/Dialog.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { CollectionsPanel } from '../../collections/CollectionsPanel.tsx'
import { OrganizePanel, useOrganizeInViewer } from '../../organize/OrganizePanel.tsx'
import { useStar } from '../../organize/useStar.ts'
import { Compare } from '../compare/Compare.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import { AssetContent } from '../AssetContent.tsx'
import { detailFailure, FileFault, useFileState } from '../FileFault.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { Filmstrip } from './Filmstrip.tsx'
import { SlideshowControls, useSlideshow } from './Slideshow.tsx'
import { useFullscreen } from './useFullscreen.ts'
import { useDecodedNeighbours, useHeldDetail, useNearbyTiles } from './useNearbyTiles.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { comparableWith, ViewerActions } from './ViewerActions.tsx'
import { globalCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { resultCommands, viewerCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { recallHandlers } from '../actions/recall.ts'
import { detailsOpen } from './detailsOpen.ts'
import { Again } from '../again/Again.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './AssetViewer.module.css'

/** In a window narrower than this, in px, the details would cover the image, so they are hidden at first. */
const MIN_DETAILS_WIDTH = 860
/** The filmstrip appears when the pointer is this close to the bottom edge, in px. */
const STRIP_ZONE = 140

/** Viewers that fill the window, so that the arrow buttons and the filmstrip are overlaid on them. */
const FULL_SIZE_VIEWERS: ReadonlySet<string> = new Set(['image', 'video', 'file'])
/** Viewers whose slides stay until they have played to their end. */
const TIMED_VIEWERS: ReadonlySet<string> = new Set(['video', 'audio'])

interface Props {
  id: string
  /** Ids of the loaded results in the order of the list, which the arrow keys step through. They may lack the result itself. */
  order: readonly string[]
  /** Number of results, including those that aren't loaded; null if unknown. */
  total: number | null
  /** Number of results before the first of `order`; null if unknown. */
  previousCount?: number | null
  onShow: (id: string) => void
  onClose: () => void
  /** Moves the result to the trash, or restores it. */
  onRemove: (id: string) => void
}

/** A full-size dialog that shows a result with its parameters and actions. */
export function AssetViewer({ id, order, total, previousCount = 0, onShow, onClose, onRemove }: Props) {
  const query = useApiQuery('library.asset', { id }, { keepPrevious: true })
  const { data, refetch } = query
  const error = detailFailure(query)
  const isDetailsOpen = detailsOpen((state) => state.chosen) ?? innerWidth > MIN_DETAILS_WIDTH
  const setDetailsOpen = detailsOpen((state) => state.choose)
  const [comparedIds, setComparedIds] = useState<readonly string[]>()
  /** The result to run again; the slideshow may show another one meanwhile. */
  const [repeatedId, setRepeatedId] = useState<string>()
  const [isNearStrip, setNearStrip] = useState(false)
  const index = order.indexOf(id)
  const previous = index > 0 ? order[index - 1] : undefined
  const next = index === -1 ? undefined : order[index + 1]
  const asset = data?.asset.id === id ? data.asset : undefined
  const star = useStar()
  const tiles = useNearbyTiles(order, index)
  useDecodedNeighbours(order, index, tiles)
  const shown = useHeldDetail(data)
  const file = useFileState(shown?.asset)
  const { isMissing } = file
  const viewer = useRef<HTMLDivElement>(null)
  const isCovered = useIsUnderDialog(viewer)
  const slideshow = useSlideshow({
    shownId: error || shown?.asset.id === id ? id : undefined,
    hasOwnLength: shown !== undefined && TIMED_VIEWERS.has(shown.viewer) && !isMissing && !error,
    isCovered,
    showNext: next === undefined ? undefined : () => onShow(next),
  })
  const { isFullscreen, toggle: toggleFullscreen } = useFullscreen(viewer)
  const comparable = data && asset ? comparableWith(data, next ?? previous) : {}
  const compareWith = (other: string | undefined) => other !== undefined && setComparedIds([other, id])
  const toggleSlideshow = () => (slideshow.isOn ? slideshow.stop() : slideshow.start())
  const hasOwnPause = shown !== undefined && TIMED_VIEWERS.has(shown.viewer)
  useShortcuts('full', viewer, viewerCommands, {
    previous: previous !== undefined && (() => onShow(previous)),
    next: next !== undefined && (() => onShow(next)),
    compare: () => compareWith(comparable.source ?? comparable.previous),
    fullscreen: toggleFullscreen,
    slideshow: toggleSlideshow,
    pause: slideshow.isOn && !hasOwnPause && (() => slideshow.setPaused(!slideshow.isPaused)),
  })
  const isResult = asset?.role === 'result'
  const canRunAgain = isResult && data?.parameters !== null
  // A slideshow hides the details.
  const showDetails = () => {
    slideshow.stop()
    setDetailsOpen(true)
  }
  useShortcuts('full', viewer, resultCommands, {
    star: isResult && asset.trashedAt === null && (() => star([id], asset.starredAt === null)),
    info: slideshow.isOn ? showDetails : () => setDetailsOpen(!isDetailsOpen),
    again: canRunAgain && (() => setRepeatedId(id)),
    ...recallHandlers(isResult ? id : undefined),
  })
  const annotations = useOrganizeInViewer({
    detail: asset && data,
    viewer,
    showDetails,
    onRemove: () => onRemove(id),
  })
  // The buttons may cover an image, but not content that is clicked or read.
  const isFullSize = shown === undefined || FULL_SIZE_VIEWERS.has(shown.viewer)
  const stepButtons = (
    <>
      {previous !== undefined && (
        <StepButton
          label={t('viewers.previous')}
          side="left"
          isOverlaid={isFullSize}
          onClick={() => onShow(previous)}
        />
      )}
      {next !== undefined && (
        <StepButton
          label={t('viewers.next')}
          side="right"
          isOverlaid={isFullSize}
          onClick={() => onShow(next)}
        />
      )}
    </>
  )
  const trackPointer = ({ currentTarget, clientY }: PointerEvent) =>
    setNearStrip(isFullSize && currentTarget.getBoundingClientRect().bottom - clientY < STRIP_ZONE)
  return (
    <Dialog
      hasOwnHeader
      size="full"
      title={t('viewers.title', { title: data?.title ?? '' })}
      // Escape ends the slideshow first.
      onClose={slideshow.isOn ? slideshow.stop : onClose}
    >
      <div
        ref={viewer}
        className={classes(
          styles.viewer,
          isDetailsOpen && !slideshow.isOn && styles.open,
          slideshow.isOn && styles.bare,
        )}
      >
        <div className={styles.main}>
          {!slideshow.isOn && (
            <header className={classes(toolbarStyles.bar, styles.head)}>
              <IconButton
                label={t('viewers.close')}
                command={globalCommands.close}
                icon={<X aria-hidden />}
                onClick={onClose}
              />
              {index !== -1 && total !== null && previousCount !== null && (
                <span className={classes(textStyles.quiet, styles.position)}>
                  {t('viewers.position', { at: previousCount + index + 1, count: total })}
                </span>
              )}
              {!isFullSize && stepButtons}
              <span className={toolbarStyles.space} />
              {data && asset && (
                <ViewerActions
                  detail={data}
                  comparable={comparable}
                  isFullscreen={isFullscreen}
                  onCompare={compareWith}
                  onSlideshow={slideshow.start}
                  onFullscreen={toggleFullscreen}
                  onAgain={canRunAgain ? () => setRepeatedId(id) : undefined}
                  onRemove={() => onRemove(id)}
                />
              )}
              <IconButton
                label={t(isDetailsOpen ? 'viewers.hide_details' : 'viewers.show_details')}
                command={resultCommands.info}
                aria-expanded={isDetailsOpen}
                icon={<PanelRight aria-hidden />}
                onClick={() => setDetailsOpen(!isDetailsOpen)}
              />
            </header>
          )}
          <div
            className={styles.stage}
            tabIndex={-1}
            ref={requestInitialFocus}
            {...resultHandlers(() => ({ ids: [id], onRemove: () => onRemove(id) }))}
            onPointerMove={trackPointer}
            onPointerLeave={() => setNearStrip(false)}
          >
            {file.fault && shown && !error && (
              <div className={isMissing ? styles.missing : undefined}>
                <FileFault
                  key={shown.asset.id}
                  asset={shown.asset}
                  fault={file.fault}
                  onRestored={file.onRestored}
                />
              </div>
            )}
            <div className={classes(styles.content, isMissing && styles.hidden)}>
              {error ? (
                <LoadFailure error={error} onRetry={() => void refetch()} />
              ) : (
                shown &&
                !isMissing && (
                  <AssetContent
                    key={`${shown.asset.id} ${file.restores}`}
                    asset={shown.asset}
                    detail={shown}
                    mode="full"
                    slide={
                      slideshow.isOn
                        ? { isPaused: slideshow.isPaused || isCovered, onEnded: slideshow.advance }
                        : undefined
                    }
                  />
                )
              )}
            </div>
            {isFullSize && stepButtons}
            {order.length > 1 && index !== -1 && !slideshow.isOn && (
              <Filmstrip
                order={order}
                index={index}
                tiles={tiles}
                isNear={isNearStrip}
                onShow={onShow}
                onRemove={() => onRemove(id)}
              />
            )}
          </div>
          {slideshow.isOn && <SlideshowControls slideshow={slideshow} />}
        </div>
        {isDetailsOpen && !slideshow.isOn && (
          <aside className={styles.side} aria-label={t('viewers.details')}>
            {data && !error && (
              <DetailsPanel detail={data}>
                <OrganizePanel detail={data} {...annotations} />
                <CollectionsPanel detail={data} />
              </DetailsPanel>
            )}
          </aside>
        )}
      </div>
      {repeatedId !== undefined && <Again id={repeatedId} onClose={() => setRepeatedId(undefined)} />}
      {comparedIds && <Compare ids={comparedIds} onClose={() => setComparedIds(undefined)} />}
    </Dialog>
  )
}

interface StepButtonProps {
  label: string
  side: 'left' | 'right'
  /** Whether it is overlaid on the edge of the content and appears on hover. */
  isOverlaid: boolean
  onClick: () => void
}

function StepButton({ label, side, isOverlaid, onClick }: StepButtonProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <span className={isOverlaid ? classes(styles.step, styles[side]) : undefined}>
      <IconButton
        variant={isOverlaid ? 'framed' : 'quiet'}
        label={label}
        command={viewerCommands[side === 'left' ? 'previous' : 'next']}
        icon={<Icon aria-hidden />}
        onClick={onClick}
      />
    </span>
  )
}

/** Gives the dialog's initial focus to the content instead of the close button. */
const requestInitialFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')
