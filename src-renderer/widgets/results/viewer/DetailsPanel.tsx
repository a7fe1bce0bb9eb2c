import { formatName } from '../../../../src-preload/shared/formatName.ts'
import type { ReactNode } from 'react'
import { Download } from 'lucide-react'
import type { AssetDetail, Asset } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatDuration, formatDateTime } from '../../../lib/format/time.ts'
import { CopyButton } from '../CopyButton.tsx'
import { useFileActions } from '../actions/fileActions.tsx'
import { classes } from '../../../ui/classes.ts'
import { LineagePanel } from '../lineage/LineagePanel.tsx'
import { SimilarByMeaning, SimilarImages } from './SimilarResults.tsx'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { FoundFacts, ReuseNotes } from '../found/FoundFacts.tsx'
import { useReuse } from '../found/useReuse.ts'
import textStyles from '../../../ui/layout/text.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './DetailsPanel.module.css'

/** How a result was made, what it cost and where its file is. `children` follow the texts it was made from, such as the prompt. */
export function DetailsPanel({ detail, children }: { detail: AssetDetail; children?: ReactNode }) {
  const { asset, parameters, alternatives } = detail
  // Texts by the user, such as the prompt, have their own sections; short facts are listed with the parameters.
  const { multiline: texts = [], singleLine: facts = [] } = Object.groupBy(
    parameters?.lines ?? [],
    (line) => line.as,
  )
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
          <p dir="auto" className={classes(textStyles.quote, styles.prompt)} tabIndex={0}>
            {text}
          </p>
        </section>
      ))}
      {children}
      <section aria-label={t('viewers.parameters')} className={panelStyles.section}>
        <h3>{t('viewers.parameters')}</h3>
        {parameters === null && asset.role === 'result' ? (
          <ImportedParameters asset={asset} />
        ) : parameters === null ? (
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
          </dl>
        )}
      </section>
      <LineagePanel detail={detail} />
      {asset.kind === 'image' && asset.role === 'result' && <SimilarImages key={asset.id} id={asset.id} />}
      {hasMeaning(detail) && <SimilarByMeaning id={asset.id} />}
      <section aria-label={t('viewers.file')} className={panelStyles.section}>
        <h3>{t('viewers.file')}</h3>
        <dl>
          <Fact label={t('viewers.name')}>{detail.fileName}</Fact>
          <Fact label={t('viewers.format')}>
            {[formatName(asset.format), size, length, formatBytes(asset.bytes)].filter(Boolean).join(' · ')}
          </Fact>
        </dl>
        {alternatives.length > 0 && <Alternatives assets={alternatives} />}
        <details className={styles.ids}>
          <summary className={textStyles.label}>{t('viewers.ids')}</summary>
          <dl>
            {parameters !== null && parameters.requestId !== null && (
              <Fact
                label={t('viewers.request_id')}
                copy={<CopyButton text={parameters.requestId} label={t('viewers.copy_request_id')} />}
                isMonospaced
              >
                {parameters.requestId}
              </Fact>
            )}
            <Fact
              label={t('viewers.hash')}
              copy={<CopyButton text={asset.sha256} label={t('viewers.copy_hash')} />}
              isMonospaced
            >
              {asset.sha256}
            </Fact>
          </dl>
        </details>
      </section>
    </div>
  )
}

/** Whether a result can be compared by meaning: it is a text, or was made from one. */
const hasMeaning = ({ asset, parameters }: AssetDetail): boolean =>
  asset.role === 'result' &&
  asset.kind !== 'embedding' &&
  (asset.kind === 'text' || (parameters?.lines.some(({ as }) => as === 'multiline') ?? false))

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
        <span dir="auto" className={isMonospaced ? styles.mono : undefined}>
          {children}
        </span>
        {copy && <span className={styles.copy}>{copy}</span>}
      </dd>
    </div>
  )
}

/** The same result in other formats, each with a button that saves a copy. */
function Alternatives({ assets }: { assets: Asset[] }) {
  const actions = useFileActions()
  return (
    <div>
      <p className={textStyles.quiet}>{t('viewers.alternatives')}</p>
      <ul className={classes(toolbarStyles.chips, styles.files)}>
        {assets.map((asset) => {
          const fileLabel = `${formatName(asset.format)} · ${formatBytes(asset.bytes)}`
          return (
            <li key={asset.id}>
              <button
                type="button"
                className={classes(textStyles.label, styles.file)}
                aria-label={t('viewers.save_copy_as', { file: fileLabel })}
                onClick={() => actions.save(asset.id)}
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

/** The parameters that were found in an imported file. */
function ImportedParameters({ asset }: { asset: Pick<Asset, 'id' | 'kind'> }) {
  const { data } = useApiQuery('files.parameters', { id: asset.id })
  const found = data?.found ?? null
  const reuse = useReuse(found, asset.kind)
  if (!found) return data && <p className={textStyles.quiet}>{t('viewers.no_parameters')}</p>
  return (
    <>
      <p className={textStyles.quiet}>
        {found.program === null
          ? t('viewers.imported')
          : t('viewers.imported_by', { program: found.program })}
      </p>
      <FoundFacts found={found} taskName={found.operation === null ? undefined : reuse?.task} />
      {reuse !== undefined && <ReuseNotes reuse={reuse} />}
      <Button disabled={!reuse} onClick={() => void reuse?.run()}>
        {t('imports.use')}
      </Button>
    </>
  )
}
