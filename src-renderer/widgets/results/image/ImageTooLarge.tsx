import { ImageOff } from 'lucide-react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useFileActions } from '../actions/fileActions.tsx'

/** Shown instead of an image that is too large to decode: its size, and actions on its file. */
export function ImageTooLarge({ asset }: { asset: Pick<Asset, 'id' | 'width' | 'height' | 'format'> }) {
  const { reveal, save } = useFileActions()
  return (
    <EmptyState
      icon={<ImageOff aria-hidden />}
      title={t('viewers.image_too_large')}
      actions={
        <>
          {reveal && <Button onClick={() => reveal(asset.id)}>{t('viewers.open_folder')}</Button>}
          <Button onClick={() => save(asset.id)}>{t('viewers.save_copy')}</Button>
        </>
      }
    >
      {t('viewers.image_too_large_text', {
        width: String(asset.width ?? 0),
        height: String(asset.height ?? 0),
      })}
    </EmptyState>
  )
}
