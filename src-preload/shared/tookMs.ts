interface Times {
  sentAt: number | null
  finishedAt: number | null
}

/**
 * How long a job took in milliseconds, from sending to its end, including the saving of its files. Null if it has
 * not ended or was never sent.
 */
export const tookMs = ({ sentAt, finishedAt }: Times): number | null =>
  sentAt === null || finishedAt === null ? null : Math.max(0, finishedAt - sentAt)
