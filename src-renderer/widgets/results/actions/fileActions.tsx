import { Download } from 'lucide-react'
import type { ExportFormat } from '../../../../src-preload/contract/types/text.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { call, saveFile } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { saveBlob } from '../../../host/saveBlob.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'

interface FileActions {
  /** Shows the file in the system's file manager; undefined if the host doesn't support that. */
  reveal: ((id: string) => void) | undefined
  /** Saves a copy where the user chooses, and confirms it. */
  save: (id: string) => void
}

/** Actions on an asset's file that this host supports. */
export function useFileActions(): FileActions {
  const info = useApiQuery('studio.info', undefined, { staleTime: Infinity })
  const reveal = useApiMutation('library.reveal')
  const canReveal = info.data?.capabilities.openFolder === true
  return {
    reveal: canReveal ? (id) => reveal.mutate({ id }) : undefined,
    save: (id) => void saveCopy(id),
  }
}

async function saveCopy(id: string): Promise<void> {
  const copy = await call('exports.copy', { id }).catch(showProblem)
  const outcome = copy && (await saveFile('copy', id, copy.name))
  if (!outcome || outcome === 'cancelled') return
  // Browsers show downloads themselves.
  if (copy.withoutParameters) toasts.getState().show({ text: t('viewers.copy_without_parameters') })
  else if (outcome === 'saved') toasts.getState().show({ text: t('viewers.copy_saved') })
}

interface ExportMenuProps {
  /** Id of the asset. */
  id: string
  /** A format with a `disabledReason` can't be chosen, and the menu shows the reason. */
  formats: readonly { format: ExportFormat; disabledReason?: string | undefined }[]
}

/** Menu that saves a text or an embedding in another format. */
export function ExportMenu({ id, formats }: ExportMenuProps) {
  const save = useApiMutation('library.export', {
    onDone: (file) => void saveText(file),
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

async function saveText({ fileName, mime, base64 }: RouteOutput<'library.export'>): Promise<void> {
  const outcome = await saveBlob(new Blob([decodeBase64(base64)], { type: mime }), fileName)
  if (outcome === null || outcome === 'cancelled') return
  toasts.getState().show({ text: t('media.exported', { file: fileName }) })
}

const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
