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
