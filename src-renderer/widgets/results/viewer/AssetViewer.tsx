import { ChevronLeft, ChevronRight, PanelRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { bridge } from '../../../host/bridge.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { CollectionsPanel } from '../../collections/CollectionsPanel.tsx'
import { useStar } from '../../collections/StarButton.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import { AssetContent } from './AssetContent.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { DetailsPanel } from './DetailsPanel.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { ViewerActions } from './ViewerActions.tsx'
import styles from './AssetViewer.module.css'

/** In a window narrower than this, in px, the details would cover the image, so they are hidden at first. */
const MIN_DETAILS_WIDTH = 860

/** Viewers that fill the window, so that the arrow buttons lie over them. */
const FULL_SIZE_VIEWERS: ReadonlySet<string> = new Set(['image', 'video', 'file'])

interface Props {
  id: string
  /** Ids of the loaded results, newest first, which the arrow keys step through. They may lack the result itself. */
  order: readonly string[]
  /** Number of results, including those that aren't loaded. */
  total: number
  /** Number of results before the first of `order`. */
  newerCount?: number
  onShow: (id: string) => void
  onClose: () => void
  /** Moves the result to the trash, or restores it. */
  onRemove: (id: string) => void
}

/** A result in the full window, with its parameters and actions. */
export function AssetViewer({ id, order, total, newerCount = 0, onShow, onClose, onRemove }: Props) {
  const { data, error } = useApiQuery('library.asset', { id }, { keepPrevious: true })
  const [isDetailsOpen, setDetailsOpen] = useState(() => innerWidth > MIN_DETAILS_WIDTH)
  const index = order.indexOf(id)
  const previous = index > 0 ? order[index - 1] : undefined
  const next = index === -1 ? undefined : order[index + 1]
  const asset = data?.asset.id === id ? data.asset : undefined
  const star = useStar()
  usePreloadedImage(next)
  const viewer = useRef<HTMLDivElement>(null)
  useShortcuts('full', viewer, {
    ArrowLeft: () => previous !== undefined && onShow(previous),
    ArrowRight: () => next !== undefined && onShow(next),
    i: () => setDetailsOpen(!isDetailsOpen),
    s: () => asset?.role === 'result' && asset.trashedAt === null && star([id], asset.starredAt === null),
    Delete: () => asset && asset.role !== 'input' && onRemove(id),
  })
  // The buttons may lie over an image, but not over content that is clicked or read.
  const isFullSize = data === undefined || FULL_SIZE_VIEWERS.has(data.viewer)
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
  return (
    <Dialog
      hasOwnHeader
      size="full"
      title={t('viewers.title', { title: data?.title ?? '' })}
      onClose={onClose}
    >
      <div ref={viewer} className={classes(styles.viewer, isDetailsOpen && styles.open)}>
        <div className={styles.main}>
          <header className={classes(toolbarStyles.bar, styles.head)}>
            <IconButton label={t('viewers.close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
            {index !== -1 && (
              <span className={classes(textStyles.quiet, styles.position)}>
                {t('viewers.position', { at: newerCount + index + 1, count: total })}
              </span>
            )}
            {!isFullSize && stepButtons}
            <span className={toolbarStyles.space} />
            {data && asset && <ViewerActions detail={data} onRemove={() => onRemove(id)} />}
            <IconButton
              label={t(isDetailsOpen ? 'viewers.hide_details' : 'viewers.show_details')}
              keys="I"
              aria-expanded={isDetailsOpen}
              icon={<PanelRight aria-hidden />}
              onClick={() => setDetailsOpen(!isDetailsOpen)}
            />
          </header>
          <div className={styles.stage} tabIndex={-1} ref={requestInitialFocus}>
            {error ? (
              <LoadFailure error={error} />
            ) : (
              data && <AssetContent key={data.asset.id} asset={data.asset} detail={data} mode="full" />
            )}
            {isFullSize && stepButtons}
          </div>
        </div>
        {isDetailsOpen && (
          <aside className={styles.side} aria-label={t('viewers.details')}>
            {data && !error && (
              <DetailsPanel detail={data}>
                <CollectionsPanel detail={data} />
              </DetailsPanel>
            )}
          </aside>
        )}
      </div>
    </Dialog>
  )
}

interface StepButtonProps {
  label: string
  side: 'left' | 'right'
  /** Whether it lies over the edge of the content and appears on hover. */
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
        keys={side === 'left' ? '←' : '→'}
        icon={<Icon aria-hidden />}
        onClick={onClick}
      />
    </span>
  )
}

/** Gives the dialog's initial focus to the content instead of the close button. */
const requestInitialFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')

/** Preloads the next result if it is an image; videos and audio are streamed. */
function usePreloadedImage(id: string | undefined): void {
  const { data } = useApiQuery('library.asset', { id: id ?? '' }, { enabled: id !== undefined })
  const isPreloadable = data?.asset.kind === 'image' && !hasTooManyPixels(data.asset)
  const imageId = isPreloadable ? data.asset.id : undefined
  useEffect(() => {
    if (imageId === undefined) return
    const preloaded = new Image()
    preloaded.src = bridge().media.url('asset', imageId)
    return () => {
      preloaded.src = ''
    }
  }, [imageId])
}
