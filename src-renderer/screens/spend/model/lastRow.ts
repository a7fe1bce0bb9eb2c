/** The row whose jobs were looked at last: on the way back the focus goes to it. */
export const lastRow: { key: string | null } = { key: null }
