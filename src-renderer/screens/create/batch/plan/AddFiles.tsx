import { useRef, type ReactNode } from 'react'
import { Button } from '../../../../ui/buttons/Button.tsx'

interface Props {
  label: string
  icon: ReactNode
  /** Accepted file extensions; all by default. */
  accept?: string
  /** Whether a folder is chosen instead of files. */
  choosesFolder?: boolean
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the system's file chooser. */
export function AddFiles({
  label,
  icon,
  accept,
  choosesFolder = false,
  multiple = false,
  disabled,
  onFiles,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" icon={icon} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...(accept ? { accept } : {})}
        multiple={multiple || choosesFolder}
        {...(choosesFolder ? { webkitdirectory: '' } : {})}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Choosing the same file again must fire another event.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/**
 * Decodes a text file: UTF-16 if it starts with its byte order mark, otherwise UTF-8, or Windows-1252 if it isn't valid
 * UTF-8, because older spreadsheet programs export that.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
