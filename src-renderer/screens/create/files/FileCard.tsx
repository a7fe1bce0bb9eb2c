import { ArrowDown, ArrowUp, ImageOff, RefreshCw, X } from 'lucide-react'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import rowStyles from '../../../ui/row.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './FileCard.module.css'
import { fileFacts } from './fileFacts.ts'
import { PlayButton } from './PlayButton.tsx'

interface Props {
  /** Asset id. */
  id: string
  index: number
  count: number
  /** DOM id of the replace button, so that the field's label and error links can focus it. */
  replaceId?: string
  onReplace?: () => void
  onRemove: () => void
  onMove: (by: number) => void
}

/** A chosen file: its thumbnail, facts and actions. */
export function FileCard({ id, index, count, replaceId, onReplace, onRemove, onMove }: Props) {
  const { data, isError } = useApiQuery('library.asset', { id })
  const asset = data?.asset
  const name = data ? (data.asset.name ?? (data.title || data.fileName)) : isError ? t('files.gone') : '…'
  return (
    <li className={styles.card}>
      <span className={styles.thumb}>
        {asset && <Thumb asset={asset} alt="" />}
        {isError && <ImageOff aria-hidden />}
        {asset?.kind === 'audio' && <PlayButton id={id} name={name} />}
      </span>
      <span className={rowStyles.text}>
        <span className={textStyles.clamp} title={name}>
          {name}
        </span>
        <span className={textStyles.note}>{asset ? fileFacts(asset) : isError && t('files.gone_words')}</span>
      </span>
      <span className={styles.actions}>
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
    </li>
  )
}
