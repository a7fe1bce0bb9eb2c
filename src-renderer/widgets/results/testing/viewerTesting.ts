import { screen } from '@testing-library/react'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Handlers, RouteName } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, Parameters, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { setBridge } from '../../../host/bridge.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { callHandler } from '../../../testing/callHandler.ts'

/** Connects the window to a fake studio that responds with the given handlers and records requests. */
export function fakeViewerStudio(handlers: Partial<Handlers>) {
  const requests: { route: RouteName; input: unknown }[] = []
  const call: Bridge['call'] = async (route, input) => {
    requests.push({ route, input })
    return callHandler(handlers, route, input)
  }
  setBridge({
    call,
    onEvent: () => () => {},
    media: {
      url: (place, id, version) => `/${place}/${id}${version === undefined ? '' : `?v=${version}`}`,
      read: async () => new Blob(),
      saveThumb: async () => {},
    },
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  return {
    /** Routes of all requests, oldest first. */
    routes: () => requests.map(({ route }) => route),
    inputs: (route: RouteName) =>
      requests.filter((request) => request.route === route).map(({ input }) => input),
  }
}

/** Asset details as passed to a viewer. */
export function makeDetail(
  overrides: Partial<Tile>,
  detailOverrides: Partial<AssetDetail> = {},
): AssetDetail {
  const tile = makeTile({ id: 'a', ...overrides })
  return {
    asset: tile,
    viewer: tile.kind === 'text' ? 'transcript' : tile.kind === 'other' ? 'file' : tile.kind,
    inputs: [],
    title: tile.title,
    alternatives: [],
    tags: [],
    note: '',
    collections: [],
    parameters: null,
    foundParameters: null,
    spokenText: null,
    fileName: '2026/11/a.bin',
    ...detailOverrides,
  }
}

/** Parameters of a result of the task “Paint”. */
export const makeParameters = (overrides: Partial<Parameters> = {}): Parameters => ({
  operation: 'paint',
  operationName: 'Paint',
  model: { slug: 'one', name: 'One' },
  connectionName: 'Sandbox',
  values: {},
  lines: [],
  requestId: null,
  price: null,
  quotedAt: null,
  seed: null,
  createdAt: 0,
  tookMs: null,
  ...overrides,
})

/** All items of the open menu. jsdom treats popovers as hidden, so the query includes hidden elements. */
export const menuItems = (): Promise<HTMLElement[]> => screen.findAllByRole('menuitem', { hidden: true })

/** The item of the open menu that contains a text. */
export async function menuItem(text: string): Promise<HTMLElement> {
  const item = (await menuItems()).find(({ textContent }) => textContent?.includes(text))
  if (item === undefined) throw new Error(`The menu has no ${text}`)
  return item
}
