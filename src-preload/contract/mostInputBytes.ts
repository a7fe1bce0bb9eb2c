/** The largest file the studio takes in: more than any service takes. What one task takes is checked by its form. */
export const MOST_INPUT_BYTES = 1 << 30
