/** What the service limits on its own when jobs are sent: one operation of one connection (facts.md §4). */
export const sendScope = (connectionId: string, operation: string): string => `${connectionId}/${operation}`
