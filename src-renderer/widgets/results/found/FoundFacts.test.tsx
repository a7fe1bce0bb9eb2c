import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setBridge } from '../../../host/bridge.ts'
import { bridgeOf } from '../../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { FoundFacts, ReuseNotes } from './FoundFacts.tsx'

beforeEach(() => setBridge(bridgeOf({})))

test('LoRAs are listed with their weights', () => {
  const values = { prompt: 'fog', loras: [{ name: 'film-grain', weight: 0.8 }] }
  show(
    <FoundFacts
      found={{ form: 'comfyui', program: 'ComfyUI', operation: null, model: null, values, others: [] }}
    />,
  )
  expect(screen.getByText('LoRA').nextSibling?.textContent).toBe('film-grain · 0.8')
})

test('a seed that no form takes is named with all its digits', () => {
  const reuse = {
    task: 'Text to image',
    model: 'Aurora',
    missingModel: null,
    values: {},
    leftOut: ['LoRA film-grain'],
    unusable: [{ name: 'Seed', value: '18446744073709551557', entry: 'seed' }],
    missingFiles: [],
    run: async () => {},
  }
  show(<ReuseNotes reuse={reuse} />)
  expect(screen.getByRole('note').textContent).toContain('Seed 18446744073709551557')
  expect(screen.getByRole('note').textContent).toContain('LoRA film-grain')
})
