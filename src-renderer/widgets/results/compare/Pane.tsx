import { FileX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import spinnerStyles from '../../../ui/feedback/Spinner.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { StarButton } from '../../collections/StarButton.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import { useFileState, FileFault } from '../FileFault.tsx'
import { problemOf } from '../../../host/problemOf.ts'
import styles from './CompareDialog.module.css'

/** A compared result: its details once they are loaded, or the error. */
export interface ComparedResult {
  id: string
  detail: AssetDetail | undefined
  error: Error | null
  /** Loads it again after an error. */
  reload: () => void
}

interface Props {
  compared: ComparedResult
  number: number
  /** Renders a result whose file exists. */
  children: (detail: AssetDetail) => ReactNode
}

/** One compared result with its name, or a message if it was deleted or its file is missing. */
export function Pane({ compared: { detail, error, reload }, number, children }: Props) {
  return (
    <figure className={styles.pane}>
      <div className={styles.content}>
        {error ? (
          problemOf(error).code === 'asset_not_found' ? (
            <EmptyState icon={<FileX2 aria-hidden />} title={t('compare.gone')}>
              {t('compare.gone_text')}
            </EmptyState>
          ) : (
            <LoadFailure error={error} onRetry={reload} />
          )
        ) : detail === undefined ? (
          <div className={spinnerStyles.center}>
            <Spinner label={t('compare.loading')} />
          </div>
        ) : (
          <FileContent detail={detail}>{children}</FileContent>
        )}
      </div>
      {detail && !error && <Caption detail={detail} number={number} />}
    </figure>
  )
}

function FileContent({ detail, children }: Pick<Props, 'children'> & { detail: AssetDetail }) {
  const { fault, isMissing, onRestored, restores } = useFileState(detail.asset)
  return (
    <>
      {fault && <FileFault asset={detail.asset} fault={fault} onRestored={onRestored} />}
      {!isMissing && (
        <div key={restores} className={styles.file}>
          {children(detail)}
        </div>
      )}
    </>
  )
}

/** Title, model (or that it is in the trash) and star of a compared result; `number` is the key that toggles the star. */
export function Caption({
  detail: { asset, title, parameters },
  number,
}: {
  detail: AssetDetail
  number: number
}) {
  return (
    <figcaption dir="auto" className={styles.caption}>
      <span dir="auto" className={textStyles.truncate} title={title}>
        {title.trim() || asset.name || t('gallery.untitled')}
      </span>
      <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate)}>
        {asset.trashedAt === null ? parameters?.model.name : t('compare.in_trash')}
      </span>
      {asset.role === 'result' && asset.trashedAt === null && (
        <StarButton asset={asset} command={{ keys: [String(number)] }} />
      )}
    </figcaption>
  )
}
