/** The row whose jobs were opened last; it gets the focus on return. */
export const lastRow: { key: string | null } = { key: null }
