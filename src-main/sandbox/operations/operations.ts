import type { Operation } from './Operation.ts'
import { txt2img } from './txt2img.ts'

/** Every inference type the sandbox serves, one row each. */
export const operations: Operation[] = [txt2img]
