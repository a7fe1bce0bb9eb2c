import { AlarmClock } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { formatStamp } from './formatStamp.ts'

interface Props {
  label: string
  value: string
  error: string | undefined
  onValue: (value: string) => void
  /** Where the medium beside it is, in seconds; undefined: there is none. */
  now: (() => number) | undefined
}

/** A time of a segment, typed or taken from where the medium is. */
export function TimeField({ label, value, error, onValue, now }: Props) {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      onValue={onValue}
      placeholder={t('media.time_none')}
      autoComplete="off"
      spellCheck={false}
      after={
        now && (
          <IconButton
            size="small"
            label={t('media.time_now', { label })}
            icon={<AlarmClock aria-hidden />}
            onClick={() => onValue(formatStamp(now()))}
          />
        )
      }
    />
  )
}
