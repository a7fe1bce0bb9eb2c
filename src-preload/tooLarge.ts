import type { Envelope } from './contract/errors.ts'
import { MAX_INPUT_BYTES } from './contract/bridge.ts'

/** The result for a file that is too large to be sent. */
export const tooLarge: Envelope<never> = {
  ok: false,
  error: { code: 'input_too_large', money: 'none', params: { maxBytes: MAX_INPUT_BYTES } },
}
