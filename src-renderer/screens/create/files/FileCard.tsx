import { ArrowDown, ArrowUp, ImageOff, RefreshCw, X, CircleAlert, Scaling } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { classes } from '../../../ui/classes.ts'
import { fileFacts } from './fileText.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { PlayButton } from './PlayButton.tsx'
import type { PendingImport } from './useFileImport.ts'
import { useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { addFittingCopy, sizeToFit } from './fitImage.ts'
import { useIsUnmounted } from '../../../lib/useIsUnmounted.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './FileInput.module.css'

interface Props {
  field: FieldOf<'file'>
  /** Asset id. */
  id: string
  index: number
  /** Number of files in the field. */
  count: number
  /** DOM id of the replace button, so that the field's label and error links can focus it. */
  replaceId?: string
  onReplace?: () => void
  onRemove: () => void
  /** Called with the asset id of a smaller copy that takes its place. */
  onResized: (copyId: string) => void
  /** Moves the file by one position: -1 or 1. */
  onMove: (positions: -1 | 1) => void
}

/** A chosen file: its thumbnail, facts and actions. */
export function FileCard({
  field,
  id,
  index,
  count,
  replaceId,
  onReplace,
  onRemove,
  onResized,
  onMove,
}: Props) {
  const { data, isError } = useApiQuery('library.asset', { id })
  const asset = data?.asset
  const name = data ? (data.asset.name ?? (data.title || data.fileName)) : isError ? t('files.gone') : '…'
  return (
    <li className={styles.card}>
      <span className={classes(rowStyles.frame, styles.thumb)}>
        {asset && <Thumb asset={asset} alt="" />}
        {isError && <ImageOff aria-hidden />}
        {asset?.kind === 'audio' && <PlayButton id={id} name={name} className={styles.play} />}
      </span>
      <span className={rowStyles.text}>
        <span dir="auto" className={textStyles.clamp} title={name}>
          {name}
        </span>
        <span className={textStyles.note}>{asset ? fileFacts(asset) : isError && t('files.gone_text')}</span>
      </span>
      <span className={styles.cardActions}>
        {count > 1 && (
          <>
            <IconButton
              size="small"
              label={t('files.earlier', { name })}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              size="small"
              label={t('files.later', { name })}
              icon={<ArrowDown />}
              disabled={index === count - 1}
              onClick={() => onMove(1)}
            />
          </>
        )}
        {onReplace && (
          <IconButton
            id={replaceId}
            size="small"
            label={t('files.replace', { name })}
            icon={<RefreshCw />}
            onClick={onReplace}
          />
        )}
        <IconButton size="small" label={t('files.remove', { name })} icon={<X />} onClick={onRemove} />
      </span>
      {asset && <ResizeButton field={field} asset={asset} name={name} onResized={onResized} />}
    </li>
  )
}

/** A file that is being added to the library. */
export function PendingFile({ file }: { file: PendingImport }) {
  return (
    <div className={styles.card} role="status">
      <span className={styles.thumb}>
        <Spinner />
      </span>
      <span className={rowStyles.text}>
        <span dir="auto" className={textStyles.clamp}>
          {t('files.importing', { name: file.name })}
        </span>
        <span className={textStyles.note}>{formatBytes(file.bytes)}</span>
      </span>
      <span className={styles.flow} aria-hidden />
    </div>
  )
}

interface ResizeButtonProps {
  field: FieldOf<'file'>
  asset: Asset
  name: string
  /** Called with the asset id of the copy, which takes the place of the image. */
  onResized: (copyId: string) => void
}

/** Offers to use a smaller copy of an image that is too large for its field. Renders nothing for other files. */
function ResizeButton({ field, asset, name, onResized }: ResizeButtonProps) {
  const [state, setState] = useState<{ isResizing: boolean; error?: string }>({ isResizing: false })
  const isUnmounted = useIsUnmounted()
  const size = sizeToFit(field, asset)
  if (!size) return null
  const sizeText = `${size.width} × ${size.height}`
  const run = async () => {
    setState({ isResizing: true })
    try {
      const copy = await addFittingCopy(field, asset, name)
      toasts.getState().show({ text: t('files.resized', { size: `${copy.width} × ${copy.height}` }) })
      onResized(copy.id)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (isUnmounted.current) toasts.getState().show({ text, tone: 'error' })
      else setState({ isResizing: false, error: text })
    }
  }
  const error = hasTooManyPixels(asset) ? t('files.resize_pixels') : state.error
  return (
    <div className={styles.resize}>
      {error && (
        <p className={fieldStyles.error} role="alert">
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {!hasTooManyPixels(asset) && (
        <Button
          size="small"
          icon={state.isResizing ? <Spinner /> : <Scaling aria-hidden />}
          aria-label={t('files.resize_for', { name, size: sizeText })}
          disabled={state.isResizing}
          onClick={() => void run()}
        >
          {state.isResizing
            ? t('files.resizing')
            : t('files.resize', { side: String(Math.max(size.width, size.height)) })}
        </Button>
      )}
    </div>
  )
}
