import { AlarmClock } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { formatStamp } from './formatStamp.ts'

interface Props {
  label: string
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
  /** Current position of the source media in seconds; undefined if there is none. */
  currentTime: (() => number) | undefined
}

/** Field for a segment's start or end, typed or set to the current position. */
export function TimeField({ label, value, error, onValueChange, currentTime }: Props) {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      onValueChange={onValueChange}
      placeholder={t('media.time_none')}
      autoComplete="off"
      spellCheck={false}
      after={
        currentTime && (
          <IconButton
            size="small"
            label={t('media.time_now', { label })}
            icon={<AlarmClock aria-hidden />}
            onClick={() => onValueChange(formatStamp(currentTime()))}
          />
        )
      }
    />
  )
}
