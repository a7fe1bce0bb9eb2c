import type { ReactNode } from 'react'
import { Download } from 'lucide-react'
import type { AssetDetail, Asset, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatDuration, formatDateTime } from '../../../lib/time.ts'
import { CopyButton } from '../CopyButton.tsx'
import { useFileActions } from '../fileActions.tsx'
import { classes } from '../../../ui/classes.ts'
import { navigate } from '../../../router/navigate.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { Thumb } from '../../thumbs/Thumb.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import rowStyles from '../../../ui/layout/row.module.css'
import styles from './DetailsPanel.module.css'

/** How a result was made, what it cost and where its file is. `children` follow the texts it was made from, such as the prompt. */
export function DetailsPanel({ detail, children }: { detail: AssetDetail; children?: ReactNode }) {
  const { asset, parameters, alternatives } = detail
  // Texts of the user, such as the prompt, have their own sections; short facts are listed with the parameters.
  const { words: texts = [], fact: facts = [] } = Object.groupBy(parameters?.lines ?? [], (line) => line.as)
  const size = asset.width !== null && asset.height !== null ? `${asset.width} × ${asset.height}` : undefined
  const length = asset.durationMs === null ? undefined : formatDuration(asset.durationMs)
  return (
    <div className={styles.panel}>
      {texts.map(({ name, label, text }) => (
        <section key={name} aria-label={label} className={panelStyles.section}>
          <h3>
            {label}
            <CopyButton text={text} label={t('viewers.copy_line', { label })} />
          </h3>
          <p className={classes(textStyles.quote, styles.prompt)} tabIndex={0}>
            {text}
          </p>
        </section>
      ))}
      {children}
      <LineagePanel detail={detail} />
      <section aria-label={t('viewers.parameters')} className={panelStyles.section}>
        <h3>{t('viewers.parameters')}</h3>
        {parameters === null ? (
          <p className={textStyles.quiet}>{t('viewers.no_parameters')}</p>
        ) : (
          <dl>
            <Fact label={t('viewers.price')}>
              {parameters.price === null
                ? t('viewers.not_quoted')
                : t('viewers.quoted', { price: formatMoney(parameters.price) })}
            </Fact>
            <Fact label={t('viewers.model')}>{parameters.model.name}</Fact>
            <Fact label={t('viewers.task')}>{parameters.operationName}</Fact>
            {facts.map(({ name, label, text }) => (
              <Fact
                key={name}
                label={label}
                copy={name === 'seed' ? <CopyButton text={text} label={t('viewers.copy_seed')} /> : undefined}
              >
                {text}
              </Fact>
            ))}
            <Fact label={t('viewers.made')}>{formatDateTime(parameters.createdAt)}</Fact>
            {parameters.tookMs !== null && (
              <Fact label={t('viewers.took')}>{formatDuration(parameters.tookMs)}</Fact>
            )}
            <Fact label={t('viewers.connection')}>{parameters.connectionName}</Fact>
            {parameters.requestId !== null && (
              <Fact
                label={t('viewers.request_id')}
                copy={<CopyButton text={parameters.requestId} label={t('viewers.copy_request_id')} />}
                isMonospaced
              >
                {parameters.requestId}
              </Fact>
            )}
          </dl>
        )}
      </section>
      <section aria-label={t('viewers.file')} className={panelStyles.section}>
        <h3>{t('viewers.file')}</h3>
        <dl>
          <Fact label={t('viewers.name')}>{detail.fileName}</Fact>
          <Fact label={t('viewers.format')}>
            {[asset.format.toUpperCase(), size, length, formatBytes(asset.bytes)].filter(Boolean).join(' · ')}
          </Fact>
          <Fact
            label={t('viewers.hash')}
            copy={<CopyButton text={asset.sha256} label={t('viewers.copy_hash')} />}
            isMonospaced
          >
            {asset.sha256.slice(0, 16)}…
          </Fact>
        </dl>
        {alternatives.length > 0 && <Alternatives assets={alternatives} fileName={detail.fileName} />}
      </section>
    </div>
  )
}

interface FactProps {
  label: string
  isMonospaced?: boolean
  copy?: ReactNode
  children: ReactNode
}

function Fact({ label, isMonospaced, copy, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={textStyles.quiet}>{label}</dt>
      <dd>
        <span className={isMonospaced ? styles.mono : undefined}>{children}</span>
        {copy && <span className={styles.copy}>{copy}</span>}
      </dd>
    </div>
  )
}

/** The same result in other formats, each with a button that saves a copy. */
function Alternatives({ assets, fileName }: { assets: Asset[]; fileName: string }) {
  const actions = useFileActions()
  const stem =
    fileName
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? 'easel'
  return (
    <div>
      <p className={textStyles.quiet}>{t('viewers.alternatives')}</p>
      <ul className={classes(toolbarStyles.chips, styles.files)}>
        {assets.map((asset) => {
          const fileLabel = `${asset.format.toUpperCase()} · ${formatBytes(asset.bytes)}`
          return (
            <li key={asset.id}>
              <button
                type="button"
                className={classes(textStyles.label, styles.file)}
                aria-label={t('viewers.save_copy_as', { file: fileLabel })}
                onClick={() => actions.save(asset.id, `${stem}.${asset.format}`)}
              >
                <Download aria-hidden />
                {fileLabel}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The assets a result was made from, and the results made from it. */
export function LineagePanel({ detail }: { detail: AssetDetail }) {
  const { data } = useApiQuery('library.lineage', { id: detail.asset.id })
  if (!data || (data.from.length === 0 && data.made.length === 0)) return null
  const inputLabel = (tile: Tile) => detail.inputs.find(({ asset }) => asset.id === tile.id)?.label
  return (
    <>
      <AssetList
        title={t('media.made_from')}
        tiles={data.from}
        getSubtitle={(tile) => inputLabel(tile) ?? t('media.taken_from')}
      />
      <AssetList title={t('media.made_with')} tiles={data.made} getSubtitle={({ modelName }) => modelName} />
    </>
  )
}

interface AssetListProps {
  title: string
  tiles: readonly Tile[]
  getSubtitle: (tile: Tile) => string
}

function AssetList({ title, tiles, getSubtitle }: AssetListProps) {
  if (tiles.length === 0) return null
  return (
    <section aria-label={title} className={panelStyles.section}>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {tiles.map((tile) => (
          <li key={tile.id}>
            <button
              type="button"
              className={classes(rowStyles.clickable, styles.step)}
              onClick={() => navigate(`gallery/${encodeURIComponent(tile.id)}`)}
            >
              <span className={rowStyles.art}>
                <Thumb asset={tile} alt="" />
              </span>
              <span className={rowStyles.text}>
                <span className={rowStyles.title}>
                  {tile.title.trim() || tile.name || t('gallery.untitled')}
                </span>
                <span className={rowStyles.sub}>
                  {getSubtitle(tile) || t(`media.kind_${tile.kind === 'other' ? 'file' : tile.kind}`)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
