import { expect, test } from 'vitest'
import { Catalogue } from './Catalogue.ts'
import { Agent } from 'undici'
import { ServiceClient } from '../service/client/ServiceClient.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { ModelListing } from './ModelListing.ts'
import { Models } from '../service/models/Models.ts'
import { migratedDatabase } from '../testing/migratedDatabase.ts'
import { StudioEvents } from '../events.ts'

function listingWith(
  models: {
    slug: string
    types: string[]
    connection?: string
    isDelisted?: boolean
    features?: Record<string, boolean>
  }[],
) {
  const database = migratedDatabase()
  const clock = fakeClock()
  for (const [position, { slug, types, connection = 'c', isDelisted = false, features }] of models.entries())
    database.run(
      'INSERT INTO models (connection_id, slug, position, record, seen_at, vanished_at) VALUES (?, ?, ?, ?, 1, ?)',
      connection,
      slug,
      position,
      JSON.stringify({ slug, name: slug, inference_types: types, info: features ? { features } : [] }),
      isDelisted ? 2 : null,
    )
  const client = new ServiceClient({ dispatcher: new Agent(), userAgent: 'Easel/1', log: memoryLog() })
  const never = () => new Promise<never>(() => {})
  const current: { now: { id: string } | null } = { now: { id: 'c' } }
  const listing = new ModelListing({
    catalogue: new Catalogue(),
    models: new Models({
      database,
      clock,
      emit: () => {},
      log: memoryLog(),
      connections: { getAccess: never },
      client,
    }),
    connections: { current: () => current.now },
    clock,
    health: { isDown: () => false, onRecovered: () => () => {} },
    events: new StudioEvents(),
  })
  const available = () =>
    new Set(listing.uses('image', 'png').flatMap((use) => (use.available ? [use.operation] : [])))
  return { listing, available, current }
}

test('marks a use as available if the current connection lists a model for it', () => {
  const { listing, available, current } = listingWith([
    { slug: 'a', types: ['img2img', 'img-upscale'] },
    { slug: 'gone', types: ['img2video'], isDelisted: true },
    { slug: 'elsewhere', types: ['img_rmbg'], connection: 'other' },
  ])
  expect(available()).toEqual(new Set(['img2img', 'img_upscale']))
  // Unavailable uses are listed too.
  expect(listing.uses('image', 'png').map(({ operation }) => operation)).toContain('img2video')
  current.now = { id: 'other' }
  expect(available()).toEqual(new Set(['img_rmbg']))
})

test('marks uses as available again when their model is listed again', () => {
  const { available } = listingWith([
    { slug: 'gone', types: ['img2video'], isDelisted: true },
    { slug: 'new', types: ['img2video'] },
  ])
  expect(available()).toEqual(new Set(['img2video']))
})

test('a conditional field is available with the models that can show it and the values that show it', () => {
  const type = { types: ['txt2audio'] }
  const { listing } = listingWith([
    { ...type, slug: 'presets', features: { supports_custom_voice: true, supports_voice_clone: false } },
    { ...type, slug: 'clone', features: { supports_custom_voice: false, supports_voice_clone: true } },
    { ...type, slug: 'both', features: { supports_custom_voice: true, supports_voice_clone: true } },
    { ...type, slug: 'gone', features: { supports_voice_clone: true }, isDelisted: true },
  ])
  const find = () => listing.uses('audio', 'mp3').find(({ field }) => field === 'ref_audio')
  expect(find()).toMatchObject({
    available: true,
    transcriptField: 'ref_text',
    visibleWhen: { values: { mode: 'voice_clone' }, models: ['clone', 'both'] },
  })
})

test('a conditional field that no listed model can show is unavailable', () => {
  const { listing } = listingWith([
    { slug: 'presets', types: ['txt2audio'], features: { supports_custom_voice: true } },
  ])
  expect(listing.uses('audio', 'mp3').find(({ field }) => field === 'ref_audio')?.available).toBe(false)
})

test('lists all uses as unavailable without a connection', () => {
  const { listing, available, current } = listingWith([{ slug: 'a', types: ['img2img'] }])
  current.now = null
  expect(available()).toEqual(new Set())
  expect(listing.uses('image', 'png').length).toBeGreaterThan(3)
})

test('lists the models of one task or of all tasks, each with its tasks', () => {
  const { listing } = listingWith([
    { slug: 'a', types: ['txt2img', 'img2img'] },
    { slug: 'b', types: ['txt2music'] },
    { slug: 'unknown', types: ['from the future'] },
  ])
  expect(listing.models('txt2music').models.map(({ slug }) => slug)).toEqual(['b'])
  const all = listing.models(null).models.map(({ slug, operations }) => [slug, operations.length > 0])
  expect(all).toEqual([
    ['a', true],
    ['b', true],
  ])
  expect(() => listing.models('nothing')).toThrow('unknown_operation')
})
