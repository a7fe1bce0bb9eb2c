import { FolderOpen, Images, Mic } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import type { FieldAria } from '../../../ui/fields/FieldFrame.tsx'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './AddFile.module.css'

interface Props {
  id: string
  aria: FieldAria
  field: FieldOf<'file'>
  /** Whether the field already has files. */
  isCompact: boolean
  onBrowse: () => void
  onGallery: () => void
  onRecord: () => void
}

/** Buttons to add a file. */
export function AddFile({ id, aria, field, isCompact, onBrowse, onGallery, onRecord }: Props) {
  const { label } = field
  return (
    <div className={classes(styles.zone, isCompact && styles.small)}>
      <div className={classes(toolbarStyles.chips, styles.ways)}>
        <Button
          {...aria}
          id={id}
          size="small"
          icon={<FolderOpen aria-hidden />}
          aria-label={t('files.choose_for', { label })}
          onClick={onBrowse}
        >
          {t('files.choose')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Images aria-hidden />}
          aria-label={t('files.gallery_for', { label })}
          onClick={onGallery}
        >
          {t('files.gallery')}
        </Button>
        {field.record && (
          <Button size="small" variant="quiet" icon={<Mic aria-hidden />} onClick={onRecord}>
            {t('files.record')}
          </Button>
        )}
      </div>
      {!isCompact && <p className={textStyles.note}>{t('files.drop')}</p>}
    </div>
  )
}
