import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'

/** A value of a form as data. */
export type Json = Plan['axes'][number]['values'][number]
