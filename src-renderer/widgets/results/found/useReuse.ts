import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { draftStore } from '../../forms/draftStore.ts'
import { reuseParameters } from '../actions/formActions.tsx'
import { fileIdsIn, findModel, planReuse, type ReusePlan, taskFor } from './planReuse.ts'

interface Reuse extends ReusePlan {
  task: string
  model: string
  /** Values that no form takes, such as a seed with too many digits. */
  unusable: FoundParameters['others']
  /** The model that the parameters name, if the connection doesn't offer it. */
  missingModel: string | null
  /** Loads the parameters into the form of Create. */
  run: () => Promise<void>
}

/** How found parameters can be used; null if no form can use them, undefined until that is known. */
export function useReuse(found: FoundParameters | null, kind: AssetKind): Reuse | null | undefined {
  const operations = useApiQuery('operations.list', undefined).data?.operations
  const operation = found ? operations?.find(({ id }) => id === taskFor(found, kind)) : undefined
  const models = useApiQuery(
    'models.list',
    { operation: operation?.id ?? '' },
    { enabled: operation !== undefined },
  ).data?.models
  const current = draftStore((draft) => draft.models[operation?.id ?? ''])
  const named = found && models ? findModel(models, found.model) : undefined
  const listed = models?.filter(({ isDelisted }) => !isDelisted)
  const model = named ?? listed?.find(({ slug }) => slug === current) ?? listed?.[0]
  const form = useApiQuery(
    'forms.open',
    { operation: operation?.id ?? '', model: model?.slug ?? '' },
    { enabled: operation !== undefined && model !== undefined },
  ).data
  const ids = form && found ? fileIdsIn(form, found.values).slice(0, MAX_FILES) : []
  const tiles = useApiQuery('library.tiles', { ids }, { enabled: ids.length > 0 }).data?.tiles
  if (!found || (operations && !operation) || (models && !model)) return null
  if (!operation || !model || !form || (ids.length > 0 && !tiles)) return undefined
  const present = new Set(tiles?.map(({ id }) => id))
  const plan = planReuse(form, found.values, (id) => present.has(id))
  return {
    ...plan,
    unusable: found.others.filter(({ entry }) => entry !== undefined),
    task: operation.name,
    model: model.name,
    missingModel: found.model && !named ? found.model.name : null,
    run: async () => {
      const parameters = { operation: operation.id, model, values: plan.values }
      await reuseParameters(parameters, plan.values['seed'] !== undefined)
      // Issues of the values, such as exceeded limits of the model, are shown immediately.
      draftStore.getState().touch(...Object.keys(plan.values))
    },
  }
}

/** Maximum number of input files to look up; no form accepts more. */
const MAX_FILES = 100
