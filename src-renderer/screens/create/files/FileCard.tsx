import { ArrowDown, ArrowUp, ImageOff, RefreshCw, X } from 'lucide-react'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import rowStyles from '../../../ui/row.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './FileCard.module.css'
import { fileFacts } from './fileFacts.ts'
import { PlaySound } from './PlaySound.tsx'

interface Props {
  /** Of the asset. */
  id: string
  index: number
  count: number
  /** Of the button that replaces it, where the field's label and reasons lead to. */
  replaceId?: string
  onReplace?: () => void
  onRemove: () => void
  onMove: (by: number) => void
}

/** A chosen file: its thumbnail, facts and actions. */
export function FileCard({ id, index, count, replaceId, onReplace, onRemove, onMove }: Props) {
  const { data, isError } = useRoute('library.asset', { id })
  const asset = data?.asset
  const name = data ? (data.asset.name ?? (data.title || data.fileName)) : isError ? t('files.gone') : '…'
  return (
    <li className={styles.card}>
      <span className={styles.thumb}>
        {asset && <Thumb asset={asset} alt="" />}
        {isError && <ImageOff aria-hidden />}
        {asset?.kind === 'audio' && <PlaySound id={id} name={name} />}
      </span>
      <span className={rowStyles.words}>
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
