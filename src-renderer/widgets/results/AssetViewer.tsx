import { ChevronLeft, ChevronRight, PanelRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { bridge } from '../../host/bridge.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CollectionsPanel } from '../collections/CollectionsPanel.tsx'
import { useStar } from '../collections/model/useStar.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { AssetView } from './AssetView.tsx'
import toolbarStyles from '../../ui/toolbar.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './AssetViewer.module.css'
import { LineagePanel } from './lineage/LineagePanel.tsx'
import { ParametersPanel } from './ParametersPanel.tsx'
import { useKeys } from './useKeys.ts'
import { ViewerActions } from './ViewerActions.tsx'

/** Below this width in px the details would cover the image: they wait to be asked for. */
const WIDE_ENOUGH = 860

/** What fills its room as an image does. */
const PICTURED: ReadonlySet<string> = new Set(['image', 'video', 'file'])

interface Props {
  id: string
  /** What the arrows step through, newest first; the result itself need not be in it. */
  order: readonly string[]
  /** How many there are in all, loaded or not. */
  total: number
  /** How many there are before the first of `order`. */
  above?: number
  onShow: (id: string) => void
  onClose: () => void
  /** To the trash, or back from it. */
  onRemove: (id: string) => void
}

/** One result over the whole window: the thing itself, its parameters, and what can be done with it. */
export function AssetViewer({ id, order, total, above = 0, onShow, onClose, onRemove }: Props) {
  const { data, error } = useRoute('library.asset', { id }, { keep: true })
  const [details, setDetails] = useState(() => innerWidth > WIDE_ENOUGH)
  const at = order.indexOf(id)
  const before = at > 0 ? order[at - 1] : undefined
  const after = at === -1 ? undefined : order[at + 1]
  const asset = data?.asset.id === id ? data.asset : undefined
  const star = useStar()
  useNeighbour(after)
  const whole = useRef<HTMLDivElement>(null)
  useKeys('full', whole, {
    ArrowLeft: () => before !== undefined && onShow(before),
    ArrowRight: () => after !== undefined && onShow(after),
    i: () => setDetails(!details),
    s: () => asset?.role === 'result' && asset.trashedAt === null && star([id], asset.starredAt === null),
    Delete: () => asset && asset.role !== 'input' && onRemove(id),
  })
  // Over an image they may lie; what is clicked and read itself must stay free.
  const pictured = data === undefined || PICTURED.has(data.viewer)
  const steps = (
    <>
      {before !== undefined && (
        <Step label={t('viewers.previous')} side="left" over={pictured} onPress={() => onShow(before)} />
      )}
      {after !== undefined && (
        <Step label={t('viewers.next')} side="right" over={pictured} onPress={() => onShow(after)} />
      )}
    </>
  )
  return (
    <Dialog bare size="full" title={t('viewers.title', { title: data?.title ?? '' })} onClose={onClose}>
      <div ref={whole} className={classes(styles.viewer, details && styles.open)}>
        <div className={styles.main}>
          <header className={classes(toolbarStyles.bar, styles.head)}>
            <IconButton label={t('viewers.close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
            {at !== -1 && (
              <span className={classes(textStyles.quiet, styles.position)}>
                {t('viewers.position', { at: above + at + 1, count: total })}
              </span>
            )}
            {!pictured && steps}
            <span className={toolbarStyles.space} />
            {data && asset && <ViewerActions detail={data} onRemove={() => onRemove(id)} />}
            <IconButton
              label={t(details ? 'viewers.hide_details' : 'viewers.show_details')}
              keys="I"
              aria-expanded={details}
              icon={<PanelRight aria-hidden />}
              onClick={() => setDetails(!details)}
            />
          </header>
          <div className={styles.stage} tabIndex={-1} ref={takeFocus}>
            {error ? (
              <LoadFailure error={error} />
            ) : (
              data && <AssetView key={data.asset.id} asset={data.asset} detail={data} place="full" />
            )}
            {pictured && steps}
          </div>
        </div>
        {details && (
          <aside className={styles.side} aria-label={t('viewers.details')}>
            {data && !error && (
              <ParametersPanel detail={data}>
                <CollectionsPanel detail={data} />
                <LineagePanel detail={data} />
              </ParametersPanel>
            )}
          </aside>
        )}
      </div>
    </Dialog>
  )
}

interface StepProps {
  label: string
  side: 'left' | 'right'
  /** Lies over the image's edge, seen when pointed at. */
  over: boolean
  onPress: () => void
}

function Step({ label, side, over, onPress }: StepProps) {
  const Sign = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <span className={over ? classes(styles.step, styles[side]) : undefined}>
      <IconButton
        look={over ? 'framed' : 'quiet'}
        label={label}
        keys={side === 'left' ? '←' : '→'}
        icon={<Sign aria-hidden />}
        onClick={onPress}
      />
    </span>
  )
}

/** The dialog gives its first focus to the image, not to the button that closes it. */
const takeFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')

/** Has the next image ready before it is asked for; videos and audio files are read as they are played. */
function useNeighbour(id: string | undefined): void {
  const { data } = useRoute('library.asset', { id: id ?? '' }, { enabled: id !== undefined })
  const isShown = data?.asset.kind === 'image' && !hasTooManyPixels(data.asset)
  const picture = isShown ? data.asset.id : undefined
  useEffect(() => {
    if (picture === undefined) return
    const ahead = new Image()
    ahead.src = bridge().media.url('asset', picture)
    return () => {
      ahead.src = ''
    }
  }, [picture])
}
