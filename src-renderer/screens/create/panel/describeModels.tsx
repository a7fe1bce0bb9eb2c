import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { t } from '../../../i18n/t.ts'
import { formatDuration, formatTimeOrDateTime } from '../../../lib/format/time.ts'
import type { PickerItem } from '../../../ui/fields/PickerPopover.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'

type Details = RouteOutput<'models.details'>['models'][number]
export type ModelPrice = RouteOutput<'models.prices'>['prices'][number]

/** Models listed as recent. */
const MAX_RECENT = 5
/** With at most this many models, a group of recent ones would only repeat the list. */
const FEW_MODELS = 5

interface ModelUsage {
  favorites: readonly string[]
  details: readonly Details[]
}

interface OrderedModel {
  item: PickerItem
  details: Details | undefined
  group: 'favorites' | 'recent' | 'others'
}

/** The models with favorites first, then those used last, then the others in the order of the service. */
export function orderModels(
  items: readonly PickerItem[],
  { favorites, details }: ModelUsage,
): OrderedModel[] {
  const detailsOf = (id: string) => details.find(({ slug }) => slug === id)
  const favorite = favorites.flatMap((slug) => items.find(({ id }) => id === slug) ?? [])
  const rest = items.filter((item) => !favorite.includes(item))
  const used = rest
    .filter(({ id }) => detailsOf(id) !== undefined)
    .toSorted((a, b) => (detailsOf(b.id)?.usedAt ?? 0) - (detailsOf(a.id)?.usedAt ?? 0))
  const recent = items.length > FEW_MODELS ? used.slice(0, MAX_RECENT) : []
  const others = rest.filter((item) => !recent.includes(item))
  return [
    ...favorite.map((item) => ({ item, details: detailsOf(item.id), group: 'favorites' as const })),
    ...recent.map((item) => ({ item, details: detailsOf(item.id), group: 'recent' as const })),
    ...others.map((item) => ({ item, details: detailsOf(item.id), group: 'others' as const })),
  ]
}

/** Items with the price at the parameters of the form, the usual time, and the last result. */
export function describeModels(
  models: readonly OrderedModel[],
  prices: ReadonlyMap<string, ModelPrice>,
): PickerItem[] {
  const hasGroups = models.some(({ group }) => group !== 'others')
  const hasImages = models.some(({ details }) => details?.result)
  return models.map(({ item, details, group }) => {
    const price = prices.get(item.id)
    const facts = [
      ...(price ? [priceText(price)] : []),
      ...(details?.usual ? [timeText(details.usual)] : []),
      ...(item.facts ?? []),
    ]
    const image = details?.result ? <Thumb asset={details.result} alt="" /> : null
    return {
      ...item,
      facts,
      ...(hasGroups && { group: groupLabel(group) }),
      ...(hasImages && { image }),
    }
  })
}

const groupLabel = (group: OrderedModel['group']): string => {
  switch (group) {
    case 'favorites':
      return t('formTools.favorites')
    case 'recent':
      return t('formTools.recent_models')
    case 'others':
      return t('formTools.other_models')
  }
}

/** "$0.0042"; with its time if it is out of date. */
const priceText = ({ price, quotedAt, isCurrent }: ModelPrice): string =>
  isCurrent
    ? formatMoney(price)
    : t('formTools.price_at', { price: formatMoney(price), time: formatTimeOrDateTime(quotedAt) })

/** "About 8 s": the middle of the usual times. */
const timeText = ([from, to]: readonly [number, number]): string =>
  t('formTools.usual_time', { time: formatDuration((from + to) / 2) })
