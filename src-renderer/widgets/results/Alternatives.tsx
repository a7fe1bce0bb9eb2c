import { Download } from 'lucide-react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useFileActions } from './useFileActions.ts'
import textStyles from '../../ui/text.module.css'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import styles from './ParametersPanel.module.css'

/** The same result in other formats, each with a button that saves a copy. */
export function Alternatives({ assets, fileName }: { assets: Asset[]; fileName: string }) {
  const actions = useFileActions()
  const stem =
    fileName
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? 'easel'
  return (
    <div>
      <p className={textStyles.quiet}>{t('viewers.alternatives')}</p>
      <ul className={classes(toolbarStyles.chips, styles.files)}>
        {assets.map((asset) => {
          const fileLabel = `${asset.format.toUpperCase()} · ${formatBytes(asset.bytes)}`
          return (
            <li key={asset.id}>
              <button
                type="button"
                className={classes(textStyles.label, styles.file)}
                aria-label={t('viewers.save_copy_as', { file: fileLabel })}
                onClick={() => actions.save(asset.id, `${stem}.${asset.format}`)}
              >
                <Download aria-hidden />
                {fileLabel}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
