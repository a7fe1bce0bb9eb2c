import { describe, expect, it } from 'vitest'
import { recipeRows } from './recipeRows.ts'

const lines = (values: Parameters<typeof recipeRows>[0]) =>
  recipeRows(values).map(({ label, text }) => `${label}: ${text}`)

describe('recipeRows', () => {
  it('reads in the order of the form, with the size on one line and the prompt apart', () => {
    expect(
      lines({ seed: 0, steps: 8, height: 768, width: 1024, prompt: 'fog', negative_prompt: 'blur' }),
    ).toEqual(['Negative prompt: blur', 'Size: 1024 × 768', 'Steps: 8', 'Seed: 0'])
  })

  it('says LoRAs with their weights', () => {
    expect(
      lines({
        loras: [
          { name: 'grain', weight: 0.8 },
          { name: 'ink', weight: 1 },
        ],
      }),
    ).toEqual(['LoRAs: grain · 0.8, ink · 1'])
  })

  it('names what it does not know, and leaves out what is empty', () => {
    expect(lines({ frames_per_second: 24, tile: false, note: '', extra: null, loras: [] })).toEqual([
      'Frames per second: 24',
      'Tile: No',
    ])
  })
})
