/**
 * Stores vectors by connection too, because models of different services may have the same slug. They are read again
 * from the saved embeddings.
 */
export const migration0018 = `
DROP TABLE text_vectors;
-- Unit vectors of 32-bit floats, little-endian, by model and text. The key is a hash of the text.
CREATE TABLE text_vectors (
  id INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL,
  model TEXT NOT NULL,
  text_key INTEGER NOT NULL,
  asset_id TEXT NOT NULL REFERENCES assets(id) ON DELETE CASCADE,
  vector BLOB NOT NULL,
  UNIQUE (connection_id, model, text_key)
) STRICT;
-- For the foreign key.
CREATE INDEX text_vectors_of ON text_vectors(asset_id);
INSERT OR IGNORE INTO unread_embeddings
  SELECT a.seq FROM asset_vectors v JOIN assets a ON a.id = v.asset_id WHERE a.role = 'result';
`
