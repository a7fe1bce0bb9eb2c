/** Names the limits of one run and of a session as the screen does. */
export const migration0012 = `
UPDATE budgets SET scope = 'run' WHERE scope = 'press';
UPDATE budgets SET scope = 'session' WHERE scope = 'sitting';

-- Batches and unsent jobs that a limit holds name its scope.
UPDATE batches SET problem = replace(problem, '"scope":"sitting"', '"scope":"session"') WHERE problem IS NOT NULL;
UPDATE jobs SET problem = replace(problem, '"scope":"sitting"', '"scope":"session"')
  WHERE state = 'queued' AND problem IS NOT NULL;
`
