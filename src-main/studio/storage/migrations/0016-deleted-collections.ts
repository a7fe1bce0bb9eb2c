/** Deleted collections are kept until the next start, so that deleting one can be undone. */
export const migration0016 = `
-- The original name of a deleted collection, whose name is a placeholder then; empty while it is being removed.
ALTER TABLE collections ADD COLUMN deleted_name TEXT;
CREATE INDEX collections_deleted ON collections(id) WHERE deleted_name IS NOT NULL;
`
