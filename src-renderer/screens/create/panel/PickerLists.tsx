import { useEffect, useMemo, useEffectEvent, useState } from 'react'
import { RefreshCw, Star } from 'lucide-react'
import type { RouteOutput, RouteInput } from '../../../../src-preload/contract/routes.ts'
import { MAX_FAVORITE_MODELS, MAX_PRICED_MODELS } from '../../../../src-preload/constraints/limits.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatDateTime } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Details } from '../../../ui/feedback/Details.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import type { PickerItem } from '../../../ui/fields/PickerPopover.tsx'
import { describeModels, orderModels, type ModelPrice } from './describeModels.tsx'
import { call } from '../../../host/call.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import styles from '../Create.module.css'

type List = RouteOutput<'models.list'> | undefined

interface Props {
  list: List
  operation: string | undefined
  items: readonly PickerItem[]
  /** Called with the ordered items, and again when prices arrive. Must be the same function in every render. */
  onDescribed: (described: { list: List; items: PickerItem[] } | undefined) => void
}

/** The footer of the open list of models. Also loads their favorites, prices, times and results for the list. */
export function ModelListFooter({ list, operation = '', items, onDescribed }: Props) {
  const settings = useApiQuery('settings.get', undefined)
  const details = useApiQuery('models.details', { operation }, { staleTime: 0 })
  const favorites = settings.data?.favoriteModels
  const known = details.data?.models
  const ordered = useMemo(
    () => (known && favorites ? orderModels(items, { favorites, details: known }) : null),
    [items, favorites, known],
  )
  const prices = useModelPrices(operation, ordered && ordered.map(({ item }) => item.id))
  useEffect(() => {
    if (ordered) onDescribed({ list, items: describeModels(ordered, prices) })
  }, [list, ordered, prices, onDescribed])
  // The form may have other parameters when the list opens again.
  useEffect(() => () => onDescribed(undefined), [onDescribed])
  return <RefreshStatus list={list} />
}

/** Marks the chosen model as a favorite, which the list shows first. */
export function FavoriteModel({ slug, name }: { slug: string; name: string }) {
  const settings = useApiQuery('settings.get', undefined)
  const save = useApiMutation('settings.set')
  const favorites = settings.data?.favoriteModels
  if (!favorites) return null
  const isFavorite = favorites.includes(slug)
  return (
    <span className={styles.favorite}>
      <IconButton
        size="small"
        label={t('formTools.favorite', { model: name })}
        aria-pressed={isFavorite}
        icon={<Star fill={isFavorite ? 'currentColor' : 'none'} />}
        disabled={save.isPending}
        onClick={() =>
          save.mutate({
            favoriteModels: isFavorite
              ? favorites.filter((other) => other !== slug)
              : [...favorites, slug].slice(-MAX_FAVORITE_MODELS),
          })
        }
      />
    </span>
  )
}

/** Tasks of the service that Easel doesn't know. */
export function UnknownTypes({ types }: { types: { type: string; models: number }[] }) {
  const total = types.reduce((sum, { models }) => sum + models, 0)
  return (
    <>
      <p>{t('create.unknown', { count: total })}</p>
      <Details
        text={[
          t('create.unknown_help'),
          ...types.map(({ type, models }) => t('create.unknown_item', { type, count: models })),
        ].join('\n')}
      />
    </>
  )
}

/** Shown in place of an empty list. */
export function EmptyModelList({ list }: { list: List }) {
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

function RefreshStatus({ list }: { list: List }) {
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

/** When the list opens, prices are requested for at most this many models, from its top. */
const MAX_REQUESTED = 20
/** Few prices per call, so that the first ones appear soon. */
const PER_CALL = 3

/** Prices of the form's parameters with other models: those that are known, then new ones for the first models of the list. */
export function useModelPrices(
  operation: string,
  models: readonly string[] | null,
): ReadonlyMap<string, ModelPrice> {
  const [prices, setPrices] = useState<ReadonlyMap<string, ModelPrice>>(new Map())
  const key = models && JSON.stringify(models.toSorted())
  const read = useEffectEvent(async (isClosed: () => boolean) => {
    if (!models) return
    const { values, entered } = draftStore.getState()
    // Only what the user entered, because each model has its own defaults for the rest.
    const draft = { ...(entered[operation] ?? values[operation]) }
    const load = async (slugs: readonly string[], request: boolean) => {
      const input: RouteInput<'models.prices'> = { operation, values: draft, models: [...slugs], request }
      const response = await call('models.prices', input)
      if (!isClosed())
        setPrices(
          (known) => new Map([...known, ...response.prices.map((price) => [price.slug, price] as const)]),
        )
      return response
    }
    const known = await load(models.slice(0, MAX_PRICED_MODELS), false)
    const current = new Set(known.prices.flatMap(({ slug, isCurrent }) => (isCurrent ? [slug] : [])))
    const outdated = models.slice(0, MAX_REQUESTED).filter((slug) => !current.has(slug))
    for (let from = 0; from < outdated.length && !isClosed(); from += PER_CALL)
      if (!(await load(outdated.slice(from, from + PER_CALL), true)).canRequest) return
  })
  useEffect(() => {
    let isClosed = false
    // Without prices the list stays usable; a lost connection to the studio is reported elsewhere.
    if (key !== null) read(() => isClosed).catch(() => {})
    return () => {
      isClosed = true
    }
  }, [key])
  return prices
}
