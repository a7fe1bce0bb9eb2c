import { useRef, useState } from 'react'
import { Bookmark, Ellipsis, Plus } from 'lucide-react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Preset } from '../../../../src-preload/contract/types/preset.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { PresetForm } from './PresetForm.tsx'
import { usePresets } from './usePresets.ts'
import styles from './presets.module.css'

/** The search field is shown from this number of presets on. */
const SEARCH_FROM = 8

interface Props {
  /** The open form, which can be saved as a preset. */
  form: Form
  onClose: () => void
}

/** The presets, those of the open task first: a click fills the form. */
export function PresetsDialog({ form, onClose }: Props) {
  const [edited, setEdited] = useState<Preset | 'new'>()
  const [search, setSearch] = useState('')
  const { presets, error, reload, apply, remove, importFile, exportAll } = usePresets()
  const { data: tasks } = useApiQuery('operations.list', undefined)
  const input = useRef<HTMLInputElement>(null)
  if (edited !== undefined)
    return (
      <PresetForm
        form={form}
        preset={edited === 'new' ? null : edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          setEdited(undefined)
          reload()
        }}
      />
    )
  const matching = (presets ?? []).filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const groups = groupByTask(matching, tasks?.operations ?? [], form.operation)
  const choose = async (preset: Preset) => {
    if (await apply(preset)) onClose()
  }
  return (
    <Dialog
      title={t('presets.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => input.current?.click()}>{t('presets.import')}</Button>
          <Button disabled={!presets?.length} onClick={() => presets && exportAll(presets)}>
            {t('presets.export_all')}
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
            {t('presets.new')}
          </Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('presets.import')}
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void importFile(file)
          // Choosing the same file again must fire another event.
          currentTarget.value = ''
        }}
      />
      {error && !presets ? (
        <LoadFailure error={error} onRetry={reload} />
      ) : presets === undefined ? (
        <Skeleton height={120} />
      ) : presets.length === 0 ? (
        <EmptyState small icon={<Bookmark />} title={t('presets.none')}>
          {t('presets.none_help')}
        </EmptyState>
      ) : (
        <>
          {presets.length >= SEARCH_FROM && (
            <SearchField
              label={t('presets.search')}
              clearLabel={t('gallery.clear_search')}
              value={search}
              onValueChange={setSearch}
            />
          )}
          {matching.length === 0 && <p className={textStyles.quiet}>{t('presets.no_match', { search })}</p>}
          {groups.map(({ id, name, presets: ofTask }) => (
            <section key={id} className={styles.group} aria-label={name}>
              <h3 dir="auto" className={textStyles.quiet}>
                {name}
              </h3>
              <ul className={rowStyles.list}>
                {ofTask.map((preset) => (
                  <PresetRow
                    key={preset.id}
                    preset={preset}
                    onApply={() => void choose(preset)}
                    onRename={() => setEdited(preset)}
                    onExport={() => exportAll([preset])}
                    onDelete={() => void remove(preset)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Dialog>
  )
}

interface PresetRowProps {
  preset: Preset
  onApply: () => void
  onRename: () => void
  onExport: () => void
  onDelete: () => void
}

function PresetRow({ preset, onApply, onRename, onExport, onDelete }: PresetRowProps) {
  const { name, model, picture, values } = preset
  const prompt = values['prompt'] ?? values['text']
  const facts = [model?.name ?? t('presets.any_model'), ...(typeof prompt === 'string' ? [prompt] : [])]
  return (
    <li className={rowStyles.withAction}>
      <button type="button" className={classes(rowStyles.clickable, styles.preset)} onClick={onApply}>
        <span className={classes(rowStyles.art, styles.picture)}>
          {picture === null ? <Bookmark aria-hidden /> : <img src={picture} alt="" />}
        </span>
        <span className={rowStyles.text}>
          <span dir="auto" className={rowStyles.title}>
            {name}
          </span>
          <span dir="auto" className={rowStyles.sub}>
            {facts.join(' · ')}
          </span>
        </span>
      </button>
      <Menu
        label={t('presets.actions', { name })}
        items={[
          { label: t('presets.rename'), onSelect: onRename },
          { label: t('presets.export'), onSelect: onExport },
          { label: t('presets.delete'), danger: true, onSelect: onDelete },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} size="small" label={t('presets.actions', { name })} icon={<Ellipsis />} />
        )}
      />
    </li>
  )
}

type Tasks = RouteOutput<'operations.list'>['operations']

/** The presets by task, in the order of the tasks after the open one. Tasks that this version doesn't know come last, by their id. */
function groupByTask(presets: readonly Preset[], tasks: Tasks, openTask: string) {
  const position = (id: string) => {
    if (id === openTask) return -1
    const index = tasks.findIndex((task) => task.id === id)
    return index === -1 ? tasks.length : index
  }
  return [...Map.groupBy(presets, ({ operation }) => operation)]
    .map(([id, ofTask]) => ({ id, name: tasks.find((task) => task.id === id)?.name ?? id, presets: ofTask }))
    .toSorted((a, b) => position(a.id) - position(b.id))
}
