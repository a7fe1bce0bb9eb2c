import { Download } from 'lucide-react'
import type { ExportFormat } from '../../../src-preload/contract/types/text.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { saveBlob } from './useFileActions.ts'

interface Props {
  id: string
  formats: readonly { format: ExportFormat; disabledReason?: string | undefined }[]
}

/** Saves a text or an embedding in another format; unsuitable formats are disabled with a reason. */
export function ExportMenu({ id, formats }: Props) {
  const save = useApiMutation('library.export', {
    onDone: ({ fileName, mime, base64 }) =>
      saveBlob(new Blob([decodeBase64(base64)], { type: mime }), fileName),
  })
  return (
    <Menu
      label={t('media.export')}
      items={formats.map(({ format, disabledReason }) => ({
        label: t(`media.format_${format}`),
        hint: disabledReason ?? `.${format}`,
        disabled: disabledReason !== undefined,
        onSelect: () => save.mutate({ id, format }),
      }))}
      trigger={(aria) => (
        <Button {...aria} icon={<Download aria-hidden />} disabled={save.isPending}>
          {t('media.export')}
        </Button>
      )}
    />
  )
}

const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
