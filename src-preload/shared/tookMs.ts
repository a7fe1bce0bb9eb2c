interface Times {
  sentAt: number | null
  finishedAt: number | null
}

/**
 * How long a job took, in milliseconds: from its sending to its end, the saving of its files included. Null while it has
 * not ended, or where it ended unsent. The one meaning of "took" on every screen and in every file.
 */
export const tookMs = ({ sentAt, finishedAt }: Times): number | null =>
  sentAt === null || finishedAt === null ? null : Math.max(0, finishedAt - sentAt)
