import { useId, useState } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { AxesEditor } from './AxesEditor.tsx'
import { FilesEditor } from './FilesEditor.tsx'
import type { AxisField, PlanDraft } from './PlanDraft.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import { TableEditor } from './TableEditor.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FileText, X } from 'lucide-react'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { AddFiles, readText } from './AddFiles.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './BatchDialog.module.css'

interface Props {
  form: Form
  values: Values
  fields: readonly AxisField[]
  draft: PlanDraft
  onDraft: (draft: PlanDraft) => void
}

const SEED_OPTIONS = [
  { value: 'new', label: t('batch.seeds_new') },
  { value: 'same', label: t('batch.seeds_same') },
] as const

/** How the rows of a batch differ from each other. */
export function PlanForm({ form, values, fields, draft, onDraft }: Props) {
  const id = useId()
  const update = (change: Partial<PlanDraft>) => onDraft({ ...draft, ...change })
  const hasSeed = form.fields.some(({ kind }) => kind === 'seed')
  const hasText = form.fields.some(({ kind }) => kind === 'text')
  return (
    <>
      <div className={classes(panelStyles.section, styles.section)}>
        <div className={styles.pair}>
          <CountField count={draft.count} onCount={(count) => update({ count })} />
          {hasSeed && (
            <div className={fieldStyles.field}>
              <span id={id} className={fieldStyles.label}>
                {t('batch.seeds')}
              </span>
              <Segmented
                label={t('batch.seeds')}
                options={SEED_OPTIONS}
                value={draft.seeds}
                onValueChange={(seeds) => update({ seeds })}
              />
            </div>
          )}
        </div>
      </div>
      {hasText && (
        <section
          className={classes(panelStyles.section, styles.section)}
          aria-label={t('batch.text_options')}
        >
          <Switch
            label={t('batch.variants')}
            help={t('batch.variants_help')}
            checked={draft.variants}
            onCheckedChange={(variants) => update({ variants })}
          />
          <WildcardsEditor
            values={values}
            lists={draft.wildcards}
            onLists={(wildcards) => update({ wildcards })}
          />
        </section>
      )}
      <AxesEditor fields={fields} axes={draft.axes} onAxes={(axes) => update({ axes })} />
      <TableEditor form={form} table={draft.table} onTable={(table) => update({ table })} />
      <FilesEditor form={form} draft={draft} onFiles={(files) => update({ files })} />
    </>
  )
}

interface CountFieldProps {
  count: number
  onCount: (count: number) => void
}

/** Number of copies. Invalid text stays visible while typing but is not reported. */
export function CountField({ count, onCount }: CountFieldProps) {
  const [text, setText] = useState<string>()
  const typed = readCount(text ?? String(count))
  return (
    <TextField
      label={t('batch.count')}
      type="number"
      min={1}
      inputMode="numeric"
      value={text ?? String(count)}
      error={typed === null && text?.trim() !== '' ? t('batch.count_bad') : undefined}
      onValueChange={(next) => {
        setText(next)
        const parsed = readCount(next)
        if (parsed !== null) onCount(parsed)
      }}
      onBlur={() => setText(undefined)}
    />
  )
}

const readCount = (text: string): number | null => {
  const count = Number(text)
  return text.trim() !== '' && Number.isSafeInteger(count) && count >= 1 ? count : null
}

interface WildcardsEditorProps {
  values: Values
  lists: Plan['wildcards']
  onLists: (lists: Plan['wildcards']) => void
}

/** The most lines that the studio accepts in a list; more are dropped. */
const MAX_LINES = 100_000

/** Edits wildcard lists, loaded from text files, that replace `__name__` in prompts. */
function WildcardsEditor({ values, lists, onLists }: WildcardsEditorProps) {
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
