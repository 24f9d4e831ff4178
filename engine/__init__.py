"""The rules of the games: pure, standard library only, no clock, file, screen or random source."""
