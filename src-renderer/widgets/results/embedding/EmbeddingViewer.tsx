import { useCallback, useRef } from 'react'
import uPlot from 'uplot'
import { navigate } from '../../../router/navigate.ts'
import { call } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { ExportMenu } from '../actions/fileActions.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { EmbeddingMap } from './EmbeddingMap.tsx'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import { themeColour, type PlotOptions, usePlot } from '../../../ui/usePlot.ts'
import styles from './EmbeddingViewer.module.css'

const FORMATS = [{ format: 'json' }, { format: 'csv' }, { format: 'npy' }] as const

/** An embedding: its facts, its first values, its nearest neighbours, and the map of its model. */
export function EmbeddingViewer({ asset, detail }: ViewerProps) {
  const { data, error, refetch } = useApiQuery('library.embedding', { id: asset.id })
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={t('common.loading')} />
  const open = (id: string) => navigate(`gallery/${encodeURIComponent(id)}`)
  const mapKey = `${detail.parameters?.model.slug ?? ''} ${data.dimension}`
  const firstValues = data.preview.map((value) => value.toFixed(5)).join(', ')
  const facts = [
    [t('media.dimension'), String(data.dimension)],
    [t('media.norm'), data.norm.toFixed(6)],
    [t('media.vectors'), String(data.vectors)],
  ]
  return (
    <div className={styles.viewer}>
      <article className={classes(panelStyles.lifted, styles.sheet)}>
        <header className={styles.head}>
          <p
            className={classes(textStyles.title, styles.input)}
            tabIndex={0}
            aria-label={t('media.embedded')}
          >
            {data.input}
          </p>
          <ExportMenu id={asset.id} formats={FORMATS} />
        </header>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt className={textStyles.quiet}>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <section className={panelStyles.section} aria-label={t('media.first_values')}>
          <h2>
            {t('media.first_values')}
            <CopyButton text={() => readAllValues(asset.id)} label={t('media.copy_values')} />
          </h2>
          <ValuesPlot values={data.preview} />
          <p className={classes(textStyles.code, styles.numbers)} tabIndex={0}>
            {firstValues}
            {data.dimension > data.preview.length && ', …'}
          </p>
        </section>
        <div className={styles.pair}>
          <section className={panelStyles.section} aria-label={t('media.neighbours')}>
            <h2>{t('media.neighbours')}</h2>
            <Neighbours id={asset.id} onOpen={open} />
          </section>
          <section className={panelStyles.section} aria-label={t('media.map')}>
            <h2>{t('media.map')}</h2>
            <EmbeddingMap id={asset.id} mapKey={mapKey} onOpen={open} />
          </section>
        </div>
      </article>
    </div>
  )
}

/** All values of an embedding, separated by commas, with one vector per line. */
async function readAllValues(id: string): Promise<string> {
  const { base64 } = await call('library.export', { id, format: 'csv' })
  return atob(base64).trimEnd()
}

const MAX_NEIGHBOURS = 12

/** The most similar saved embeddings; a click opens one. */
function Neighbours({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { data, error } = useApiQuery('library.neighbours', { id, limit: MAX_NEIGHBOURS })
  if (error && !data) return <p className={textStyles.note}>{problemMessage(problemOf(error)).summary}</p>
  if (!data) return <Skeleton height={160} />
  if (data.neighbours.length === 0) return <p className={textStyles.note}>{t('media.no_neighbours')}</p>
  return (
    <ol>
      {data.neighbours.map(({ tile, similarity }) => (
        <li key={tile.id}>
          <button
            type="button"
            className={classes(rowStyles.clickable, styles.neighbour)}
            onClick={() => onOpen(tile.id)}
          >
            <span dir="auto" className={textStyles.truncate}>
              {tile.title.trim() || t('gallery.untitled')}
            </span>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: `${Math.max(0, similarity) * 100}%` }} />
            </span>
            <span className={classes(textStyles.label, styles.figure)}>
              <span className={textStyles.hidden}>{t('media.similarity')} </span>
              {similarity.toFixed(3)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The first values of a vector as bars. */
function ValuesPlot({ values }: { values: readonly number[] }) {
  const box = useRef<HTMLDivElement>(null)
  const makePlot = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [plotOptions(), plotData(values)],
    [values],
  )
  usePlot(box, makePlot)
  return (
    <div
      ref={box}
      role="img"
      aria-label={t('media.values_label', { count: values.length })}
      className={styles.values}
    />
  )
}

const plotData = (values: readonly number[]): uPlot.AlignedData => [
  values.map((_, index) => index),
  [...values],
]

function plotOptions(): PlotOptions {
  const bars = uPlot.paths.bars
  const fill = themeColour('--accent')
  return {
    padding: [8, 0, 8, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: (_, min, max) => [min - 0.6, max + 0.6] } },
    axes: [
      { show: false },
      {
        size: 44,
        stroke: themeColour('--text-3'),
        font: '11px Inter Variable, sans-serif',
        grid: { stroke: themeColour('--line'), width: 1 },
        ticks: { show: false },
      },
    ],
    series: [
      {},
      {
        fill,
        stroke: fill,
        width: 0,
        points: { show: false },
        ...(bars ? { paths: bars({ size: [0.7, 100] }) } : {}),
      },
    ],
  }
}
