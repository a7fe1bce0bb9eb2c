import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { showProblem } from '../../host/problemOf.ts'
import { drawUpright } from '../../lib/drawUpright.ts'
import { toasts } from '../../lib/toasts.ts'
import { readFile } from '../../host/fileUrl.ts'

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

/** Copies an image to the clipboard as PNG, the only format that every program pastes. */
export const copyImage = (id: string): Promise<void> =>
  copy(
    // The content is a promise, because `write` must be called while the click is handled.
    () => navigator.clipboard.write([new ClipboardItem({ 'image/png': readAsPng(id) })]),
    t('resultMenu.image_copied'),
  )

export const copyText = (text: string | Promise<string>, message: string): Promise<void> =>
  copy(async () => navigator.clipboard.writeText(await text), message)

async function copy(write: () => Promise<void>, message: string): Promise<void> {
  try {
    await write()
    toasts.getState().show({ text: message })
  } catch (error) {
    showCopyFailure(error)
  }
}

/** Shows why something couldn't be copied: it couldn't be loaded, or the clipboard was refused. */
function showCopyFailure(error: unknown): void {
  if (error instanceof StudioError) showProblem(error)
  else toasts.getState().show({ text: t('resultMenu.copy_failed'), tone: 'error' })
}

async function readAsPng(id: string): Promise<Blob> {
  const canvas = drawUpright(await createImageBitmap(await readFile(id)))
  return canvas.convertToBlob({ type: 'image/png' })
}
