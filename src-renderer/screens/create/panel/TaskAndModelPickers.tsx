import { lazy, Suspense, useMemo, useState } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { Picker } from '../../../ui/fields/Picker.tsx'
import type { PickerItem } from '../../../ui/fields/PickerPopover.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import styles from '../Create.module.css'
import { MODEL_PICKER_ID } from '../model/useForm.ts'

// Shown in the open lists only.
const loadLists = () => import('./PickerLists.tsx')
const UnknownTypes = lazy(async () => ({ default: (await loadLists()).UnknownTypes }))
const EmptyModelList = lazy(async () => ({ default: (await loadLists()).EmptyModelList }))
const ModelListFooter = lazy(async () => ({ default: (await loadLists()).ModelListFooter }))
const FavoriteModel = lazy(async () => ({ default: (await loadLists()).FavoriteModel }))

const GROUP_ORDER = ['image', 'video', 'audio', 'text']

type List = RouteOutput<'operations.list'>
type Task = List['operations'][number]

/** The tasks, grouped by their kind of result. Those without a model come last, and unknown ones are in the footer. */
export function TaskPicker({ list, value }: { list: List; value: string | undefined }) {
  const tasks = list.operations
    .filter(({ partOf }) => partOf === undefined)
    .toSorted((a, b) => GROUP_ORDER.indexOf(a.group) - GROUP_ORDER.indexOf(b.group))
  // Until the models are listed, it is unknown which tasks have one.
  const items = list.listed
    ? [
        ...tasks.filter(({ models }) => models > 0).map((task) => taskItem(task)),
        ...tasks
          .filter(({ models }) => models === 0)
          .map((task) => ({ ...taskItem(task), group: t('create.group_none'), disabled: true })),
      ]
    : tasks.map((task) => ({ ...taskItem(task), facts: [] }))
  const current = list.operations.find(({ id }) => id === value)
  const mainTask = current?.partOf ?? value
  const parts = list.operations.filter(({ partOf }) => partOf !== undefined && partOf === mainTask)
  return (
    <>
      <Picker
        label={t('create.task')}
        isCompact
        value={mainTask}
        items={items}
        onPick={draftStore.getState().chooseOperation}
        search={{
          label: t('create.search_tasks'),
          noMatches: (search) => t('create.no_tasks_match', { search }),
        }}
        {...(list.unknown.length > 0
          ? {
              footer: (
                <Suspense>
                  <UnknownTypes types={list.unknown} />
                </Suspense>
              ),
            }
          : {})}
      />
      {parts.length > 0 && mainTask !== undefined && (
        <Select
          label={t('create.part')}
          value={value}
          options={[
            { value: mainTask, label: t('create.part_automatic') },
            ...parts
              .filter(({ id, models }) => models > 0 || id === value)
              .map(({ id, name }) => ({ value: id, label: lookUp(`create.part_${id}`) ?? name })),
          ]}
          onValueChange={draftStore.getState().chooseOperation}
        />
      )}
    </>
  )
}

const taskItem = ({ id, name, group, models }: Task) => ({
  id,
  label: name,
  group: lookUp(`create.group_${group}`) ?? group,
  facts: [models === 0 ? t('create.no_models') : t('create.models_count', { count: models })],
})

type Model = RouteOutput<'models.list'>['models'][number]

interface Props {
  list: RouteOutput<'models.list'> | undefined
  operation: string | undefined
  value: string | undefined
  onPick: (slug: string) => void
}

/** Models of the task, searchable; from the cache if the service can't be reached. */
export function ModelPicker({ list, operation, value, onPick }: Props) {
  const items = useMemo(() => (list?.models ?? []).map((model) => modelItem(model)), [list])
  /** The items as the open list orders and describes them, with the list they were made from. */
  const [described, setDescribed] = useState<{ list: typeof list; items: PickerItem[] }>()
  const chosen = items.find(({ id }) => id === value)
  const rejection = draftStore(({ serviceIssues, priceIssues }) =>
    (serviceIssues['model'] ?? priceIssues['model'])?.join(' '),
  )
  const goneText = chosen?.warning && t('create.reason_vanished', { model: chosen.label })
  return (
    <div className={styles.modelField}>
      <Picker
        id={MODEL_PICKER_ID}
        label={t('create.model')}
        value={items.length > 0 ? value : undefined}
        chosen={chosen}
        error={goneText ?? rejection}
        placeholder={t(list && list.models.length === 0 ? 'create.list_missing' : 'create.choose_model')}
        items={described?.list === list && described ? described.items : items}
        onPick={onPick}
        search={{
          label: t('create.search_models'),
          noMatches: (search) => t('create.no_models_match', { search }),
        }}
        listReplacement={
          items.length === 0 ? (
            <Suspense>
              <EmptyModelList list={list} />
            </Suspense>
          ) : undefined
        }
        footer={
          <Suspense>
            <ModelListFooter list={list} operation={operation} items={items} onDescribed={setDescribed} />
          </Suspense>
        }
      />
      {chosen && (
        <Suspense>
          <FavoriteModel slug={chosen.id} name={chosen.label} />
        </Suspense>
      )}
    </div>
  )
}

const modelItem = ({ slug, name, facts, isDelisted }: Model): PickerItem => ({
  id: slug,
  label: name,
  facts,
  ...(isDelisted ? { warning: t('create.vanished') } : {}),
})
