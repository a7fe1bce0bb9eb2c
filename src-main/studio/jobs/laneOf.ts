/** What the service limits on its own when jobs are sent: one task of one connection (facts.md §4). */
export const laneOf = (connectionId: string, operation: string): string => `${connectionId}/${operation}`
