import { lazy, Suspense, useRef, useState } from 'react'
import { Bookmark } from 'lucide-react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { formCommands } from '../../../../src-preload/shared/keymap/first.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'

const PresetsDialog = lazy(async () => ({ default: (await import('./PresetsDialog.tsx')).PresetsDialog }))

/** Opens the presets. */
export function PresetsButton({ form }: { form: Form }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts('full', button, formCommands, {
    presets: () => setOpen(true),
    batch: undefined,
    prices: undefined,
  })
  return (
    <>
      <Button
        ref={button}
        size="small"
        variant="quiet"
        icon={<Bookmark />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('faster.presets_open')}
      </Button>
      {isOpen && (
        <Suspense>
          <PresetsDialog form={form} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
