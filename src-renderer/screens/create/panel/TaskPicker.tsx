import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { Picker } from '../../../ui/fields/Picker.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'

const GROUP_ORDER = ['image', 'video', 'audio', 'text']

type List = RouteOutput<'operations.list'>
type Task = List['operations'][number]

/** The tasks, grouped by their kind of result; tasks without a model are separate, unknown ones below. */
export function TaskPicker({ list, value }: { list: List; value: string | undefined }) {
  const tasks = list.operations.toSorted(
    (a, b) => GROUP_ORDER.indexOf(a.group) - GROUP_ORDER.indexOf(b.group),
  )
  // Which tasks have a model is unknown until the list is read.
  const items = list.listed
    ? [
        ...tasks.filter(({ models }) => models > 0).map((task) => itemOf(task)),
        ...tasks
          .filter(({ models }) => models === 0)
          .map((task) => ({ ...itemOf(task), group: t('create.group_none'), disabled: true })),
      ]
    : tasks.map((task) => ({ ...itemOf(task), facts: [] }))
  return (
    <Picker
      label={t('create.task')}
      isCompact
      value={value}
      items={items}
      onPick={draftStore.getState().chooseOperation}
      search={{
        label: t('create.search_tasks'),
        noMatches: (search) => t('create.no_tasks_match', { search }),
      }}
      {...(list.unknown.length > 0 ? { footer: <Unknown types={list.unknown} /> } : {})}
    />
  )
}

const itemOf = ({ id, name, group, models }: Task) => ({
  id,
  label: name,
  group: lookUp(`create.group_${group}`) ?? group,
  facts: [models === 0 ? t('create.no_models') : t('create.models_count', { count: models })],
})

function Unknown({ types }: { types: { type: string; models: number }[] }) {
  return (
    <>
      <p>
        <strong>{t('create.unknown_title')}</strong>
      </p>
      <ul>
        {types.map(({ type, models }) => (
          <li key={type}>{t('create.unknown_item', { type, count: models })}</li>
        ))}
      </ul>
      <p>{t('create.unknown_help')}</p>
    </>
  )
}
