import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

for (const zoom of [1, 2]) {
  test.describe(`at a zoom of ${zoom * 100}%`, () => {
    test.use({ zoom })

    // Catches: rows that are higher than their place and lie over the next one, and text that is cut.
    test('rows of a batch that name changed values do not overlap', async ({ window }) => {
      const create = new CreatePage(window)
      await create.chooseModel('Meridian XL')
      await create.prompt.fill(`a ${'very long harbour '.repeat(20)}{at night|at noon}`)
      await create.negativePrompt.fill('blurry, low quality, washed out')
      await create.fillField(create.steps, '45')
      const batch = new BatchPage(window)
      await batch.open()
      await batch.compare('Model')
      for (const model of ['Meridian XL', 'Aurora Turbo', 'Cinder One'])
        await batch.dialog.getByRole('button', { name: model, exact: true }).click()
      await expect(batch.rows).toHaveCount(6)
      await expect(batch.rows.filter({ hasText: /Steps \d+ instead of 45/ })).not.toHaveCount(0)
      const heights = await batch.rows.evaluateAll((rows) =>
        rows.map((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return { top, bottom, isCut: row.scrollHeight > row.clientHeight + 1 }
        }),
      )
      const overlaps = heights.filter(
        ({ bottom }, index) => bottom > (heights[index + 1]?.top ?? Infinity) + 0.5,
      )
      expect(overlaps).toEqual([])
      expect(heights.filter(({ isCut }) => isCut)).toEqual([])
    })
  })
}
