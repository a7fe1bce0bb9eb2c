import { Maximize2 } from 'lucide-react'
import { useState, type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { Lineage, LineageNode } from '../../../../src-preload/contract/types/lineage.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { hasModifier } from '../../../lib/keys.ts'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { Thumb } from '../../thumbs/Thumb.tsx'
import { adjacentNode, layoutLineage, type LineageSizes } from './layoutLineage.ts'
import { resultHandlers } from '../menu/resultMenu.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './LineagePanel.module.css'

/** What a result was made from, what was made from it, and the costs; nothing if it has no relations. */
export function LineagePanel({ detail: { asset, title } }: { detail: Pick<AssetDetail, 'asset' | 'title'> }) {
  const { data } = useApiQuery('library.lineage', { id: asset.id })
  const [isLarge, setLarge] = useState(false)
  if (!data || data.nodes.length < 2) return null
  return (
    <section aria-label={t('viewers.lineage')} className={panelStyles.section}>
      <h3>
        {t('viewers.lineage')}
        <IconButton
          size="small"
          label={t('viewers.lineage_open')}
          icon={<Maximize2 aria-hidden />}
          onClick={() => setLarge(true)}
        />
      </h3>
      <LineageGraph lineage={data} size="small" />
      <LineageNotes lineage={data} />
      {isLarge && (
        <Dialog
          size="full"
          title={t('viewers.lineage_title', { title: title.trim() || asset.name || t('gallery.untitled') })}
          onClose={() => setLarge(false)}
        >
          <LineageGraph lineage={data} size="large" onOpen={() => setLarge(false)} />
          <LineageNotes lineage={data} />
        </Dialog>
      )}
    </section>
  )
}

function LineageNotes({ lineage: { total, isCut } }: { lineage: Lineage }) {
  const key = total?.isLowerBound ? 'viewers.lineage_total_at_least' : 'viewers.lineage_total'
  return (
    <p className={textStyles.note}>
      {total && t(key, { price: formatMoney(total.amount) })} {isCut && t('viewers.lineage_cut')}
    </p>
  )
}

const SIZES: Record<'small' | 'large', LineageSizes> = {
  small: { width: 84, height: 92, gapX: 24, gapY: 8, maxNodes: 3 },
  large: { width: 168, height: 176, gapX: 48, gapY: 16, maxNodes: 6 },
}

interface Props {
  lineage: Lineage
  size: 'small' | 'large'
  /** Called when the link of a node is clicked. */
  onOpen?: () => void
}

/**
 * A lineage as a graph: sources on the left, what was made from the result on the right. The arrow keys move between
 * the nodes. For assistive technology it is a list of lists of links.
 */
function LineageGraph({ lineage, size, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layoutLineage(lineage, SIZES[size]), [lineage, size])
  const { width, height } = SIZES[size]
  const selfId = lineage.nodes[0]?.tile.id
  const onKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['id'] : undefined
    const next = id === undefined || hasModifier(event) ? undefined : adjacentNode(layout, id, event.key)
    if (next === undefined) return
    event.preventDefault()
    const links = scroller.current?.querySelectorAll<HTMLElement>('[data-id]') ?? []
    for (const link of links) if (link.dataset['id'] === next) link.focus()
  }
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a') !== null) onOpen?.()
  }
  return (
    // Handles keys and clicks of the links inside.
    <div
      ref={scroller}
      role="presentation"
      className={classes(styles.scroller, styles[size])}
      onKeyDown={onKeyDown}
      onClick={onClick}
      {...resultHandlers((target) => {
        const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
        return id === undefined ? undefined : { ids: [id] }
      })}
    >
      <div className={styles.graph} style={{ width: layout.width, height: layout.height }}>
        <svg className={styles.lines} width={layout.width} height={layout.height} aria-hidden>
          {layout.lines.map(({ key, from, to }) => {
            const middle = (from.x + to.x) / 2
            return (
              <path
                key={key}
                d={`M${from.x} ${from.y} C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`}
              />
            )
          })}
        </svg>
        <ol>
          {layout.columns.map(({ generation, nodes, more }) => (
            <li key={generation}>
              <ul aria-label={generationLabel(generation)}>
                {nodes.map(({ node, x, y }) => (
                  <li key={node.tile.id} className={styles.place} style={{ left: x, top: y, width, height }}>
                    <NodeLink node={node} isSelf={node.tile.id === selfId} size={size} />
                  </li>
                ))}
                {more && (
                  <li
                    className={classes(styles.place, styles.more, textStyles.quiet)}
                    style={{ left: more.x, top: more.y, width, height }}
                  >
                    {t('viewers.lineage_more', { count: more.count })}
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

const generationLabel = (generation: number): string =>
  generation === 0
    ? t('viewers.lineage_this')
    : generation < 0
      ? t('viewers.lineage_sources', { count: -generation })
      : t('viewers.lineage_derived', { count: generation })

function NodeLink({ node, isSelf, size }: { node: LineageNode; isSelf: boolean; size: 'small' | 'large' }) {
  const { tile, task } = node
  const title = tile.title.trim() || tile.name || t('gallery.untitled')
  const step = task || t(tile.sourceId === null ? 'viewers.lineage_own_file' : 'viewers.lineage_taken')
  const facts = [step, tile.modelName, costText(node)].filter(Boolean)
  return (
    <a
      ref={isSelf ? scrollToMiddle : undefined}
      href={`#/gallery/${encodeURIComponent(tile.id)}`}
      data-id={tile.id}
      className={classes(styles.node, isSelf && styles.self)}
      aria-current={isSelf ? 'true' : undefined}
      title={[title, ...facts].join('\n')}
    >
      <VisuallyHidden>{[title, ...facts].join(', ')}</VisuallyHidden>
      <span className={styles.art} aria-hidden>
        <Thumb asset={tile} alt="" />
      </span>
      <span dir="auto" className={classes(textStyles.truncate, styles.step)} aria-hidden>
        {step}
      </span>
      {size === 'large' && (
        <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate)} aria-hidden>
          {tile.modelName || title}
        </span>
      )}
      <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate, styles.cost)} aria-hidden>
        {costText(node) || '\u00a0'}
      </span>
    </a>
  )
}

/** Scrolls the graph so that the result itself is in the middle. */
const scrollToMiddle = (link: HTMLElement | null) =>
  link?.scrollIntoView?.({ inline: 'center', block: 'nearest' })

/** What the step cost; empty for the user's own file. */
function costText({ cost }: LineageNode): string {
  if (cost === null) return ''
  if (cost.outcome === 'refunded') return t('viewers.lineage_refunded')
  return cost.outcome === 'unknown' ? t('viewers.lineage_unknown') : formatMoney(cost.amount)
}
