import { image, inputId, model, webhookUrl } from './fields.ts'
import type { Operation } from './Operation.ts'
import type { Rule } from './rules.ts'

const faces: Rule = { field: 'faces', kind: 'integer', required: true, min: 1, limit: 'faces' }

/** An inference type that is neither specified nor live, as a service may add one: a mesh as text. */
export const img2mesh: Operation = {
  type: 'img2mesh',
  path: 'img2mesh',
  encoding: 'form',
  rules: [image, model, faces, webhookUrl],
  pricePath: 'img2mesh/price-calculation',
  priceRules: [model, faces],
  plan: ({ fields, inputs }) => ({ input: inputId(inputs, 'image'), faces: Number(fields.faces) }),
  units: (plan) => Number(plan.faces),
  formats: () => ({ main: 'txt', alternatives: [] }),
  make: async (plan) => ({
    bytes: Buffer.from(`# mesh of ${String(plan.faces)} faces\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`),
    mime: 'text/plain; charset=utf-8',
  }),
}
