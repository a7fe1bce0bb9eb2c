import { X } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { formatTime } from '../../../lib/formatTime.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import textStyles from '../../../ui/text.module.css'
import type { Region } from './region.ts'

interface Props {
  region: Region | undefined
  /** Sets one end of the region to the current position. */
  onEdge: (edge: 'start' | 'end') => void
  onClear: () => void
}

/** Controls of the loop region: set its ends, show its times, clear it. */
export function LoopBar({ region, onEdge, onClear }: Props) {
  return (
    <div className={toolbarStyles.chips} role="group" aria-label={t('media.loop_part')}>
      <Button size="small" title={t('media.loop_from_keys')} onClick={() => onEdge('start')}>
        {t('media.loop_from')}
      </Button>
      <Button size="small" title={t('media.loop_to_keys')} onClick={() => onEdge('end')}>
        {t('media.loop_to')}
      </Button>
      <span className={textStyles.label}>
        {region
          ? t('media.loop_is', { start: formatTime(region.start, true), end: formatTime(region.end, true) })
          : t('media.loop_hint')}
      </span>
      {region && (
        <IconButton size="small" label={t('media.loop_clear')} icon={<X aria-hidden />} onClick={onClear} />
      )}
    </div>
  )
}
