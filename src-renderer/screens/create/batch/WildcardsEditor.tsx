import { FileText, X } from 'lucide-react'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { AddFiles, readText } from './AddFiles.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './BatchDialog.module.css'

interface Props {
  values: Values
  lists: Plan['wildcards']
  onLists: (lists: Plan['wildcards']) => void
}

const MAX_LINES = 100_000

/** Edits wildcard lists, loaded from text files, that replace `__name__` in prompts. */
export function WildcardsEditor({ values, lists, onLists }: Props) {
  const add = async (files: File[]) => {
    const read = await Promise.all(
      files.map(async (file) => [listName(file.name), await readText(file)] as const),
    )
    const loadedLists = read.map(([name, text]) => [name, linesOf(text)] as const)
    onLists({ ...lists, ...Object.fromEntries(loadedLists) })
  }
  const names = Object.keys(lists)
  const missing = wildcardNames(values).filter((name) => !names.includes(name))
  return (
    <>
      <p className={fieldStyles.help}>{t('batch.wildcards_help')}</p>
      {names.length > 0 && (
        <ul className={panelStyles.section} aria-label={t('batch.wildcards')}>
          {names.map((name) => (
            <li key={name} className={styles.item}>
              <FileText aria-hidden />
              <span className={textStyles.truncate}>
                __{name}__{' '}
                <small className={textStyles.quiet}>
                  {t('batch.lines', { count: lists[name]?.length ?? 0 })}
                </small>
              </span>
              <IconButton
                size="small"
                label={t('batch.remove', { name })}
                icon={<X />}
                onClick={() => {
                  const { [name]: _removed, ...rest } = lists
                  onLists(rest)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <p className={fieldStyles.error}>{t('batch.wildcards_missing', { names: missing.join(', ') })}</p>
      )}
      <div>
        <AddFiles
          label={t('batch.wildcards_add')}
          icon={<FileText aria-hidden />}
          accept=".txt"
          multiple
          onFiles={(files) => void add(files)}
        />
      </div>
    </>
  )
}

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, MAX_LINES)

/** Unique names of wildcard lists used in the texts of a form. */
const wildcardNames = (values: Values): string[] => [
  ...new Set(
    Object.values(values).flatMap((value) =>
      typeof value === 'string'
        ? [...value.matchAll(/__([\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*)__/gu)].map(([, name]) => name ?? '')
        : [],
    ),
  ),
]

/** Derives a list's name from its file name. */
const listName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/u, '')
    .replaceAll(/[^\p{L}\p{N} .-]+/gu, '-')
    .trim() || 'list'
