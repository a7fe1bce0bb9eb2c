import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import '../../../i18n/lazyTexts.ts'
import { call } from '../../../host/call.ts'
import { idempotencyKeyOf } from '../../../host/idempotencyKeys.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { AGAIN_WAYS, type AgainWay, choicesOf, loadSource, LimitedCalls } from './againChoices.ts'
import { AgainRow, type KeyedChoice } from './AgainRow.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import spinnerStyles from '../../../ui/feedback/Spinner.module.css'
import styles from './AgainDialog.module.css'

interface Props {
  /** Id of the result. */
  id: string
  onClose: () => void
}

type Choices = Partial<Record<AgainWay, KeyedChoice[]>>

/** Maximum number of prices requested at a time. */
const MAX_CALLS = 2
/** Maximum number of choices listed at once; a search finds others, so that not every model is priced. */
const MAX_LISTED = 12

/** Runs the task of a result again with one change. Each choice has its price on its button. */
export function AgainDialog({ id, onClose }: Props) {
  const { choices, problem } = useChoices(id)
  const [chosenWay, setWay] = useState<AgainWay>()
  const ways = AGAIN_WAYS.filter((way) => (choices?.[way]?.length ?? 0) > 0)
  const way = chosenWay ?? ways[0]
  /** Outcomes of clicks, by idempotency key; kept while the choices aren't listed. */
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string>>(new Map())
  return (
    <Dialog title={t('again.title')} onClose={onClose}>
      <p className={textStyles.note}>{t('again.text')}</p>
      {problem !== undefined ? (
        <EmptyState small title={problem} />
      ) : !choices ? (
        <div className={spinnerStyles.center}>
          <Spinner label={t('common.loading')} />
        </div>
      ) : way === undefined ? (
        <EmptyState small title={t('again.nothing')} />
      ) : (
        <>
          <div className={styles.ways}>
            <Segmented
              label={t('again.way')}
              value={way}
              options={ways.map((value) => ({ value, label: t(`again.way_${value}`) }))}
              onValueChange={setWay}
            />
          </div>
          <ChoiceList
            key={way}
            choices={choices[way] ?? []}
            outcomes={outcomes}
            onSent={(key, text) => setOutcomes((known) => new Map([...known, [key, text]]))}
          />
        </>
      )}
    </Dialog>
  )
}

interface ChoiceListProps {
  choices: readonly KeyedChoice[]
  outcomes: ReadonlyMap<string, string>
  onSent: (idempotencyKey: string, text: string) => void
}

function ChoiceList({ choices, outcomes, onSent }: ChoiceListProps) {
  const [calls] = useState(() => new LimitedCalls(MAX_CALLS))
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const matching = choices.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const listed = matching.slice(0, MAX_LISTED)
  return (
    <>
      {choices.length > MAX_LISTED && (
        <SearchField
          label={t('again.search')}
          clearLabel={t('shortcuts.clear')}
          value={search}
          onValueChange={setSearch}
        />
      )}
      <ul className={styles.list}>
        {listed.map((choice) => (
          <AgainRow
            key={choice.id}
            choice={choice}
            calls={calls}
            outcomeText={outcomes.get(choice.idempotencyKey)}
            onSent={(text) => onSent(choice.idempotencyKey, text)}
          />
        ))}
      </ul>
      {matching.length > listed.length && (
        <p className={textStyles.note}>{t('again.more', { count: matching.length - listed.length })}</p>
      )}
    </>
  )
}

function useChoices(id: string): { choices: Choices | undefined; problem: string | undefined } {
  const { data, error } = useQuery({
    queryKey: ['again choices', id],
    queryFn: () => loadChoices(id),
    gcTime: 0,
    staleTime: Infinity,
  })
  return { choices: data, problem: error ? problemMessage(problemOf(error)).summary : undefined }
}

async function loadChoices(id: string): Promise<Choices> {
  const [source, { connections }] = await Promise.all([loadSource(id), call('connections.list', undefined)])
  if (source === null) return {}
  const connectionId = connections.find(({ current }) => current)?.id
  const lists = await Promise.all(
    AGAIN_WAYS.map(async (way) => {
      const choices = await choicesOf(way, source)
      return [
        way,
        choices.map((choice) => ({
          ...choice,
          idempotencyKey: idempotencyKeyOf('again', connectionId, id, choice.id),
        })),
      ] as const
    }),
  )
  return Object.fromEntries(lists)
}
