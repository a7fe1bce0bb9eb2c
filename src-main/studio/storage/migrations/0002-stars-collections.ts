/** Stars, collections, and the collection that receives a job's results. */
export const migration0002 = `
ALTER TABLE assets ADD COLUMN starred_at INTEGER;
-- A covering index with the bytes, so that starred results are counted and summed without reading rows.
CREATE INDEX assets_starred ON assets(seq, bytes) WHERE role = 'result' AND trashed_at IS NULL AND starred_at IS NOT NULL;

-- Number and size of the results outside the trash are updated by triggers, so that listing collections needs no count.
CREATE TABLE collections (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  created_at INTEGER NOT NULL,
  assets INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;

-- By the seq of the asset, so that a page of a collection is one seek.
CREATE TABLE collection_assets (
  collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
  asset_seq INTEGER NOT NULL REFERENCES assets(seq) ON DELETE CASCADE,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (collection_id, asset_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_assets_by_asset ON collection_assets(asset_seq);

CREATE TRIGGER collected_in AFTER INSERT ON collection_assets BEGIN
  UPDATE collections SET assets = assets + 1, bytes = collections.bytes + a.bytes FROM assets a
    WHERE collections.id = NEW.collection_id AND a.seq = NEW.asset_seq AND a.trashed_at IS NULL;
END;
CREATE TRIGGER collected_out AFTER DELETE ON collection_assets BEGIN
  UPDATE collections SET assets = assets - 1, bytes = collections.bytes - a.bytes FROM assets a
    WHERE collections.id = OLD.collection_id AND a.seq = OLD.asset_seq AND a.trashed_at IS NULL;
END;
-- Before the deletion, because collected_out reads the asset's size.
CREATE TRIGGER collected_gone BEFORE DELETE ON assets BEGIN
  DELETE FROM collection_assets WHERE asset_seq = OLD.seq;
END;
CREATE TRIGGER collected_over AFTER UPDATE OF bytes, trashed_at ON assets BEGIN
  UPDATE collections SET
    assets = assets + (NEW.trashed_at IS NULL) - (OLD.trashed_at IS NULL),
    bytes = bytes + iif(NEW.trashed_at IS NULL, NEW.bytes, 0) - iif(OLD.trashed_at IS NULL, OLD.bytes, 0)
    WHERE id IN (SELECT collection_id FROM collection_assets WHERE asset_seq = NEW.seq);
END;

-- Ids are never reused, so the budget and sums of a deleted collection are deleted too.
CREATE TRIGGER collections_forgotten AFTER DELETE ON collections BEGIN
  DELETE FROM budgets WHERE scope = 'collection:' || OLD.id;
  DELETE FROM spend_sums WHERE scope = 'collection:' || OLD.id;
END;

-- The collection that receives the results. Jobs of a deleted collection continue without one.
ALTER TABLE jobs ADD COLUMN collection_id TEXT REFERENCES collections(id) ON DELETE SET NULL;
CREATE INDEX jobs_by_collection ON jobs(collection_id) WHERE collection_id IS NOT NULL;
ALTER TABLE batches ADD COLUMN collection_id TEXT REFERENCES collections(id) ON DELETE SET NULL;
CREATE INDEX batches_by_collection ON batches(collection_id) WHERE collection_id IS NOT NULL;

-- Current held sums, for the limits of batches: few rows however long the history is.
CREATE INDEX spend_held ON spend_sums(scope) WHERE kind = 'held' AND amount > 0;
`
