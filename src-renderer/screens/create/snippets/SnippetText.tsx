import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { t } from '../../../i18n/t.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import { linesOf } from './wildcardLists.ts'

/** The name of a snippet above its first line, with the number of lines if it is a wildcard list. */
export function SnippetText({ snippet: { name, text } }: { snippet: Snippet }) {
  const lines = linesOf(text)
  const count = lines.length > 1 ? [t('snippets.lines', { count: lines.length })] : []
  return (
    <span className={rowStyles.text}>
      <span className={rowStyles.title}>{name}</span>
      <span className={rowStyles.sub}>{[...count, lines[0] ?? text.trim()].join(' · ')}</span>
    </span>
  )
}
