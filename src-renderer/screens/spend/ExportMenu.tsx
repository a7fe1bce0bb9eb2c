import { Download } from 'lucide-react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Period } from '../../../src-preload/contract/types/spend.ts'
import { saveFile } from '../../host/saveFile.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { toasts } from '../../lib/toasts.ts'

/** Exports the jobs of the period as CSV. */
export function ExportMenu({ period, disabled }: { period: Period; disabled: boolean }) {
  const write = useApiMutation('spend.export', {
    onDone: (written) => void keep(written),
  })
  return (
    <Menu
      label={t('spend.export')}
      items={[
        { label: t('spend.export_plain'), onSelect: () => write.mutate({ period, bom: false }) },
        { label: t('spend.export_bom'), onSelect: () => write.mutate({ period, bom: true }) },
      ]}
      trigger={(aria) => (
        <Button {...aria} icon={<Download aria-hidden />} disabled={disabled || write.isPending}>
          {t(write.isPending ? 'spend.exporting' : 'spend.export')}
        </Button>
      )}
    />
  )
}

async function keep({ id, fileName, jobs }: RouteOutput<'spend.export'>): Promise<void> {
  const outcome = await saveFile('export', id, fileName)
  if (outcome === null || outcome === 'cancelled') return
  toasts.getState().show({ text: t('spend.exported', { count: jobs, file: fileName }) })
}
