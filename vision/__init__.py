"""The eye: pictures in, stickers and their places out. Knows codes and shapes, but no rules and no card texts."""
