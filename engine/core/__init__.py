"""What every game of the house shares: cards, observations, commands, events, history."""
