import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { Picker } from '../../../ui/fields/Picker.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { RefreshCw } from 'lucide-react'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import styles from '../Create.module.css'

const GROUP_ORDER = ['image', 'video', 'audio', 'text']

type List = RouteOutput<'operations.list'>
type Task = List['operations'][number]

/** The tasks, grouped by their kind of result; tasks without a model are separate, unknown ones below. */
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
  const whole = current?.partOf ?? value
  const parts = list.operations.filter(({ partOf }) => partOf !== undefined && partOf === whole)
  return (
    <>
      <Picker
        label={t('create.task')}
        isCompact
        value={whole}
        items={items}
        onPick={draftStore.getState().chooseOperation}
        search={{
          label: t('create.search_tasks'),
          noMatches: (search) => t('create.no_tasks_match', { search }),
        }}
        {...(list.unknown.length > 0 ? { footer: <UnknownTypes types={list.unknown} /> } : {})}
      />
      {parts.length > 0 && whole !== undefined && (
        <Select
          label={t('create.part')}
          value={value}
          options={[
            { value: whole, label: t('create.part_automatic') },
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

function UnknownTypes({ types }: { types: { type: string; models: number }[] }) {
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

interface Props {
  list: RouteOutput<'models.list'> | undefined
  value: string | undefined
  onPick: (slug: string) => void
}

export const MODEL_PICKER_ID = 'model-picker'

/** Models of the task, searchable; from the cache if the service can't be reached. */
export function ModelPicker({ list, value, onPick }: Props) {
  const items = (list?.models ?? []).map(({ slug, name, facts, isDelisted }) => ({
    id: slug,
    label: name,
    facts,
    ...(isDelisted ? { warning: t('create.vanished') } : {}),
  }))
  return (
    <Picker
      id={MODEL_PICKER_ID}
      label={t('create.model')}
      value={items.length > 0 ? value : undefined}
      placeholder={t(list && list.models.length === 0 ? 'create.list_missing' : 'create.choose_model')}
      items={items}
      onPick={onPick}
      search={{
        label: t('create.search_models'),
        noMatches: (search) => t('create.no_models_match', { search }),
      }}
      listReplacement={items.length === 0 ? <NoModels list={list} /> : undefined}
      footer={<RefreshStatus list={list} />}
    />
  )
}

function NoModels({ list }: { list: Props['list'] }) {
  if (!list || list.refreshing)
    return <EmptyState small title={t('create.models_refreshing')} icon={<Spinner />} />
  if (!list.problem) return <EmptyState small title={t('create.no_models')} />
  const message = problemMessage(list.problem)
  return (
    <EmptyState small title={message.summary}>
      {message.nextStep} {message.serviceMessage}
    </EmptyState>
  )
}

function RefreshStatus({ list }: { list: Props['list'] }) {
  const refresh = useApiMutation('models.refresh')
  const isRefreshing = refresh.isPending || list?.refreshing === true
  return (
    <div className={styles.refreshStatus}>
      <span>
        {list?.problem && list.models.length > 0
          ? t('create.models_offline', { why: problemMessage(list.problem).summary })
          : list?.refreshedAt && t('create.models_from', { time: formatDateTime(list.refreshedAt) })}
      </span>
      <Button
        size="small"
        variant="quiet"
        icon={isRefreshing ? <Spinner /> : <RefreshCw aria-hidden />}
        disabled={isRefreshing}
        onClick={() => refresh.mutate()}
      >
        {isRefreshing ? t('create.models_refreshing') : t('common.refresh')}
      </Button>
    </div>
  )
}
