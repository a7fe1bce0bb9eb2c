import { Download, FolderOpen } from 'lucide-react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useFileWays } from './useFileWays.ts'
import textStyles from '../../ui/text.module.css'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import styles from './RecipePanel.module.css'

/** The same result in other formats, each with the way to its file. */
export function Alternatives({ assets, fileName }: { assets: Asset[]; fileName: string }) {
  const ways = useFileWays()
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
          const words = `${asset.format.toUpperCase()} · ${formatBytes(asset.bytes)}`
          return (
            <li key={asset.id}>
              {ways.reveal ? (
                <button
                  type="button"
                  className={classes(textStyles.label, styles.file)}
                  onClick={() => ways.reveal?.(asset.id)}
                >
                  <FolderOpen aria-hidden />
                  {words}
                </button>
              ) : (
                <a
                  className={classes(textStyles.label, styles.file)}
                  href={ways.copyUrl(asset.id)}
                  download={`${stem}.${asset.format}`}
                >
                  <Download aria-hidden />
                  {words}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
