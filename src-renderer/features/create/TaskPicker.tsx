import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { lookUp, t } from '../../i18n/t.ts'
import { Picker } from '../../ui/Picker.tsx'
import { draftStore } from './model/draftStore.ts'

const ORDER = ['image', 'video', 'audio', 'text']

/** What to make, grouped by what comes out; what the service offers beyond the studio is said below. */
export function TaskPicker({
  list,
  value,
}: {
  list: RouteOutput<'operations.list'>
  value: string | undefined
}) {
  const items = list.operations
    .toSorted((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group))
    .map(({ id, name, group, models }) => ({
      id,
      label: name,
      group: lookUp(`create.group_${group}`) ?? group,
      facts: [t('create.models_count', { count: models })],
    }))
  return (
    <Picker
      label={t('create.task')}
      value={value}
      items={items}
      onPick={draftStore.getState().chooseOperation}
      {...(list.unknown.length > 0 ? { footer: <Unknown types={list.unknown} /> } : {})}
    />
  )
}

function Unknown({ types }: { types: { type: string; models: number }[] }) {
  return (
    <>
      <p>{t('create.unknown_title')}</p>
      <ul>
        {types.map(({ type, models }) => (
          <li key={type}>{t('create.unknown_item', { type, count: models })}</li>
        ))}
      </ul>
    </>
  )
}
