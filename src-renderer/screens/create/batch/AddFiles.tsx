import { useRef, type ReactNode } from 'react'
import { Button } from '../../../ui/buttons/Button.tsx'

interface Props {
  label: string
  icon: ReactNode
  /** Accepted file extensions; all by default. */
  accept?: string
  folder?: boolean
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the system's file chooser. */
export function AddFiles({
  label,
  icon,
  accept,
  folder = false,
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
        multiple={multiple || folder}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
