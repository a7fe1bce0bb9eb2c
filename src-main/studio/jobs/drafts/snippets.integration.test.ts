import { expect, it } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

it('keeps the snippets of two windows that save at the same time across a restart, and notifies both', async () => {
  const { studio, dataFolder, close } = await sandboxStudio({ flavour: 'spec' })
  const received = [0, 1].map(() => {
    const types: StudioEvent['type'][] = []
    studio.onEvent(({ type }) => types.push(type))
    return types
  })
  const [first, second] = await Promise.all(
    ['style', 'animal'].map((name) =>
      studio.handlers['snippets.save']({ name, text: `the text of ${name}` }),
    ),
  )
  const { snippets } = await studio.handlers['snippets.list']()
  expect(snippets).toEqual([second, first])
  for (const types of received) expect(types.filter((type) => type === 'snippets.changed')).toHaveLength(2)
  await close()
  const restarted = await sandboxStudio({ flavour: 'spec', dataFolder })
  expect((await restarted.studio.handlers['snippets.list']()).snippets).toEqual(snippets)
})

it('saves one of two snippets with the same name that are saved at the same time, and rejects the other', async () => {
  const { studio } = await sandboxStudio({ flavour: 'spec' })
  const outcomes = await Promise.allSettled(
    ['style', 'STYLE'].map((name) => studio.handlers['snippets.save']({ name, text: name })),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(outcomes[1]).toMatchObject({
    reason: { problem: { code: 'snippet_name_taken', params: { name: 'style' } } },
  })
  expect((await studio.handlers['snippets.list']()).snippets).toMatchObject([
    { name: 'style', text: 'style' },
  ])
})
