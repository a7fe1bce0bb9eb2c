import type { Operation } from './Operation.ts'
import { txt2img } from './rows/txt2img.ts'

/** Every operation the studio knows, in the order tasks are listed. Adding one is adding its row. */
export const operations: readonly Operation[] = [txt2img]
