/** Embeddings of individual texts, so that results can be sorted by meaning. */
export const migration0017 = `
-- Unit vectors of 32-bit floats, little-endian, by model and text. The key is a hash of the text.
CREATE TABLE text_vectors (
  id INTEGER PRIMARY KEY,
  model TEXT NOT NULL,
  text_key INTEGER NOT NULL,
  asset_id TEXT NOT NULL REFERENCES assets(id) ON DELETE CASCADE,
  vector BLOB NOT NULL,
  UNIQUE (model, text_key)
) STRICT;
-- For the foreign key.
CREATE INDEX text_vectors_of ON text_vectors(asset_id);

-- Embeddings whose vectors have yet to be read from their files.
CREATE TABLE unread_embeddings (
  asset_seq INTEGER PRIMARY KEY REFERENCES assets(seq) ON DELETE CASCADE
) STRICT;
INSERT INTO unread_embeddings
  SELECT a.seq FROM asset_vectors v JOIN assets a ON a.id = v.asset_id WHERE a.role = 'result';
CREATE TRIGGER embeddings_unread AFTER INSERT ON asset_vectors BEGIN
  INSERT OR REPLACE INTO unread_embeddings SELECT seq FROM assets WHERE id = NEW.asset_id AND role = 'result';
END;
`
