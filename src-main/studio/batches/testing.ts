import type { Plan } from '../../../src-preload/contract/types/batch.ts'
import { noFiles } from '../catalogue/FindFile.ts'
import { rows } from '../catalogue/rows/rows.ts'
import { RowMaker } from '../drafts/RowMaker.ts'
import { modelRecord } from '../testing/modelRecord.ts'

/** A plan that makes one row of a form. */
export const plainPlan: Plan = {
  count: 1,
  seeds: 'new',
  variants: true,
  wildcards: {},
  axes: [],
  table: null,
  files: null,
}

/** Rows of text to image for a model with these usual values. */
export function rowMakerOf(defaults: Record<string, number>, limits: Record<string, number> = {}): RowMaker {
  const operation = rows.find(({ id }) => id === 'txt2img')
  if (!operation) throw new Error('There is no text to image')
  return new RowMaker({
    connection: {
      id: 'c',
      name: 'Connection',
      address: 'https://service.example',
      kind: 'remote',
      current: true,
      key: 'session',
    },
    operation,
    findModel: (_, slug) => (slug === 'test-model' ? modelRecord({ defaults, limits }) : null),
    findFile: noFiles,
    random: Math.random,
  })
}
