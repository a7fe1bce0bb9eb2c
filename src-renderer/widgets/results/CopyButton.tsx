import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { showCopyFailure } from './menu/copyResult.ts'

/** How long the button confirms the copy. */
const COPIED_MS = 1500

interface Props {
  /** The text, or a function that loads it after the click. */
  text: string | (() => Promise<string>)
  label: string
}

/** Copies a text to the clipboard and confirms it briefly. A failure is shown in a toast. */
export function CopyButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setCopied(true)
    } catch (error) {
      setCopied(false)
      showCopyFailure(error)
    }
  }
  return (
    <IconButton
      size="small"
      label={isCopied ? t('common.copied') : label}
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    />
  )
}
