/** Renames the limit scopes `press` and `sitting` to `run` and `session`, as on screen. */
export const migration0012 = `
UPDATE budgets SET scope = 'run' WHERE scope = 'press';
UPDATE budgets SET scope = 'session' WHERE scope = 'sitting';

-- The problem of batches and unsent jobs that a limit stopped contains its scope.
UPDATE batches SET problem = replace(problem, '"scope":"sitting"', '"scope":"session"') WHERE problem IS NOT NULL;
UPDATE jobs SET problem = replace(problem, '"scope":"sitting"', '"scope":"session"')
  WHERE state = 'queued' AND problem IS NOT NULL;
`
