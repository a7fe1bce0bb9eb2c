import { Download } from 'lucide-react'
import type { Period } from '../../../src-preload/contract/types/spend.ts'
import { bridge } from '../../host/bridge.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { toasts } from '../../ui/toasts.ts'

/** Saves every job of the time to a CSV file, one line each. */
export function ExportMenu({ period, disabled }: { period: Period; disabled: boolean }) {
  const write = useAct('spend.export', {
    onDone: ({ id, fileName, jobs }) => {
      void bridge().saveExport(id, fileName)
      toasts.getState().show({ words: t('spend.exported', { count: jobs, file: fileName }) })
    },
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
