import { FileSearch, Bookmark } from 'lucide-react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { chooseFiles } from '../../../widgets/files/chooseFiles.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { formCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import styles from './PanelTools.module.css'

/** Buttons to load the parameters of the form from a file or a preset. */
export function PanelTools({ form }: { form: Form }) {
  return (
    <div className={styles.tools}>
      <Button size="small" variant="quiet" icon={<FileSearch aria-hidden />} onClick={chooseFiles}>
        {t('imports.open')}
      </Button>
      <PresetsButton form={form} />
    </div>
  )
}

const PresetsDialog = lazy(async () => ({
  default: (await import('../presets/PresetsDialog.tsx')).PresetsDialog,
}))

/** Opens the presets. */
function PresetsButton({ form }: { form: Form }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts('full', button, formCommands, {
    presets: () => setOpen(true),
    // The buttons of these dialogs handle them.
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
        {t('presets.title')}
      </Button>
      {isOpen && (
        <Suspense>
          <PresetsDialog form={form} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
