import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'

interface Props {
  count: number
  onCount: (count: number) => void
}

/** Number of copies. Invalid text stays visible while typing but is not reported. */
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
      onValueChange={(next) => {
        setText(next)
        const parsed = readCount(next)
        if (parsed !== null) onCount(parsed)
      }}
      onBlur={() => setText(undefined)}
    />
  )
}

const readCount = (text: string): number | null => {
  const count = Number(text)
  return text.trim() !== '' && Number.isSafeInteger(count) && count >= 1 ? count : null
}
