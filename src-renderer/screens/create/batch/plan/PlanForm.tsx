import { useMemo, useState } from 'react'
import type { Form, Values } from '../../../../../src-preload/contract/types/form.ts'
import { t } from '../../../../i18n/t.ts'
import { Segmented } from '../../../../ui/fields/Segmented.tsx'
import { Switch } from '../../../../ui/fields/Switch.tsx'
import { AxesEditor } from './AxesEditor.tsx'
import { FilesEditor } from './FilesEditor.tsx'
import type { PlanDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import type { AxisField } from './planFields.ts'
import { classes } from '../../../../ui/classes.ts'
import fieldStyles from '../../../../ui/layout/field.module.css'
import panelStyles from '../../../../ui/layout/panel.module.css'
import toolbarStyles from '../../../../ui/layout/toolbar.module.css'
import { TableEditor } from './TableEditor.tsx'
import { TextField } from '../../../../ui/fields/TextField.tsx'
import { isWindowBlur } from '../../../../ui/isWindowBlur.ts'
import { FileText, X } from 'lucide-react'
import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import { MAX_WILDCARD_LINES, referencedLists } from '../../../../../src-preload/constraints/wildcards.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { useSnippets } from '../../snippets/useSnippets.ts'
import {
  linesOf,
  listsUsedBy,
  referenceTo,
  type WildcardLists,
  wildcardListsOf,
} from '../../snippets/wildcardLists.ts'
import { readText } from '../../../../lib/readText.ts'
import { AddFiles } from './AddFiles.tsx'
import textStyles from '../../../../ui/layout/text.module.css'
import styles from '../BatchDialog.module.css'

interface Props {
  form: Form
  values: Values
  fields: readonly AxisField[]
  draft: PlanDraft
  /** Gets an update of the current draft, which may have changed while files were read. */
  onDraft: (update: (current: PlanDraft) => PlanDraft) => void
}

const SEED_OPTIONS = [
  { value: 'shared', label: t('batch.seeds_shared') },
  { value: 'new', label: t('batch.seeds_new') },
] as const

/** How the rows of a batch differ from each other. */
export function PlanForm({ form, values, fields, draft, onDraft }: Props) {
  const update = (change: Partial<PlanDraft>) => onDraft((current) => ({ ...current, ...change }))
  const { snippets } = useSnippets()
  const savedLists = useMemo(() => wildcardListsOf(snippets ?? []), [snippets])
  /** Adds the wildcard lists that the typed values refer to, because a batch can't be made without them. */
  const setAxes = (axes: PlanDraft['axes']) => {
    const used = listsUsedBy(
      axes.map(({ text }) => text),
      savedLists,
    )
    onDraft((current) => ({ ...current, axes, wildcards: { ...used, ...current.wildcards } }))
  }
  const hasSeed = form.fields.some(({ kind }) => kind === 'seed')
  const hasText = form.fields.some(({ kind }) => kind === 'text')
  return (
    <>
      <div className={classes(panelStyles.section, styles.section)}>
        <div className={styles.pair}>
          <CountField count={draft.count} onCount={(count) => update({ count })} />
          {hasSeed && (
            <div className={fieldStyles.field}>
              <span className={fieldStyles.label}>{t('batch.seeds')}</span>
              <Segmented
                label={t('batch.seeds')}
                options={SEED_OPTIONS}
                value={draft.seeds}
                onValueChange={(seeds) => update({ seeds })}
              />
              <span className={fieldStyles.help}>{t(`batch.seeds_${draft.seeds}_help`)}</span>
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
            label={t('batch.brace_options')}
            help={t('batch.brace_options_help')}
            checked={draft.variants}
            onCheckedChange={(variants) => update({ variants })}
          />
          <WildcardsEditor
            values={values}
            savedLists={savedLists}
            lists={draft.wildcards}
            onLists={(change) => onDraft((current) => ({ ...current, wildcards: change(current.wildcards) }))}
          />
        </section>
      )}
      <AxesEditor fields={fields} axes={draft.axes} onAxes={setAxes} />
      <TableEditor form={form} table={draft.table} onTable={(table) => update({ table })} />
      <FilesEditor form={form} draft={draft} onFiles={(files) => update({ files })} />
    </>
  )
}

interface CountFieldProps {
  count: number
  onCount: (count: number) => void
}

/** How many jobs are made from each row. Text that isn't a valid number stays in the field until blur, and `onCount` isn't called. */
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
      onBlur={(event) => {
        if (!isWindowBlur(event)) setText(undefined)
      }}
    />
  )
}

const readCount = (text: string): number | null => {
  const count = Number(text)
  return text.trim() !== '' && Number.isSafeInteger(count) && count >= 1 ? count : null
}

interface WildcardsEditorProps {
  values: Values
  /** The lists among the user's snippets. */
  savedLists: WildcardLists
  lists: Plan['wildcards']
  onLists: (update: (current: Plan['wildcards']) => Plan['wildcards']) => void
}

/** Wildcard lists from text files and snippets. Each `__name__` in a prompt is replaced by the lines of the list with that name. */
function WildcardsEditor({ values, savedLists, lists, onLists }: WildcardsEditorProps) {
  /** Names of the files that couldn't be read. */
  const [unreadable, setUnreadable] = useState<string[]>([])
  /** Names of the lists that are longer than the studio accepts. */
  const [truncated, setTruncated] = useState<readonly string[]>([])
  const add = async (files: File[]) => {
    setUnreadable([])
    const failures: string[] = []
    const loadedLists: (readonly [name: string, lines: string[]])[] = []
    for (const file of files) {
      try {
        loadedLists.push([listName(file.name), linesOf(await readText(file))])
      } catch {
        failures.push(file.name)
      }
    }
    setUnreadable(failures)
    const loadedNames = loadedLists.map(([name]) => name)
    const longNames = loadedLists.flatMap(([name, lines]) =>
      lines.length > MAX_WILDCARD_LINES ? [name] : [],
    )
    setTruncated((current) => [...current.filter((name) => !loadedNames.includes(name)), ...longNames])
    const acceptedLists = loadedLists.map(
      ([name, lines]) => [name, lines.slice(0, MAX_WILDCARD_LINES)] as const,
    )
    onLists((current) => ({ ...current, ...Object.fromEntries(acceptedLists) }))
  }
  const names = Object.keys(lists)
  const truncatedNames = names.filter((name) => truncated.includes(name))
  const missing = wildcardNames(values).filter((name) => !names.includes(name))
  const savedNames = missing.filter((name) => Object.hasOwn(savedLists, name))
  const addSaved = () => {
    const used = listsUsedBy(savedNames.map(referenceTo), savedLists)
    onLists((current) => ({ ...used, ...current }))
  }
  return (
    <>
      <p className={fieldStyles.help}>{t('batch.wildcards_help')}</p>
      {names.length > 0 && (
        <ul className={panelStyles.section} aria-label={t('batch.wildcards')}>
          {names.map((name) => (
            <li key={name} className={styles.item}>
              <FileText aria-hidden />
              <span dir="auto" className={textStyles.truncate}>
                __{name}__{' '}
                <small className={textStyles.quiet}>
                  {t('batch.lines', { count: lists[name]?.length ?? 0 })}
                </small>
              </span>
              <IconButton
                size="small"
                label={t('batch.remove', { name })}
                icon={<X />}
                onClick={() => onLists(({ [name]: _removed, ...rest }) => rest)}
              />
            </li>
          ))}
        </ul>
      )}
      {truncatedNames.length > 0 && (
        <p className={fieldStyles.error}>
          {t('batch.wildcards_truncated', {
            count: truncatedNames.length,
            names: truncatedNames.join(', '),
            max: MAX_WILDCARD_LINES,
          })}
        </p>
      )}
      {unreadable.length > 0 && (
        <p className={fieldStyles.error} role="alert">
          {t('batch.wildcards_unreadable', { count: unreadable.length, names: unreadable.join(', ') })}
        </p>
      )}
      {missing.length > 0 && (
        <p className={fieldStyles.error}>
          {t('batch.wildcards_missing', { names: missing.join(', ') })}{' '}
          {names.length === 0 && t('batch.wildcards_none')}
        </p>
      )}
      <div className={toolbarStyles.actions}>
        {savedNames.length > 0 && (
          <Button size="small" onClick={addSaved}>
            {t('batch.wildcards_saved', { names: savedNames.map(referenceTo).join(', ') })}
          </Button>
        )}
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

/** Unique names of wildcard lists used in the texts of a form. */
const wildcardNames = (values: Values): string[] => [
  ...new Set(
    Object.values(values).flatMap((value) => (typeof value === 'string' ? referencedLists(value) : [])),
  ),
]

/** Derives a list's name from its file name; what a name can't contain is replaced or removed. */
const listName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/u, '')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')
    .split('_')
    .filter((part) => part.trim() !== '')
    .join('_')
    .trim() || 'list'
