import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { TextField } from '../../../ui/TextField.tsx'

interface Props {
  count: number
  onCount: (count: number) => void
}

/** How many of each: what is typed stays as it is while it is typed, and stands for nothing until it is a number. */
export function CountField({ count, onCount }: Props) {
  const [text, setText] = useState<string>()
  const typed = readCount(text ?? String(count))
  return (
    <TextField
      label={t('batch.count')}
      type="number"
      min={1}
      inputMode="numeric"
      value={text ?? String(count)}
      error={typed === null && text?.trim() !== '' ? t('batch.count_bad') : undefined}
      onValue={(now) => {
        setText(now)
        const read = readCount(now)
        if (read !== null) onCount(read)
      }}
      onBlur={() => setText(undefined)}
    />
  )
}

const readCount = (text: string): number | null => {
  const count = Number(text)
  return text.trim() !== '' && Number.isSafeInteger(count) && count >= 1 ? count : null
}
