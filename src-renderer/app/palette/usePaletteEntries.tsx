import { useMemo } from 'react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { formCommands, globalCommands } from '../../../src-preload/shared/keymap/startupCommands.ts'
import { keymap } from '../../../src-preload/shared/keymap/keymap.ts'
import { MAX_SEARCH_LENGTH, MAX_TAG_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { listId } from '../../host/call.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { lookUp, t } from '../../i18n/t.ts'
import { navigate } from '../../router/navigate.ts'
import { SCREENS } from '../../router/useLocation.ts'
import type { ActiveCommand } from '../../ui/useShortcuts.ts'
import { chooseModel } from '../../widgets/forms/chooseModel.ts'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { collectionPath, viewQuery } from '../../widgets/library/filterUrl.ts'
import { NEWEST_FIRST, NO_FILTER, withCurrentPeriods } from '../../widgets/library/libraryFilter.ts'
import { Thumb } from '../../widgets/thumbs/Thumb.tsx'
import { reusePrompt } from '../../widgets/results/actions/recall.ts'
import type { PaletteEntry } from './PaletteEntry.ts'
import { useGlobalActionEntries } from './useGlobalActionEntries.ts'

/** Sections of Settings. */
const SETTINGS = [
  'connections',
  'budgets',
  'background',
  'appearance',
  'library',
  'service',
  'about',
] as const
const MAX_TAGS = 20
const MAX_RESULTS = 8

/** All entries but results and tags, which are searched for as the user types. */
export function usePaletteEntries(actions: readonly ActiveCommand[]): PaletteEntry[] {
  const operations = useApiQuery('operations.list', undefined)
  const models = useApiQuery('models.list', { operation: null })
  const collections = useApiQuery('collections.list', undefined)
  const searches = useApiQuery('searches.list', undefined)
  const globalActions = useGlobalActionEntries()
  return useMemo(
    () => [
      ...actions.filter(({ commands }) => commands !== globalCommands).map(actionEntry),
      ...SCREENS.map(screenEntry),
      ...globalActions,
      ...actions
        .filter(isGlobalAction)
        .map((action) => ({ ...actionEntry(action), group: 'global' as const })),
      ...(operations.data?.operations ?? []).flatMap((task) => taskEntry(task) ?? []),
      ...(models.data?.models ?? []).flatMap(
        (model) => modelEntry(model, operations.data?.operations ?? []) ?? [],
      ),
      ...(collections.data?.collections ?? []).map(collectionEntry),
      ...(searches.data?.searches ?? []).map(searchEntry),
      ...SETTINGS.map(settingsEntry),
    ],
    [actions, globalActions, operations.data, models.data, collections.data, searches.data],
  )
}

/** The tags and the newest results that match a text. Those of an earlier text are never returned. */
export function useFoundEntries(text: string): PaletteEntry[] {
  const search = text.trim().slice(0, MAX_SEARCH_LENGTH)
  const options = { enabled: search !== '', dropUnused: true }
  const tags = useApiQuery('tags.list', { search: search.slice(0, MAX_TAG_LENGTH), limit: MAX_TAGS }, options)
  const results = useApiQuery(
    'library.page',
    {
      before: null,
      limit: MAX_RESULTS,
      filter: { ...NO_FILTER, search },
      sort: NEWEST_FIRST,
      listId: listId('palette'),
    },
    options,
  )
  return useMemo(
    () =>
      search === ''
        ? []
        : [...(tags.data?.tags ?? []).map(tagEntry), ...(results.data?.tiles ?? []).map(resultEntry)],
    [search, tags.data, results.data],
  )
}

const SCOPES = Object.entries({ ...keymap, form: formCommands })

/** Whether a command doesn't depend on the screen. The palette is open already, and Settings is listed as a screen. */
const isGlobalAction = ({ commands, id }: ActiveCommand): boolean =>
  commands === globalCommands && id !== 'palette' && id !== 'settings'

function actionEntry({ commands, id, run }: ActiveCommand): PaletteEntry {
  const scope = SCOPES.find(([, candidate]) => candidate === commands)?.[0] ?? ''
  const command = commands[id]
  return {
    id: `action ${scope}_${id}`,
    group: 'actions',
    label: lookUp(`keys.${scope}_${id}`) ?? lookUp(`palette.${scope}_${id}`) ?? id,
    // Dialogs of the form in Create have no heading in the list of shortcuts.
    keywords: lookUp(`keys.${scope}`) ?? t('shell.create'),
    command: command?.keys.length === 0 ? undefined : command,
    run,
  }
}

const screenEntry = (screen: (typeof SCREENS)[number]): PaletteEntry => ({
  id: `screen ${screen}`,
  group: 'screens',
  label: t(`shell.${screen}`),
  command: screen === 'settings' ? globalCommands.settings : undefined,
  run: () => navigate(screen),
})

type Task = RouteOutput<'operations.list'>['operations'][number]

function taskEntry({ id, name, group, models, partOf }: Task): PaletteEntry | undefined {
  // A task that a composite task runs isn't chosen by itself.
  if (models === 0 || partOf !== undefined) return undefined
  return {
    id: `task ${id}`,
    group: 'tasks',
    label: name,
    keywords: lookUp(`create.group_${group}`) ?? group,
    run: () => {
      draftStore.getState().chooseOperation(id)
      navigate('create')
    },
  }
}

type Model = RouteOutput<'models.list'>['models'][number]

function modelEntry(model: Model, tasks: readonly Task[]): PaletteEntry | undefined {
  const own = tasks.filter(({ id, partOf }) => partOf === undefined && model.operations.includes(id))
  const [first] = own
  if (model.isDelisted || first === undefined) return undefined
  return {
    id: `model ${model.slug}`,
    group: 'models',
    label: model.name,
    detail: own.map(({ name }) => name).join(' · '),
    keywords: `${model.slug} ${own.map(({ name }) => name).join(' ')}`,
    run: () => {
      const { operation } = draftStore.getState()
      const task = own.find(({ id }) => id === operation) ?? first
      void chooseModel(task.id, model.slug)
      navigate('create')
    },
  }
}

const collectionEntry = ({
  id,
  name,
  assets,
}: RouteOutput<'collections.list'>['collections'][number]): PaletteEntry => ({
  id: `collection ${id}`,
  group: 'collections',
  label: name,
  detail: t('palette.results', { count: assets }),
  run: () => navigate(collectionPath(id)),
})

const tagEntry = ({ name, results }: RouteOutput<'tags.list'>['tags'][number]): PaletteEntry => ({
  id: `tag ${name}`,
  group: 'tags',
  label: name,
  detail: t('palette.results', { count: results }),
  run: () => {
    const filter = { ...NO_FILTER, conditions: [{ field: 'tag' as const, is: true, values: [name] }] }
    navigate(`gallery${viewQuery({ filter, sort: NEWEST_FIRST })}`)
  },
})

const searchEntry = ({
  id,
  name,
  filter,
  sort,
}: RouteOutput<'searches.list'>['searches'][number]): PaletteEntry => ({
  id: `search ${id}`,
  group: 'collections',
  label: name,
  detail: t('palette.smart_collection'),
  run: () => navigate(`gallery${viewQuery({ filter: withCurrentPeriods(filter, Date.now()), sort }, id)}`),
})

const settingsEntry = (section: (typeof SETTINGS)[number]): PaletteEntry => ({
  id: `settings ${section}`,
  group: 'settings',
  label: t(`settings.${section}`),
  keywords: t('shell.settings'),
  run: () => navigate(`settings/${section}`),
})

const resultEntry = (tile: RouteOutput<'library.page'>['tiles'][number]): PaletteEntry => ({
  id: `result ${tile.id}`,
  group: 'results',
  label: tile.title.trim() || t('gallery.untitled'),
  detail: tile.modelName,
  image: <Thumb asset={tile} alt="" />,
  run: () => navigate(`gallery/${encodeURIComponent(tile.id)}`),
  runWithModifier: () => void reusePrompt(tile.id),
})
