import { Info } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import type { useReuse } from './useReuse.ts'

/** Notes about found parameters that the form can't use. */
export function ReuseNotes({ reuse }: { reuse: ReturnType<typeof useReuse> }) {
  const notes = reuse
    ? [
        reuse.missingModel !== null &&
          t('opened.model_missing', { model: reuse.missingModel, other: reuse.model }),
        reuse.leftOut.length > 0 &&
          t('opened.left_out', { model: reuse.model, names: reuse.leftOut.map(nameOf).join(', ') }),
        reuse.missingFiles.length > 0 && t('opened.files_missing', { count: reuse.missingFiles.length }),
      ].filter((note) => note !== false)
    : [t('opened.no_task')]
  if (notes.length === 0) return null
  return (
    <div role="note" className={classes(noteStyles.note, noteStyles.small)}>
      <Info aria-hidden />
      <div>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}

const nameOf = (entry: string): string => entry.replaceAll('_', ' ')
