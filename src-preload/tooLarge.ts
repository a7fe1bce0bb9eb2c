import type { Envelope } from './contract/errors.ts'
import { MAX_INPUT_BYTES } from './contract/mostInputBytes.ts'

/** Said before a file is sent that nobody takes. */
export const tooLarge: Envelope<never> = {
  ok: false,
  error: { code: 'input_too_large', money: 'none', params: { maxBytes: MAX_INPUT_BYTES } },
}
