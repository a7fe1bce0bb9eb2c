import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { noFiles } from '../../catalogue/FindFile.ts'
import { builtInOperations } from '../../catalogue/rows/builtInOperations.ts'
import { JobForms } from '../drafts/JobForm.ts'
import { modelRecord } from '../../testing/modelRecord.ts'

/** A plan for a single row. */
export const plainPlan: Plan = {
  count: 1,
  seeds: 'new',
  variants: true,
  wildcards: {},
  axes: [],
  table: null,
  files: null,
}

/** Text-to-image forms for a model with these defaults and limits. */
export function formsWithDefaults(
  defaults: Record<string, number>,
  limits: Record<string, number> = {},
): JobForms {
  const operation = builtInOperations.find(({ id }) => id === 'txt2img')
  if (!operation) throw new Error('There is no operation txt2img')
  return new JobForms({
    connection: { id: 'c', name: 'Connection' },
    operation,
    models: {
      find: (_, slug) =>
        slug === 'test-model' ? { ...modelRecord({ defaults, limits }), isDelisted: false } : null,
    },
    findFile: noFiles,
    random: Math.random,
  })
}
