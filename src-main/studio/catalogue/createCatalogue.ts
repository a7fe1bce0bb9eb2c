import { join } from 'node:path'
import type { App } from '../app/createApp.ts'
import type { StudioEvents } from '../events.ts'
import type { Service } from '../service/createService.ts'
import type { World } from '../world.ts'
import type { ResultDescriptions } from '../library/LibraryModule.ts'
import { Catalogue, createResultKinds, isEnhancement, type ResultKinds } from './Catalogue.ts'
import { ModelListing } from './ModelListing.ts'
import { OverridesFile } from './overrides/OverridesFile.ts'
import { operationLabels } from './values/describeValues.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'log' | 'dataFolder'>
  app: Pick<App, 'notices'>
  service: Pick<Service, 'models' | 'connections' | 'health'>
  events: StudioEvents
}

/** The operations and the models that can run them. */
export interface CatalogueModule {
  catalogue: Catalogue
  /** The user's changes to the operations, from `operations.json`. */
  overrides: OverridesFile
  /** The tasks and models of the current connection. */
  listing: ModelListing
  kinds: ResultKinds
  /** How the library describes the operations and parameters of its results. */
  descriptions: ResultDescriptions
}

/** The operations, with the changes of `operations.json` beside the library, and the models that offer them. */
export function createCatalogue({ world, app, service, events }: Dependencies): CatalogueModule {
  const { clock, log, dataFolder } = world
  const { models, connections, health } = service
  const catalogue = new Catalogue()
  const overrides = new OverridesFile({
    path: join(dataFolder, 'operations.json'),
    catalogue,
    log,
    notices: app.notices,
    onChange: () => events.emitToWindows({ type: 'models.changed' }),
  })
  overrides.reload()
  const listing = new ModelListing({
    catalogue,
    models,
    clock,
    health,
    connections,
    events,
  })
  events.on('accessChanged', (connectionId) => listing.accessChanged(connectionId))
  return {
    catalogue,
    overrides,
    listing,
    kinds: createResultKinds(catalogue),
    descriptions: {
      labels: operationLabels(catalogue, (connectionId, slug) => models.find(connectionId, slug)),
      viewer: (operation) => catalogue.find(operation)?.viewer ?? null,
      uses: listing.uses.bind(listing),
      textField: (operation) => catalogue.textField(operation),
      isEnhancement: (operation) => isEnhancement(catalogue.find(operation)),
    },
  }
}
