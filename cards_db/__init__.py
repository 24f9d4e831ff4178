"""The cards: facts, words and sticker codes as files, loaded into the frozen catalog of the engine."""
