/** The largest file accepted as an input, larger than any service accepts. Forms check the limits of their task. */
export const MAX_INPUT_BYTES = 1 << 30
