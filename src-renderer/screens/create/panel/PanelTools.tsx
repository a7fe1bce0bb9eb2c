import { FileSearch } from 'lucide-react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { chooseFiles } from '../../../widgets/files/chooseFiles.ts'
import { PresetsButton } from '../presets/PresetsButton.tsx'
import styles from './PanelTools.module.css'

/** Buttons to load the parameters of the form from a file or a preset. */
export function PanelTools({ form }: { form: Form }) {
  return (
    <div className={styles.tools}>
      <Button size="small" variant="quiet" icon={<FileSearch aria-hidden />} onClick={chooseFiles}>
        {t('opened.open')}
      </Button>
      <PresetsButton form={form} />
    </div>
  )
}
